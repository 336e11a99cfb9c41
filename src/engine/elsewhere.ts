import type { AnalysisContext } from "../analyzers/analyzer.ts";
import { findAnalyzer } from "../analyzers/registry.ts";
import type { Text } from "../text/text.ts";
import type { Guard } from "./guard.ts";
import { reviewGuard, runGuard, type GuardOutcome } from "./run-guard.ts";

/** Reads long texts where they hold nobody up: in other threads. What is found there is what would be found here. */
export interface Offload {
  /** @param chars length of a text, UTF-16 units */
  readonly takes: (chars: number) => boolean;
  /**
   * Runs guards that are `isPortable`: one outcome for each, in their order. Of a policy that asks a judge it is what its own detector
   * found, not yet judged by threshold. What could not be read has failed.
   * @throws {ServiceError} `overloaded`, as a rejection, when too many texts wait
   */
  readonly run: (guards: readonly Guard[], text: Text, context: AnalysisContext) => Promise<readonly GuardOutcome[]>;
}

/** The ways to the same threads. */
export interface LongTexts {
  /** Of a new request: refused when too many wait. */
  readonly fresh: Offload;
  /** Of what belongs to a request that was taken on: an answer that is paid for, a record. Never refused. */
  readonly owed: Offload;
  /** Of policies that only watch: when no other text waits. Never refused. */
  readonly aside: Offload;
}

const HERE: Offload = { takes: () => false, run: () => Promise.resolve([]) };
/** All texts are read where they are. */
export const ALL_HERE: LongTexts = { fresh: HERE, owed: HERE, aside: HERE };

export type Runner = typeof runGuard;

/**
 * Has guards read a text elsewhere. The runner that it gives knows what came of it; guards that cannot leave it runs here: those
 * that a judge decides alone, which read nothing themselves.
 */
export async function runElsewhere(
  guards: readonly Guard[],
  text: Text,
  { context, offload }: { readonly context: AnalysisContext; readonly offload: Offload | undefined },
): Promise<Runner> {
  const away = guards.filter(isPortable);
  if (offload === undefined || away.length === 0) return runGuard;
  const outcomes = await offload.run(away, text, context);
  const known = new Map(away.map((guard, index) => [guard, outcomes[index]]));
  return (guard, text, context) => {
    const outcome = known.get(guard);
    if (outcome === undefined) return runGuard(guard, text, context);
    return outcome.kind === "findings" && isReviewed(guard) ? reviewGuard(guard, text, { outcome, context }) : outcome;
  };
}

/** Whether its policy says all that decides what it finds: an analyzer of the registry, and no judge before or instead of it. */
export function isPortable(guard: Guard): boolean {
  const { policy, state } = guard;
  if (state.kind !== "ready" || state.analyzer !== findAnalyzer(policy.name)) return false;
  return state.judge === undefined || isReviewed(guard);
}

/** Whether a judge may have a say in what its own detector found. */
export const isReviewed = ({ state }: Guard): boolean => state.kind === "ready" && state.prepared.review !== undefined;
