import type { SpanFinding } from "../run-detectors.ts";
import { LOCATION } from "./detectors/location.ts";
import { PERSON } from "./detectors/person.ts";
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
 * is surer: no character of either is lost. `findings` are in order of start. Looks at overlaps only, so a window decides as
 * the whole text.
 */
export function settle(findings: readonly SpanFinding[]): readonly SpanFinding[] {
  if (findings.length < 2) return findings;
  const beaten = new Set<SpanFinding>();
  for (const [index, finding] of findings.entries())
    for (let next = index + 1; next < findings.length; next++) {
      const other = findings[next];
      if (other === undefined || other.span.start >= finding.span.end) break;
      if (!isPart(finding.kind, other.kind)) beaten.add(beats(finding, other) ? other : finding);
    }
  return beaten.size === 0 ? findings : findings.filter((finding) => !beaten.has(finding));
}

/** Whether one may stand inside of the other, as a town does in an address. */
const isPart = (a: string, b: string): boolean =>
  PARTS.get(a)?.includes(b) === true || PARTS.get(b)?.includes(a) === true;

function beats(a: SpanFinding, b: SpanFinding): boolean {
  if (isInside(a, b) && givesWay(a, b)) return false;
  return (isInside(b, a) && givesWay(b, a)) || isSurer(a, b);
}

const lengthOf = ({ span }: SpanFinding): number => span.end - span.start;

const isInside = (inner: SpanFinding, outer: SpanFinding): boolean =>
  inner.span.start >= outer.span.start && inner.span.end <= outer.span.end;

/** Whether a finding is only a piece of the longer one around it. */
function givesWay(piece: SpanFinding, whole: SpanFinding): boolean {
  // A number in an address is a postcode; a name in a number is none.
  if (PARTS.has(whole.kind) || (FORMLESS.has(piece.kind) && !FORMLESS.has(whole.kind))) return true;
  return lengthOf(piece) < lengthOf(whole) && whole.score >= piece.score - PIECE_MARGIN;
}

function isSurer(a: SpanFinding, b: SpanFinding): boolean {
  if (a.score !== b.score) return a.score > b.score;
  const byLength = lengthOf(a) - lengthOf(b);
  return byLength === 0 ? a.kind < b.kind : byLength > 0;
}
