import { mix } from "./hash-table.ts";
import { SHAPES, hashedShape } from "./token-shapes.ts";

/** Features are hashed into that many bits. */
export const FEATURE_BITS = 20;
export const FEATURE_MASK = (1 << FEATURE_BITS) - 1;
/** Features of each token that stand at fixed places; `NO_FEATURE` where one is missing. */
export const AROUND = 4;
/** Concepts are told apart by that many bits. */
export const CONCEPT_BITS = 7;
const CONCEPT_COUNT = 1 << CONCEPT_BITS;

/** Kinds of features that keep their own hashes; see `features.ts` for the others. */
const CONCEPT = 6;
const CONCEPTS_NEAR = 7;
const CONCEPTS_FAR = 8;
const SHAPE_TRIPLE = 11;

/**
 * Features of few values have numbers of their own, behind those of all hashes: two concepts, the shapes of three tokens. A model has
 * the weights of their hashes once more there, where those that are met together stand side by side instead of anywhere in a megabyte.
 */
const CONCEPTS_FIRST = 1 << FEATURE_BITS;
const NEAR_FIRST = CONCEPTS_FIRST + CONCEPT_COUNT;
const FAR_FIRST = NEAR_FIRST + CONCEPT_COUNT ** 2;
const SHAPES_FIRST = FAR_FIRST + CONCEPT_COUNT ** 2;
/** Stands where a token has no such feature: its weight is 0. */
export const NO_FEATURE = SHAPES_FIRST + SHAPES ** 3;
/** One more than the last number of a feature. */
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

let hashes: Uint32Array | undefined;

/** The hash that a feature is trained by; those of dense features are made on first use. */
export function hashedFeature(feature: number): number {
  if (feature < CONCEPTS_FIRST) return feature;
  hashes ??= denseHashes();
  return (hashes[feature - CONCEPTS_FIRST] ?? 0) & FEATURE_MASK;
}

function denseHashes(): Uint32Array {
  const all = new Uint32Array(NO_FEATURE - CONCEPTS_FIRST);
  for (let at = 0; at < all.length; at++) all[at] = denseHash(CONCEPTS_FIRST + at);
  return all;
}

function denseHash(feature: number): number {
  if (feature < NEAR_FIRST) return mix(feature - CONCEPTS_FIRST + 1, CONCEPT);
  if (feature < FAR_FIRST) return mix(pairHash(feature - NEAR_FIRST), CONCEPTS_NEAR);
  if (feature < SHAPES_FIRST) return mix(pairHash(feature - FAR_FIRST), CONCEPTS_FAR);
  const triple = feature - SHAPES_FIRST;
  const [two, one, shape] = [Math.floor(triple / SHAPES ** 2), Math.floor(triple / SHAPES) % SHAPES, triple % SHAPES];
  return mix((hashedShape(two) << 16) | (hashedShape(one) << 8) | hashedShape(shape), SHAPE_TRIPLE);
}

const pairHash = (pair: number): number => mix((pair >> CONCEPT_BITS) + 1, (pair & (CONCEPT_COUNT - 1)) + 1);
