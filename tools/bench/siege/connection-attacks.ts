import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { WebSocket } from "ws";
import { proseOf } from "../texts.ts";
import type { Attack } from "./attack.ts";
import { ATTACKER } from "./door.ts";

/** Connections that are begun and left at once; those that the service closes are opened anew. */
const HALF_SENT = 1000;
const REOPEN_MS = 200;

/** Keeps as many connections open as it is let, each with the beginning of a request. */
function halfSent(beginning: string) {
  return async (port: number, signal: AbortSignal): Promise<readonly string[]> => {
    const open = new Set<Socket>();
    let closed = 0;
    while (!signal.aborted) {
      while (open.size < HALF_SENT) {
        const socket = connect({ port, host: "127.0.0.1", localAddress: ATTACKER.address });
        open.add(socket);
        socket.on("error", () => {});
        socket.on("data", () => {});
        socket.on("close", () => {
          closed += 1;
          open.delete(socket);
        });
        socket.write(beginning);
      }
      await pause(REOPEN_MS);
    }
    const held = open.size;
    for (const socket of open) socket.destroy();
    return [`${held} held`, `${closed} closed by the service`];
  };
}

const SOCKETS = 8;
/** Messages in a row before the client looks whether they have gone. */
const BUFFERED_MAX = 8 * 1024 * 1024;

/** Conversations over WebSocket that grow as fast as they are let. */
function conversations(text: () => string) {
  const item = (): string =>
    JSON.stringify({
      type: "conversation.item.create",
      item: { type: "message", role: "user", content: [{ type: "input_text", text: text() }] },
    });
  return async (port: number, signal: AbortSignal): Promise<readonly string[]> => {
    const outcomes: string[] = [];
    const converse = async (): Promise<void> => {
      while (!signal.aborted) {
        const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/realtime?model=m`, { localAddress: ATTACKER.address });
        const closed = new Promise<void>((resolve) => socket.once("close", resolve));
        socket.on("message", () => {});
        socket.on("error", () => {});
        const isOpen = await Promise.race([
          new Promise<boolean>((resolve) => socket.once("open", () => resolve(true))),
          closed.then(() => false),
        ]);
        while (socket.readyState === WebSocket.OPEN && !signal.aborted) {
          if (socket.bufferedAmount < BUFFERED_MAX) socket.send(item());
          await pause(1);
        }
        const end = signal.aborted ? "open to the end" : "closed by the service";
        outcomes.push(isOpen ? end : "not opened");
        socket.terminate();
        await closed;
        await pause(REOPEN_MS);
      }
    };
    await Promise.all(Array.from({ length: SOCKETS }, converse));
    return outcomes;
  };
}

const connections = (
  name: string,
  about: string,
  go: (port: number, signal: AbortSignal) => Promise<readonly string[]>,
): Attack => ({ name, about, run: { kind: "connections", go } });

export const CONNECTION_ATTACKS: readonly Attack[] = [
  connections(
    "half-sent heads",
    "1,000 requests that stop in their head",
    halfSent("GET /healthz HTTP/1.1\r\nhost: a\r\n"),
  ),
  connections(
    "half-sent bodies",
    "1,000 requests that stop in their body",
    halfSent(
      `POST /sdk/v1/analyze/prompt HTTP/1.1\r\nhost: a\r\nx-api-key: ${ATTACKER.key}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
    ),
  ),
  connections(
    "WebSocket, long texts",
    "conversations of texts of a million characters",
    conversations(() => proseOf(1_000_000)),
  ),
  connections(
    "WebSocket, many texts",
    "conversations of short texts",
    conversations(() => `hi ${Math.random()}`),
  ),
];
