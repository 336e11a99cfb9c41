import assert from "node:assert/strict";

function timeMs(run: () => unknown): number {
  const startedMs = performance.now();
  run();
  return performance.now() - startedMs;
}

/** The least time of each of several runs, interleaved, ms: a slow or busy machine matters least there. */
export function leastMs(contenders: readonly (() => unknown)[], runs: number): readonly number[] {
  const least = contenders.map(() => Number.POSITIVE_INFINITY);
  for (let run = 0; run < runs; run++)
    for (const [index, contender] of contenders.entries())
      least[index] = Math.min(least[index] ?? 0, timeMs(contender));
  return least;
}

/** A machine may be busy with something else for as long as some measurements take. */
const RETRIES = 9;

/** Measures again before it fails; the least counts. */
export function assertAtMost(measure: () => number, bound: number, name: string): void {
  let ratio = measure();
  for (let retry = 0; retry < RETRIES && ratio > bound; retry++) ratio = Math.min(ratio, measure());
  assert.ok(ratio <= bound, `${name}: ${ratio.toFixed(1)}, at most ${bound}`);
}
