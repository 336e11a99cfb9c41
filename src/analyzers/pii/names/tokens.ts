import { entryOf, foldOfEntry, HASH_SEED, KIND, kindOf, kindOfEntry, stepHash, WORD_MIN } from "./characters.ts";
import type { Lexicon } from "./lexicon.ts";

/** How a word is written. */
export const SHAPE = {
  lower: 0,
  capital: 1,
  allCapital: 2,
  initial: 3,
  /** As in McDonald: two capitals, the second behind one to five letters. */
  twoCapital: 4,
  mixed: 5,
  digits: 6,
  uncased: 7,
} as const;

/** What stands between a word and the one before it. */
export const GAP = {
  /** The text begins, or the word before is far. */
  start: 0,
  space: 1,
  newline: 2,
  hyphen: 3,
  apostrophe: 4,
  /** A full stop and a space. */
  stop: 5,
  comma: 6,
  /** A colon, an equals sign, the end of a tag: what stands before may be a label. */
  label: 7,
  quote: 8,
  mark: 9,
  slash: 10,
  at: 11,
  other: 12,
  /** A dot and no space. */
  dot: 13,
  /** The border of a table's cell. */
  cell: 14,
  underscore: 15,
  tag: 16,
  open: 17,
  dash: 18,
} as const;

/** A gap longer than that is `start`, UTF-16 units. */
const GAP_MAX = 12;
/** A word longer than that is no name, UTF-16 units. */
export const WORD_MAX = 32;

/** The words of a piece of text, in arrays that are used again and again. */
export class Tokens {
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** Hash of the folded word. */
  readonly hash: Int32Array;
  readonly attributes: Uint16Array;
  readonly shape: Uint8Array;
  /** What stands before the word. */
  readonly gap: Uint8Array;
  count = 0;
  raw = "";

  constructor(capacity: number) {
    this.start = new Int32Array(capacity);
    this.end = new Int32Array(capacity);
    this.hash = new Int32Array(capacity);
    this.attributes = new Uint16Array(capacity);
    this.shape = new Uint8Array(capacity);
    this.gap = new Uint8Array(capacity);
  }

  /** Reads `raw` from `from` to `to`; at most as many words as there is room for. Runs over every text, so it is one loop. */
  read(raw: string, lexicon: Lexicon, { from, to }: { readonly from: number; readonly to: number }): void {
    const { start, end, hash, shape } = this;
    let count = 0;
    let at = from;
    while (at < to && count < start.length) {
      let entry = entryOf(raw.charCodeAt(at));
      if (kindOfEntry(entry) < WORD_MIN || isEscape(raw, at)) {
        at += 1;
        continue;
      }
      start[count] = at;
      let sum = HASH_SEED;
      let kinds = 0;
      for (let kind = kindOfEntry(entry); kind >= WORD_MIN; kind = kindOfEntry(entry)) {
        kinds |= 1 << kind;
        if (kind !== KIND.mark) sum = stepHash(sum, foldOfEntry(entry));
        at += 1;
        if (at >= to) break;
        entry = entryOf(raw.charCodeAt(at));
      }
      end[count] = at;
      hash[count] = sum;
      shape[count] = kinds === LOWER ? SHAPE.lower : shapeOf(raw, kinds & ~MARK, { start: start[count] ?? 0, end: at });
      count += 1;
    }
    this.raw = raw;
    this.count = count;
    this.#look(lexicon, from);
  }

  /** Looks the words up, and at what stands between them. */
  #look(lexicon: Lexicon, from: number): void {
    const { start, end, hash, shape, gap, attributes, raw, count } = this;
    let before = from === 0 ? -GAP_MAX - 1 : from;
    for (let index = 0; index < count; index++) {
      const at = start[index] ?? 0;
      const behind = end[index] ?? 0;
      const isWord = behind - at <= WORD_MAX && shape[index] !== SHAPE.digits;
      attributes[index] = isWord ? lexicon.lookup(hash[index] ?? 0) : 0;
      const isSpace = at - before === 1 && raw.charCodeAt(before) === 0x20;
      gap[index] = isSpace ? GAP.space : at - before > GAP_MAX ? GAP.start : gapOf(raw, before, at);
      before = behind;
    }
  }
}

const MARK = 1 << KIND.mark;
const DIGITS = 1 << KIND.digit;
const LOWER = 1 << KIND.lower;
const UNCASED = 1 << KIND.uncased;

function shapeOf(raw: string, kinds: number, word: { readonly start: number; readonly end: number }): number {
  if (kinds === LOWER) return SHAPE.lower;
  if ((kinds & DIGITS) !== 0 || kinds === 0) return SHAPE.digits;
  if ((kinds & UNCASED) !== 0) return SHAPE.uncased;
  const { start, end } = word;
  if ((kinds & LOWER) === 0) return end - start === 1 ? SHAPE.initial : SHAPE.allCapital;
  const upperAt = lastCapital(raw, start, end);
  if (upperAt === start) return SHAPE.capital;
  const isTwo = upperAt - start <= 5 && end - upperAt >= 3 && hasTwoCapitals(raw, start, upperAt);
  return isTwo ? SHAPE.twoCapital : SHAPE.mixed;
}

function lastCapital(raw: string, start: number, end: number): number {
  let at = end - 1;
  while (at > start && kindOf(raw.charCodeAt(at)) !== KIND.upper) at -= 1;
  return at;
}

function hasTwoCapitals(raw: string, start: number, upperAt: number): boolean {
  if (kindOf(raw.charCodeAt(start)) !== KIND.upper) return false;
  for (let at = start + 1; at < upperAt; at++) if (kindOf(raw.charCodeAt(at)) === KIND.upper) return false;
  return true;
}

/** Whether the letter at `at` is the second half of `\n`, `\r`, `\t` as JSON writes them, before a capital or no letter. */
function isEscape(raw: string, at: number): boolean {
  if (at === 0 || raw.charCodeAt(at - 1) !== 0x5c) return false;
  const code = raw.charCodeAt(at);
  if (code !== 0x6e && code !== 0x72 && code !== 0x74) return false;
  const next = at + 1 < raw.length ? kindOf(raw.charCodeAt(at + 1)) : KIND.other;
  return next === KIND.upper || next < WORD_MIN;
}

/** One unit between two words: unit → gap. */
const SINGLE: ReadonlyMap<number, number> = new Map([
  [0x20, GAP.space],
  [0x0a, GAP.newline],
  [0x2d, GAP.hyphen],
  [0x27, GAP.apostrophe],
  [0x2019, GAP.apostrophe],
  [0x60, GAP.apostrophe],
  [0x2e, GAP.dot],
  [0x5f, GAP.underscore],
  [0x09, GAP.cell],
  [0x2c, GAP.cell],
  [0x3d, GAP.label],
  [0x3a, GAP.label],
  [0x3e, GAP.label],
  [0x2f, GAP.slash],
  [0x5c, GAP.slash],
]);

/** What stands right before the word decides, whatever else is in the gap. */
const CLOSEST: ReadonlyMap<number, number> = new Map([
  [0x40, GAP.at],
  [0x23, GAP.at],
  [0x24, GAP.at],
  [0x5f, GAP.underscore],
  [0x2f, GAP.slash],
  [0x5c, GAP.slash],
  [0x3c, GAP.tag],
]);

function gapOf(raw: string, from: number, to: number): number {
  if (to === from) return GAP.other;
  const last = raw.charCodeAt(to - 1);
  if (to - from === 1) return last === 0x20 ? GAP.space : (SINGLE.get(last) ?? CLOSEST.get(last) ?? GAP.other);
  const closest = CLOSEST.get(last);
  if (closest !== undefined) return closest;
  let signs = 0;
  for (let at = from; at < to; at++) signs |= signOf(raw, at);
  return gapOfSigns(signs);
}

const SIGN = {
  newline: 1,
  label: 2,
  cell: 4,
  end: 8,
  stop: 16,
  comma: 32,
  open: 64,
  quote: 128,
  dash: 256,
  other: 512,
};

const SIGNS: ReadonlyMap<number, number> = new Map([
  [0x20, 0],
  [0x0a, SIGN.newline],
  [0x0d, SIGN.newline],
  [0x3a, SIGN.label],
  [0x3d, SIGN.label],
  [0x3e, SIGN.label],
  [0xff1a, SIGN.label],
  [0x7c, SIGN.cell],
  [0x09, SIGN.cell],
  [0x21, SIGN.end],
  [0x3f, SIGN.end],
  [0x3b, SIGN.end],
  [0x2026, SIGN.end],
  [0x2e, SIGN.stop],
  [0x2c, SIGN.comma],
  [0x28, SIGN.open],
  [0x5b, SIGN.open],
  [0x22, SIGN.quote],
  [0x27, SIGN.quote],
  [0x60, SIGN.quote],
  [0xab, SIGN.quote],
  [0xbb, SIGN.quote],
  [0x2018, SIGN.quote],
  [0x2019, SIGN.quote],
  [0x201c, SIGN.quote],
  [0x201d, SIGN.quote],
  [0x201e, SIGN.quote],
  [0x2d, SIGN.dash],
  [0x2014, SIGN.dash],
  [0x2a, SIGN.dash],
]);

function signOf(raw: string, at: number): number {
  const code = raw.charCodeAt(at);
  // The letter of an escape that the tokeniser stepped over.
  if (kindOf(code) >= WORD_MIN) return SIGN.newline;
  return SIGNS.get(code) ?? (code === 0x5c ? 0 : SIGN.other);
}

const BY_PRIORITY: readonly (readonly [sign: number, gap: number])[] = [
  [SIGN.label, GAP.label],
  [SIGN.newline, GAP.newline],
  [SIGN.cell, GAP.cell],
  [SIGN.end, GAP.mark],
  [SIGN.stop, GAP.stop],
  [SIGN.open, GAP.open],
  [SIGN.comma, GAP.comma],
  [SIGN.quote, GAP.quote],
  [SIGN.dash, GAP.dash],
  [SIGN.other, GAP.other],
];

function gapOfSigns(signs: number): number {
  for (const [sign, gap] of BY_PRIORITY) if ((signs & sign) !== 0) return gap;
  return GAP.space;
}
