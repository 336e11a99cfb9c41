import { lazy } from "../../core/lazy.ts";
import { LINE, NUMBER, SIGN, stepHash, type Tokens, WORD } from "../../text/tokens.ts";
import { mix } from "./hash-table.ts";

/** The numbers of features: shapes of tokens, concepts, words and their letters. Models are trained on them. */

/** Shape of a mark: bracket, quote, stop, slash, operator, other. */
const MARK_SHAPES = ["([{<", ")]}>", "\"'`", ".!?,;:", "\\/|", "=+-*%$#@&^~_"];
const OTHER = MARK_SHAPES.length + 1;
const SHAPE_OF = new Uint8Array(128).fill(OTHER);
for (const [index, marks] of MARK_SHAPES.entries()) for (const mark of marks) SHAPE_OF[mark.charCodeAt(0)] = index + 1;

/** Longest short word, UTF-16 units. */
const SHORT_MAX = 3;
const SHORT_WORD = OTHER + 1;
const LONG_WORD = OTHER + 2;
const SIGN_SHAPE = OTHER + 3;
const NUMBER_SHAPE = OTHER + 4;
const LINE_SHAPE = OTHER + 5;
/** Added for repeated marks, and for tokens without a space before them. */
const REPEATED = LINE_SHAPE;
const GLUED = REPEATED + OTHER;
/** Number of shapes, including 0: none, before the text. */
export const SHAPES = 2 * GLUED + 1;

/** By token kind; marks have their own shapes. */
const SHAPE_OF_KIND = new Uint8Array(LINE + 1);
SHAPE_OF_KIND[WORD] = LONG_WORD;
SHAPE_OF_KIND[SIGN] = SIGN_SHAPE;
SHAPE_OF_KIND[NUMBER] = NUMBER_SHAPE;
SHAPE_OF_KIND[LINE] = LINE_SHAPE;

/** Writes the shape of each token: 1 to `SHAPES` - 1. */
export function readShapes({ units, starts, ends, kinds, count }: Tokens, shapes: Uint8Array): void {
  let before = -1;
  for (let at = 0; at < count; at++) {
    const start = starts[at] ?? 0;
    const end = ends[at] ?? 0;
    let shape = SHAPE_OF_KIND[kinds[at] ?? 0] ?? 0;
    if (shape === LONG_WORD) shape = end - start <= SHORT_MAX ? SHORT_WORD : LONG_WORD;
    else if (shape === 0) shape = markShape(units[start] ?? 0) + (end - start > 1 ? REPEATED : 0);
    shapes[at] = start === before ? GLUED + shape : shape;
    before = end;
  }
}

const markShape = (code: number): number => (code < 128 ? (SHAPE_OF[code] ?? 0) : OTHER);

const HASHED_REPEATED = 64;
const HASHED_GLUED = 32;
/** Hash values of signs, numbers and line ends. */
const HASHED = new Map([
  [SIGN_SHAPE, 11],
  [NUMBER_SHAPE, 12],
  [LINE_SHAPE, 14],
]);

/** The hash value of a shape: seven bits, in the order that the models were trained with. */
export function hashedShape(shape: number): number {
  if (shape > GLUED) return HASHED_GLUED + hashedShape(shape - GLUED);
  if (shape > REPEATED) return HASHED_REPEATED + shape - REPEATED;
  return HASHED.get(shape) ?? shape;
}

/** Bits of a feature's hash. */
export const FEATURE_BITS = 20;
export const FEATURE_MASK = (1 << FEATURE_BITS) - 1;
/** Features of each token at fixed positions; `NO_FEATURE` for a missing one. */
export const AROUND = 4;
/** Bits of a concept's number. */
export const CONCEPT_BITS = 7;
const CONCEPT_COUNT = 1 << CONCEPT_BITS;

/** Kinds of features that keep their own hashes; see `features.ts` for the others. */
const CONCEPT = 6;
const CONCEPTS_NEAR = 7;
const CONCEPTS_FAR = 8;
const SHAPE_TRIPLE = 11;
const WORD_ONE = 1;
const LETTERS = 4;

/**
 * Features with few values have their own numbers, after those of all hashes: two concepts, the shapes of three tokens. A model
 * repeats the weights of their hashes there, so that weights used together are adjacent instead of spread over a megabyte.
 */
export const CONCEPTS_FIRST = 1 << FEATURE_BITS;
const NEAR_FIRST = CONCEPTS_FIRST + CONCEPT_COUNT;
const FAR_FIRST = NEAR_FIRST + CONCEPT_COUNT ** 2;
const SHAPES_FIRST = FAR_FIRST + CONCEPT_COUNT ** 2;
/** Placeholder for a missing feature: its weight is 0. */
export const NO_FEATURE = SHAPES_FIRST + SHAPES ** 3;
/** One more than the last feature number. */
export const FEATURES_END = NO_FEATURE + 1;

export const conceptFeature = (concept: number): number => CONCEPTS_FIRST + concept;
/** A concept and one at most a few tokens before it. */
export const nearFeature = (concept: number, before: number): number =>
  NEAR_FIRST + ((concept << CONCEPT_BITS) | before);
/** A concept and one farther before it. */
export const farFeature = (concept: number, before: number): number => FAR_FIRST + ((concept << CONCEPT_BITS) | before);
/** The shapes of a token and of the two before it. */
export const shapesFeature = (two: number, one: number, shape: number): number =>
  SHAPES_FIRST + (two * SHAPES + one) * SHAPES + shape;

/** The hash of a feature in training. */
export const hashedFeature = (feature: number): number =>
  feature < CONCEPTS_FIRST ? feature : (denseHashes()[feature - CONCEPTS_FIRST] ?? 0) & FEATURE_MASK;

const denseHashes = lazy(makeDenseHashes);

/** In loops, and each shape hashed once: there are more than a hundred thousand, and a start waits for them. */
function makeDenseHashes(): Uint32Array {
  const hashes = new Uint32Array(NO_FEATURE - CONCEPTS_FIRST);
  let at = 0;
  for (let concept = 0; concept < CONCEPT_COUNT; concept++) hashes[at++] = mix(concept + 1, CONCEPT);
  for (const kind of [CONCEPTS_NEAR, CONCEPTS_FAR])
    for (let pair = 0; pair < CONCEPT_COUNT ** 2; pair++) hashes[at++] = mix(pairHash(pair), kind);
  const shapes = Uint8Array.from({ length: SHAPES }, (_, shape) => hashedShape(shape));
  for (const two of shapes)
    for (const one of shapes)
      for (const shape of shapes) hashes[at++] = mix((two << 16) | (one << 8) | shape, SHAPE_TRIPLE);
  return hashes;
}

const pairHash = (pair: number): number => mix((pair >> CONCEPT_BITS) + 1, (pair & (CONCEPT_COUNT - 1)) + 1);

/** Letters of one character n-gram; fewer in scripts whose characters carry more: abjads, syllabaries, Hangul. */
const GRAM = 4;
const gramOf = (code: number): number => (code >= 0xac00 ? 2 : code >= 0x590 ? 3 : GRAM);
/** Marks the beginning and the end of a word. */
const EDGE = 0x5f;

/** The token alone. */
export const wordFeature = (hash: number): number => mix(hash, WORD_ONE) & FEATURE_MASK;

/** Number of character n-grams of a word, including its edges. */
export function letterCount({ units, starts, ends }: Tokens, at: number): number {
  const start = starts[at] ?? 0;
  const size = (ends[at] ?? 0) - start + 2;
  const gram = gramOf(units[start] ?? 0);
  return size <= gram ? 0 : size - gram + 1;
}

/** Writes a word's character n-gram features at `to`, at most one for each of its units; returns their end. */
export function writeLetters({ units, starts, ends }: Tokens, at: number, { features, from }: Target): number {
  const start = starts[at] ?? 0;
  const end = ends[at] ?? 0;
  const gram = gramOf(units[start] ?? 0);
  let to = from;
  if (end - start + 2 <= gram) return to;
  for (let first = start - 1; first + gram <= end + 1; first++) {
    let hash = LETTERS;
    for (let unit = first; unit < first + gram; unit++)
      hash = stepHash(hash, unit < start || unit >= end ? EDGE : (units[unit] ?? 0));
    features[to] = mix(hash, LETTERS) & FEATURE_MASK;
    to += 1;
  }
  return to;
}

interface Target {
  readonly features: Uint32Array;
  readonly from: number;
}

/** Most features of a cached word: one for the whole word, and one for each n-gram, including edges. */
export const OWN_MAX = 18;

/**
 * Writes the context-independent features of a cached word, the word itself first.
 * @param features has room for `OWN_MAX`
 * @returns their number
 */
export function writeOwn(tokens: Tokens, at: number, features: Uint32Array): number {
  features[0] = wordFeature(tokens.hashes[at] ?? 0);
  return writeLetters(tokens, at, { features, from: 1 });
}
