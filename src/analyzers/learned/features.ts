import { conceptFeature, FEATURE_MASK, farFeature, nearFeature, shapesFeature } from "./dense-features.ts";
import { idsOf } from "./feature-ids.ts";
import { mix } from "./hash-table.ts";
import type { Lexicon } from "./lexicon.ts";
import { isBreak } from "./sentences.ts";
import { shapeOf } from "./token-shapes.ts";
import { LINE, MARK, SIGN, TOKEN_MAX, Tokens, WORD } from "./tokens.ts";
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
/** They are kept in a ring of the next power of two. */
const RING = 15;
/** Most features of a token: six concepts with twelve before each near or far, those of a sentence's end, and its letters. */
const ROOM = 8 * RECENT + 32 + TOKEN_MAX;

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
  /** The last concepts, and the tokens that they stand at. */
  readonly #recent = new Int32Array(RING + 1);
  readonly #recentAt = new Int32Array(RING + 1);
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
    this.#begin(text);
    const { tokens, ends, contextEnds, own } = this;
    const { counts } = this.#lexicon;
    let ownCount = 0;
    for (let at = 0; at < tokens.count; at++) {
      ends[at] = this.#size + ownCount;
      contextEnds[at] = this.#size;
      own[at] = -1;
      const hash = tokens.hashes[at] ?? 0;
      // A row of one token, a rule or a leader of dots, says what its first ones say.
      if (hash === this.#one && hash === this.#two) continue;
      this.#reserve();
      const slot = this.words.slots[at] ?? -1;
      this.#around(at, { hash, slot });
      if (slot >= 0) {
        own[at] = slot;
        ownCount += 1 + letterCount(tokens, at);
      } else if (tokens.kinds[at] === WORD)
        this.#size = writeLetters(tokens, at, { features: this.context, from: this.#size });
      if (counts[at] !== 0) this.#concepts(at, counts[at] ?? 0);
      if ((tokens.kinds[at] ?? 0) >= MARK && this.#endsSentence(at)) this.#close(at);
    }
    ends[tokens.count] = this.#size + ownCount;
    contextEnds[tokens.count] = this.#size;
    if (this.sentences.at(-1) !== tokens.count) this.sentences.push(tokens.count);
  }

  #begin(text: string): void {
    const { tokens } = this;
    this.reading += 1;
    tokens.read(text);
    this.words.open(tokens);
    this.#lexicon.read(tokens, this.words);
    this.#makeRoom();
    this.sentences = [0];
    this.#windows = null;
    this.#size = 0;
    this.#recentCount = 0;
    this.#one = 0;
    this.#two = 0;
    this.#shapeOne = 0;
    this.#shapeTwo = 0;
    this.#opening = 0;
  }

  /**
   * What the token is made of, with the two before it; the token alone, unless it is kept; with the one before it, with the sentence's
   * first one, with the one before that.
   */
  #around(at: number, { hash, slot }: { readonly hash: number; readonly slot: number }): void {
    const { context, tokens } = this;
    const one = this.#one;
    const two = this.#two;
    const kind = tokens.kinds[at] ?? 0;
    const shape = shapeOf(tokens, at);
    let size = this.#size;
    context[size++] = shapesFeature(this.#shapeTwo, this.#shapeOne, shape);
    if (slot < 0) context[size++] = wordFeature(hash);
    const lead = size;
    context[size++] = mix(mix(hash, one), WORD_PAIR) & FEATURE_MASK;
    if (kind === WORD || kind === SIGN) {
      context[size++] = mix(mix(hash, this.#opening), OPENING_WORD) & FEATURE_MASK;
      if (two !== 0) context[size++] = mix(mix(hash, two), WORD_SKIP) & FEATURE_MASK;
      // What is said of a concept depends on how the sentence begins.
      if (this.#opening === 0) this.#opening = hash;
    }
    if (kind === SIGN) context[size++] = mix(mix(mix(hash, one), two), SIGN_TRIPLE) & FEATURE_MASK;
    this.leads[at] = size - lead;
    this.#size = size;
    this.#shapeTwo = this.#shapeOne;
    this.#shapeOne = shape;
    this.#two = kind === LINE ? 0 : one;
    this.#one = hash;
  }

  /** All feature numbers; those of token `i` begin at `ends[i]`. Asked for to train a model and to test it: nothing else needs them. */
  get ids(): Uint32Array {
    return idsOf(this);
  }

  /** The last concepts of a sentence with what ends it: an order is no question. */
  #close(at: number): void {
    const first = this.sentences.at(-1) ?? 0;
    const mark = this.tokens.hashes[at] ?? 0;
    const count = this.#recentCount;
    for (let back = count - 1; back >= 0 && back >= count - RECENT; back--) {
      if ((this.#recentAt[back & RING] ?? 0) < first) break;
      this.context[this.#size++] = mix(mix((this.#recent[back & RING] ?? 0) + 1, mark), CLOSING) & FEATURE_MASK;
    }
    this.sentences.push(at + 1);
    this.#opening = 0;
  }

  /** The token's concepts: alone, with the sentence's first word, and with those of the tokens before it, the last first. */
  #concepts(at: number, count: number): void {
    const { context } = this;
    const recent = this.#recent;
    const before = this.#recentCount;
    const near = this.#firstWithin(at - NEAR);
    const far = this.#firstWithin(at - FAR);
    let size = this.#size;
    for (let index = 0; index < count; index++) {
      const concept = this.#lexicon.conceptAt(at, index);
      context[size++] = conceptFeature(concept);
      context[size++] = mix(mix(concept + 1, this.#opening), OPENING) & FEATURE_MASK;
      const [nearFirst, farFirst] = [nearFeature(concept, 0), farFeature(concept, 0)];
      let back = before - 1;
      for (; back >= near; back--) context[size++] = nearFirst + (recent[back & RING] ?? 0);
      for (; back >= far; back--) context[size++] = farFirst + (recent[back & RING] ?? 0);
    }
    this.#size = size;
    for (let index = 0; index < count; index++) {
      recent[(before + index) & RING] = this.#lexicon.conceptAt(at, index);
      this.#recentAt[(before + index) & RING] = at;
    }
    this.#recentCount = before + count;
  }

  /** The first of the last concepts that stands at that token or behind it. */
  #firstWithin(token: number): number {
    const least = Math.max(0, this.#recentCount - RECENT);
    let first = this.#recentCount;
    while (first > least && (this.#recentAt[(first - 1) & RING] ?? 0) >= token) first -= 1;
    return first;
  }

  /** Whether a sentence ends with a mark or a line end. */
  #endsSentence(at: number): boolean {
    const { units, starts, ends, kinds } = this.tokens;
    if (kinds[at] === LINE) return true;
    if (!isBreak(units[starts[at] ?? 0] ?? 0)) return false;
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

  /** Room for the features of one more token. */
  #reserve(): void {
    if (this.#size + ROOM <= this.context.length) return;
    const { context } = this;
    this.context = new Uint32Array(context.length * 2);
    this.context.set(context);
  }
}
