import type { Json } from "../../core/model.ts";
import { Text } from "../../text/text.ts";
import type { Analyzer, PreparedAnalyzer, Preparation } from "../analyzer.ts";
import type { SpanDetector } from "../detector.ts";
import { heldFromAll, holdWhole, runDetectors, type SpanFinding } from "../run-detectors.ts";
import { toPlain } from "./plain.ts";
import { PII_DETECTORS } from "./registry.ts";

/**
 * How far around a position a decision can reach, UTF-16 units: a mail address is the longest match, a label before a
 * number the farthest look back.
 */
const REACH = 320;

/** Finds personal data: names, mail addresses, numbers of phones, cards, accounts and persons, network addresses. */
export const PII_DETECTION: Analyzer<"pii_detection"> = {
  name: "pii_detection",
  scope: "both",
  covers: () => true,
  measure: "spans",
  threshold: 0.5,
  masks: true,
  prepare,
};

const KNOWN: ReadonlyMap<string, SpanDetector> = new Map(PII_DETECTORS.map((detector) => [detector.id, detector]));

/** The metadata restricts the entity types. */
function prepare(metadata: Json): Preparation {
  if (metadata === null) return { kind: "ready", analyzer: prepared(PII_DETECTORS) };
  const types: readonly Json[] = Array.isArray(metadata) ? metadata : [metadata];
  const isUnknown = (type: Json): boolean => typeof type !== "string" || !KNOWN.has(type);
  const unknown = types.findIndex(isUnknown);
  if (unknown >= 0) {
    const path = Array.isArray(metadata) ? String(unknown) : "";
    return { kind: "invalid", path, reason: `must be one of ${[...KNOWN.keys()].join(", ")}` };
  }
  return { kind: "ready", analyzer: prepared(PII_DETECTORS.filter(({ id }) => types.includes(id))) };
}

function prepared(detectors: readonly SpanDetector[]): PreparedAnalyzer {
  return {
    lookback: REACH,
    heldFrom: (submitted, from) => {
      const text = plainText(submitted);
      const held = heldFromAll(detectors, text, from);
      return held <= from ? from : Math.max(from, holdWhole(runDetectors(detectors, text, { from }), held));
    },
    analyze: (text, { from }) => settle(runDetectors(detectors, plainText(text), { from })),
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

const plainTexts = new WeakMap<Text, Text>();

/** The text that detectors read: of the same length, and one for all calls, since a stream asks twice of each text. */
function plainText(text: Text): Text {
  const known = plainTexts.get(text);
  if (known !== undefined) return known;
  const raw = toPlain(text.raw);
  if (raw === text.raw) return text;
  const plain = new Text(raw);
  plainTexts.set(text, plain);
  return plain;
}

/** Of overlapping findings the surer stays, then the longer: one number is one entity. Looks at overlaps only, so a window decides as the whole text. */
function settle(findings: readonly SpanFinding[]): readonly SpanFinding[] {
  if (findings.length < 2) return findings;
  const isBeaten = (finding: SpanFinding): boolean =>
    findings.some((other) => overlaps(finding, other) && beats(other, finding));
  return findings.filter((finding) => !isBeaten(finding));
}

const overlaps = (a: SpanFinding, b: SpanFinding): boolean =>
  a !== b && a.span.start < b.span.end && b.span.start < a.span.end;

function beats(a: SpanFinding, b: SpanFinding): boolean {
  if (a.score !== b.score) return a.score > b.score;
  const byLength = a.span.end - a.span.start - (b.span.end - b.span.start);
  return byLength === 0 ? a.kind < b.kind : byLength > 0;
}
