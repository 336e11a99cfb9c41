import { bySureness, isInside, lengthOf, withoutOverlaps } from "../overlaps.ts";
import type { SpanFinding } from "../run-detectors.ts";
import { LOCATION, PERSON } from "./detectors/person-location.ts";
import { PII_DETECTORS } from "./registry.ts";

/** Entities made of others, by their kinds. */
const PARTS: ReadonlyMap<string, readonly string[]> = new Map(
  PII_DETECTORS.flatMap(({ id, parts }) => (parts === undefined ? [] : [[id, parts] as const])),
);
/** Entities without a form: capitals inside a number (`CHE-107.787.577 IVA`) look like one. */
const FORMLESS: ReadonlySet<string> = new Set([PERSON.id, LOCATION.id]);
/** By how much the score of a part of a number must exceed the number's: the plate `1-ABC-123` contains another country's. */
const PIECE_MARGIN = 0.1;

/**
 * Of overlapping findings, the one with the higher score remains, then the longer: one number is one entity. A part remains beside its
 * whole, whatever their scores: no character of either is lost.
 */
export const resolveOverlaps = (findings: readonly SpanFinding[]): readonly SpanFinding[] =>
  withoutOverlaps(findings, { coexist: isPart, order: bySureness, yields, givesWay });

/** Whether one may be inside the other, like a town in an address. */
const isPart = (a: string, b: string): boolean =>
  PARTS.get(a)?.includes(b) === true || PARTS.get(b)?.includes(a) === true;

/** An overlap of an address and its neighbour belongs to one of them; neither is dropped. */
const yields = (later: SpanFinding, kept: SpanFinding): boolean =>
  isInside(later, kept) || !(PARTS.has(later.kind) || PARTS.has(kept.kind));

/** Whether a finding is only a part of an enclosing one with a lower score. */
function givesWay(piece: SpanFinding, whole: SpanFinding): boolean {
  if (!isInside(piece, whole)) return false;
  // A number in an address is a postcode; a name in a number is not a name.
  if (PARTS.has(whole.kind) || (FORMLESS.has(piece.kind) && !FORMLESS.has(whole.kind))) return true;
  return lengthOf(piece) < lengthOf(whole) && whole.score >= piece.score - PIECE_MARGIN;
}
