/**
 * What asking a judge costs this process: an answer that is remembered, and a question to a judge on this machine that
 * answers at once, beside the same question sent bare. `npm run bench:judges`
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Pool } from "undici";
import { POLICY_VIOLATION_DETECTION } from "../../src/analyzers/policy-violation/index.ts";
import { systemClock } from "../../src/cli/process.ts";
import type { Judge, JudgeSettings, Question } from "../../src/core/judge-model.ts";
import { JudgeSet } from "../../src/judges/judge-set.ts";

const KB = 1024;
const REPEATS = 20_000;
const QUESTIONS = 2000;
const AT_ONCE = 16;
const ROUNDS = 5;

const answer = JSON.stringify({
  choices: [{ finish_reason: "stop", message: { role: "assistant", content: '{"s1":0.1}' } }],
});
const server = createServer((request, response) => {
  request.resume().on("end", () => response.setHeader("content-type", "application/json").end(answer));
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on TCP has such an address
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const settings: JudgeSettings = {
  name: "bench",
  model: { kind: "chat", model: "m", temperature: 0, url, apiKey: null, apiKeyHeader: null, responseMaxBytes: 65_536 },
  timeoutMs: 60_000,
  concurrencyMax: AT_ONCE,
  queueMax: AT_ONCE,
  retries: 0,
  breaker: { failures: 5, openMs: 1000 },
  memoEntries: 100_000,
  pieceChars: 16_000,
  labels: new Map(),
};
const judges = new JudgeSet({ clock: systemClock, report: () => {} });
judges.use(judges.open([settings]));
const judge = judges.open([settings]).get("bench");
const preparation = POLICY_VIOLATION_DETECTION.prepare(["Nobody gives medical advice"]);
if (judge === undefined || preparation.kind !== "judged") throw new Error("the judge could not be opened");
const { question } = preparation.inquiry;

const { signal } = new AbortController();
const text = (kilobytes: number, mark: number): string =>
  `${mark} ${"The boats leave at seven. ".repeat(80 * kilobytes)}`.slice(0, kilobytes * KB);
const ask = (of: Judge, about: Question, raw: string) =>
  of.ask({ question: about, text: raw, origin: "user", timeoutMs: 60_000, signal });

/** Least microseconds of one call over several rounds. */
async function leastUs(count: number, round: (mark: number) => Promise<void>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let mark = 0; mark < ROUNDS; mark++) {
    const startedMs = performance.now();
    await round(mark);
    least = Math.min(least, ((performance.now() - startedMs) * 1000) / count);
  }
  return least;
}

async function atOnce(count: number, run: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await run(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

for (const kilobytes of [1, 8]) {
  const known = text(kilobytes, 0);
  await ask(judge, question, known);
  const us = await leastUs(REPEATS, async () => {
    for (let count = 0; count < REPEATS; count++) void ask(judge, question, known);
  });
  console.log(`remembered answer, ${kilobytes} KB: ${us.toFixed(1)} us`);
}

const pool = new Pool(url, { connections: AT_ONCE, pipelining: 1 });
const bare = await leastUs(QUESTIONS, (mark) =>
  atOnce(QUESTIONS, async (index) => {
    const body = JSON.stringify({ input: text(1, -1 - mark * QUESTIONS - index) });
    const sent = await pool.request({
      method: "POST",
      path: "/",
      headers: { "content-type": "application/json" },
      body,
    });
    return sent.body.json();
  }),
);
const asked = await leastUs(QUESTIONS, (mark) =>
  atOnce(QUESTIONS, async (index) => ask(judge, question, text(1, 1 + mark * QUESTIONS + index))),
);
console.log(
  `question of 1 KB, ${AT_ONCE} at once: ${asked.toFixed(0)} us; sent bare: ${bare.toFixed(0)} us; ratio ${(asked / bare).toFixed(2)}`,
);
await pool.close();
await judges.close();
server.close();
