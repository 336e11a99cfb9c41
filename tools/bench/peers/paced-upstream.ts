/** A provider that thinks a little and then writes a delta every few milliseconds: `paced-upstream.ts PORT DELTAS PACE_MS`. */
import { createServer } from "node:http";
import { PROSE } from "../texts.ts";

const [port, deltas, paceMs] = process.argv.slice(2).map(Number);
const chunk = (delta: unknown, finish: string | null): string =>
  `data: ${JSON.stringify({ id: "chatcmpl-bench", object: "chat.completion.chunk", created: 1, model: "bench", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const words = PROSE.split(" ");
const events = [
  chunk({ role: "assistant", content: "" }, null),
  ...Array.from({ length: deltas ?? 100 }, (_, at) =>
    chunk({ content: `${at === 0 ? "" : " "}${words[at % words.length] ?? ""}` }, null),
  ),
  chunk({}, "stop"),
  "data: [DONE]\n\n",
];

const server = createServer((request, response) => {
  request.resume().on("end", () => {
    response.writeHead(200, { "content-type": "text/event-stream" });
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
