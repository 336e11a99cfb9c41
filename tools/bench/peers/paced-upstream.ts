/** A provider that thinks a little and then writes a delta every few milliseconds: `paced-upstream.ts PORT DELTAS PACE_MS`. */
import { createServer } from "node:http";
import { POOL, pool, proseOfSeed } from "../prose.ts";
import { chatEvents } from "./chat-format.ts";

const [port, deltas = 100, paceMs] = process.argv.slice(2).map(Number);

const streams = pool((turn) => {
  const words = proseOfSeed(POOL + turn, deltas * 10).split(" ");
  return chatEvents(words.slice(0, deltas).map((word, at) => `${at === 0 ? "" : " "}${word}`));
});
let turn = 0;

const server = createServer((request, response) => {
  request.resume().on("end", () => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    turn = (turn + 1) % POOL;
    const events = streams[turn] ?? [];
    let at = 0;
    const timer = setInterval(() => {
      response.write(events[at] ?? "");
      at += 1;
      if (at < events.length) return;
      clearInterval(timer);
      response.end();
    }, paceMs);
    response.on("close", () => clearInterval(timer));
  });
});
server.keepAliveTimeout = 60_000;
server.listen(port, "127.0.0.1");
