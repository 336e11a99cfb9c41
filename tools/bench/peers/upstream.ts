/** The mock provider of the benchmark: answers every chat completion with the same 1 KB, whole or as 100 deltas. */
import { createServer } from "node:http";
import { PROSE } from "../texts.ts";

const answer = JSON.stringify({
  id: "chatcmpl-bench",
  object: "chat.completion",
  created: 1,
  model: "bench",
  choices: [{ index: 0, message: { role: "assistant", content: PROSE.slice(0, 900) }, finish_reason: "stop" }],
  usage: { prompt_tokens: 200, completion_tokens: 200, total_tokens: 400 },
});
const chunk = (delta: unknown, finish: string | null): string =>
  `data: ${JSON.stringify({ id: "chatcmpl-bench", object: "chat.completion.chunk", created: 1, model: "bench", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const words = PROSE.split(" ");
const frames = Array.from({ length: 100 }, (_, index) =>
  chunk({ content: ` ${words[index % words.length] ?? ""}` }, null),
);
const events = [chunk({ role: "assistant", content: "" }, null), ...frames, chunk({}, "stop"), "data: [DONE]\n\n"].map(
  (text) => Buffer.from(text),
);

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    if (!Buffer.concat(parts).includes('"stream":true')) {
      response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(answer) });
      response.end(answer);
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of events) response.write(event);
    response.end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.argv[2]), "127.0.0.1");
