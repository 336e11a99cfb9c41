import { foldOf, HASH_SEED, mix, stepHash } from "./characters.ts";
import { attributes, joinHash, type Lexicon } from "./lexicon.ts";
import { before, behind, WORDS_BEFORE } from "./runs.ts";
import { GAP } from "./gaps.ts";
import { SHAPE, type Tokens } from "./tokens.ts";

/** Most features of one word. */
export const FEATURES_MAX = 80;

/** One multiplication: the upper bits are as good as random, and only they are used. */
const spread = (template: number, value: number): number =>
  Math.imul(value ^ Math.imul(template, 0x9e3779b1), 0x85ebca6b);

/** Which weight a feature has, among `2 ** bits`. */
export const bucketOf = (feature: number, bits: number): number => feature >>> (32 - bits);

/** Writes the features of the words of one run, each as a 32-bit hash. */
export class FeatureReader {
  readonly out = new Int32Array(FEATURES_MAX);
  readonly #lexicon: Lexicon;
  #count = 0;
  #first = 0;
  #end = 0;
  /** What is known of the surroundings of the run. */
  #label = 0;
  #labelKind = 0;
  #heading = 0;
  #rightHash = 0;
  #rightCode = 0;
  #shapes = 0;

  constructor(lexicon: Lexicon) {
    this.#lexicon = lexicon;
  }

  /** Looks at the run of words `first` to `end` and its surroundings. */
  open(tokens: Tokens, first: number, end: number): void {
    this.#first = first;
    this.#end = end;
    const origin = tokens.start[first] ?? 0;
    const right = behind(tokens, end);
    this.#rightHash = right < 0 ? 0 : (tokens.hash[right] ?? 0);
    this.#rightCode = right < 0 ? 0 : 1 + codeOf(tokens, right);
    this.#readLabel(tokens, origin);
    this.#readHeading(tokens, origin);
    this.#shapes = 0;
    for (let at = first; at < end; at++) this.#shapes |= 1 << (tokens.shape[at] ?? 0);
  }

  #readLabel(tokens: Tokens, origin: number): void {
    this.#label = 0;
    this.#labelKind = 0;
    let at = this.#first;
    for (let distance = 0; distance < WORDS_BEFORE; distance++) {
      const key = before(tokens, at, origin);
      if (key < 0) return;
      const gap = tokens.gap[at];
      if (gap === GAP.label) {
        const role = attributes.role(tokens.attributes[key] ?? 0);
        this.#label = tokens.hash[key] ?? 0;
        this.#labelKind = 1 + Math.min(distance, 2) * 32 + role;
        return;
      }
      if (gap === GAP.newline) return;
      at = key;
    }
  }

  #readHeading(tokens: Tokens, origin: number): void {
    let capitals = 0;
    let small = 0;
    let at = this.#first;
    for (let step = 0; step < WORDS_BEFORE; step++) {
      if (tokens.gap[at] === GAP.newline) break;
      at = before(tokens, at, origin);
      if (at < 0) break;
      if (tokens.shape[at] === SHAPE.lower) small += 1;
      else capitals += 1;
    }
    this.#heading = capitals * 8 + small;
  }

  /** Features of the word at `index` of the run; how many there are. */
  read(tokens: Tokens, index: number): number {
    this.#count = 0;
    this.#own(tokens, index);
    this.#neighbours(tokens, index);
    this.#surroundings(tokens, index);
    this.#phrases(tokens, index);
    return this.#count;
  }

  /** A feature of few values: they share an eighth of the weights, so that these stay in the processor's cache. */
  #addSmall(template: number, value: number): void {
    if (this.#count < FEATURES_MAX) this.out[this.#count++] = spread(template, value) >>> 3;
  }

  #add(template: number, value: number): void {
    if (this.#count < FEATURES_MAX) this.out[this.#count++] = spread(template, value);
  }

  #own(tokens: Tokens, index: number): void {
    const packed = tokens.attributes[index] ?? 0;
    const shape = tokens.shape[index] ?? 0;
    const hash = tokens.hash[index] ?? 0;
    const names = attributes.names(packed);
    const use = attributes.common(packed) * 4 + attributes.small(packed);
    const start = tokens.start[index] ?? 0;
    const end = tokens.end[index] ?? 0;
    this.#addSmall(1, shape);
    this.#add(2, hash);
    this.#addSmall(3, names * 8 + shape);
    this.#addSmall(4, use * 8 + shape);
    this.#addSmall(5, names * 16 + use);
    this.#addSmall(6, attributes.role(packed));
    this.#addSmall(8, attributes.place(packed) * 16 + use);
    this.#addSmall(9, Math.min(end - start, 12) * 8 + shape);
    this.#affixes(tokens.raw, start, end);
  }

  #affixes(raw: string, start: number, end: number): void {
    let tail = HASH_SEED;
    const longest = Math.min(4, end - start - 1);
    for (let length = 1; length <= longest; length++) {
      tail = stepHash(tail, foldOf(raw.charCodeAt(end - length)));
      this.#add(10 + length, tail);
    }
    let head = HASH_SEED;
    for (let length = 1; length <= Math.min(3, longest); length++)
      head = stepHash(head, foldOf(raw.charCodeAt(start + length - 1)));
    this.#add(15, head);
  }

  #neighbours(tokens: Tokens, index: number): void {
    const origin = tokens.start[this.#first] ?? 0;
    const names = attributes.names(tokens.attributes[index] ?? 0);
    const gap = tokens.gap[index] ?? 0;
    const left = before(tokens, index, origin);
    const second = left < 0 ? -1 : before(tokens, left, origin);
    const leftPacked = attributesAt(tokens, left);
    const leftHash = hashAt(tokens, left);
    const leftRole = attributes.role(leftPacked) * 32 + gap;
    this.#add(20, mix(leftHash, gap));
    this.#addSmall(21, leftRole);
    this.#addSmall(22, attributes.names(leftPacked) * 128 + names);
    this.#add(23, mix(leftHash, names));
    this.#addSmall(25, gap * 8 + (tokens.shape[index] ?? 0));
    this.#add(26, mix(hashAt(tokens, second), leftHash));
    this.#add(27, hashAt(tokens, second));
    if (index + 1 < this.#end) this.#next(tokens, index, names);
    else {
      this.#add(28, this.#rightHash);
      this.#addSmall(29, this.#rightCode);
      this.#addSmall(30, this.#rightCode * 128 + names);
    }
  }

  /** The next word of the run. */
  #next(tokens: Tokens, index: number, names: number): void {
    const hash = hashAt(tokens, index + 1);
    const code = 1 + codeOf(tokens, index + 1);
    this.#add(28, hash);
    this.#addSmall(29, code);
    this.#addSmall(30, code * 128 + names);
    this.#addSmall(31, attributes.names(attributesAt(tokens, index + 1)) * 128 + names);
    this.#add(32, mix(hash, hashAt(tokens, index)));
  }

  #surroundings(tokens: Tokens, index: number): void {
    const names = attributes.names(tokens.attributes[index] ?? 0);
    const use = attributes.small(tokens.attributes[index] ?? 0);
    const place = Math.min(index - this.#first, 3) * 8 + Math.min(this.#end - index, 4);
    const firstGap = tokens.gap[this.#first] ?? 0;
    this.#addSmall(40, place);
    this.#addSmall(45, this.#labelKind);
    this.#add(46, mix(this.#label, this.#labelKind));
    this.#addSmall(47, this.#labelKind * 128 + names);
    this.#addSmall(48, this.#heading * 4 + use);
    this.#addSmall(49, this.#shapes);
    this.#addSmall(50, (firstGap * 1024 + this.#rightCode) * 4 + use);
    this.#addSmall(51, firstGap * 128 + names);
  }

  /** Whether the word is part of a place's name of several words. */
  #phrases(tokens: Tokens, index: number): void {
    // Every longer word of such a name is known as a part of one.
    if (!this.#isPart(tokens, index)) return;
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
    if (index > this.#first) found |= this.#phraseBefore(tokens, index, own);
    if (found !== 0) this.#addSmall(60, found);
  }

  #isPart(tokens: Tokens, index: number): boolean {
    if (this.#end - this.#first < 2) return false;
    const own = attributes.place(attributesAt(tokens, index));
    const before = index > this.#first ? attributes.place(attributesAt(tokens, index - 1)) : 0;
    const next = index + 1 < this.#end ? attributes.place(attributesAt(tokens, index + 1)) : 0;
    return own + before + next > 1;
  }

  #phraseBefore(tokens: Tokens, index: number, own: number): number {
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

const hashAt = (tokens: Tokens, index: number): number => (index < 0 ? 1 : (tokens.hash[index] ?? 0));
const attributesAt = (tokens: Tokens, index: number): number => (index < 0 ? 0 : (tokens.attributes[index] ?? 0));

/** The word's gap and part, as one number below 2^10. */
function codeOf(tokens: Tokens, index: number): number {
  return (tokens.gap[index] ?? 0) * 32 + attributes.role(tokens.attributes[index] ?? 0);
}
