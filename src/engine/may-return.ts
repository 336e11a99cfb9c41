import type { Clock } from "../core/clock.ts";
import { Reading } from "../text/reading.ts";
import { runsOn } from "./evaluate.ts";
import { isBlocking, mayBlock } from "./entity-settings.ts";
import type { Guard } from "./guard.ts";
import { runGuard } from "./run-guard.ts";

/** An answer does not wait for one of its values, so none is sent to an external judge. Made once: its reason holds a stack. */
const NO_TIME = AbortSignal.abort();

/**
 * Whether a value that was masked in the prompt may stand in an answer: what a blocking policy of answers would block, had
 * the model written it, may not. The policy that restores it has no say.
 */
export function mayReturnTest(
  guards: readonly Guard[],
  { clock }: { readonly clock: Clock },
): (value: string) => boolean {
  const blocking = guards.filter(
    (guard) => mayBlock(guard) && !guard.policy.restores && runsOn(guard, "output", "assistant"),
  );
  const context = { side: "output", origin: "assistant", from: 0, clock, signal: NO_TIME } as const;
  return (value) => blocking.every((guard) => mayPass(guard, runGuard(guard, new Reading(value), context)));
}

function mayPass(guard: Guard, outcome: ReturnType<typeof runGuard>): boolean {
  // What is not known at once stays masked.
  if (outcome instanceof Promise) return false;
  if (outcome.kind === "failed") return guard.policy.onError === "pass";
  return !outcome.findings.some((finding) => isBlocking(guard, finding));
}
