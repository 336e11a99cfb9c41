import { conceptFeature, FEATURE_MASK, farFeature, nearFeature, shapesFeature } from "./dense-features.ts";
import { idsOf } from "./feature-ids.ts";
import { mix } from "./hash-table.ts";
import type { Lexicon } from "./lexicon.ts";
import { isBreak } from "./sentences.ts";
import { shapeOf } from "./token-shapes.ts";
import { LINE, MARK, SIGN, Tokens, WORD } from "./tokens.ts";
import { windowsOf } from "./windows.ts";
import { letterCount, wordFeature, writeLetters } from "./word-features.ts";
import { WordMemo } from "./word-memo.ts";

/** Kinds of features that keep their own hashes; see `dense-features.ts` and `word-features.ts` for the others. */
const WORD_PAIR = 2;
const WORD_SKIP = 3;
const SIGN_TRIPLE = 5;
const OPENING = 9;
const CLOSING = 10;
const OPENING_WORD = 13;

/** Tokens between two concepts that are near, and that still make a pair. */
const NEAR = 3;
const FAR = 10;
/** Concepts behind that pairs are made with. */
const RECENT = 12;
/** Most features of a token, its letters aside: six concepts with twelve before each near or far, those of a sentence's end. */
const ROOM = 8 * RECENT + 32;
/**
 * What a learned policy sees of a text: hashed features, each at the token that completes it, so that every stretch of
 * tokens has the sum of its own. A word that is kept has features of its own, which are not written out again for each text.
 * Buffers are reused: a reading is valid until the next text is read.
 */
export class Features {
  readonly tokens = new Tokens();
  readonly words = new WordMemo();
  readonly #lexicon: Lexicon;
  /** How many features stand before each token, and in all. */
  ends = new Uint32Array(1025);
  /** Numbers of features (see `dense-features.ts`) without those of words that are kept: those of token `i` end at `contextEnds[i + 1]`. */
  context = new Uint32Array(4096);
  contextEnds = new Uint32Array(1025);
  /** Slot of the word whose own features the token has besides; -1: none. */
  own = new Int32Array(1024);
  /** How many of the token's other features stand before those of the word's letters. */
  leads = new Uint8Array(1024);
  /** Indices of the tokens that begin a sentence, and the number of tokens. */
  sentences: number[] = [];
  /** Counts the texts that were read. */
  reading = 0;
  #windows: readonly number[] | null = null;
  #size = 0;
  /** Hashes of the two tokens before. */
  #one = 0;
  #two = 0;
  /** Shapes of the two tokens before. */
  #shapeOne = 0;
  #shapeTwo = 0;
  /** Hash of the first word of the sentence; 0 before it. */
  #opening = 0;
  #recent = new Int32Array(RECENT);
  #recentAt = new Int32Array(RECENT);
  #recentCount = 0;

  constructor(lexicon: Lexicon) {
    this.#lexicon = lexicon;
  }

  /** Windows of whole sentences, starts and ends in turn, in tokens. */
  get windows(): readonly number[] {
    return (this.#windows ??= windowsOf(this.sentences));
  }

  /** Reads a folded text. */
  read(text: string): void {
    const { tokens } = this;
    this.reading += 1;
    this.#windows = null;
    tokens.read(text);
    this.words.open(tokens);
    this.#lexicon.read(tokens, this.words);
    this.#makeRoom();
    this.#size = 0;
    let ownCount = 0;
    this.#recentCount = 0;
    this.sentences = [0];
    this.#one = 0;
    this.#two = 0;
    this.#shapeOne = 0;
    this.#shapeTwo = 0;
    this.#opening = 0;
    for (let at = 0; at < tokens.count; at++) {
      this.ends[at] = this.#size + ownCount;
      this.contextEnds[at] = this.#size;
      this.own[at] = -1;
      const hash = tokens.hashes[at] ?? 0;
      // A row of one token, a rule or a leader of dots, says what its first ones say.
      if (hash === this.#one && hash === this.#two) continue;
      this.#reserve((tokens.ends[at] ?? 0) - (tokens.starts[at] ?? 0));
      this.#shapes(at);
      ownCount += this.#words(at);
      this.#open(at);
      this.#concepts(at);
      if (this.#endsSentence(at)) this.#close(at);
    }
    this.ends[tokens.count] = this.#size + ownCount;
    this.contextEnds[tokens.count] = this.#size;
    if (this.sentences.at(-1) !== tokens.count) this.sentences.push(tokens.count);
  }

  /** What the token is made of, with the two before it. */
  #shapes(at: number): void {
    const shape = shapeOf(this.tokens, at);
    this.#put(shapesFeature(this.#shapeTwo, this.#shapeOne, shape));
    this.#shapeTwo = this.#shapeOne;
    this.#shapeOne = shape;
  }

  /**
   * The token alone, with the one before it, with the one before that, with the sentence's first one, and its letters.
   * @returns how many of them are the word's own, which stand elsewhere
   */
  #words(at: number): number {
    const slot = this.words.slots[at] ?? -1;
    const isWord = this.tokens.kinds[at] === WORD;
    const hash = this.tokens.hashes[at] ?? 0;
    const first = this.#size;
    if (slot < 0) this.#put(wordFeature(hash));
    this.#beside(at, hash);
    if (slot < 0) {
      if (isWord) this.#size = writeLetters(this.tokens, at, { features: this.context, size: this.#size });
      return 0;
    }
    this.own[at] = slot;
    this.leads[at] = this.#size - first;
    return 1 + letterCount(this.tokens, at);
  }

  /** The token with those that it stands beside. */
  #beside(at: number, hash: number): void {
    const kind = this.tokens.kinds[at] ?? 0;
    const one = this.#one;
    const two = this.#two;
    this.#put(mix(mix(hash, one), WORD_PAIR) & FEATURE_MASK);
    if (kind === WORD || kind === SIGN) {
      this.#put(mix(mix(hash, this.#opening), OPENING_WORD) & FEATURE_MASK);
      if (two !== 0) this.#put(mix(mix(hash, two), WORD_SKIP) & FEATURE_MASK);
    }
    if (kind === SIGN) this.#put(mix(mix(mix(hash, one), two), SIGN_TRIPLE) & FEATURE_MASK);
    this.#two = kind === LINE ? 0 : one;
    this.#one = hash;
  }

  /** All feature numbers; those of token `i` begin at `ends[i]`. Asked for to train a model and to test it: nothing else needs them. */
  get ids(): Uint32Array {
    return idsOf(this);
  }

  /** Keeps the first word of a sentence: what is said of a concept depends on how the sentence begins. */
  #open(at: number): void {
    const { kinds, hashes } = this.tokens;
    if (this.#opening !== 0 || (kinds[at] !== WORD && kinds[at] !== SIGN)) return;
    this.#opening = hashes[at] ?? 0;
  }

  /** The last concepts of a sentence with what ends it: an order is no question. */
  #close(at: number): void {
    const first = this.sentences.at(-1) ?? 0;
    const mark = this.tokens.hashes[at] ?? 0;
    const count = this.#recentCount;
    for (let back = count - 1; back >= 0 && back >= count - RECENT; back--) {
      const slot = back % RECENT;
      if ((this.#recentAt[slot] ?? 0) < first) break;
      this.#put(mix(mix((this.#recent[slot] ?? 0) + 1, mark), CLOSING) & FEATURE_MASK);
    }
    this.sentences.push(at + 1);
    this.#opening = 0;
  }

  #concepts(at: number): void {
    const count = this.#lexicon.counts[at] ?? 0;
    const before = this.#recentCount;
    for (let index = 0; index < count; index++) {
      const concept = this.#lexicon.conceptAt(at, index);
      this.#put(conceptFeature(concept));
      this.#put(mix(mix(concept + 1, this.#opening), OPENING) & FEATURE_MASK);
      for (let back = before - 1; back >= 0 && back >= before - RECENT; back--) {
        const slot = back % RECENT;
        const distance = at - (this.#recentAt[slot] ?? 0);
        if (distance > FAR) break;
        const other = this.#recent[slot] ?? 0;
        this.#put(distance <= NEAR ? nearFeature(concept, other) : farFeature(concept, other));
      }
    }
    for (let index = 0; index < count; index++) {
      const slot = this.#recentCount % RECENT;
      this.#recent[slot] = this.#lexicon.conceptAt(at, index);
      this.#recentAt[slot] = at;
      this.#recentCount += 1;
    }
  }

  #endsSentence(at: number): boolean {
    const { units, starts, ends, kinds } = this.tokens;
    const kind = kinds[at];
    if (kind === LINE) return true;
    const code = units[starts[at] ?? 0] ?? 0;
    if (kind !== MARK || !isBreak(code)) return false;
    const isLast = at + 1 === this.tokens.count;
    return isLast || (starts[at + 1] ?? 0) > (ends[at] ?? 0) || kinds[at + 1] === SIGN;
  }

  /** Room for what is told of each token. */
  #makeRoom(): void {
    const { length } = this.tokens.starts;
    if (this.own.length >= length) return;
    this.ends = new Uint32Array(length + 1);
    this.contextEnds = new Uint32Array(length + 1);
    this.own = new Int32Array(length);
    this.leads = new Uint8Array(length);
  }

  /** Room for the features of a token of that length. */
  #reserve(length: number): void {
    const needed = this.#size + length + ROOM;
    if (needed <= this.context.length) return;
    const { context } = this;
    this.context = new Uint32Array(Math.max(needed, context.length * 2));
    this.context.set(context);
  }

  #put(feature: number): void {
    this.context[this.#size] = feature;
    this.#size += 1;
  }
}
