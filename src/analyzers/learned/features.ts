import { Arena } from "../../core/arena.ts";
import { lazy } from "../../core/lazy.ts";
import { facet } from "../../text/reading.ts";
import { LINE, MARK, SIGN, TOKEN_MAX, Tokens, TOKENS, WORD } from "../../text/tokens.ts";
import { storedJson } from "../stored.ts";
import {
  AROUND,
  conceptFeature,
  FEATURE_MASK,
  farFeature,
  hashedFeature,
  nearFeature,
  NO_FEATURE,
  OWN_MAX,
  readShapes,
  shapesFeature,
  wordFeature,
  writeLetters,
  writeOwn,
} from "./feature-numbers.ts";
import { mix } from "./hash-table.ts";
import { CONCEPT_BYTES, Concepts, Lexicon } from "./lexicon.ts";
import type stored from "./lexicon.json";
import { isBreak } from "./sentences.ts";
import { KNOWN_BYTES, type KnownWords, WordMemo } from "./word-memo.ts";

/** Instead of a slot: for a token that is not cached, and for one without features. */
const NOT_KEPT = -1;
const NOTHING_NEW = -2;

/** Kinds of features that keep their own hashes; see `feature-numbers.ts` for the others. */
const WORD_PAIR = 2;
const WORD_SKIP = 3;
const SIGN_TRIPLE = 5;
const OPENING = 9;
const CLOSING = 10;
const OPENING_WORD = 13;

/** Tokens between two concepts that are near, and that still make a pair. */
const NEAR = 3;
const FAR = 10;
/** Concepts before a token that pairs are made with. */
const RECENT = 12;
/** Size of their ring buffer, the next power of two. */
const RING = 15;
/** Most further features of a token: six concepts with twelve before each near or far, those of a sentence's end, and its letters. */
const ROOM = 8 * RECENT + 32 + TOKEN_MAX;
/** Most texts have fewer further features for each token. */
const FURTHER_USUAL = 4;
/** Bytes for each token. */
const TOKEN_BYTES = 4 * (AROUND + 3 + FURTHER_USUAL) + 1 + KNOWN_BYTES + CONCEPT_BYTES;

const read = storedJson<typeof stored>(new URL("./lexicon.json", import.meta.url));

/** The words of all languages, read on first use. */
export const vocabulary = lazy(() => new Lexicon(read()));
const sharedMemo = lazy(() => new WordMemo());

/**
 * What a learned policy sees of a text: features by their numbers (see `feature-numbers.ts`), each at the token that completes it, so
 * that every stretch of tokens has its own sum. A cached word has its own features, which are not repeated for each text.
 */
export class Features {
  readonly tokens: Tokens;
  readonly words: KnownWords;
  readonly concepts: Concepts;
  /** Number of features before each token, and in total. */
  readonly ends: Uint32Array;
  /** `AROUND` of each token: its shape with those before it; the token with the one before it, the sentence's first one, the one before the last. */
  readonly around: Uint32Array;
  /** The other features: uncached tokens, concepts, ends of sentences. Those of token `i` end at `furtherEnds[i + 1]`. */
  further: Uint32Array;
  readonly furtherEnds: Uint32Array;
  /** Slot of the word whose own features the token also has; `NOT_KEPT`, or `NOTHING_NEW` for a token without features. */
  readonly own: Int32Array;
  /** Indices of the tokens that begin a sentence, and the number of tokens. */
  readonly sentences: number[] = [0];
  /** Hash of the first word of the token's sentence; 0 before it. */
  readonly #openings: Int32Array;
  /** Number of context features so far, and of further features. */
  #aroundCount = 0;
  #size = 0;
  /** The last concepts, and their tokens. */
  readonly #recent: number[] = [];
  readonly #recentAt: number[] = [];
  #recentCount = 0;

  constructor(tokens: Tokens, memo: WordMemo = sharedMemo()) {
    const { count } = tokens;
    this.tokens = tokens;
    const arena = new Arena((count + 2) * TOKEN_BYTES + 4 * ROOM);
    this.ends = arena.uint32(count + 1);
    this.furtherEnds = arena.uint32(count + 1);
    this.around = arena.uint32(count * AROUND);
    this.#openings = arena.int32(count);
    this.further = arena.uint32(ROOM + count * FURTHER_USUAL);
    this.words = memo.open(tokens, arena);
    this.concepts = new Concepts(vocabulary(), tokens, this.words, arena);
    this.own = this.words.slots;
    this.#readAround(arena.bytes(count));
    this.#readFurther();
    if (this.sentences.at(-1) !== count) this.sentences.push(count);
  }

  /** The tokens with those around them, in a loop of its own: where its arrays lie is looked up once. @param shapes to be filled in */
  #readAround(shapes: Uint8Array): void {
    const { kinds, hashes, count } = this.tokens;
    const { own, around, ends } = this;
    readShapes(this.tokens, shapes);
    let one = 0;
    let two = 0;
    let opening = 0;
    let shapeOne = 0;
    let shapeTwo = 0;
    for (let at = 0; at < count; at++) {
      const hash = hashes[at] ?? 0;
      const to = at * AROUND;
      ends[at] = this.#aroundCount;
      around[to + 2] = around[to + 3] = NO_FEATURE;
      // A repeated token, such as a rule or dot leader, adds nothing after its first occurrences.
      if (hash === one && hash === two) {
        around[to] = around[to + 1] = NO_FEATURE;
        own[at] = NOTHING_NEW;
        continue;
      }
      const kind = kinds[at] ?? 0;
      const shape = shapes[at] ?? 0;
      around[to] = shapesFeature(shapeTwo, shapeOne, shape);
      around[to + 1] = mix(mix(hash, one), WORD_PAIR) & FEATURE_MASK;
      this.#aroundCount += 2;
      if (kind <= SIGN) opening = this.#readWord(at, { hash, two, opening });
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
  #readWord(at: number, { hash, two, opening }: Beside): number {
    const { around } = this;
    const to = at * AROUND;
    around[to + 2] = mix(mix(hash, opening), OPENING_WORD) & FEATURE_MASK;
    if (two !== 0) around[to + 3] = mix(mix(hash, two), WORD_SKIP) & FEATURE_MASK;
    this.#aroundCount += two === 0 ? 1 : 2;
    return opening === 0 ? hash : opening;
  }

  /** The features that only some tokens have, in addition to context features. */
  #readFurther(): void {
    const { tokens, own, ends, furtherEnds } = this;
    const { memo } = this.words;
    const { counts } = this.concepts;
    let ownCount = 0;
    for (let at = 0; at < tokens.count; at++) {
      ends[at] = (ends[at] ?? 0) + this.#size + ownCount;
      furtherEnds[at] = this.#size;
      const slot = own[at] ?? NOTHING_NEW;
      const concepts = counts[at] ?? 0;
      if (slot >= 0) {
        ownCount += 1 + memo.letterCount(slot);
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

  /** An uncached token: alone, with the two before it, and its letters. */
  #alone(at: number): void {
    const { further, tokens } = this;
    const kind = tokens.kinds[at];
    further[this.#size++] = wordFeature(tokens.hashes[at] ?? 0);
    if (kind === SIGN) further[this.#size++] = this.#signTriple(at);
    if (kind === WORD) this.#size = writeLetters(tokens, at, { features: further, from: this.#size });
  }

  /** A sign with the two tokens before it; right after a line end, without the farther one. */
  #signTriple(at: number): number {
    const { hashes, kinds } = this.tokens;
    const one = hashes[at - 1] ?? 0;
    const two = kinds[at - 1] === LINE ? 0 : (hashes[at - 2] ?? 0);
    return mix(mix(mix(hashes[at] ?? 0, one), two), SIGN_TRIPLE) & FEATURE_MASK;
  }

  /** The last concepts of a sentence with its end: a command is not a question. */
  #close(at: number): void {
    const first = this.sentences.at(-1) ?? 0;
    const mark = this.tokens.hashes[at] ?? 0;
    const count = this.#recentCount;
    for (let back = count - 1; back >= 0 && back >= count - RECENT; back--) {
      if ((this.#recentAt[back & RING] ?? 0) < first) break;
      this.further[this.#size++] = mix(mix((this.#recent[back & RING] ?? 0) + 1, mark), CLOSING) & FEATURE_MASK;
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
      const concept = this.concepts.at(at, index);
      further[size++] = conceptFeature(concept);
      further[size++] = mix(mix(concept + 1, opening), OPENING) & FEATURE_MASK;
      const [nearFirst, farFirst] = [nearFeature(concept, 0), farFeature(concept, 0)];
      let back = before - 1;
      for (; back >= near; back--) further[size++] = nearFirst + (recent[back & RING] ?? 0);
      for (; back >= far; back--) further[size++] = farFirst + (recent[back & RING] ?? 0);
    }
    this.#size = size;
    for (let index = 0; index < count; index++) {
      recent[(before + index) & RING] = this.concepts.at(at, index);
      this.#recentAt[(before + index) & RING] = at;
    }
    this.#recentCount = before + count;
  }

  /** The first of the last concepts at or after that token. */
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

  /** Room for the further features of one more token. */
  #reserve(): void {
    if (this.#size + ROOM <= this.further.length) return;
    const { further } = this;
    this.further = new Uint32Array(further.length * 2);
    this.further.set(further);
  }
}

/** A token's hash, and those of the one before the last and of the sentence's first one; 0 where there is none. */
interface Beside {
  readonly hash: number;
  readonly two: number;
  readonly opening: number;
}

/** The features of a text, folded. */
export const FEATURES = facet((reading) => new Features(reading.of(TOKENS)));

/** The features of a text that is folded already. */
export const featuresOf = (folded: string): Features => new Features(new Tokens(folded));

/**
 * All features by the hashes that a model is trained by, including those of cached words, in training order: a token's
 * shape, its word, its neighbours, its letters, its concepts. Those of token `i` begin at `ends[i]`. For training and tests: nothing
 * else needs them.
 */
export function idsOf({ tokens, around, further, furtherEnds, ends, own }: Features): Uint32Array {
  const ids = new Uint32Array(ends[tokens.count] ?? 0);
  const ownFeatures = new Uint32Array(OWN_MAX);
  for (let at = 0; at < tokens.count; at++) {
    const [shape, ...beside] = around.subarray(at * AROUND, (at + 1) * AROUND).filter((id) => id !== NO_FEATURE);
    if (shape === undefined) continue;
    const rest = [...further.subarray(furtherEnds[at] ?? 0, furtherEnds[at + 1] ?? 0)];
    const isKept = (own[at] ?? -1) >= 0;
    const [word = 0, ...letters] = isKept
      ? ownFeatures.subarray(0, writeOwn(tokens, at, ownFeatures))
      : rest.splice(0, 1);
    ids.set([shape, word, ...beside, ...letters, ...rest].map(hashedFeature), ends[at] ?? 0);
  }
  return ids;
}
