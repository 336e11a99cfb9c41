import type { Span } from "../../core/model.ts";
import type { Reading } from "../reading.ts";
import { reordersIn } from "../fold/bidi.ts";
import type { InvisibleKind, UnexplainedInvisibles } from "../fold/unexplained-invisibles.ts";

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
/** Units between two spans that are reported as one when there are too many. */
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
  /** What begins at or after it does not count yet. */
  readonly until: number;
}

/** The most that is hidden within one stretch of the text; `null`: nothing. Linear in the text. */
export function hiddenIn(reading: Reading, part: Part = { from: 0, until: reading.raw.length }): Hidden | null {
  const { unexplained } = reading;
  const unseen = unexplained.length === 0 ? null : mostOf(unexplained, part);
  const reordered = reordersIn(reading, part);
  if (unseen === null || (reordered !== null && reordered.letters > unseen.letters))
    return reordered === null ? null : { form: "bidi_controls", ...reordered };
  return unseen;
}

function mostOf(unexplained: UnexplainedInvisibles, { from, until }: Part): Hidden | null {
  const weights = weightsOf(unexplained);
  let [first, sum, most] = [0, 0, 0];
  let [bestFirst, bestEnd] = [0, 0];
  for (let index = 0; index < unexplained.length && unexplained.startOf(index) < until; index++) {
    const end = unexplained.endOf(index);
    sum += weights[index] ?? 0;
    for (; unexplained.startOf(first) < end - REACH; first++) sum -= weights[first] ?? 0;
    if (end <= from || sum <= most) continue;
    most = sum;
    [bestFirst, bestEnd] = [first, index + 1];
  }
  if (bestEnd === 0) return null;
  const best = { start: bestFirst, end: bestEnd };
  return { form: formOf(unexplained, best, weights), letters: most, spans: spansOf(unexplained, best) };
}

/** @param counted indexes */
function formOf(unexplained: UnexplainedInvisibles, counted: Span, weights: Float64Array): Hidden["form"] {
  const shares = new Map<InvisibleKind, number>();
  for (let index = counted.start; index < counted.end; index++) {
    const kind = unexplained.kindOf(index);
    shares.set(kind, (shares.get(kind) ?? 0) + (weights[index] ?? 0));
  }
  let form: InvisibleKind = "zero_width";
  for (const [kind, share] of shares) if (share > (shares.get(form) ?? 0)) form = kind;
  return form;
}

/** How many letters each may carry. */
function weightsOf(unexplained: UnexplainedInvisibles): Float64Array {
  const weights = new Float64Array(unexplained.length);
  const sequence = new Sequence();
  for (let index = 0; index < unexplained.length; index++) weights[index] = weightOf(unexplained, index, sequence);
  return weights;
}

function weightOf(unexplained: UnexplainedInvisibles, index: number, sequence: Sequence): number {
  const point = unexplained.pointOf(index);
  const isGlued = unexplained.isGlued(index);
  switch (unexplained.kindOf(index)) {
    case "unicode_tags":
      return point >= TAGS_FIRST && point <= TAGS_LAST ? 1 : SAME;
    case "variation_selectors":
      // One byte each; what follows removed emoji is always the same.
      return index > 0 && point === unexplained.pointOf(index - 1) ? 0 : 1;
    case "soft_hyphens":
      return hyphenWeight(unexplained, index, sequence);
    case "hangul_fillers":
      return Math.max(FILLER, sequence.newsOf(point, isGlued));
    case "deprecated_format":
      return Math.max(SAME, sequence.newsOf(point, isGlued));
    case "zero_width":
      return sequence.newsOf(point, isGlued);
  }
}

/** Copies of ASCII. */
const TAGS_FIRST = 0xe0020;
const TAGS_LAST = 0xe007e;

/** No rule of hyphenation leaves one letter alone. */
function hyphenWeight(unexplained: UnexplainedInvisibles, index: number, sequence: Sequence): number {
  const isGlued = unexplained.isGlued(index);
  const isNear = index > 0 && unexplained.startOf(index) - unexplained.endOf(index - 1) <= 1;
  if (isNear && unexplained.kindOf(index - 1) === "soft_hyphens") return isGlued ? SAME : 1;
  return isGlued ? sequence.newsOf(unexplained.pointOf(index), isGlued) : 0;
}

/**
 * Distinguishes data from repetition: padding of newsletters and marks that a program inserts are the same again
 * and again. A symbol is news when it does not follow the two before it as the last time.
 */
class Sequence {
  /** Symbol → its number, from 1 on in the order in which they are met. The first few stand in an array: most texts have no others. */
  readonly #first = new Int32Array(FEW);
  readonly #numbers = new Map<number, number>();
  #count = 0;
  /** The numbers of two symbols in a row → that of the one after them; 0: not met yet. */
  readonly #firstFollowers = new Uint16Array(FEW * FEW);
  readonly #followers = new Map<number, number>();
  #one = 0;
  #two = 0;

  newsOf(point: number, isGlued: boolean): number {
    const number = this.#numberOf(isGlued ? point + SYMBOLS : point);
    const isNews = this.#isNews(number);
    this.#two = this.#one;
    this.#one = number;
    return isNews ? 1 / SYMBOLS_PER_LETTER : 0;
  }

  /** Whether the last two were followed by another one before, or by none; remembers this one. */
  #isNews(number: number): boolean {
    const [one, two] = [this.#one, this.#two];
    if (one < FEW && two < FEW) {
      const context = two * FEW + one;
      if (this.#firstFollowers[context] === number) return false;
      this.#firstFollowers[context] = number;
      return true;
    }
    const context = two * NUMBERS + one;
    if (this.#followers.get(context) === number) return false;
    this.#followers.set(context, number);
    return true;
  }

  #numberOf(symbol: number): number {
    const few = Math.min(this.#count, FEW - 1);
    for (let number = 1; number <= few; number++) if (this.#first[number] === symbol) return number;
    let number = this.#numbers.get(symbol);
    if (number === undefined) {
      number = this.#count += 1;
      if (number < FEW) this.#first[number] = symbol;
      else this.#numbers.set(symbol, number);
    }
    return number;
  }
}

/** Numbers below it have short ways. */
const FEW = 16;
/** Above every code point. */
const SYMBOLS = 0x110000;
/** Above every number: there are some 4,500 invisible characters, glued and not. With two of them a key stays a small integer. */
const NUMBERS = 1 << 14;

/** @param counted indexes */
function spansOf(unexplained: UnexplainedInvisibles, counted: Span): readonly Span[] {
  for (const gap of GAPS) {
    const spans: { start: number; end: number }[] = [];
    for (let index = counted.start; index < counted.end; index++) {
      const [start, end] = [unexplained.startOf(index), unexplained.endOf(index)];
      const last = spans.at(-1);
      if (last !== undefined && start - last.end <= gap) last.end = end;
      else spans.push({ start, end });
      if (spans.length > SPANS_MAX) break;
    }
    if (spans.length <= SPANS_MAX) return spans;
  }
  return [];
}
