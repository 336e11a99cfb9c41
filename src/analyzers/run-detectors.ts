import type { Finding } from "../core/model.ts";
import type { KeywordHit } from "../text/match/automaton.ts";
import { facet, type Facet, type Reading } from "../text/reading.ts";
import { builtinKeywords } from "./builtin-keywords.ts";
import type { SpanDetector } from "./detector.ts";
import { runStart, tokenStart, type Unseen, unseenBy } from "./hold-run.ts";
import type { KeywordIndex } from "./keywords.ts";
import type { Meter } from "./step-meter.ts";

/** A finding that has a span, as every finding of a span detector does. */
export interface SpanFinding extends Finding {
  readonly span: { readonly start: number; readonly end: number };
}

type Hold = SpanDetector["stableUntil"];

/** What a list of detectors found in a text, and from where on; -1: it has not run. */
interface LastRun {
  from: number;
  findings: readonly SpanFinding[];
}

/** What is known of a list of detectors before any text is seen. */
interface Plan {
  readonly members: ReadonlySet<SpanDetector>;
  /** Detectors without keywords: they run on every text. */
  readonly always: readonly SpanDetector[];
  /** How far back the run at the text's end is held, and the one of other characters than spaces, UTF-16 units. */
  readonly runMax: number;
  readonly tokenMax: number;
  /** Each different other `stableUntil`, once: without hits they differ by function only. Those of detectors with keywords come first. */
  readonly holds: readonly Hold[];
  /** The last run: a stream asks twice of each text, what must be held and what is found. */
  readonly last: Facet<LastRun>;
}

/** Keyed by the list itself, so a prepared policy pays once; a dropped list drops its plan. */
const plans = new WeakMap<readonly SpanDetector[], Plan>();
const NO_HITS: readonly KeywordHit[] = [];
/** What a keyword in the text costs, whatever its detector makes of it. */
const HIT_STEPS = 1;
/** What a match costs, whichever detector finds it: it is sorted, and compared with those around it. */
const MATCH_STEPS = 20;

/** What of a text is read, and what it draws from; absent: not counted. */
export interface Asked {
  readonly from: number;
  readonly meter?: Meter | undefined;
}

/**
 * Runs the detectors whose keywords stand in the text (and those without keywords) and returns what they find at or after
 * `context.from`, in order of start, then end, then id. Overlaps stay: resolving them is the policy's business.
 * Pass the same list each time; one that holds detectors which are not built in needs its own `index`.
 */
export function runDetectors(
  detectors: readonly SpanDetector[],
  reading: Reading,
  context: Asked,
  index: KeywordIndex = builtinKeywords(),
): readonly SpanFinding[] {
  const plan = planOf(detectors, index);
  const last = reading.of(plan.last);
  if (last.from === context.from) return last.findings;
  const findings: SpanFinding[] = [];
  for (const detector of plan.always) collect(detector, reading, NO_HITS, context, findings);
  for (const [detector, hits] of index.hits(reading))
    if (plan.members.has(detector)) collect(detector, reading, hits, context, findings);
  if (findings.length > 1) findings.sort(byPlace);
  last.from = context.from;
  last.findings = findings;
  return findings;
}

/** The least `stableUntil` of the detectors: what they say of the text before it is final. Never before `from`. */
export function stableUntilAll(
  detectors: readonly SpanDetector[],
  reading: Reading,
  asked: Asked,
  index: KeywordIndex = builtinKeywords(),
): number {
  const plan = planOf(detectors, index);
  const { from } = asked;
  // The cheap ones first: most deltas of a stream make a held word longer, and then nothing else needs to be asked.
  const held = heldWithoutHits(plan, reading, asked);
  return held <= from ? from : Math.max(from, Math.min(held, heldByHits(plan, reading, { ...asked, index })));
}

function heldWithoutHits({ runMax, tokenMax, holds }: Plan, reading: Reading, { from, meter }: Asked): number {
  let held = Math.min(runStart(reading.raw, runMax), tokenStart(reading.raw, tokenMax));
  for (const hold of holds) {
    if (held <= from) return from;
    held = Math.min(held, hold(reading, NO_HITS, from, meter));
  }
  return held;
}

function heldByHits(
  { members }: Plan,
  reading: Reading,
  { from, meter, index }: Asked & { readonly index: KeywordIndex },
): number {
  let held = reading.raw.length;
  for (const [detector, hits] of index.hits(reading))
    if (members.has(detector)) held = Math.min(held, detector.stableUntil(reading, hits, from, meter));
  return held;
}

/**
 * Lowers `held` until no finding reaches over it. A policy that drops one of two overlapping findings needs this: then
 * findings before the result can only overlap findings that are final too. `findings` are in order of start.
 */
export function holdWhole(findings: readonly SpanFinding[], held: number): number {
  let lowered = held;
  for (let at = findings.length - 1; at >= 0; at--) {
    const span = findings[at]?.span;
    if (span !== undefined && span.start < lowered && span.end > lowered) lowered = span.start;
  }
  return lowered;
}

function collect(
  detector: SpanDetector,
  reading: Reading,
  hits: readonly KeywordHit[],
  { from, meter }: Asked,
  findings: SpanFinding[],
): void {
  meter?.spend(hits.length * HIT_STEPS);
  const matches = detector.find(reading, hits, from, meter);
  meter?.spend(matches.length * MATCH_STEPS);
  for (const { start, end, score } of matches)
    if (start >= from) findings.push({ kind: detector.id, score, span: { start, end } });
}

function byPlace(a: SpanFinding, b: SpanFinding): number {
  return a.span.start - b.span.start || a.span.end - b.span.end || (a.kind < b.kind ? -1 : 1);
}

function planOf(detectors: readonly SpanDetector[], index: KeywordIndex): Plan {
  const known = plans.get(detectors);
  if (known !== undefined) return known;
  const withKeywords = detectors.filter((detector) => detector.keywords.length > 0);
  const unindexed = withKeywords.find((detector) => !index.has(detector));
  if (unindexed !== undefined) throw new TypeError(`detector ${unindexed.id} is not in the keyword index`);
  const always = detectors.filter((detector) => detector.keywords.length === 0);
  const holds = [...new Set([...withKeywords, ...always].map((detector) => detector.stableUntil))];
  const plan: Plan = {
    members: new Set(withKeywords),
    runMax: boundOf(holds, "run"),
    tokenMax: boundOf(holds, "token"),
    always,
    holds: holds.filter((hold) => unseenBy(hold) === undefined),
    last: facet((): LastRun => ({ from: -1, findings: [] })),
  };
  plans.set(detectors, plan);
  return plan;
}

/** The farthest that one of them holds so. */
function boundOf(holds: readonly Hold[], kind: Unseen["kind"]): number {
  const bounds = holds.map((hold) => unseenBy(hold)).filter((unseen) => unseen?.kind === kind);
  return Math.max(0, ...bounds.map((unseen) => unseen?.bound ?? 0));
}
