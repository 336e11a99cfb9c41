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
/** So few findings that overlap are compared one by one. */
const FEW = 16;

/**
 * The findings that stay, in the order given. A finding is dropped only for one that stays itself: what is left of any stretch
 * that no staying finding crosses depends on the findings of that stretch alone, so a window of a stream decides as the whole
 * text.
 */
export function withoutOverlaps(findings: readonly SpanFinding[], rule: OverlapRule): readonly SpanFinding[] {
  if (findings.length < 2) return findings;
  const dropped = new Set<SpanFinding>();
  const inOrder = findings.every(isInPlace) ? findings : findings.toSorted((a, b) => a.span.start - b.span.start);
  for (let first = 0; first < inOrder.length;) {
    const next = clusterEnd(inOrder, first);
    // Most findings of a text stand alone, and of those that overlap most are two.
    if (next - first === 2) dropOne(inOrder, first, { rule, dropped });
    else if (next - first > 2) drop(inOrder.slice(first, next), rule, dropped);
    first = next;
  }
  return dropped.size === 0 ? findings : findings.filter((finding) => !dropped.has(finding));
}

const isInPlace = ({ span }: SpanFinding, at: number, findings: readonly SpanFinding[]): boolean =>
  at === 0 || (findings[at - 1]?.span.start ?? 0) <= span.start;

/** Index of the first finding that overlaps neither the one at `first` nor any of those between. */
function clusterEnd(inOrder: readonly SpanFinding[], first: number): number {
  let end = inOrder[first]?.span.end ?? 0;
  let next = first + 1;
  for (let span = inOrder[next]?.span; span !== undefined && span.start < end; span = inOrder[next]?.span) {
    end = Math.max(end, span.end);
    next += 1;
  }
  return next;
}

/** Drops the one at `first` or the one after it, if one has to go. */
function dropOne(
  inOrder: readonly SpanFinding[],
  first: number,
  { rule, dropped }: { readonly rule: OverlapRule; readonly dropped: Set<SpanFinding> },
): void {
  const [a, b] = [inOrder[first], inOrder[first + 1]];
  if (a === undefined || b === undefined || !isOverlap(a, b) || rule.coexist?.(a.kind, b.kind) === true) return;
  const isInOrder = rule.order(a, b) <= 0;
  const kept = isInOrder ? a : b;
  const later = isInOrder ? b : a;
  if (rule.givesWay?.(kept, later) === true) dropped.add(kept);
  else if (rule.yields(later, kept)) dropped.add(later);
}

function drop(cluster: readonly SpanFinding[], rule: OverlapRule, dropped: Set<SpanFinding>): void {
  const kept = cluster.length <= FEW ? new FewKept() : new Kept();
  for (const finding of cluster.toSorted(rule.order)) {
    const pieces: SpanFinding[] = [];
    const isDropped = kept.someOverlapping(finding, (rival) => {
      if (rule.coexist?.(rival.kind, finding.kind) === true) return false;
      const isPiece = rule.givesWay?.(rival, finding) === true;
      if (isPiece) pieces.push(rival);
      return !isPiece && rule.yields(finding, rival);
    });
    if (isDropped) continue;
    for (const piece of pieces) kept.delete(piece);
    kept.add(finding);
  }
  for (const finding of cluster) if (!kept.has(finding)) dropped.add(finding);
}

const isOverlap = (a: SpanFinding, b: SpanFinding): boolean => a.span.start < b.span.end && a.span.end > b.span.start;

class FewKept {
  readonly #all = new Set<SpanFinding>();

  has(finding: SpanFinding): boolean {
    return this.#all.has(finding);
  }

  add(finding: SpanFinding): void {
    this.#all.add(finding);
  }

  delete(finding: SpanFinding): void {
    this.#all.delete(finding);
  }

  /** Whether one that overlaps passes. */
  someOverlapping(finding: SpanFinding, passes: (other: SpanFinding) => boolean): boolean {
    for (const other of this.#all) if (isOverlap(other, finding) && passes(other)) return true;
    return false;
  }
}

/** Findings by the stretches of text that they touch. */
class Kept {
  readonly #all = new Set<SpanFinding>();
  readonly #stretches = new Map<number, Set<SpanFinding>>();

  has(finding: SpanFinding): boolean {
    return this.#all.has(finding);
  }

  add(finding: SpanFinding): void {
    this.#all.add(finding);
    for (let stretch = firstStretch(finding); stretch <= lastStretch(finding); stretch++) {
      const known = this.#stretches.get(stretch);
      if (known === undefined) this.#stretches.set(stretch, new Set([finding]));
      else known.add(finding);
    }
  }

  delete(finding: SpanFinding): void {
    this.#all.delete(finding);
    for (let stretch = firstStretch(finding); stretch <= lastStretch(finding); stretch++)
      this.#stretches.get(stretch)?.delete(finding);
  }

  /** Whether one that overlaps passes; one that does not is asked about in each stretch that they share. */
  someOverlapping(finding: SpanFinding, passes: (other: SpanFinding) => boolean): boolean {
    for (let stretch = firstStretch(finding); stretch <= lastStretch(finding); stretch++)
      for (const other of this.#stretches.get(stretch) ?? [])
        if (isOverlap(other, finding) && passes(other)) return true;
    return false;
  }
}

const firstStretch = ({ span }: SpanFinding): number => span.start >> STRETCH_BITS;
const lastStretch = ({ span }: SpanFinding): number => Math.max(span.start, span.end - 1) >> STRETCH_BITS;

export const lengthOf = ({ span }: SpanFinding): number => span.end - span.start;

/** Whether one lies in the other, or is the same. */
export const isInside = (inner: SpanFinding, outer: SpanFinding): boolean =>
  inner.span.start >= outer.span.start && inner.span.end <= outer.span.end;

/** The surer first, then the longer, then by place and kind. */
export function bySureness(a: SpanFinding, b: SpanFinding): number {
  const order = b.score - a.score || lengthOf(b) - lengthOf(a) || a.span.start - b.span.start;
  return order !== 0 || a.kind === b.kind ? order : a.kind < b.kind ? -1 : 1;
}
