import { openRun } from "../text/decode/encodings.ts";
import { openTail } from "../text/fold/plain-view.ts";
import { openCell } from "../text/tables/tables.ts";
import { facet, readOn, type PlainView, type Reading } from "../text/reading.ts";
import { holdWhole, type Asked, type SpanFinding } from "./run-detectors.ts";

/** Finds in one text as it stands, at or after `from`. */
export type Find = (text: Reading, asked: Asked) => readonly SpanFinding[];
/** See `PreparedAnalyzer.stableUntil`. */
type Hold = (text: Reading, asked: Asked) => number;

/** How many encoded runs of a text are looked into; later ones are not. A page of images has more, and no secrets in them. */
const RUNS_MAX = 64;

/** Finds in every view, and says what of a stream is undecided there. */
export interface ViewFinder {
  readonly find: Find;
  /** Where the text is undecided, at most `highest`; never inside a finding. */
  readonly stableUntil: (text: Reading, asked: Asked, highest?: number) => number;
}

export function finderInViews(find: Find, hold: Hold): ViewFinder {
  const findOnce = onceFrom((text: Reading, asked: Asked) => findInViews(find, text, asked));
  return {
    find: findOnce,
    stableUntil: (text, asked, highest = text.raw.length) => {
      const { from } = asked;
      const held = Math.min(heldInViews(hold, text, asked), highest);
      return held <= from ? from : Math.max(from, holdWhole(findOnce(text, asked), held));
    },
  };
}

/** The search with a memory for each text: a stream asks twice, what must be held and what is found. */
export function onceFrom<Question extends { readonly from: number }>(
  find: (text: Reading, question: Question) => readonly SpanFinding[],
): (text: Reading, question: Question) => readonly SpanFinding[] {
  const LAST = facet((): { from: number; findings: readonly SpanFinding[] } => ({ from: -1, findings: [] }));
  return (text, question) => {
    const last = text.of(LAST);
    if (last.from === question.from) return last.findings;
    last.findings = find(text, question);
    last.from = question.from;
    return last.findings;
  };
}

/**
 * Finds in every view of a text: as submitted, in plain typing, and inside encoded runs. Spans cover the submitted
 * characters; a finding inside a run covers the run. In order of start, then end, then kind, none twice.
 */
export function findInViews(find: Find, text: Reading, asked: Asked): readonly SpanFinding[] {
  const { plain, runs } = text;
  const { from, meter } = asked;
  if (plain === null && runs.length === 0) return find(text, asked);
  const findings: SpanFinding[] = [...find(text, asked)];
  if (plain !== null) for (const finding of findPlain(find, plain, asked)) findings.push(finding);
  for (const { disguise, span, view } of runs.slice(0, RUNS_MAX))
    if (span.start >= from)
      for (const { kind, score } of find(view, { from: 0, meter }))
        findings.push({ kind, score, span, decoded: disguise });
  return findings.length < 2 ? findings : withoutCopies(findings.sort((a, b) => byPlace(a, b) || b.score - a.score));
}

function findPlain(find: Find, plain: PlainView, { from, meter }: Asked): readonly SpanFinding[] {
  return find(plain.view, { from: plain.offset(from), meter })
    .map((finding) => ({ ...finding, span: plain.span(finding.span.start, finding.span.end) }))
    .filter(({ span }) => span.start >= from && span.end > span.start);
}

/** The offset from which a view of the text is undecided. */
function heldInViews(hold: Hold, text: Reading, asked: Asked): number {
  const { from } = asked;
  const { open, change } = openEnd(text, from);
  if (open <= from) return from;
  const held = Math.min(open, heldIn(hold, text, asked));
  // What the tail will be is open, so what it touches is as open as if the text ended before it.
  if (change >= text.raw.length || held <= from) return Math.max(from, held);
  return Math.max(from, Math.min(held, heldIn(hold, cutAt(text, change), asked)));
}

/** The text without its open tail. A stream's next window usually ends in another one and keeps the same beginning. */
const CUT = facet(
  (): { reading: Reading | null } => ({ reading: null }),
  (before) => before,
);

function cutAt(text: Reading, end: number): Reading {
  const cut = text.of(CUT);
  return (cut.reading = readOn(cut.reading, text.raw.slice(0, end)));
}

/** What of a text's end is not yet what it will be, see `OpenTail`; encoded runs are such ends, too. */
interface OpenEnd {
  readonly from: number;
  readonly open: number;
  readonly change: number;
}

/** By where it was asked from last: the policies of one exchange ask for the same text in turn. */
const OPEN_END = facet((): { end: OpenEnd | null } => ({ end: null }));

function openEnd(reading: Reading, from: number): OpenEnd {
  const last = reading.of(OPEN_END);
  if (last.end?.from === from) return last.end;
  const { raw } = reading;
  const { start, change } = openTail(raw);
  return (last.end = { from, open: Math.min(start, openRun(reading, from)), change });
}

function heldIn(hold: Hold, text: Reading, asked: Asked): number {
  const { from, meter } = asked;
  const first = hold(text, asked);
  if (first <= from) return from;
  const held = Math.min(first, Math.max(from, openCell(text)));
  const { plain } = text;
  if (plain === null) return held;
  const inPlain = hold(plain.view, { from: plain.offset(from), meter });
  return inPlain < plain.text.length ? Math.min(held, plain.span(inPlain, inPlain).start) : held;
}

/** Of findings of the same place and kind the first, which is the surest. */
function withoutCopies(findings: readonly SpanFinding[]): readonly SpanFinding[] {
  return findings.filter((finding, at) => {
    const before = findings[at - 1];
    return before === undefined || byPlace(before, finding) !== 0;
  });
}

function byPlace(a: SpanFinding, b: SpanFinding): number {
  const order = a.span.start - b.span.start || a.span.end - b.span.end;
  if (order !== 0 || a.kind === b.kind) return order;
  return a.kind < b.kind ? -1 : 1;
}
