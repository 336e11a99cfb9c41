import { mix } from "./hash-table.ts";
import { idsOf } from "./feature-ids.ts";
import type { Lexicon } from "./lexicon.ts";
import { markShape } from "./mark-shapes.ts";
import { isBreak } from "./sentences.ts";
import { windowsOf } from "./windows.ts";
import { hashUnit, LINE, MARK, SIGN, Tokens, WORD } from "./tokens.ts";
import { WordMemo } from "./word-memo.ts";

/** Features are hashed into that many bits. */
export const FEATURE_BITS = 20;
const MASK = (1 << FEATURE_BITS) - 1;

/** Kinds of features; each keeps its own hashes. */
const WORD_ONE = 1;
const WORD_PAIR = 2;
const WORD_SKIP = 3;
const LETTERS = 4;
const SIGN_TRIPLE = 5;
const CONCEPT = 6;
const CONCEPTS_NEAR = 7;
const CONCEPTS_FAR = 8;
const OPENING = 9;
const CLOSING = 10;
const SHAPE_TRIPLE = 11;
const OPENING_WORD = 13;

/** Letters of a word that make one feature; fewer where a sign says more: scripts without vowels or of syllables, Hangul. */
const GRAM = 4;
const gramOf = (code: number): number => (code >= 0xac00 ? 2 : code >= 0x590 ? 3 : GRAM);
/** Tokens between two concepts that are near, and that still make a pair. */
const NEAR = 3;
const FAR = 10;
/** Concepts behind that pairs are made with. */
const RECENT = 12;
/** Most features of a token, its letters aside: six concepts with twelve before each near or far, those of a sentence's end. */
const ROOM = 8 * RECENT + 32;
/** Stands for what is before and behind a word. */
const EDGE = 0x5f;
const SHORT_WORD = 3;

const SHORT_SHAPE = 8;
const WORD_SHAPE = 9;
const KIND_SHAPE = 10;
const GLUED = 32;
const REPEATED = 64;

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
  /** Feature numbers without those of words that are kept: those of token `i` end at `contextEnds[i + 1]`. */
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
  /** Shapes of the two tokens before, eight bits each, the last one's lowest. */
  #shapesBefore = 0;
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
    this.#shapesBefore = 0;
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
    const triple = this.#shapeOf(at) | (this.#shapesBefore << 8);
    this.#put(mix(triple, SHAPE_TRIPLE));
    this.#shapesBefore = triple & 0xffff;
  }

  #shapeOf(at: number): number {
    const { units, starts, ends, kinds } = this.tokens;
    const start = starts[at] ?? 0;
    const glue = at > 0 && start === ends[at - 1] ? GLUED : 0;
    const length = (ends[at] ?? 0) - start;
    const kind = kinds[at] ?? 0;
    if (kind === WORD) return glue + (length <= SHORT_WORD ? SHORT_SHAPE : WORD_SHAPE);
    if (kind !== MARK) return glue + KIND_SHAPE + kind;
    return glue + markShape(units[start] ?? 0) + (length > 1 ? REPEATED : 0);
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
    if (slot < 0) this.#put(mix(hash, WORD_ONE));
    this.#beside(at, hash);
    if (slot < 0) {
      if (isWord) this.#letters(at);
      return 0;
    }
    this.own[at] = slot;
    this.leads[at] = this.#size - first;
    if (this.words.featureCounts[slot] === 0) this.#keepWord(at, slot);
    return this.words.featureCounts[slot] ?? 0;
  }

  /** The token with those that it stands beside. */
  #beside(at: number, hash: number): void {
    const kind = this.tokens.kinds[at] ?? 0;
    const one = this.#one;
    const two = this.#two;
    this.#put(mix(mix(hash, one), WORD_PAIR));
    if (kind === WORD || kind === SIGN) {
      this.#put(mix(mix(hash, this.#opening), OPENING_WORD));
      if (two !== 0) this.#put(mix(mix(hash, two), WORD_SKIP));
    }
    if (kind === SIGN) this.#put(mix(mix(mix(hash, one), two), SIGN_TRIPLE));
    this.#two = kind === LINE ? 0 : one;
    this.#one = hash;
  }

  /** Writes the word's own features down where they are kept. */
  #keepWord(at: number, slot: number): void {
    const first = this.#size;
    this.#put(mix(this.tokens.hashes[at] ?? 0, WORD_ONE));
    this.#letters(at);
    this.words.features.set(this.context.subarray(first, this.#size), this.words.featuresFrom(slot));
    this.words.featureCounts[slot] = this.#size - first;
    this.#size = first;
  }

  /** All feature numbers; those of token `i` begin at `ends[i]`. Asked for to train a model and to test it: nothing else needs them. */
  get ids(): Uint32Array {
    return idsOf(this);
  }

  /** Stretches of a few units, with the edges of the word. */
  #letters(at: number): void {
    const { units } = this.tokens;
    const start = this.tokens.starts[at] ?? 0;
    const end = this.tokens.ends[at] ?? 0;
    const gram = gramOf(units[start] ?? 0);
    if (end - start + 2 <= gram) return;
    for (let first = start - 1; first + gram <= end + 1; first++) {
      let hash = LETTERS;
      for (let unit = first; unit < first + gram; unit++)
        hash = hashUnit(hash, unit < start || unit >= end ? EDGE : (units[unit] ?? 0));
      this.#put(mix(hash, LETTERS));
    }
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
      this.#put(mix(mix((this.#recent[slot] ?? 0) + 1, mark), CLOSING));
    }
    this.sentences.push(at + 1);
    this.#opening = 0;
  }

  #concepts(at: number): void {
    const count = this.#lexicon.counts[at] ?? 0;
    const before = this.#recentCount;
    for (let index = 0; index < count; index++) {
      const concept = this.#lexicon.conceptAt(at, index);
      this.#put(mix(concept + 1, CONCEPT));
      this.#put(mix(mix(concept + 1, this.#opening), OPENING));
      for (let back = before - 1; back >= 0 && back >= before - RECENT; back--) {
        const slot = back % RECENT;
        const distance = at - (this.#recentAt[slot] ?? 0);
        if (distance > FAR) break;
        const pair = mix(concept + 1, (this.#recent[slot] ?? 0) + 1);
        this.#put(mix(pair, distance <= NEAR ? CONCEPTS_NEAR : CONCEPTS_FAR));
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
    this.context[this.#size] = feature & MASK;
    this.#size += 1;
  }
}
