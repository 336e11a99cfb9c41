import type { Span } from "../../../core/model.ts";
import { bareLetter } from "../../../text/letters.ts";
import { HASH_SEED, stepHash } from "../../../text/tokens.ts";
import { attributes, joinHash, type Lexicon, mix } from "./lexicon.ts";
import { countBefore, wordAfter } from "./runs.ts";
import { GAP, type NameWords, SHAPE } from "./words.ts";

/** More than one word has. */
export const FEATURES_MAX = 80;

/** One multiplication: the upper bits are as good as random, and only they are used. */
const spread = (template: number, value: number): number =>
  Math.imul(value ^ Math.imul(template, 0x9e3779b1), 0x85ebca6b);
/** The same of few values: they share an eighth of the weights, so that these stay in the processor's cache. */
const spreadSmall = (template: number, value: number): number => spread(template, value) >>> 3;

/** Which weight a feature has, among `2 ** bits`. */
export const bucketOf = (feature: number, bits: number): number => feature >>> (32 - bits);

/** Writes the features of the words of one run, each as a 32-bit hash. */
export class FeatureReader {
  readonly out = new Int32Array(FEATURES_MAX);
  readonly #lexicon: Lexicon;
  #first = 0;
  #end = 0;
  /** Number of words of left context. */
  #before = 0;
  /** Other facts about its context. */
  #label = 0;
  #labelKind = 0;
  #heading = 0;
  #rightHash = 0;
  #rightCode = 0;
  #shapes = 0;

  constructor(lexicon: Lexicon) {
    this.#lexicon = lexicon;
  }

  /** Reads the run of words `first` to `end` and its context. */
  open(tokens: NameWords, first: number, end: number): void {
    this.#first = first;
    this.#end = end;
    this.#before = countBefore(tokens, first);
    const right = wordAfter(tokens, end);
    this.#rightHash = right < 0 ? 0 : (tokens.hash[right] ?? 0);
    this.#rightCode = right < 0 ? 0 : 1 + codeOf(tokens, right);
    this.#readLabel(tokens);
    this.#readHeading(tokens);
    this.#shapes = 0;
    for (let at = first; at < end; at++) this.#shapes |= 1 << (tokens.shape[at] ?? 0);
  }

  #readLabel(tokens: NameWords): void {
    this.#label = 0;
    this.#labelKind = 0;
    const first = this.#first;
    for (let distance = 0; distance < this.#before; distance++) {
      const gap = tokens.gap[first - distance];
      if (gap === GAP.newline) return;
      if (gap !== GAP.label) continue;
      const key = first - distance - 1;
      this.#label = tokens.hash[key] ?? 0;
      this.#labelKind = 1 + Math.min(distance, 2) * 32 + attributes.role(tokens.attributes[key] ?? 0);
      return;
    }
  }

  #readHeading(tokens: NameWords): void {
    let capitals = 0;
    let small = 0;
    const first = this.#first;
    for (let step = 0; step < this.#before && tokens.gap[first - step] !== GAP.newline; step++) {
      if (tokens.shape[first - step - 1] === SHAPE.lower) small += 1;
      else capitals += 1;
    }
    this.#heading = capitals * 8 + small;
  }

  /** Writes the features of the word at `index` of the run; returns their number. */
  read(tokens: NameWords, index: number): number {
    let count = this.#own(tokens, index);
    count = this.#neighbours(tokens, index, count);
    count = this.#surroundings(tokens, index, count);
    const phrases = this.#phrases(tokens, index);
    if (phrases !== 0) this.out[count++] = spreadSmall(60, phrases);
    return count;
  }

  // Each of these writes its features from `to` on, and returns where they end.

  #own(tokens: NameWords, index: number): number {
    const { out } = this;
    const packed = tokens.attributes[index] ?? 0;
    const shape = tokens.shape[index] ?? 0;
    const names = attributes.names(packed);
    const use = attributes.common(packed) * 4 + attributes.small(packed);
    const start = tokens.start[index] ?? 0;
    const end = tokens.end[index] ?? 0;
    out[0] = spreadSmall(1, shape);
    out[1] = spread(2, tokens.hash[index] ?? 0);
    out[2] = spreadSmall(3, names * 8 + shape);
    out[3] = spreadSmall(4, use * 8 + shape);
    out[4] = spreadSmall(5, names * 16 + use);
    out[5] = spreadSmall(6, attributes.role(packed));
    out[6] = spreadSmall(8, attributes.place(packed) * 16 + use);
    out[7] = spreadSmall(9, Math.min(end - start, 12) * 8 + shape);
    return this.#affixes(tokens.raw, { start, end }, 8);
  }

  #affixes(raw: string, { start, end }: Span, to: number): number {
    const { out } = this;
    let tail = HASH_SEED;
    const longest = Math.min(4, end - start - 1);
    for (let length = 1; length <= longest; length++) {
      tail = stepHash(tail, bareLetter(raw.charCodeAt(end - length)));
      out[to + length - 1] = spread(10 + length, tail);
    }
    let head = HASH_SEED;
    for (let length = 1; length <= Math.min(3, longest); length++)
      head = stepHash(head, bareLetter(raw.charCodeAt(start + length - 1)));
    out[to + longest] = spread(15, head);
    return to + longest + 1;
  }

  #neighbours(tokens: NameWords, index: number, to: number): number {
    const { out } = this;
    const names = attributes.names(tokens.attributes[index] ?? 0);
    const gap = tokens.gap[index] ?? 0;
    const farthest = this.#first - this.#before;
    const left = index > farthest ? index - 1 : -1;
    const second = index > farthest + 1 ? index - 2 : -1;
    const leftPacked = attributesAt(tokens, left);
    const leftHash = hashAt(tokens, left);
    const secondHash = hashAt(tokens, second);
    out[to] = spread(20, mix(leftHash, gap));
    out[to + 1] = spreadSmall(21, attributes.role(leftPacked) * 32 + gap);
    out[to + 2] = spreadSmall(22, attributes.names(leftPacked) * 128 + names);
    out[to + 3] = spread(23, mix(leftHash, names));
    out[to + 4] = spreadSmall(25, gap * 8 + (tokens.shape[index] ?? 0));
    out[to + 5] = spread(26, mix(secondHash, leftHash));
    out[to + 6] = spread(27, secondHash);
    return index + 1 < this.#end ? this.#next(tokens, index, to + 7) : this.#right(names, to + 7);
  }

  /** The next word of the run. */
  #next(tokens: NameWords, index: number, to: number): number {
    const { out } = this;
    const names = attributes.names(tokens.attributes[index] ?? 0);
    const hash = hashAt(tokens, index + 1);
    const code = 1 + codeOf(tokens, index + 1);
    out[to] = spread(28, hash);
    out[to + 1] = spreadSmall(29, code);
    out[to + 2] = spreadSmall(30, code * 128 + names);
    out[to + 3] = spreadSmall(31, attributes.names(attributesAt(tokens, index + 1)) * 128 + names);
    out[to + 4] = spread(32, mix(hash, hashAt(tokens, index)));
    return to + 5;
  }

  /** The word after the run. */
  #right(names: number, to: number): number {
    const { out } = this;
    out[to] = spread(28, this.#rightHash);
    out[to + 1] = spreadSmall(29, this.#rightCode);
    out[to + 2] = spreadSmall(30, this.#rightCode * 128 + names);
    return to + 3;
  }

  #surroundings(tokens: NameWords, index: number, to: number): number {
    const { out } = this;
    const names = attributes.names(tokens.attributes[index] ?? 0);
    const use = attributes.small(tokens.attributes[index] ?? 0);
    const place = Math.min(index - this.#first, 3) * 8 + Math.min(this.#end - index, 4);
    const firstGap = tokens.gap[this.#first] ?? 0;
    out[to] = spreadSmall(40, place);
    out[to + 1] = spreadSmall(45, this.#labelKind);
    out[to + 2] = spread(46, mix(this.#label, this.#labelKind));
    out[to + 3] = spreadSmall(47, this.#labelKind * 128 + names);
    out[to + 4] = spreadSmall(48, this.#heading * 4 + use);
    out[to + 5] = spreadSmall(49, this.#shapes);
    out[to + 6] = spreadSmall(50, (firstGap * 1024 + this.#rightCode) * 4 + use);
    out[to + 7] = spreadSmall(51, firstGap * 128 + names);
    return to + 8;
  }

  /** Whether the word is part of a place's name of several words: how sure, by where in it; 0 where it is of none. */
  #phrases(tokens: NameWords, index: number): number {
    // Every longer word of such a name is known as a part of one.
    if (!this.#isPart(tokens, index)) return 0;
    const own = tokens.hash[index] ?? 0;
    let found = 0;
    if (index + 1 < this.#end) {
      const pair = joinHash(own, tokens.hash[index + 1] ?? 0);
      found |= attributes.place(this.#lexicon.lookup(pair));
      if (index + 2 < this.#end) {
        const triple = this.#lexicon.lookup(joinHash(pair, tokens.hash[index + 2] ?? 0));
        found |= attributes.place(triple);
      }
    }
    return index > this.#first ? found | this.#phraseBefore(tokens, index, own) : found;
  }

  #isPart(tokens: NameWords, index: number): boolean {
    if (this.#end - this.#first < 2) return false;
    const own = attributes.place(attributesAt(tokens, index));
    const before = index > this.#first ? attributes.place(attributesAt(tokens, index - 1)) : 0;
    const next = index + 1 < this.#end ? attributes.place(attributesAt(tokens, index + 1)) : 0;
    return own + before + next > 1;
  }

  #phraseBefore(tokens: NameWords, index: number, own: number): number {
    const pair = joinHash(tokens.hash[index - 1] ?? 0, own);
    let found = attributes.place(this.#lexicon.lookup(pair)) << 3;
    if (index + 1 < this.#end)
      found |= attributes.place(this.#lexicon.lookup(joinHash(pair, tokens.hash[index + 1] ?? 0))) << 3;
    if (index > this.#first + 1) {
      const start = joinHash(tokens.hash[index - 2] ?? 0, tokens.hash[index - 1] ?? 0);
      found |= attributes.place(this.#lexicon.lookup(joinHash(start, own))) << 3;
    }
    return found;
  }
}

const hashAt = (tokens: NameWords, index: number): number => (index < 0 ? 1 : (tokens.hash[index] ?? 0));
const attributesAt = (tokens: NameWords, index: number): number => (index < 0 ? 0 : (tokens.attributes[index] ?? 0));

/** The word's gap and part, as one number below 2^10. */
function codeOf(tokens: NameWords, index: number): number {
  return (tokens.gap[index] ?? 0) * 32 + attributes.role(tokens.attributes[index] ?? 0);
}
