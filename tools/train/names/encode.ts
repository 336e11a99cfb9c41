import { RawText } from "../../../src/text/units.ts";
import { TAG } from "../../../src/analyzers/pii/names/decoder.ts";
import { bucketOf, FeatureReader, FEATURES_MAX } from "../../../src/analyzers/pii/names/features.ts";
import { attributes, type Lexicon } from "../../../src/analyzers/pii/names/lexicon.ts";
import { isCandidate, readRun } from "../../../src/analyzers/pii/names/runs.ts";
import { NameWords, SHAPE } from "../../../src/analyzers/pii/names/words.ts";
import { Words } from "../../../src/text/tokens.ts";
import { ORDINARY_SOURCE } from "./ordinary.ts";
import type { Sample, Span } from "./samples.ts";
import { generator } from "./trainer.ts";

/** The runs of many texts as numbers: what the trainer reads. */
export interface Encoded {
  /** Features of all words, one word after the other. */
  readonly features: Int32Array;
  /** Word → its first feature; one more at the end. */
  readonly wordStart: Int32Array;
  /** Word → allowed tags, a set of bits. */
  readonly allowed: Uint8Array;
  /** Run → its first word; one more at the end. */
  readonly runStart: Int32Array;
  readonly runWeight: Float32Array;
}

const ANY = (1 << 5) - 1;
const bit = (tag: number): number => 1 << tag;

export interface EncodeOptions {
  /** A power of two. */
  readonly buckets: number;
  /** Share of names that are made strangers. */
  readonly dropped: number;
}

/** How many more words of a source are made strangers. */
const STRANGERS: ReadonlyMap<string, number> = new Map([
  ["silver", 0.3],
  [ORDINARY_SOURCE, 3],
]);

/** Reads the runs of the texts; feature hashes are cut to `buckets`, a power of two. */
export function encode(samples: readonly Sample[], lexicon: Lexicon, options: EncodeOptions): Encoded {
  const { buckets, dropped } = options;
  const random = generator(29);
  const bits = Math.log2(buckets);
  const reader = new FeatureReader(lexicon);
  const features: number[] = [];
  const wordStart: number[] = [];
  const allowed: number[] = [];
  const runStart: number[] = [];
  const runWeight: number[] = [];
  for (const sample of samples) {
    const tokens = new NameWords(new Words(new RawText(sample.text.slice(0, 4000))), lexicon);
    drop(tokens, dropped * (STRANGERS.get(sample.source) ?? 1), random);
    for (let at = 0; at < tokens.count; at++) {
      if (!isCandidate(tokens, at)) continue;
      const { end, rowEnd } = readRun(tokens, at);
      reader.open(tokens, at, end);
      runStart.push(wordStart.length);
      runWeight.push(sample.weight);
      for (let word = at; word < end; word++) {
        wordStart.push(features.length);
        const count = reader.read(tokens, word);
        if (count >= FEATURES_MAX) throw new Error("too many features");
        for (let feature = 0; feature < count; feature++) features.push(bucketOf(reader.out[feature] ?? 0, bits));
        allowed.push(allowedTags(sample, tokens, word));
      }
      at = rowEnd - 1;
    }
  }
  return {
    features: Int32Array.from(features),
    wordStart: Int32Array.from([...wordStart, features.length]),
    allowed: Uint8Array.from(allowed),
    runStart: Int32Array.from([...runStart, wordStart.length]),
    runWeight: Float32Array.from(runWeight),
  };
}

/** Makes strangers of some words, as in other texts: what is known of a name must not be all that decides. */
function drop(tokens: NameWords, share: number, random: () => number): void {
  const strangers = new Map<number, number>();
  for (let at = 0; at < tokens.count; at++) {
    const packed = tokens.attributes[at] ?? 0;
    if (tokens.shape[at] === SHAPE.lower || attributes.role(packed) !== 0) continue;
    const hash = tokens.hash[at] ?? 0;
    const other = strangers.get(hash) ?? (random() < share ? Math.floor(random() * 2 ** 32) | 0 : hash);
    strangers.set(hash, other);
    if (other === hash) continue;
    tokens.hash[at] = other;
    tokens.attributes[at] = 0;
  }
}

function allowedTags({ spans, hasPlaces }: Sample, tokens: NameWords, word: number): number {
  const start = tokens.start[word] ?? 0;
  const end = tokens.end[word] ?? 0;
  const span = spans.find((span) => span.start < end && span.end > start);
  if (span === undefined) return hasPlaces ? bit(TAG.none) : bit(TAG.none) | bit(TAG.place) | bit(TAG.placeOn);
  return tagsOf(span, tokens, word);
}

function tagsOf(span: Span, tokens: NameWords, word: number): number {
  if (span.kind === "any") return ANY;
  const isFirst = word === 0 || (tokens.end[word - 1] ?? 0) <= span.start;
  if (span.kind === "person") return bit(isFirst ? TAG.person : TAG.personOn);
  return bit(isFirst ? TAG.place : TAG.placeOn);
}
