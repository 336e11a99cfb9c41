import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Clock } from "../core/clock.ts";

/** How long a client may read nothing of a waiting answer, milliseconds. */
const STALL_MS = 60_000;
/** Checking interval, milliseconds. */
const LOOK_MS = 10_000;
/** Bytes of one write: only a complete write counts as progress. */
const PIECE_BYTES = 64 * 1024;

interface Taking {
  /** Bytes that the system has accepted. */
  taken: number;
  /** Time of the last progress. */
  sinceMs: number;
}

/**
 * Disconnects clients that stop reading their answers: each would hold its permit, its answer and the provider forever. WebSockets have
 * a check of their own.
 */
export function cutStalled(server: Server, clock: Clock): void {
  const open = new Map<Socket, Taking>();
  let isLooking = false;
  const look = (): void => {
    const nowMs = clock.now();
    for (const [socket, taking] of open) {
      const taken = socket.bytesWritten - socket.writableLength;
      if (socket.writableLength === 0 || taken !== taking.taken) Object.assign(taking, { taken, sinceMs: nowMs });
      else if (nowMs - taking.sinceMs >= STALL_MS) socket.destroy();
    }
    isLooking = open.size > 0;
    if (isLooking) clock.after(LOOK_MS, look);
  };
  server.on("connection", (socket: Socket) => {
    open.set(socket, { taken: 0, sinceMs: clock.now() });
    socket.once("close", () => open.delete(socket));
    if (isLooking) return;
    isLooking = true;
    clock.after(LOOK_MS, look);
  });
  server.on("upgrade", ({ socket }: IncomingMessage) => open.delete(socket));
}

/** Writes an answer's body, a large one at its client's pace. */
export function endWith(response: ServerResponse, body: Uint8Array | string): void {
  if (body.length <= PIECE_BYTES) response.end(body);
  else void endInPieces(response, typeof body === "string" ? Buffer.from(body) : body);
}

async function endInPieces(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length && !response.destroyed; at += PIECE_BYTES) {
    if (!response.write(bytes.subarray(at, at + PIECE_BYTES))) await drained(response);
  }
  response.end();
}

/** Resolves when a response accepts more data or is closed. */
export function drained(response: ServerResponse): Promise<void> {
  if (response.destroyed || !response.writableNeedDrain) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      response.off("drain", done).off("close", done);
      resolve();
    };
    response.on("drain", done).on("close", done);
  });
}
