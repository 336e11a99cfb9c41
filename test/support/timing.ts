import assert from "node:assert/strict";
import { processorMs } from "../../tools/fuzz/processor-time.ts";

/** The least processor time of each of several runs, interleaved, ms: a slow or busy machine matters least there. */
export function leastMs(contenders: readonly (() => unknown)[], runs: number): readonly number[] {
  const least = contenders.map(() => Number.POSITIVE_INFINITY);
  for (let run = 0; run < runs; run++)
    for (const [index, contender] of contenders.entries())
      least[index] = Math.min(least[index] ?? 0, processorMs(contender));
  return least;
}

/** A machine may be busy with something else for as long as some measurements take. */
const RETRIES = 9;

/** For what takes milliseconds where it is linear, and minutes where it is not. */
export function assertQuick(run: () => unknown, maxMs: number): void {
  assertAtMost(() => processorMs(run), maxMs, "milliseconds");
}

/** Measures again before it fails; the least counts. */
export function assertAtMost(measure: () => number, bound: number, name: string): void {
  let ratio = measure();
  for (let retry = 0; retry < RETRIES && ratio > bound; retry++) ratio = Math.min(ratio, measure());
  assert.ok(ratio <= bound, `${name}: ${ratio.toFixed(1)}, at most ${bound}`);
}
