/** The mock provider of the benchmark: answers every chat completion with a kilobyte, whole or as 100 deltas, another text each time. */
import { createServer } from "node:http";
import { POOL, pool, proseOfSeed } from "../prose.ts";
import { chatAnswer, chatEvents } from "./chat-format.ts";

const DELTAS = 100;
const ANSWER_CHARS = 900;

// Other seeds than the prompts have: an answer must not be known from the way there.
const answers = pool((turn) => Buffer.from(chatAnswer(proseOfSeed(POOL + turn, ANSWER_CHARS))));
const streams = pool((turn) => chatEvents(wordsOf(POOL + turn)));
let turn = 0;

/** So many words of a text, each with the space before it. */
function wordsOf(seed: number): readonly string[] {
  const words = proseOfSeed(seed, DELTAS * 10).split(" ");
  return words.slice(0, DELTAS).map((word) => ` ${word}`);
}

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    turn = (turn + 1) % POOL;
    if (!Buffer.concat(parts).includes('"stream":true')) {
      const answer = answers[turn] ?? Buffer.alloc(0);
      response.writeHead(200, { "content-type": "application/json", "content-length": answer.length });
      response.end(answer);
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of streams[turn] ?? []) response.write(event);
    response.end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.argv[2]), "127.0.0.1");
