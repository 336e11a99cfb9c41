import type { IncomingMessage } from "node:http";
import type { ProxyIngress } from "../context.ts";

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

/** The subprotocols that go on: without service keys, and without any key when the upstream has its own. */
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

/** Of the name of a subprotocol, between its dots; one that has more does not go on. */
const PARTS_MAX = 32;
