import type { IncomingMessage } from "node:http";
import { authenticate } from "../access/authenticate.ts";
import type { ProxyIngress } from "./context.ts";

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
    const key = keyOf(protocol);
    return key === null || (upstream.apiKey === null && authenticate(runtime, key).kind !== "key");
  });
}
