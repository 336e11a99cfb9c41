import type { AnalysisContext } from "../analyzers/analyzer.ts";
import { STEPS_HERE_MAX } from "../analyzers/patterns/pattern-meter.ts";
import { findAnalyzer } from "../analyzers/registry.ts";
import type { Reading } from "../text/reading.ts";
import { patternSteps, type Guard } from "./guard.ts";
import { reviewGuard, runGuard, type GuardOutcome } from "./run-guard.ts";

/** Reads long texts in other threads, off the event loop, with the same findings as inline. */
export interface Offload {
  /**
   * Whether a text is long: as such, or for the patterns that read it.
   * @param chars its length, UTF-16 units
   * @param steps of patterns from configuration or callers
   */
  readonly takes: (chars: number, steps?: number) => boolean;
  /**
   * Runs guards that are `isOffloadable`: one outcome for each, in their order. Of a policy that asks a judge it is what its own detector
   * found, not yet judged by threshold. What could not be read has failed.
   * @throws {ServiceError} `overloaded`, as a rejection, when too many texts wait
   */
  readonly run: (guards: readonly Guard[], text: Reading, context: AnalysisContext) => Promise<readonly GuardOutcome[]>;
  /** Yields to the event loop; one caller continues in each turn. Absent: no other work waits. */
  readonly yieldToLoop?: () => Promise<void>;
}

/** Queues to the same threads, by priority. */
export interface LongTexts {
  /** Text of a new request: refused when too many wait. */
  readonly newRequests: Offload;
  /** Text of an admitted request: an answer that is paid for, a record. Never refused. */
  readonly guaranteed: Offload;
  /** Text for shadow policies: read when no other text waits. Never refused. */
  readonly background: Offload;
}

const HERE: Offload = { takes: () => false, run: () => Promise.resolve([]) };
/** All texts are read inline. */
export const ALL_HERE: LongTexts = { newRequests: HERE, guaranteed: HERE, background: HERE };

export type Runner = typeof runGuard;

/** Whether guards read a text on another thread: all of them, or those whose patterns make it long. */
export const isLong = (
  { offload }: { readonly offload?: Offload | undefined },
  { raw }: Reading,
  guards: readonly Guard[],
): boolean => offload?.takes(raw.length, patternSteps(guards, raw.length)) === true;

/** Steps after which patterns and detectors stop here, so that another thread reads the text; absent: there is no other thread. */
export const stepsHere = (offload: Offload | undefined): number | undefined =>
  offload?.takes(0, Infinity) === true ? STEPS_HERE_MAX : undefined;

/**
 * Runs guards here. If patterns or detectors take longer than the length of the text suggests, they stop, and another thread reads it
 * after all.
 */
export function runnerHere(offload: Offload | undefined): Runner {
  const stepsMax = stepsHere(offload);
  if (stepsMax === undefined) return runGuard;
  // Guards are asked one after the other in the same context.
  let last: AnalysisContext | null = null;
  let bounded: AnalysisContext | null = null;
  return (guard, text, context) => {
    if (!isOffloadable(guard)) return runGuard(guard, text, context);
    if (bounded === null || last !== context) bounded = { ...context, stepsMax };
    last = context;
    const outcome = runGuard(guard, text, bounded);
    if (outcome instanceof Promise || outcome.kind !== "failed" || outcome.isTooExpensive !== true) return outcome;
    const asking = { context, offload, isTooExpensive: true };
    return runOffloaded([guard], text, asking).then((run) => run(guard, text, context));
  };
}

/**
 * Has guards read a text on another thread. A text that is long or too expensive goes to a thread for every guard; otherwise only for the
 * guards with patterns that make it expensive. The runner that it returns knows the outcomes; guards that must stay run here: those that a
 * judge alone decides, which read nothing themselves.
 */
export async function runOffloaded(
  guards: readonly Guard[],
  text: Reading,
  { context, offload, isTooExpensive = false }: OffloadContext,
): Promise<Runner> {
  if (offload === undefined) return runGuard;
  const chars = text.raw.length;
  const isAway = (guard: Guard): boolean =>
    isOffloadable(guard) && (isTooExpensive || offload.takes(chars) || patternSteps([guard], 1) > 0);
  const away = guards.filter(isAway);
  if (away.length === 0) return runGuard;
  // A thread knows nothing of the request's budget.
  const known = new Map<Guard, GuardOutcome | undefined>();
  for (const guard of away) if (!isAffordable(context.work, patternSteps([guard], chars))) known.set(guard, TOO_MUCH);
  const sent = away.filter((guard) => !known.has(guard));
  const outcomes = sent.length === 0 ? [] : await offload.run(sent, text, context);
  for (const [index, guard] of sent.entries()) known.set(guard, outcomes[index]);
  return (guard, text, context) => {
    const outcome = known.get(guard);
    if (outcome === undefined) return runGuard(guard, text, context);
    return outcome.kind === "findings" && isReviewed(guard) ? reviewGuard(guard, text, { outcome, context }) : outcome;
  };
}

interface OffloadContext {
  readonly context: AnalysisContext;
  readonly offload: Offload | undefined;
  /** It was begun here, and stopped. */
  readonly isTooExpensive?: boolean;
}

const TOO_MUCH: GuardOutcome = { kind: "failed", reason: "error", durationUs: 0 };

function isAffordable(work: AnalysisContext["work"], steps: number): boolean {
  if (work === undefined || steps === 0) return true;
  try {
    work.draw("patternSteps", steps);
    return true;
  } catch {
    return false; // As where a policy runs here and draws: it has failed, and its `on_error` decides.
  }
}

/** Whether its policy says all that decides what it finds: an analyzer of the registry, and no judge before or instead of it. */
export function isOffloadable(guard: Guard): boolean {
  const { policy, state } = guard;
  if (state.kind !== "ready" || state.analyzer !== findAnalyzer(policy.name)) return false;
  return state.judge === undefined || isReviewed(guard);
}

/** Whether a judge may have a say in what its own detector found. */
export const isReviewed = ({ state }: Guard): boolean => state.kind === "ready" && state.prepared.review !== undefined;
