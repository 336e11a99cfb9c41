import { authenticate } from "../../access/callers.ts";
import { asBytes } from "../../access/secret-finder.ts";
import type { Runtime } from "../../access/runtime.ts";
import { fieldNames } from "../../codecs/shared/json-read.ts";
import type { ProxyRoute, ServiceKey, ProxyIngress } from "../context.ts";
import type { IncomingMessage } from "node:http";

interface QueryCredentials {
  /** What is forwarded to the provider, with its `?`, or `""`; untouched where nothing is taken out. */
  readonly query: string;
  /** The service key that stood in it. */
  readonly key: ServiceKey | null;
}

/**
 * Parameters in which callers may send a service key: those of Google and of Azure.
 * @see https://cloud.google.com/apis/docs/system-parameters
 */
const KEY_NAMES: ReadonlySet<string> = new Set(["$key", "access_token", "api-key", "key", "oauth_token"]);

/** Parameters that some reader takes for a credential, without `$`, `x-`, signs between words, brackets and case. */
const CREDENTIALS: ReadonlySet<string> = fieldNames(`
  key apikey googapikey accesstoken oauthtoken authtoken bearertoken token jwt auth authorization subscriptionkey ocpapimsubscriptionkey
`);

/** Whether some reader takes a parameter of that name for a credential. */
export const isCredentialName = (name: string): boolean =>
  CREDENTIALS.has(
    name
      .toLowerCase()
      .replace(/\[.*$/s, "")
      .replace(/^\$?(?:x-)?/, "")
      .replaceAll(/[^a-z]/g, ""),
  );

/**
 * Takes out a service key, which never reaches a provider, and any credential of the caller's where the upstream has its own.
 * @param nowMs since the epoch
 */
export function takeQueryCredentials(
  { query, upstream }: ProxyRoute,
  runtime: Runtime,
  nowMs: number,
): QueryCredentials {
  if (query.length < 2) return { query, key: null };
  let key: ServiceKey | null = null;
  const parts = query.slice(1).split("&");
  const kept = parts.filter((part) => {
    // One part at a time, so that the others keep their spelling.
    const [[name, value] = ["", ""]] = new URLSearchParams(part);
    if (KEY_NAMES.has(name)) key ??= serviceKey(runtime, value, nowMs);
    if (upstream.apiKey !== null && parameterNames(part).some(isCredentialName)) return false;
    return !runtime.secrets.isIn(asBytes(value)) && !runtime.secrets.isIn(asBytes(`${name}=${value}`));
  });
  if (kept.length === parts.length) return { query, key };
  return { query: kept.length === 0 ? "" : `?${kept.join("&")}`, key };
}

/** Some readers part parameters at semicolons too. */
function parameterNames(part: string): readonly string[] {
  return part.split(/;|%3b/i).flatMap((piece) => [...new URLSearchParams(piece).keys()]);
}

function serviceKey(runtime: Runtime, secret: string, nowMs: number): ServiceKey | null {
  // `authenticate` reads a secret as headers bring it: one character a byte.
  const authentication = authenticate(runtime, asBytes(secret), nowMs);
  return authentication.kind === "key" ? authentication : null;
}

/** How browsers hand over a key, since they cannot set headers of a WebSocket. @see https://platform.openai.com/docs/guides/realtime-websocket */
const KEY_PREFIX = "openai-insecure-api-key.";

/** What the client offers, in its order. */
function offered({ headers }: IncomingMessage): readonly string[] {
  const value = headers["sec-websocket-protocol"];
  return value === undefined ? [] : value.split(",").map((name) => name.trim());
}

function keyOf(protocol: string): string | null {
  return protocol.startsWith(KEY_PREFIX) ? protocol.slice(KEY_PREFIX.length) : null;
}

/** Keys among the subprotocols that the client offers. */
export function protocolKeys(request: IncomingMessage): readonly string[] {
  return offered(request).flatMap((protocol) => keyOf(protocol) ?? []);
}

/** The subprotocols that are forwarded: without service keys, and without any key when the upstream has its own. */
export function upstreamProtocols({ request, runtime, upstream }: ProxyIngress): string[] {
  return offered(request).filter((protocol) => {
    if (upstream.apiKey !== null && (keyOf(protocol) !== null || CREDENTIAL.test(protocol))) return false;
    const parts = protocol.split(".");
    // A subprotocol is a token (RFC 6455 §4.1), so what it carries follows a dot.
    return parts.length <= PARTS_MAX && !parts.some((_, at) => runtime.secrets.isIn(parts.slice(at).join(".")));
  });
}

/** A name that says that a credential follows it: `base64url.bearer.authorization.k8s.io.…`. */
const CREDENTIAL = /(?:^|[.\-_])(?:api[-_]?key|authorization|bearer|token)[.\-_=]/i;

/** Of the name of a subprotocol, between its dots; one that has more is not forwarded. */
const PARTS_MAX = 32;
