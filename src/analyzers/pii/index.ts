import { lazy } from "../../core/lazy.ts";
import type { Json } from "../../core/model.ts";
import type { Reading } from "../../text/reading.ts";
import type { Analyzer, PreparedAnalyzer, Preparation } from "../analyzer.ts";
import type { SpanDetector } from "../detector.ts";
import { stableUntilAll, runDetectors, type Asked, type SpanFinding } from "../run-detectors.ts";
import { StepMeter } from "../step-meter.ts";
import { finderInViews, type Find } from "../views.ts";
import { ID_RULES } from "./ids/registry.ts";
import { ID_NUMBER, ID_REACH, IdScanner } from "./ids/scan.ts";
import { PII_KINDS } from "./kinds.ts";
import { PII_DETECTORS } from "./registry.ts";
import { resolveOverlaps } from "./resolve-overlaps.ts";

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
  metadata: "entity types to restrict to",
  kinds: PII_KINDS,
  prepare,
};

/** What the policy detects: detectors for one form each, and identifiers, which are found in one pass. */
interface Types {
  readonly detectors: readonly SpanDetector[];
  readonly ids: IdScanner | null;
  /** Kinds that are reported; `null` = all. */
  readonly asked: ReadonlySet<string> | null;
}

const KNOWN: ReadonlySet<string> = new Set(PII_KINDS.map(({ id }) => id));
const allTypes = lazy((): Types => ({ detectors: PII_DETECTORS, ids: new IdScanner(ID_RULES), asked: null }));

/** The metadata restricts the entity types. */
function prepare(metadata: Json): Preparation {
  if (metadata === null) return { kind: "ready", analyzer: prepared(allTypes()) };
  const types: readonly Json[] = Array.isArray(metadata) ? metadata : [metadata];
  const isUnknown = (type: Json): boolean => typeof type !== "string" || !KNOWN.has(type);
  const unknown = types.findIndex(isUnknown);
  if (unknown >= 0) {
    const path = Array.isArray(metadata) ? String(unknown) : "";
    return { kind: "invalid", path, reason: `must be one of ${[...KNOWN].sort().join(", ")}` };
  }
  return { kind: "ready", analyzer: prepared(typesOf(new Set(types.map(String)))) };
}

function typesOf(asked: ReadonlySet<string>): Types {
  const isAsked = ({ id }: { readonly id: string }): boolean => asked.has(id);
  // A number of unknown form is one that no rule knows, so all must look.
  const rules = asked.has(ID_NUMBER) ? ID_RULES : ID_RULES.filter(isAsked);
  return {
    detectors: PII_DETECTORS.filter(isAsked),
    ids: rules.length === 0 ? null : new IdScanner(rules, (kind) => asked.has(kind)),
    asked,
  };
}

function prepared({ detectors, ids, asked }: Types): PreparedAnalyzer {
  const find: Find = (text, asking) => {
    const found = runDetectors(detectors, text, asking);
    const numbers = ids?.find(text, asking.from, asking.meter) ?? [];
    if (numbers.length === 0) return found;
    return [...found, ...numbers.filter(({ kind }) => asked?.has(kind) ?? true)].sort(byStart);
  };
  const hold = (text: Reading, asking: Asked): number => {
    const { from } = asking;
    const held = stableUntilAll(detectors, text, asking);
    return held <= from || ids === null ? held : Math.min(held, ids.stableUntil(text, from));
  };
  const views = finderInViews(find, hold);
  return {
    lookback: REACH,
    stableUntil: (text, from, _, stepsMax) =>
      views.stableUntil(text, { from, meter: new StepMeter(text.raw.length, stepsMax) }),
    analyze: (text, { from, stepsMax }) =>
      resolveOverlaps(views.find(text, { from, meter: new StepMeter(text.raw.length, stepsMax) })),
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

const byStart = (a: SpanFinding, b: SpanFinding): number => a.span.start - b.span.start;
