import { markLocal, setLimitHeaders, authenticate, isInScope } from "../access/callers.ts";
import type { Runtime } from "../access/runtime.ts";
import type { ApiKey } from "../config/config-model.ts";
import { ServiceError } from "../core/errors.ts";
import type { LimitAnswer, Limiter } from "../state/limiter.ts";
import { CREDENTIALS, dropsEndToEnd } from "./upstream/headers.ts";
import { protocolKeys } from "./upstream/credentials.ts";
import type { ProxyDeps, ProxyIngress, ServiceKey } from "./context.ts";
import { fieldNames } from "../codecs/shared/json-read.ts";

interface RefusedAdmittance {
  readonly kind: "refused";
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

export type Admittance =
  /** `key`: the service key that the request has; `null`: none. */
  { readonly kind: "admitted"; readonly key: ApiKey | null } | RefusedAdmittance;

/**
 * Service key and rate limit of a proxied request. A service key is taken out of the request wherever it stands: also where
 * none is asked for, it must not reach the provider. Where the limiter answers at once, so does this.
 */
export function admitProxied(
  exchange: ProxyIngress,
  { limiter }: Pick<ProxyDeps, "limiter">,
): Admittance | Promise<Admittance> {
  const { upstream, headers } = exchange;
  const key = takeServiceKey(exchange);
  if (readsTwoWays(exchange)) return AMBIGUOUS_HEADERS;
  if (upstream.auth === "key") {
    const { organization, id } = exchange.asset.asset;
    if (key === null || key.organization !== organization || !isInScope(key, id)) {
      return { kind: "refused", status: 401, code: "invalid_api_key", message: "Incorrect service key provided" };
    }
    if (key.accessLevel < 2) {
      return { kind: "refused", status: 403, code: "access_denied", message: "Access level 2 required" };
    }
  }
  const answer = takeProxied(exchange, limiter);
  const admit = (counted: LimitAnswer | null): Admittance => {
    const refusal = limitRefusal(counted);
    if (counted !== null && refusal !== null) setLimitHeaders(headers, counted);
    else if (counted !== null) markLocal(headers, counted);
    return refusal ?? { kind: "admitted", key };
  };
  return answer instanceof Promise ? answer.then(admit) : admit(answer);
}

/**
 * Headers from which the provider would read another message than we do. Node refuses the others of the kind: two lengths, a length
 * beside a transfer coding, folded lines.
 */
function readsTwoWays({ request, path, runtime, keyHeaders }: ProxyIngress): boolean {
  const coding = request.headers["transfer-encoding"];
  if (coding !== undefined && coding.toLowerCase() !== "chunked") return true;
  if (dropsEndToEnd(request)) return true;
  // A key that stands where it cannot be taken out.
  for (const name of keyHeaders) if (name.startsWith("content-")) return true;
  return runtime.secrets.isIn(path);
}

const AMBIGUOUS_HEADERS: RefusedAdmittance = {
  kind: "refused",
  status: 400,
  code: "invalid_request",
  message:
    "The request can be read in two ways: Connection names a field of the message, or its transfer coding is unknown",
};

const RATE_LIMITED: RefusedAdmittance = {
  kind: "refused",
  status: 429,
  code: "rate_limit_exceeded",
  message: "Rate limit exceeded",
};

/** What the limit says against a request; `null`: nothing. */
export function limitRefusal(answer: LimitAnswer | null): RefusedAdmittance | null {
  if (answer === "unavailable") {
    const { status, code, message } = new ServiceError("limits_unavailable");
    return { kind: "refused", status, code, message };
  }
  return answer === null || answer.admitted ? null : RATE_LIMITED;
}

/** One unit of the caller's limit; `null` when there is none. */
export function takeProxied(
  { runtime, upstream, notes }: ProxyIngress,
  limiter: Limiter,
): LimitAnswer | null | Promise<LimitAnswer> {
  const { proxy: limit } = runtime.config.limits;
  if (limit === 0) return null;
  const holder = notes.keyId === undefined ? `upstream ${upstream.name}` : `key ${notes.keyId}`;
  return limiter.take(`proxy ${holder}`, limit);
}

const BEARER = /^bearer +(\S+)$/i;

/** Where clients of the formats put their key. */
function keyCandidates(
  request: ProxyIngress["request"],
): readonly (readonly [name: string, secret: string | undefined])[] {
  const fields = CREDENTIALS.map((name) => {
    const value = request.headers[name];
    const text = typeof value === "string" ? value : undefined;
    return [name, name === "authorization" ? BEARER.exec(text ?? "")?.[1] : text] as const;
  });
  // Browsers cannot set headers of a WebSocket.
  return [...fields, ...protocolKeys(request).map((key) => [SUBPROTOCOL, key] as const)];
}

const SUBPROTOCOL = "sec-websocket-protocol";

function takeServiceKey(exchange: ProxyIngress): ApiKey | null {
  const { request, runtime, keyHeaders, queryKey, notes } = exchange;
  const nowMs = exchange.clock.epochMs();
  let found: ServiceKey | null = null;
  for (const [name, secret] of keyCandidates(request)) {
    const authentication = authenticate(runtime, secret, nowMs);
    if (authentication.kind !== "key") continue;
    keyHeaders.add(name);
    found ??= authentication;
  }
  found ??= queryKey;
  for (const name of headersWithSecrets(request, runtime)) keyHeaders.add(name);
  if (found === null) return null;
  const { key, secretIndex } = found;
  Object.assign(notes, { keyId: key.id, organization: key.organization, secretIndex });
  return key;
}

/** Names of the headers that hold a service key, in whatever line and form. */
function headersWithSecrets({ rawHeaders }: ProxyIngress["request"], runtime: Runtime): readonly string[] {
  const names: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? "").toLowerCase();
    if (STAYS_HERE.has(name)) continue;
    if (runtime.secrets.isIn(rawHeaders[at + 1] ?? "") || runtime.secrets.isIn(rawHeaders[at] ?? "")) names.push(name);
  }
  return names;
}

/** Fields that go no further than to us. */
const STAYS_HERE: ReadonlySet<string> = fieldNames("connection content-length host transfer-encoding upgrade");
