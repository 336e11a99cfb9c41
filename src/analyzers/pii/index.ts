import { lazy } from "../../core/lazy.ts";
import type { Json } from "../../core/model.ts";
import { facet, type Reading } from "../../text/reading.ts";
import type { Analyzer, PreparedAnalyzer, Preparation } from "../analyzer.ts";
import { stableUntilAll, runDetectors, type Asked, type SpanFinding } from "../run-detectors.ts";
import { StepMeter } from "../step-meter.ts";
import { invalidBy } from "../unknown-names.ts";
import { finderInViews, onceFrom, type Find } from "../views.ts";
import { IdentifyingContext, LEFT_REACH } from "./context/identifying.ts";
import type { PiiDetector } from "./groups.ts";
import { ID_RULES } from "./ids/registry.ts";
import { ID_NUMBER, ID_REACH, IdScanner } from "./ids/scan.ts";
import { PII_KINDS } from "./kinds.ts";
import { PII_DETECTORS } from "./registry.ts";
import { resolveOverlaps } from "./resolve-overlaps.ts";
import { defaultSelection, readSelection, typesByGroup, type Selection } from "./selection.ts";

/**
 * How far around a position a decision can reach, UTF-16 units: a mail address is the longest match, and a label before
 * a number the farthest context.
 */
const REACH = Math.max(320, ID_REACH);

/** Finds personal data: names, mail addresses, numbers of phones, cards, accounts and persons, network addresses. */
export const PII_DETECTION: Analyzer<"pii_detection"> = {
  name: "pii_detection",
  scope: "both",
  covers: (side, origin) => side === "both" || origin !== "system",
  measure: "spans",
  threshold: 0.5,
  leakMax: 0,
  masks: true,
  metadata: "types and groups",
  kinds: PII_KINDS,
  get groups() {
    return typesByGroup();
  },
  prepare,
};

/** What the policy detects: detectors for one form each, and identifiers, which are found in one pass. */
interface Types {
  readonly detectors: readonly PiiDetector[];
  readonly ids: IdScanner | null;
  readonly selection: Selection;
}

/** The metadata names types and groups. */
function prepare(metadata: Json): Preparation {
  const read = readSelection(metadata);
  if (read.kind === "invalid") return invalidBy(read.problems);
  const { selection } = read;
  return { kind: "ready", analyzer: prepared(typesOf(selection)) };
}

function typesOf(selection: Selection): Types {
  const isAsked = ({ id }: { readonly id: string }): boolean => selection.has(id);
  // A number of unknown form is one that nothing else knows, so all must look.
  if (selection.has(ID_NUMBER)) {
    const isWide = [...defaultSelection().keys()].every((type) => selection.has(type));
    const ids = isWide ? allIds() : new IdScanner(ID_RULES, (kind) => selection.has(kind));
    return { detectors: PII_DETECTORS, ids, selection };
  }
  const rules = ID_RULES.filter(isAsked);
  return {
    detectors: PII_DETECTORS.filter(isAsked),
    ids: rules.length === 0 ? null : new IdScanner(rules),
    selection,
  };
}

/** Shared: it takes long to make. */
const allIds = lazy(() => new IdScanner(ID_RULES));

function prepared(types: Types): PreparedAnalyzer {
  const { find, hold, lookback } = finderOf(types);
  const views = finderInViews(find, hold);
  const isSelected = ({ kind }: SpanFinding): boolean => types.selection.has(kind);
  return {
    lookback,
    stableUntil: (text, from, _, stepsMax) =>
      views.stableUntil(text, { from, meter: new StepMeter(text.raw.length, stepsMax) }),
    analyze: (text, { from, stepsMax }) =>
      resolveOverlaps(views.find(text, { from, meter: new StepMeter(text.raw.length, stepsMax) })).filter(isSelected),
    details: (findings) => ({
      score: findings.reduce((best, { score }) => Math.max(best, score), 0),
      entities: findings.map(({ kind, span, score }) => ({
        type: kind,
        start: span?.start ?? 0,
        end: span?.end ?? 0,
        score,
      })),
    }),
    mask: ({ kind }) => kind,
  };
}

interface Finder {
  readonly find: Find;
  readonly hold: (text: Reading, asked: Asked) => number;
  readonly lookback: number;
}

/** Finds the types of a selection in one view of a text. */
function finderOf({ detectors, ids, selection }: Types): Finder {
  const findAll: Find = (text, asking) => {
    const found = runDetectors(detectors, text, asking);
    const numbers = ids?.find(text, asking.from, asking.meter) ?? [];
    if (numbers.length === 0) return found;
    return [...found, ...numbers].sort(byStart);
  };
  const holdAll = (text: Reading, asking: Asked): number => {
    const { from } = asking;
    const held = stableUntilAll(detectors, text, asking);
    return held <= from || ids === null ? held : Math.min(held, ids.stableUntil(text, from));
  };
  const isContextual = ({ kind }: SpanFinding): boolean => selection.get(kind) === "in_context";
  if (!detectors.some(({ id }) => selection.get(id) === "in_context"))
    return { find: findAll, hold: holdAll, lookback: REACH };
  return { ...contextualFinder(findAll, holdAll, isContextual), lookback: REACH + LEFT_REACH };
}

/** Of contextual types only what stands in identifying context. */
function contextualFinder(
  findAll: Find,
  holdAll: Finder["hold"],
  isContextual: (finding: SpanFinding) => boolean,
): Pick<Finder, "find" | "hold"> {
  const found = onceFrom(findAll);
  const before = earlierIn(findAll);
  // Where a text is held by a name, and up to which length no one looks again.
  const waiting = facet(
    () => ({ from: -1, length: 0, until: 0 }),
    (last) => last,
  );
  const contextOf = (text: Reading, asked: Asked, limit: number): IdentifyingContext =>
    new IdentifyingContext(text, {
      own: found(text, asked),
      before: (units) => before(text, { ...asked, units }),
      limit,
      meter: asked.meter,
    });
  return {
    find: (text, asking) => {
      const findings = found(text, asking);
      if (!findings.some(isContextual)) return findings;
      const context = contextOf(text, asking, Infinity);
      return findings.filter((finding, index) => !isContextual(finding) || context.isIdentified(index));
    },
    hold: (text, asking) => {
      const { from } = asking;
      const last = text.of(waiting);
      const { length } = text.raw;
      if (last.from === from && length < last.until && !text.raw.includes("\n", last.length)) return from;
      const held = holdAll(text, asking);
      if (held <= from) return held;
      const stable = contextOf(text, asking, held).stableUntil(isContextual);
      if (stable === from) Object.assign(last, { from, length, until: length + PATIENCE });
      return stable;
    },
  };
}

/** While a name waits for its context, a stream is asked again after so many UTF-16 units, or at a line's end. */
const PATIENCE = 16;

/** What begins before a place, at most so many units: of a stream it is decided, so its next window takes it over. */
function earlierIn(find: Find): (text: Reading, asked: Asked & { readonly units: number }) => readonly SpanFinding[] {
  const known = facet(
    () => ({ from: -1, lists: new Map<number, readonly SpanFinding[]>() }),
    (last) => last,
  );
  return (text, { from, units, meter }) => {
    const last = text.of(known);
    if (last.from !== from) last.lists.clear();
    last.from = from;
    let list = last.lists.get(units);
    if (list === undefined) {
      const first = Math.max(0, from - units);
      list = first === from ? [] : find(text, { from: first, meter }).filter(({ span }) => span.start < from);
      last.lists.set(units, list);
    }
    return list;
  };
}

const byStart = (a: SpanFinding, b: SpanFinding): number => a.span.start - b.span.start;
