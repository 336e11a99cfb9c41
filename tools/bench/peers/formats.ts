/**
 * A provider in every format, a piece every few milliseconds: `formats.ts PORT PACE_MS`. What it answers is what `builtin:mock`
 * would; `how=` in the query makes it fail or write much.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { mockPort } from "../../../src/mock-provider/port.ts";
import { proseOf } from "../texts.ts";

const [port, paceMs] = process.argv.slice(2).map(Number);
/** Pieces of a long answer, and characters of one. */
const LONG_PIECES = 600;
const LONG_PIECE_CHARS = 1000;
/** Pieces that leave together: even a fast model writes no more in a few milliseconds. */
const LONG_BURST = 8;
/** Pieces that leave before a stream is reset. */
const RESET_AFTER = 3;

function longPiece(): string {
  const choices = [{ index: 0, delta: { content: proseOf(LONG_PIECE_CHARS) }, finish_reason: null }];
  return `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices })}\n\n`;
}

async function writeLong(response: ServerResponse): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const piece = longPiece();
  for (let at = 0; at < LONG_PIECES && !response.destroyed; at++) {
    const isFull = !response.write(piece);
    // A reader that has left never drains.
    if (isFull) await Promise.race([once(response, "drain"), once(response, "close")]);
    else if (at % LONG_BURST === 0) await pause(paceMs);
  }
  response.end("data: [DONE]\n\n");
}

const once = (response: ServerResponse, event: string): Promise<void> =>
  new Promise((resolve) => response.once(event, () => resolve()));

async function answer(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
  const { method = "GET", url = "/", rawHeaders } = request;
  const how = /[?&]how=([a-z]+)/.exec(url)?.[1] ?? "";
  if (how === "long") return writeLong(response);
  if (how === "refuse") return void response.destroy();
  if (how === "error") {
    response.writeHead(529, { "content-type": "application/json" });
    return void response.end('{"error":{"message":"Overloaded"}}');
  }
  const { signal } = new AbortController();
  const made = await mockPort.send({ method, path: url, headers: rawHeaders, body, signal });
  response.writeHead(made.status, { ...made.headers });
  let pieces = 0;
  for await (const piece of made.body) {
    if (response.destroyed) return;
    response.write(piece);
    pieces += 1;
    await pause(paceMs);
    if (how === "reset" && pieces === RESET_AFTER) return void response.socket?.resetAndDestroy();
  }
  if (how === "reset") response.socket?.resetAndDestroy();
  else response.end();
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", () => {});
  response.on("error", () => {});
  request.on("end", () => void answer(request, response, Buffer.concat(chunks)));
});
// Longer than the gate keeps a connection: it is the gate that closes.
server.keepAliveTimeout = 120_000;
server.listen(port, "127.0.0.1");
