import { least } from "../core/lists.ts";
import type { AnalysisContext } from "../analyzers/analyzer.ts";
import type { Clock } from "../core/clock.ts";
import { mapped } from "../core/steps.ts";
import type { Finding } from "../core/model.ts";
import { forgetLastMatch } from "../text/reading.ts";
import { Reading } from "../text/reading.ts";
import { runOffloaded, type Offload, type Runner } from "./offload.ts";
import { runsOn } from "./evaluate.ts";
import { isScore, type Guard } from "./guard.ts";
import { runGuard, type GuardOutcome } from "./run-guard.ts";

/**
 * Messages of a user judged as one text, by the policies that score: an attack may be spread over several, or over the parts of
 * one. Proxy and API ask the same; they differ in where the earlier messages come from.
 */

/** Lets a sentence that was cut in two be read as one; a line break would end it. */
export const JOINT = " ";
/** How much is read before a border, and after it: more than any scored policy reads as one. UTF-16 units. */
export const BEFORE_MAX = 2000;
const AFTER_MAX = 2000;
/** Between the ends of a long part, so that nothing is read over its middle. */
const CUT = "\n";
/**
 * How much of the way from a policy's threshold to 1 its score must have gone: messages that have nothing to do with each other
 * read oddly as one text. Measured by `npm run eval:turns`.
 */
const RAISED_BY = 0.4;

export interface JoinedText {
  readonly joined: string;
  /** Where parts of the last message begin that something stands before. */
  readonly borders: readonly number[];
}

/** @param parts texts of the last message, none of them empty */
export function joinTexts(earlier: readonly string[], parts: readonly string[]): JoinedText {
  const borders: number[] = [];
  let joined = earlier.join(JOINT).slice(-BEFORE_MAX);
  for (const [index, part] of parts.entries()) {
    const isFirst = index === 0 && earlier.length === 0;
    if (!isFirst) {
      joined += JOINT;
      borders.push(joined.length);
    }
    const isLast = index === parts.length - 1;
    joined += clipped(part, { after: isFirst ? 0 : AFTER_MAX, before: isLast ? 0 : BEFORE_MAX });
  }
  return { joined, borders };
}

/** The text of a part near its borders: after its first one, before its last. */
function clipped(part: string, { after, before }: { readonly after: number; readonly before: number }): string {
  if (part.length <= after + before) return part;
  const end = before === 0 ? "" : part.slice(-before);
  return after === 0 || before === 0 ? part.slice(0, after) + end : part.slice(0, after) + CUT + end;
}

/** Policies about prompts: an attack can be made of harmless messages, rude words cannot. */
export function readsJoined(guard: Guard): boolean {
  const { state } = guard;
  const isOfPrompts = state.kind === "ready" && state.analyzer.scope === "input";
  return isOfPrompts && isScore(guard) && runsOn(guard, "input", "user");
}

/** What one policy says of messages together. */
export interface JoinedOutcome {
  readonly guard: Guard;
  readonly outcome: GuardOutcome;
  /** Whether they say together what none says alone. */
  readonly isViolated: boolean;
  /** No analyzer was asynchronous. */
  readonly isRepeatable: boolean;
}

/**
 * Asks guards that read joined messages. Counts what ends in the last message and does not stand in one part alone; each by
 * itself has been judged already.
 */
export async function askJoined(
  guards: readonly Guard[],
  { joined, borders }: JoinedText,
  { offload, ...ports }: JoinedPorts & { readonly offload?: Offload },
): Promise<readonly JoinedOutcome[]> {
  const text = new Reading(joined);
  // One message may have many parts.
  const isLong = offload?.takes(joined.length) === true;
  const context = contextOf(borders, ports);
  const run = isLong ? await runOffloaded(guards, text, { context, offload }) : runGuard;
  return Promise.all(guards.map(async (guard) => askOne(guard, text, { borders, context, run })));
}

interface JoinedPorts {
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

const contextOf = ([from = 0]: readonly number[], ports: JoinedPorts): AnalysisContext => ({
  side: "input",
  origin: "user",
  from,
  ...ports,
});

/** Asks one guard; returns a promise only if its analyzer is asynchronous. */
export function askOneJoined(
  guard: Guard,
  { joined, borders }: JoinedText,
  ports: JoinedPorts,
): JoinedOutcome | Promise<JoinedOutcome> {
  return askOne(guard, new Reading(joined), { borders, context: contextOf(borders, ports), run: runGuard });
}

function askOne(
  guard: Guard,
  text: Reading,
  { borders, context, run }: Pick<JoinedText, "borders"> & { readonly context: AnalysisContext; readonly run: Runner },
): JoinedOutcome | Promise<JoinedOutcome> {
  const asked = run(guard, text, context);
  forgetLastMatch();
  return mapped(asked, (outcome): JoinedOutcome => {
    const isFound = outcome.kind === "findings";
    const isRepeatable = isFound && !(asked instanceof Promise);
    return { guard, outcome, isViolated: isFound && counts(guard, outcome.findings, borders), isRepeatable };
  });
}

function counts({ threshold }: Guard, findings: readonly Finding[], borders: readonly number[]): boolean {
  const [whole, ...evidence] = findings;
  if (whole === undefined || whole.score < threshold + RAISED_BY * (1 - threshold)) return false;
  if (evidence.length === 0) return true;
  const spans = evidence.flatMap(({ span }) => span ?? []);
  const start = least(spans.map((span) => span.start));
  const end = spans.reduce((last, span) => Math.max(last, span.end), 0);
  // What ends before the first border is not asked for; what begins after it may lie within one part.
  return borders.some((border, index) => start < border && (index === 0 || end > border));
}
