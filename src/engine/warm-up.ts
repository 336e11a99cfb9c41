import type { Clock } from "../core/clock.ts";
import { Reading } from "../text/reading.ts";
import type { Guard } from "./guard.ts";
import { runGuard } from "./run-guard.ts";

/** Has a little of what makes detectors build what they build lazily: automata, patterns, number plans. */
const SAMPLE =
  "Note: call +49 30 901820 or write to a@b.example; the key=value pair, DE89 and 203.0.113.7 are samples. ";

/** At most that many policies: the rest share what these have built. */
const GUARDS_MAX = 64;

/** Runs the guards once, so that the first request does not pay for what is built on first use. Failures show there. */
export function warmUp(guards: readonly Guard[], clock: Clock): void {
  // Judges are not asked: nothing is sent for a caller that is gone.
  const signal = AbortSignal.abort();
  for (const guard of guards.slice(0, GUARDS_MAX))
    void runGuard(guard, new Reading(SAMPLE), { side: "both", origin: "user", from: 0, clock, signal });
}
