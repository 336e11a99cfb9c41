import {
  AROUND,
  conceptFeature,
  FEATURE_BITS,
  farFeature,
  nearFeature,
  NO_FEATURE,
  shapesFeature,
} from "./dense-features.ts";
import { idsOf } from "./feature-ids.ts";
import { mix } from "./hash-table.ts";
import type { Lexicon } from "./lexicon.ts";
import { isBreak } from "./sentences.ts";
import { readShapes } from "./token-shapes.ts";
import { LINE, MARK, SIGN, TOKEN_MAX, Tokens, WORD } from "./tokens.ts";
import { windowsOf } from "./windows.ts";
import { wordFeature, writeLetters } from "./word-features.ts";
import { WordMemo } from "./word-memo.ts";

const MASK = (1 << FEATURE_BITS) - 1;
/** Instead of a slot: of a token that is not kept, and of one without any features. */
const NOT_KEPT = -1;
const NOTHING_NEW = -2;

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
/** Most further features of a token: six concepts with twelve before each near or far, those of a sentence's end, and its letters. */
const ROOM = 8 * RECENT + 32 + TOKEN_MAX;

/**
 * What a learned policy sees of a text: features by their numbers (see `dense-features.ts`), each at the token that completes it, so
 * that every stretch of tokens has the sum of its own. A word that is kept has features of its own, which are not written out for each
 * text. Buffers are reused: a reading is valid until the next text is read.
 */
export class Features {
  readonly tokens = new Tokens();
  readonly words = new WordMemo();
  readonly #lexicon: Lexicon;
  /** How many features stand before each token, and in all. */
  ends = new Uint32Array(1025);
  /** `AROUND` of each token: its shape with those before it; the token with the one before it, the sentence's first one, the one before the last. */
  around = new Uint32Array(1024 * AROUND);
  /** What else there is: of tokens that are not kept, concepts, ends of sentences. Those of token `i` end at `furtherEnds[i + 1]`. */
  further = new Uint32Array(4096);
  furtherEnds = new Uint32Array(1025);
  /** Slot of the word whose own features the token has besides; `NOT_KEPT`, or `NOTHING_NEW` of a token without any features. */
  own = new Int32Array(1024);
  /** Indices of the tokens that begin a sentence, and the number of tokens. */
  sentences: number[] = [];
  /** Counts the texts that were read. */
  reading = 0;
  #shapes = new Uint8Array(1024);
  /** Hash of the first word of the token's sentence; 0 before it. */
  #openings = new Int32Array(1024);
  /** Feature of a sign with the two tokens before it. */
  #triples = new Uint32Array(1024);
  /** How many features stand around the tokens so far, and how many further ones there are. */
  #aroundCount = 0;
  #size = 0;
  /** The last concepts, and the tokens that they stand at. */
  readonly #recent = new Int32Array(RING + 1);
  readonly #recentAt = new Int32Array(RING + 1);
  #recentCount = 0;

  constructor(lexicon: Lexicon) {
    this.#lexicon = lexicon;
  }

  /** Windows of whole sentences, starts and ends in turn, in tokens. Asked for as the `ids` are. */
  get windows(): readonly number[] {
    return windowsOf(this.sentences);
  }

  /** All features by their hashes; those of token `i` begin at `ends[i]`. Asked for to train a model and to test it: nothing else needs them. */
  get ids(): Uint32Array {
    return idsOf(this);
  }

  /** Reads a folded text. */
  read(text: string): void {
    const { tokens } = this;
    this.reading += 1;
    tokens.read(text);
    this.words.open(tokens);
    this.#lexicon.read(tokens, this.words);
    this.#makeRoom();
    readShapes(tokens, this.#shapes);
    this.#readAround();
    this.#readFurther();
    if (this.sentences.at(-1) !== tokens.count) this.sentences.push(tokens.count);
  }

  /** The tokens with those around them, in a loop of its own: where its arrays lie is looked up once. */
  #readAround(): void {
    const { kinds, hashes, count } = this.tokens;
    const { own, around, ends } = this;
    const { slots } = this.words;
    const shapes = this.#shapes;
    let one = 0;
    let two = 0;
    let opening = 0;
    let shapeOne = 0;
    let shapeTwo = 0;
    this.#aroundCount = 0;
    for (let at = 0; at < count; at++) {
      const hash = hashes[at] ?? 0;
      const to = at * AROUND;
      ends[at] = this.#aroundCount;
      around[to + 2] = around[to + 3] = NO_FEATURE;
      // A row of one token, a rule or a leader of dots, says what its first ones say.
      if (hash === one && hash === two) {
        around[to] = around[to + 1] = NO_FEATURE;
        own[at] = NOTHING_NEW;
        continue;
      }
      const kind = kinds[at] ?? 0;
      const shape = shapes[at] ?? 0;
      own[at] = slots[at] ?? NOT_KEPT;
      around[to] = shapesFeature(shapeTwo, shapeOne, shape);
      around[to + 1] = mix(mix(hash, one), WORD_PAIR) & MASK;
      this.#aroundCount += 2;
      if (kind <= SIGN) opening = this.#readWord(at, { hash, one, two, opening });
      this.#openings[at] = opening;
      if (kind > SIGN && this.#endsSentence(at)) opening = 0;
      shapeTwo = shapeOne;
      shapeOne = shape;
      two = kind === LINE ? 0 : one;
      one = hash;
    }
    ends[count] = this.#aroundCount;
  }

  /** A word or a sign with the first one of the sentence, and with the one before the last; returns the sentence's first one. */
  #readWord(at: number, { hash, one, two, opening }: Beside): number {
    const { around } = this;
    const to = at * AROUND;
    around[to + 2] = mix(mix(hash, opening), OPENING_WORD) & MASK;
    if (two !== 0) around[to + 3] = mix(mix(hash, two), WORD_SKIP) & MASK;
    this.#aroundCount += two === 0 ? 1 : 2;
    if (this.tokens.kinds[at] === SIGN) this.#triples[at] = mix(mix(mix(hash, one), two), SIGN_TRIPLE) & MASK;
    return opening === 0 ? hash : opening;
  }

  /** All that not every token has, which counts besides what stands around. */
  #readFurther(): void {
    const { tokens, words, own, ends, furtherEnds } = this;
    const { counts } = this.#lexicon;
    let ownCount = 0;
    this.#size = 0;
    this.#recentCount = 0;
    this.sentences = [0];
    for (let at = 0; at < tokens.count; at++) {
      ends[at] = (ends[at] ?? 0) + this.#size + ownCount;
      furtherEnds[at] = this.#size;
      const slot = own[at] ?? NOTHING_NEW;
      const concepts = counts[at] ?? 0;
      if (slot >= 0) {
        ownCount += 1 + words.letterCount(slot);
        if (concepts === 0) continue;
      }
      if (slot === NOTHING_NEW) continue;
      this.#reserve();
      if (slot === NOT_KEPT) this.#alone(at);
      if (concepts > 0) this.#concepts(at, concepts);
      if (this.#endsSentence(at)) this.#close(at);
    }
    ends[tokens.count] = (ends[tokens.count] ?? 0) + this.#size + ownCount;
    furtherEnds[tokens.count] = this.#size;
  }

  /** A token that is not kept: alone, with the two before it, and its letters. */
  #alone(at: number): void {
    const { further, tokens } = this;
    const kind = tokens.kinds[at];
    further[this.#size++] = wordFeature(tokens.hashes[at] ?? 0);
    if (kind === SIGN) further[this.#size++] = this.#triples[at] ?? 0;
    if (kind === WORD) this.#size = writeLetters(tokens, at, { features: further, from: this.#size });
  }

  /** The last concepts of a sentence with what ends it: an order is no question. */
  #close(at: number): void {
    const first = this.sentences.at(-1) ?? 0;
    const mark = this.tokens.hashes[at] ?? 0;
    const count = this.#recentCount;
    for (let back = count - 1; back >= 0 && back >= count - RECENT; back--) {
      if ((this.#recentAt[back & RING] ?? 0) < first) break;
      this.further[this.#size++] = mix(mix((this.#recent[back & RING] ?? 0) + 1, mark), CLOSING) & MASK;
    }
    this.sentences.push(at + 1);
  }

  /** The token's concepts: alone, with the sentence's first word, and with those of the tokens before it, the last first. */
  #concepts(at: number, count: number): void {
    const { further } = this;
    const opening = this.#openings[at] ?? 0;
    const recent = this.#recent;
    const before = this.#recentCount;
    const near = this.#firstWithin(at - NEAR);
    const far = this.#firstWithin(at - FAR);
    let size = this.#size;
    for (let index = 0; index < count; index++) {
      const concept = this.#lexicon.conceptAt(at, index);
      further[size++] = conceptFeature(concept);
      further[size++] = mix(mix(concept + 1, opening), OPENING) & MASK;
      const [nearFirst, farFirst] = [nearFeature(concept, 0), farFeature(concept, 0)];
      let back = before - 1;
      for (; back >= near; back--) further[size++] = nearFirst + (recent[back & RING] ?? 0);
      for (; back >= far; back--) further[size++] = farFirst + (recent[back & RING] ?? 0);
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
    if (kinds[at] !== MARK || !isBreak(units[starts[at] ?? 0] ?? 0)) return false;
    const isLast = at + 1 === this.tokens.count;
    return isLast || (starts[at + 1] ?? 0) > (ends[at] ?? 0) || kinds[at + 1] === SIGN;
  }

  /** Room for what is told of each token. */
  #makeRoom(): void {
    const { length } = this.tokens.starts;
    if (this.own.length >= length) return;
    this.ends = new Uint32Array(length + 1);
    this.around = new Uint32Array(length * AROUND);
    this.furtherEnds = new Uint32Array(length + 1);
    this.own = new Int32Array(length);
    this.#shapes = new Uint8Array(length);
    this.#openings = new Int32Array(length);
    this.#triples = new Uint32Array(length);
  }

  /** Room for the further features of one more token. */
  #reserve(): void {
    if (this.#size + ROOM <= this.further.length) return;
    const { further } = this;
    this.further = new Uint32Array(further.length * 2);
    this.further.set(further);
  }
}

/** A token's hash, and those of the two before it and of the sentence's first one; 0 where there is none. */
interface Beside {
  readonly hash: number;
  readonly one: number;
  readonly two: number;
  readonly opening: number;
}
