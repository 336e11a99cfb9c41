import type { Span } from "../core/model.ts";
import { reordersIn } from "./bidi.ts";
import { straysIn, type InvisibleKind, type Stray } from "./invisible.ts";

/** Text that no reader sees, or sees in another order than a model does. */
export interface Hidden {
  readonly form: InvisibleKind | "bidi_controls";
  /** About how many letters it may carry, or moves. */
  readonly letters: number;
  /** The invisible characters, UTF-16 units. */
  readonly spans: readonly Span[];
}

/** What is written within that many units counts together: a stream remembers a little more. */
export const REACH = 1000;
/** Most spans of one finding. */
const SPANS_MAX = 16;
/** Units between two spans that are told as one when there are too many. */
const GAPS = [0, 8, 64, REACH];
/** Symbols of zero width that carry a letter, where the next one cannot be foretold. */
const SYMBOLS_PER_LETTER = 2.5;
/** What a character counts that says nothing new, in letters: enough of them are no accident. Blank names are made of fillers. */
const SAME = 0.5;
const FILLER = 0.25;

/** Which part of a text is asked about. */
interface Part {
  /** What ends before it counts only together with what follows. */
  readonly from: number;
  /** What begins there or behind it does not count yet. */
  readonly until: number;
}

/** The most that is hidden within one stretch of the text; `null`: nothing. Linear in the text. */
export function hiddenIn(raw: string, part: Part = { from: 0, until: raw.length }): Hidden | null {
  const strays = straysIn(raw);
  const unseen = strays.length === 0 ? null : mostOf(strays, part);
  const reordered = reordersIn(raw, part);
  if (unseen === null || (reordered !== null && reordered.letters > unseen.letters))
    return reordered === null ? null : { form: "bidi_controls", ...reordered };
  return unseen;
}

function mostOf(strays: readonly Stray[], { from, until }: Part): Hidden | null {
  const weights = weightsOf(strays);
  let [first, sum, most] = [0, 0, 0];
  let best: readonly [first: number, end: number] | null = null;
  for (const [index, { start, end }] of strays.entries()) {
    if (start >= until) break;
    sum += weights[index] ?? 0;
    for (; (strays[first]?.start ?? start) < end - REACH; first++) sum -= weights[first] ?? 0;
    if (end <= from || sum <= most) continue;
    most = sum;
    best = [first, index + 1];
  }
  if (best === null) return null;
  const counted = strays.slice(...best);
  return { form: formOf(counted, weights.subarray(...best)), letters: most, spans: spansOf(counted) };
}

function formOf(strays: readonly Stray[], weights: Float64Array): Hidden["form"] {
  const shares = new Map<InvisibleKind, number>();
  for (const [index, { kind }] of strays.entries()) shares.set(kind, (shares.get(kind) ?? 0) + (weights[index] ?? 0));
  let form: InvisibleKind = "zero_width";
  for (const [kind, share] of shares) if (share > (shares.get(form) ?? 0)) form = kind;
  return form;
}

/** How many letters each may carry. */
function weightsOf(strays: readonly Stray[]): Float64Array {
  const weights = new Float64Array(strays.length);
  const sequence = new Sequence();
  for (const [index, stray] of strays.entries()) weights[index] = weightOf(stray, strays[index - 1], sequence);
  return weights;
}

function weightOf(stray: Stray, before: Stray | undefined, sequence: Sequence): number {
  const { kind, point } = stray;
  switch (kind) {
    case "unicode_tags":
      return point >= TAGS_FIRST && point <= TAGS_LAST ? 1 : SAME;
    case "variation_selectors":
      // One byte each; what follows removed emoji is always the same.
      return point === before?.point ? 0 : 1;
    case "soft_hyphens":
      return hyphenWeight(stray, before, sequence);
    case "hangul_fillers":
      return Math.max(FILLER, sequence.newsOf(stray));
    case "deprecated_format":
      return Math.max(SAME, sequence.newsOf(stray));
    case "zero_width":
      return sequence.newsOf(stray);
  }
}

/** Copies of ASCII. */
const TAGS_FIRST = 0xe0020;
const TAGS_LAST = 0xe007e;

/** No rule of hyphenation leaves one letter alone. */
function hyphenWeight(stray: Stray, before: Stray | undefined, sequence: Sequence): number {
  if (before?.kind === stray.kind && stray.start - before.end <= 1) return stray.isGlued ? SAME : 1;
  return stray.isGlued ? sequence.newsOf(stray) : 0;
}

/**
 * Tells what carries something from what repeats itself: padding of newsletters and marks that a program strews are the same again
 * and again. A symbol is news when it does not follow the two before it as the last time.
 */
class Sequence {
  readonly #followers = new Map<number, number>();
  #one = 0;
  #two = 0;

  newsOf({ point, isGlued }: Stray): number {
    const symbol = isGlued ? point + SYMBOLS : point;
    const context = this.#two * CONTEXT + this.#one;
    const isNews = this.#followers.get(context) !== symbol;
    this.#followers.set(context, symbol);
    this.#two = this.#one;
    this.#one = symbol;
    return isNews ? 1 / SYMBOLS_PER_LETTER : 0;
  }
}

/** Above every code point; above every symbol. */
const SYMBOLS = 0x110000;
const CONTEXT = 0x400000;

function spansOf(strays: readonly Stray[]): readonly Span[] {
  for (const gap of GAPS) {
    const spans: { start: number; end: number }[] = [];
    for (const { start, end } of strays) {
      const last = spans.at(-1);
      if (last !== undefined && start - last.end <= gap) last.end = end;
      else spans.push({ start, end });
      if (spans.length > SPANS_MAX) break;
    }
    if (spans.length <= SPANS_MAX) return spans;
  }
  return [];
}
