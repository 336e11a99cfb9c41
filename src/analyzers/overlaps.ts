import type { SpanFinding } from "./run-detectors.ts";

/** What a policy makes of findings that overlap. */
export interface OverlapRule {
  /** Whether two kinds may stand in one another; absent = never. */
  readonly coexist?: (a: string, b: string) => boolean;
  /** Sorts what stays first to the front. Total: no two different findings are equal. */
  readonly order: (a: SpanFinding, b: SpanFinding) => number;
  /** Whether a finding that comes later yields to one that stays already. */
  readonly yields: (later: SpanFinding, kept: SpanFinding) => boolean;
  /** Whether a finding that stays already is only a piece of a later one around it; absent = never. */
  readonly givesWay?: (kept: SpanFinding, later: SpanFinding) => boolean;
}

/** Spans are looked up by stretches of so many units. */
const STRETCH_BITS = 6;

/**
 * The findings that stay, in the order given. A finding is dropped only for one that stays itself: what is left of any stretch
 * that no staying finding crosses depends on the findings of that stretch alone, so a window of a stream decides as the whole
 * text.
 */
export function withoutOverlaps(findings: readonly SpanFinding[], rule: OverlapRule): readonly SpanFinding[] {
  if (findings.length < 2) return findings;
  const kept = new Kept();
  for (const finding of findings.toSorted(rule.order)) {
    const rivals = kept.overlapping(finding).filter(({ kind }) => rule.coexist?.(kind, finding.kind) !== true);
    const pieces = rivals.filter((rival) => rule.givesWay?.(rival, finding) === true);
    if (rivals.some((rival) => !pieces.includes(rival) && rule.yields(finding, rival))) continue;
    for (const piece of pieces) kept.delete(piece);
    kept.add(finding);
  }
  return findings.length === kept.size ? findings : findings.filter((finding) => kept.has(finding));
}

/** Findings by the stretches of text that they touch. */
class Kept {
  readonly #all = new Set<SpanFinding>();
  readonly #stretches = new Map<number, Set<SpanFinding>>();

  get size(): number {
    return this.#all.size;
  }

  has(finding: SpanFinding): boolean {
    return this.#all.has(finding);
  }

  add(finding: SpanFinding): void {
    this.#all.add(finding);
    for (const stretch of stretchesOf(finding)) {
      const known = this.#stretches.get(stretch);
      if (known === undefined) this.#stretches.set(stretch, new Set([finding]));
      else known.add(finding);
    }
  }

  delete(finding: SpanFinding): void {
    this.#all.delete(finding);
    for (const stretch of stretchesOf(finding)) this.#stretches.get(stretch)?.delete(finding);
  }

  overlapping(finding: SpanFinding): readonly SpanFinding[] {
    const { start, end } = finding.span;
    const found = new Set<SpanFinding>();
    for (const stretch of stretchesOf(finding))
      for (const other of this.#stretches.get(stretch) ?? [])
        if (other.span.start < end && other.span.end > start) found.add(other);
    return [...found];
  }
}

function* stretchesOf({ span }: SpanFinding): Generator<number> {
  const last = Math.max(span.start, span.end - 1) >> STRETCH_BITS;
  for (let stretch = span.start >> STRETCH_BITS; stretch <= last; stretch++) yield stretch;
}

export const lengthOf = ({ span }: SpanFinding): number => span.end - span.start;

/** Whether one lies in the other, or is the same. */
export const isInside = (inner: SpanFinding, outer: SpanFinding): boolean =>
  inner.span.start >= outer.span.start && inner.span.end <= outer.span.end;

/** The surer first, then the longer, then by place and kind. */
export function bySureness(a: SpanFinding, b: SpanFinding): number {
  const order = b.score - a.score || lengthOf(b) - lengthOf(a) || a.span.start - b.span.start;
  return order !== 0 || a.kind === b.kind ? order : a.kind < b.kind ? -1 : 1;
}
