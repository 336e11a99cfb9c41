import type { GuardOutcome } from "./evaluate.ts";
import type { Guard } from "./guard.ts";

/** What one guard said of a window. */
export interface Outcome {
  readonly guard: Guard;
  readonly outcome: GuardOutcome;
}

/** Only for lists without a promise in them. */
export function settled({
  guard,
  outcome,
}: {
  readonly guard: Guard;
  readonly outcome: GuardOutcome | Promise<GuardOutcome>;
}): Outcome {
  if (outcome instanceof Promise) throw new TypeError("the outcome is still open");
  return { guard, outcome };
}
