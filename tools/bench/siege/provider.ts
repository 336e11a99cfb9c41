/** A provider whose model says what an attacker makes it say: `provider.ts PORT`. The query says what: `answer=…`. */
import { createServer, type ServerResponse } from "node:http";
import { setImmediate as turn } from "node:timers/promises";
import { WebSocketServer } from "ws";
import { proseOf } from "../texts.ts";

const TINY_COUNT = 200_000;
const EVENT_CHARS = 900_000;
const CHOICES = 2000;
/** Events that leave in one write. */
const BURST = 500;

const event = (choices: readonly object[]): string =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices })}\n\n`;
const delta = (content: string, index = 0): object => ({ index, delta: { content }, finish_reason: null });

function* tiny(unit: string): Generator<string> {
  for (let at = 0; at < TINY_COUNT; at += 1) yield event([delta(unit[at % unit.length] ?? "")]);
}

function* many(list: readonly string[]): Generator<string> {
  yield* list;
}

const STREAMS: Readonly<Record<string, () => Generator<string>>> = {
  tiny: () => tiny("a"),
  "tiny-mails": () => tiny("mail a@b.co, "),
  "tiny-backslashes": () => tiny("\\"),
  event: () => many(Array.from({ length: 20 }, () => event([delta(proseOf(EVENT_CHARS))]))),
  choices: () =>
    many(
      Array.from({ length: 50 }, () =>
        event(Array.from({ length: CHOICES }, (_, index) => delta("mail a@b.co ", index))),
      ),
    ),
  prose: () => many(Array.from({ length: 1000 }, () => event([delta(proseOf(1000))]))),
};

async function stream(response: ServerResponse, events: Generator<string>): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream" });
  let burst = "";
  let count = 0;
  for (const one of events) {
    if (response.destroyed) return;
    burst += one;
    if (++count % BURST !== 0 && burst.length < 1_000_000) continue;
    const isFull = !response.write(burst);
    burst = "";
    if (isFull) await ready(response);
    else await turn();
  }
  response.end(`${burst}data: [DONE]\n\n`);
}

/** A reader that has left never drains. */
function ready(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const goOn = (): void => {
      response.off("drain", goOn).off("close", goOn);
      resolve();
    };
    response.on("drain", goOn).on("close", goOn);
  });
}

const SHORT = JSON.stringify({
  id: "c",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [{ index: 0, message: { role: "assistant", content: "Hello." }, finish_reason: "stop" }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});

const server = createServer((request, response) => {
  request.resume();
  response.on("error", () => {});
  request.on("error", () => {});
  request.on("end", () => {
    const made = STREAMS[/[?&]answer=([a-z-]+)/.exec(request.url ?? "")?.[1] ?? ""];
    if (made !== undefined) return void stream(response, made());
    response.writeHead(200, { "content-type": "application/json" });
    response.end(SHORT);
  });
});
// Longer than the gate keeps a connection: it is the gate that closes.
server.keepAliveTimeout = 120_000;
const sockets = new WebSocketServer({ server, maxPayload: 64 * 1024 * 1024 });
sockets.on("connection", (socket) => {
  socket.on("error", () => {});
  socket.on("message", () => {});
  socket.send(JSON.stringify({ type: "session.created", session: { type: "realtime", id: "s" } }));
});
server.listen(Number(process.argv[2]), "127.0.0.1");
