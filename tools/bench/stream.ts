/**
 * npm run bench:stream [-- --rounds N]
 * Cost of deciding a text that arrives in 100 deltas, beside judging it once as a whole: how much dearer a stream is. Rounds
 * are interleaved; the figures are the least of them, since whatever else runs only adds.
 */
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { systemClock } from "../../src/cli/process.ts";
import { PlaceholderBook } from "../../src/core/masks.ts";
import { evaluate } from "../../src/engine/evaluate.ts";
import type { Guard } from "../../src/engine/guard.ts";
import { createStreamGuard } from "../../src/engine/stream-guard.ts";
import { Reading } from "../../src/text/reading.ts";
import { sized, TEXTS } from "./detector-texts.ts";
import { allPolicies, benchPolicies, guardsOf } from "./policies.ts";

const DELTAS = 100;
/** UTF-16 units of a delta: about a token of a model. */
const DELTA_LENGTH = 6;
/** A contender runs this long in a round, so that the clock's grain does not count. */
const SLICE_MS = 250;

const { values } = parseArgs({ options: { rounds: { type: "string", default: "9" } } });
const rounds = Number(values.rounds);
const signal = new AbortController().signal;

const deltasOf = (raw: string): readonly string[] => {
  const length = Math.ceil(raw.length / DELTAS);
  return Array.from({ length: DELTAS }, (_, at) => raw.slice(at * length, (at + 1) * length));
};

async function streamed(guards: readonly Guard[], deltas: readonly string[]): Promise<void> {
  const guard = createStreamGuard(guards, { clock: systemClock, signal, book: new PlaceholderBook() });
  for (const delta of deltas) {
    const step = guard.push("choices/0/content", delta);
    if (step instanceof Promise) await step;
  }
  await guard.end("choices/0/content");
}

const whole = (guards: readonly Guard[], raw: string): Promise<unknown> =>
  evaluate(guards, new Reading(raw), { side: "output", origin: "assistant", clock: systemClock, signal });

const least = (list: readonly number[]): number => Math.min(...list);

/** Microseconds of processor time a call, over one slice: what else runs on the machine counts less. */
async function slice(run: (count: number) => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  const started = process.cpuUsage();
  let calls = 0;
  for (; performance.now() - startedMs < SLICE_MS; calls++) await run(calls);
  const { user, system } = process.cpuUsage(started);
  return (user + system) / calls;
}

async function measure(guards: readonly Guard[], raw: string): Promise<{ wholeUs: number; streamUs: number }> {
  // Not twice the same text in a row: what learned policies have read of the last one is kept.
  const texts = [raw, `${raw} `];
  const deltas = texts.map(deltasOf);
  const times: { whole: number[]; stream: number[] } = { whole: [], stream: [] };
  for (let round = -2; round < rounds; round++) {
    const wholeUs = await slice((count) => whole(guards, texts[count % 2] ?? raw));
    const streamUs = await slice((count) => streamed(guards, deltas[count % 2] ?? []));
    if (round < 0) continue;
    times.whole.push(wholeUs);
    times.stream.push(streamUs);
  }
  return { wholeUs: least(times.whole), streamUs: least(times.stream) };
}

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

print(`${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}, Node ${process.version}, ${rounds} rounds`);
for (const [title, policies] of [
  ["the policies of tools/bench/sallyport.bench.yaml", benchPolicies()],
  ["all shipped policies", allPolicies()],
] as const) {
  const guards = guardsOf(policies);
  print(`\n${title}, ${DELTAS} deltas of ${DELTA_LENGTH} characters:\n`);
  print("| text | once, µs | streamed, µs | streamed / once |\n| --- | ---: | ---: | ---: |");
  for (const [name, text] of TEXTS) {
    const { wholeUs, streamUs } = await measure(guards, sized(text, DELTAS * DELTA_LENGTH));
    print(`| ${name} | ${wholeUs.toFixed(0)} | ${streamUs.toFixed(0)} | ${(streamUs / wholeUs).toFixed(1)} |`);
  }
}
