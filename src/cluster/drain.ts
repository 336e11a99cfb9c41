import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { pause, type Clock } from "../core/clock.ts";

/** How long a connection may idle before it is closed, and how often to look for idle ones, ms. */
const REST_MS = 1000;

/**
 * Takes no more connections, answers requests on open ones, and asks each client to reconnect. Resolves when no
 * connection is left, or after `maxMs`. No client is refused: another process takes new connections.
 */
export async function drainServer(
  server: Server,
  { clock, maxMs }: { readonly clock: Clock; readonly maxMs: number },
): Promise<void> {
  const endMs = clock.now() + maxMs;
  server.prependListener("request", (_, response) => void response.setHeader("connection", "close"));
  const state = { isClosed: false };
  // HTTP's own `close` cuts connections between two requests, and a request may be on its way.
  NetServer.prototype.close.call(server, () => (state.isClosed = true));
  while (!state.isClosed && clock.now() < endMs) {
    await pause(clock, Math.min(REST_MS, Math.max(0, endMs - clock.now())));
    server.closeIdleConnections();
  }
}
