import { setLimitHeaders } from "../access/admit.ts";
import { authenticate } from "../access/authenticate.ts";
import type { ApiKey } from "../config/model.ts";
import { CREDENTIALS } from "./headers.ts";
import type { ProxyDeps, ProxyIngress } from "./context.ts";

export interface RefusedAdmittance {
  readonly kind: "refused";
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

export type Admittance = { readonly kind: "admitted" } | RefusedAdmittance;

const ADMITTED: Admittance = { kind: "admitted" };

/**
 * Service key and rate limit of a proxied request. A service key is taken out of the request wherever it stands: also where
 * none is asked for, it must not reach the provider.
 */
export function admitProxied(exchange: ProxyIngress, { limiter }: Pick<ProxyDeps, "limiter">): Admittance {
  const { upstream, runtime, headers } = exchange;
  const key = takeServiceKey(exchange);
  if (upstream.auth === "key") {
    if (key === null || key.organization !== exchange.asset.asset.organization) {
      return { kind: "refused", status: 401, code: "invalid_api_key", message: "Incorrect service key provided" };
    }
    if (key.accessLevel < 2) {
      return { kind: "refused", status: 403, code: "access_denied", message: "Access level 2 required" };
    }
  }
  const { proxy: limit } = runtime.config.limits;
  if (limit === 0) return ADMITTED;
  const holder = key === null ? `upstream ${upstream.name}` : `key ${key.id}`;
  const admission = limiter.take(`proxy ${holder}`, limit);
  if (admission.admitted) return ADMITTED;
  setLimitHeaders(headers, admission);
  return { kind: "refused", status: 429, code: "rate_limit_exceeded", message: "Rate limit exceeded" };
}

const BEARER = /^bearer +(\S+)$/i;

/** Where clients of the formats put their key. */
function keyCandidates({ headers }: ProxyIngress["request"]): readonly (readonly [string, string | undefined])[] {
  return CREDENTIALS.map((name) => {
    const value = headers[name];
    const text = typeof value === "string" ? value : undefined;
    return [name, name === "authorization" ? BEARER.exec(text ?? "")?.[1] : text] as const;
  });
}

function takeServiceKey(exchange: ProxyIngress): ApiKey | null {
  const { request, runtime, keyHeaders, queryKey, notes } = exchange;
  let found: ApiKey | null = null;
  for (const [name, secret] of keyCandidates(request)) {
    const authentication = authenticate(runtime, secret);
    if (authentication.kind !== "key") continue;
    keyHeaders.add(name);
    found ??= authentication.key;
  }
  found ??= queryKey;
  if (found !== null) {
    notes.keyId = found.id;
    notes.organization = found.organization;
  }
  return found;
}
