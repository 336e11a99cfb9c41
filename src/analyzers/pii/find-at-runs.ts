import type { Match } from "../detector.ts";
import type { Meter } from "../step-meter.ts";
import { digitRuns, type DigitRun, firstRunAfter } from "./numbers.ts";
import { type SHAPE, shapesOf } from "./digit-run-classes.ts";
import type { Reading } from "../../text/reading.ts";

/** Minimum cost of a run of the shape, match or not. */
export const RUN_STEPS = 25;

/** What to search for, and from which offset. */
interface Sought {
  readonly from: number;
  readonly meter?: Meter | undefined;
  readonly shape: (typeof SHAPE)[keyof typeof SHAPE];
}

/**
 * Matches that begin with the runs of digits at or after `from`, or right before them. `matchAt` receives each run of the shape
 * outside of matches, by its index, and the end of the last match; a match of score 0 is not reported, but occupies its digits.
 */
export function findAtRuns(
  reading: Reading,
  { from, meter, shape }: Sought,
  matchAt: (run: DigitRun, at: number, done: number) => Match | null,
): readonly Match[] {
  const runs = digitRuns(reading);
  const shapes = shapesOf(reading);
  const matches: Match[] = [];
  let done = from;
  for (let at = firstRunAfter(runs, from); at < runs.length; at++) {
    if (((shapes[at] ?? 0) & shape) === 0) continue;
    const run = runs[at];
    if (run === undefined || run.start < done) continue;
    meter?.spend(RUN_STEPS);
    const match = matchAt(run, at, done);
    if (match === null) continue;
    if (match.score > 0) matches.push(match);
    done = match.end;
  }
  return matches;
}
