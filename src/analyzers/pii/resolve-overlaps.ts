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
/** How much surer a piece of a number must be than the number: the plate `1-ABC-123` holds another country's. */
const PIECE_MARGIN = 0.1;

/**
 * Of overlapping findings the surer stays, then the longer: one number is one entity. A part stays beside its whole, whichever
 * is surer: no character of either is lost.
 */
export const resolveOverlaps = (findings: readonly SpanFinding[]): readonly SpanFinding[] =>
  withoutOverlaps(findings, { coexist: isPart, order: bySureness, yields, givesWay });

/** Whether one may stand inside of the other, as a town does in an address. */
const isPart = (a: string, b: string): boolean =>
  PARTS.get(a)?.includes(b) === true || PARTS.get(b)?.includes(a) === true;

/** What an address shares with its neighbour belongs to one of them: neither is lost for it. */
const yields = (later: SpanFinding, kept: SpanFinding): boolean =>
  isInside(later, kept) || !(PARTS.has(later.kind) || PARTS.has(kept.kind));

/** Whether a finding is only a piece of a less sure one around it. */
function givesWay(piece: SpanFinding, whole: SpanFinding): boolean {
  if (!isInside(piece, whole)) return false;
  // A number in an address is a postcode; a name in a number is none.
  if (PARTS.has(whole.kind) || (FORMLESS.has(piece.kind) && !FORMLESS.has(whole.kind))) return true;
  return lengthOf(piece) < lengthOf(whole) && whole.score >= piece.score - PIECE_MARGIN;
}
