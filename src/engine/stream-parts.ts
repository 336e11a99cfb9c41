import type { AnalysisContext, PreparedAnalyzer } from "../analyzers/analyzer.ts";
import type { Conversation } from "../core/conversation.ts";
import { StepLimitError } from "../analyzers/step-meter.ts";
import { MASK_CONTEXT } from "../core/mask-forms.ts";
import type { Span } from "../core/model.ts";
import type { Restorable } from "../core/restore.ts";
import { readOn, Reading } from "../text/reading.ts";
import { isLong, runOffloaded, runnerHere, stepsHere, type Offload, type Runner } from "./offload.ts";
import { isScore, lookbackOf, type Guard } from "./guard.ts";
import type { GuardOutcome } from "./run-guard.ts";
import { isHighSurrogate, readingOf, type Channel } from "./stream-channel.ts";
import type { StreamGuardOptions } from "./stream-step.ts";
import type { Window } from "./stream-window.ts";
import type { Found, StreamReport } from "./stream-report.ts";

/** What ends: nothing yet, a part of the text, or the text. */
export type Ending = "none" | "part" | "text";

/**
 * One way to read a channel's window. A text may come in parts, such as the blocks of an answer: whole answers are judged part by
 * part and once more with their parts joined, so a window that holds the border of two parts is read both ways.
 */
export interface WindowView {
  readonly text: Reading;
  /** Where it begins in the window. */
  readonly offset: number;
  /** Offset in it of the first undecided character. */
  readonly from: number;
  /** No more text of it comes. */
  readonly isEnd: boolean;
  readonly isPart: boolean;
}

/** What one guard said of a view. */
export interface Outcome {
  readonly guard: Guard;
  readonly outcome: GuardOutcome;
  readonly view: WindowView;
}

/** The views of a window: all of it; and its newest part by itself, where that is another text or ends. */
export function viewsOf(channel: Channel, ending: Ending): readonly [WindowView, ...WindowView[]] {
  const { base, decided, partFrom } = channel;
  const text = readingOf(channel);
  const from = decided - base;
  const offset = partFrom - base;
  const joined = { text, offset: 0, from, isPart: false };
  // The window holds no other part: the part by itself decides everything that does not continue.
  if (offset <= 0) return [{ ...joined, isEnd: ending !== "none" }];
  const part = (channel.partReading = readOn(channel.partReading, channel.text.slice(offset)));
  const own = { text: part, offset, from: Math.max(0, from - offset), isPart: true };
  return [
    { ...joined, isEnd: ending === "text" },
    { ...own, isEnd: ending !== "none" },
  ];
}

/** A window of which all can be decided. */
export function wholeWindow(channel: Channel): Window {
  const { text, base, decided } = channel;
  return { text: readingOf(channel), from: decided - base, stableUntil: text.length };
}

/**
 * The guards that read a part by itself beside the joined text: at its end all of them, since only then no more text follows; before that those
 * that look back beyond its beginning. The others see the same either way.
 */
export function guardsOf(guards: readonly Guard[], { isPart, isEnd, from }: WindowView): readonly Guard[] {
  if (!isPart || isEnd) return guards;
  return guards.filter((guard) => from <= Math.max(MASK_CONTEXT, lookbackOf(guard)));
}

/** Asks guards about a view. A promise only where one waits for something. */
export function askAbout(
  guards: readonly Guard[],
  asking: { readonly view: WindowView; readonly context: AnalysisContext; readonly offload: Offload | undefined },
): readonly Outcome[] | Promise<readonly Outcome[]> {
  const { view, context, offload } = asking;
  const { text } = view;
  const ask = (run: Runner): readonly Outcome[] | Promise<readonly Outcome[]> => {
    const outcomes: Outcome[] = [];
    const late: Promise<Outcome>[] = [];
    for (const guard of guards) {
      const outcome = run(guard, text, context);
      if (outcome instanceof Promise) late.push(outcome.then((awaited) => ({ guard, outcome: awaited, view })));
      else outcomes.push({ guard, outcome, view });
    }
    return late.length === 0 ? outcomes : Promise.all(late).then((list) => [...outcomes, ...list]);
  };
  if (isLong({ offload }, text, guards)) return runOffloaded(guards, text, { context, offload }).then(ask);
  return ask(runnerHere(offload));
}

export interface Holding {
  readonly views: readonly [WindowView, ...WindowView[]];
  readonly ending: Ending;
  readonly report: StreamReport;
  /** `null`: nothing is put back into the text. */
  readonly restorable: Restorable | null;
  readonly conversation: Conversation | undefined;
  readonly offload: Offload | undefined;
}

/** Offset in the window from which nothing can be decided yet; `null` when a fail-closed guard broke. */
export function stableUntil(guards: readonly Guard[], holding: Holding): number | null {
  const { views, ending } = holding;
  const [joined, part] = views;
  if (ending === "text") return joined.text.raw.length;
  const until = stableIn(guards, joined, holding);
  // A part that ends holds nothing.
  if (until === null || part === undefined || ending === "part") return until;
  const own = stableIn(guardsOf(guards, part), part, holding);
  return own === null ? null : Math.max(joined.from, Math.min(until, own + part.offset));
}

function stableIn(guards: readonly Guard[], { text, from }: WindowView, holding: Holding): number | null {
  const { ending, report, restorable } = holding;
  let until = restorable === null ? text.raw.length : restorable.openFrom(text.raw);
  // A sentence at the end of a part is complete: policies that read sentences wait for a space after its full stop otherwise.
  const spaced = ending === "part" && guards.some(isScore) ? new Reading(`${text.raw} `) : text;
  for (const guard of guards) {
    if (guard.state.kind !== "ready") continue;
    const read = isScore(guard) ? spaced : text;
    try {
      until = Math.min(until, stableFor(guard.state.prepared, read, { from, length: text.raw.length, holding }));
      if (until <= from) return from;
    } catch {
      // As when `analyze` throws: the report names it, and the policy's `onError` decides.
      if (report.failed(guard, "error")) return null;
    }
  }
  // A pair of surrogates is one character: it leaves whole.
  if (isHighSurrogate(text.raw.charCodeAt(until - 1))) until -= 1;
  return Math.max(until, from);
}

function stableFor(
  prepared: PreparedAnalyzer,
  text: Reading,
  { from, length, holding }: { readonly from: number; readonly length: number; readonly holding: Holding },
): number {
  try {
    const { conversation, offload } = holding;
    return prepared.stableUntil?.(text, from, conversation, stepsHere(offload)) ?? length - prepared.lookback;
  } catch (error) {
    // It is read on another thread when it is complete.
    if (error instanceof StepLimitError) return from;
    throw error;
  }
}

/** What counts of an outcome: what concerns undecided text. Places of the window. */
export function foundIn({ guard, outcome, view }: Outcome): readonly Found[] {
  if (outcome.kind !== "findings") return NONE;
  const found: Found[] = [];
  for (const finding of outcome.findings) {
    const { span } = finding;
    // The evidence of a score may stand in what has been released: the undecided text has completed it.
    if (!isScore(guard) && (span === undefined ? !view.isEnd : span.start < view.from)) continue;
    const isMoved = span !== undefined && view.offset > 0;
    found.push({ guard, finding: isMoved ? { ...finding, span: moved(span, view.offset) } : finding });
  }
  return found;
}

const NONE: readonly Found[] = [];

/** The findings of several views of one window: each once, of a score those of the view that says more. */
export function merged(views: readonly (readonly Found[])[]): readonly Found[] {
  const [first = NONE, ...others] = views.filter((found) => found.length > 0);
  if (others.length === 0) return first;
  const kept: Found[] = [];
  const known = new Set<string>();
  const ids = new Map<Guard, number>();
  const scores = topScores([first, ...others]);
  for (const found of [first, ...others]) {
    for (const item of found) {
      const { guard, finding } = item;
      if (isScore(guard)) {
        if (scores.get(guard) === found) kept.push(item);
        continue;
      }
      const id = ids.get(guard) ?? ids.size;
      ids.set(guard, id);
      const name = `${id} ${finding.kind} ${finding.span?.start} ${finding.span?.end}`;
      if (!known.has(name)) kept.push(item);
      known.add(name);
    }
  }
  return kept;
}

/** Of each policy that scores, the findings that begin with its highest score. */
function topScores(views: readonly (readonly Found[])[]): ReadonlyMap<Guard, readonly Found[]> {
  const top = new Map<Guard, { readonly found: readonly Found[]; readonly score: number }>();
  for (const found of views) {
    const seen = new Set<Guard>();
    for (const { guard, finding } of found) {
      if (!isScore(guard) || seen.has(guard)) continue;
      seen.add(guard);
      if (finding.score > (top.get(guard)?.score ?? -1)) top.set(guard, { found, score: finding.score });
    }
  }
  return new Map([...top].map(([guard, { found }]) => [guard, found]));
}

/** Findings at other places. */
export function movedAll(found: readonly Found[], by: number): readonly Found[] {
  if (by === 0 || found.length === 0) return found;
  return found.map(({ guard, finding }) =>
    finding.span === undefined ? { guard, finding } : { guard, finding: { ...finding, span: moved(finding.span, by) } },
  );
}

const moved = ({ start, end }: Span, by: number): Span => ({ start: start + by, end: end + by });

/** Findings of ended parts in the text from that offset on, reported when the text is decided. Scores were reported when the parts ended. */
export const openFrom = (found: readonly Found[], offset: number): readonly Found[] =>
  found.filter(({ guard, finding }) => !isScore(guard) && (finding.span?.start ?? -1) >= offset);

/** What a text of the stream is judged in. */
export const contextOf = (
  { clock, signal, conversation, work }: Pick<StreamGuardOptions, "clock" | "signal" | "conversation" | "work">,
  from: number,
): AnalysisContext => ({
  side: "output",
  origin: "assistant",
  from,
  ...(conversation === undefined ? {} : { conversation }),
  ...(work === undefined ? {} : { work }),
  clock,
  signal,
});
