import type { Span } from "../../core/model.ts";
import { dampingOf } from "./damping.ts";
import { FEATURE_BITS } from "./feature-numbers.ts";
import type { Features } from "./features.ts";
import { WeightLanes } from "./weight-lanes.ts";
import { NO_SEGMENTS, type Segments, type StoredWhole, WholeModel } from "./whole-model.ts";

/** The version of the stored weights that this code reads. */
export const WEIGHTS_VERSION = 1;

/** `weights.json` of a policy; made by `npm run train`, described in docs/models. */
export interface StoredModel {
  readonly version: number;
  /** Seed of the shuffling in training. */
  readonly seed: number;
  /** SHA-256 of the bytes in `data`, hexadecimal. */
  readonly digest: string;
  /** Real weight of a stored one of 1. */
  readonly scale: number;
  /** Added to a window by its length; see `lengthClass`. */
  readonly biases: readonly number[];
  /** The model of whole texts; without it, a text is judged by its strongest window alone. */
  readonly whole?: StoredWhole;
  /** Score = logistic of `slope * (sum - center)`: the center is at the shipped threshold. */
  readonly slope: number;
  readonly center: number;
  /**
   * Sums for the text of tools and documents, ascending, and their calibrated sums: each score is exceeded by a chosen share of
   * harmless documents.
   */
  readonly tool?: Knots;
  /** Scores that 5 %, 1 % and 0.2 % of harmless texts exceed. */
  readonly thresholds: { readonly high: number; readonly medium: number; readonly low: number };
  /** Base64 of a signed byte for each feature. */
  readonly data: string;
}

const LENGTHS = [6, 12, 24, 48, 96];

const LENGTH_MAX = 96;
/** Number of tokens → its class. */
const CLASS_OF = Uint8Array.from(
  { length: LENGTH_MAX + 1 },
  (_, tokens) => LENGTHS.filter((length) => tokens > length).length,
);

/** Windows of a few and of many tokens differ in what their sums mean. */
export const lengthClass = (tokens: number): number => (tokens > LENGTH_MAX ? LENGTHS.length : (CLASS_OF[tokens] ?? 0));

export const LENGTH_CLASSES = LENGTHS.length + 1;

/** Pairs of a number and its mapped value, both ascending. */
type Knots = readonly (readonly number[])[];

/** Tokens to decide, half open: those before are context, those after wait for more text. */
export interface Part {
  readonly from: number;
  readonly until: number;
  /** No window begins before it. */
  readonly least: number;
}

const wholeOf = ({ tokens: { count } }: Features): Part => ({ from: 0, until: count, least: 0 });

/** The sentences before a token, the last one cut off there. */
const upTo = ({ sentences, tokens: { count } }: Features, until: number): readonly number[] =>
  until === count ? sentences : [...sentences.filter((start) => start < until), until];

/** Piecewise linear through the knots, and beyond them in parallel. */
export function rescaled(sum: number, knots: Knots): number {
  const next = knots.findIndex(([from = 0]) => from >= sum);
  const [to = 0, high = 0] = knots.at(next) ?? [];
  // The first knot, or the last if none follows the sum.
  if (next <= 0) return sum + high - to;
  const [from = 0, low = 0] = knots[next - 1] ?? [];
  return low + ((sum - from) / (to - from)) * (high - low);
}

/** Sentences per window, and most tokens of a window. */
const RUNS = [1, 2, 3, 5, 8, 13, 21, 34];
const TOKENS_MAX = 120;
/** A sentence longer than the first is read in pieces as well, of each of these lengths; they overlap by half. */
const PIECES = [40, 120];
const PIECE_MIN = 40;

/**
 * Iterates over the windows of a text: runs of whole sentences, and pieces of long ones, half open, in tokens. The windows that end
 * at a token do not depend on later text, so a stream has the windows of the whole text. Texts of short lines have more windows than
 * tokens, so the windows are not stored.
 */
class WindowWalk {
  start = 0;
  end = 0;
  /** Where each sentence begins, and where the last one ends. */
  readonly #sentences: readonly number[];
  /** Index of the sentence that the windows begin with, and of the next number of sentences. */
  #first = -1;
  #run = RUNS.length;
  /** Of that sentence, starts and ends in turn, and the next one. */
  #pieces: readonly number[] = NO_PIECES;
  #piece = 0;

  constructor(sentences: readonly number[]) {
    this.#sentences = sentences;
  }

  /** Moves to the next window; false after the last one. */
  next(): boolean {
    return this.#nextPiece() || this.#nextRun() || this.#nextSentence();
  }

  #nextPiece(): boolean {
    if (this.#piece >= this.#pieces.length) return false;
    this.start = this.#pieces[this.#piece] ?? 0;
    this.end = this.#pieces[this.#piece + 1] ?? 0;
    this.#piece += 2;
    return true;
  }

  #nextRun(): boolean {
    const run = RUNS[this.#run];
    if (run === undefined || this.#first + run >= this.#sentences.length) return false;
    const start = this.#sentences[this.#first] ?? 0;
    const end = this.#sentences[this.#first + run] ?? 0;
    if (end - start > TOKENS_MAX) return false;
    this.#run += 1;
    this.start = start;
    this.end = end;
    return true;
  }

  #nextSentence(): boolean {
    this.#first += 1;
    if (this.#first + 1 >= this.#sentences.length) return false;
    this.start = this.#sentences[this.#first] ?? 0;
    this.end = this.#sentences[this.#first + 1] ?? 0;
    this.#run = 1;
    this.#piece = 0;
    const length = this.end - this.start;
    this.#pieces = length > PIECE_MIN ? piecesOf(this.start, this.end) : NO_PIECES;
    return length <= TOKENS_MAX || this.#nextPiece();
  }
}

const NO_PIECES: readonly number[] = [];

function piecesOf(start: number, end: number): readonly number[] {
  const pieces: number[] = [];
  for (const size of PIECES) {
    if (end - start <= size) break;
    for (let from = start; ; from += size / 2) {
      pieces.push(from, Math.min(end, from + size));
      if (from + size >= end) break;
    }
  }
  return pieces;
}

/** The windows, starts and ends in turn. */
export function windowsOf(sentences: readonly number[]): readonly number[] {
  const windows: number[] = [];
  for (const walk = new WindowWalk(sentences); walk.next();) windows.push(walk.start, walk.end);
  return windows;
}

/** The window of a text with the highest score, in tokens. */
export interface Judged extends Span {
  /** 0..1 */
  readonly score: number;
}

interface Wanted {
  readonly isTool: boolean;
  readonly min: number;
  readonly max: number;
}

interface Best extends Span {
  readonly sum: number;
}

/** The highest sum of weights over hashed features in a text. */
export class LinearModel {
  readonly #lanes: WeightLanes;
  readonly #lane: number;
  /** Without the weights. */
  readonly #stored: Omit<StoredModel, "data">;
  readonly #scale: number;
  readonly #biases: Float64Array;
  readonly #whole: WholeModel | null;

  /** @throws {TypeError} when the stored model does not fit this code. */
  constructor({ data, ...stored }: StoredModel, lanes = new WeightLanes()) {
    const bytes = Buffer.from(data, "base64");
    const fits = bytes.length === 1 << FEATURE_BITS && stored.biases.length === LENGTH_CLASSES;
    if (stored.version !== WEIGHTS_VERSION || !fits) throw new TypeError("the learned weights do not fit the code");
    this.#lanes = lanes;
    this.#lane = lanes.add(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length));
    this.#stored = stored;
    this.#scale = stored.scale;
    this.#biases = Float64Array.from(stored.biases);
    this.#whole = stored.whole === undefined ? null : new WholeModel(stored.whole);
  }

  /** The sum of a token's weights, in stored units. */
  weightOf(features: Features, token: number): number {
    return this.#lanes.sumsOf(features).between(this.#lane, token, token + 1);
  }

  /** The strongest of the windows that end in that part of the tokens, of all by default; `null` without one. */
  judge(features: Features, part: Part | null = null, isTool = false): Judged | null {
    const range = part ?? wholeOf(features);
    const { from, until, least } = range;
    const sums = this.#lanes.sumsOf(features);
    const segments = this.#segmentsOf(features, range);
    const best = { sum: Number.NEGATIVE_INFINITY, start: 0, end: 0 };
    for (const walk = new WindowWalk(upTo(features, until)); walk.next();) {
      const { start, end } = walk;
      if (end <= from || start < least) continue;
      const sum = this.#rate(features, sums.between(this.#lane, start, end), { start, end }) + segments.at(end - 1);
      if (sum <= best.sum) continue;
      best.sum = sum;
      best.start = start;
      best.end = end;
    }
    return best.sum === Number.NEGATIVE_INFINITY ? null : this.#judged(best, isTool);
  }

  /** The strongest windows with at least that score, strongest first, up to that number. */
  judgeAll(features: Features, part: Part | null, { isTool, min, max }: Wanted): readonly Judged[] {
    const range = part ?? wholeOf(features);
    const { from, until, least } = range;
    const sums = this.#lanes.sumsOf(features);
    const segments = this.#segmentsOf(features, range);
    const windows: Best[] = [];
    for (const walk = new WindowWalk(upTo(features, until)); walk.next();) {
      const { start, end } = walk;
      if (end <= from || start < least) continue;
      const sum = this.#rate(features, sums.between(this.#lane, start, end), { start, end }) + segments.at(end - 1);
      windows.push({ sum, start, end });
    }
    return windows
      .sort((a, b) => b.sum - a.sum)
      .slice(0, max)
      .map((window) => this.#judged(window, isTool))
      .filter(({ score }) => score >= min);
  }

  /** What the text says as a whole. */
  #segmentsOf(features: Features, { until, least }: Part): Segments {
    return this.#whole === null ? NO_SEGMENTS : this.#whole.read(features, least, until);
  }

  #judged({ sum, start, end }: Best, isTool: boolean): Judged {
    const { slope, center, tool = [] } = this.#stored;
    const rated = isTool ? rescaled(sum, tool) : sum;
    return { score: 1 / (1 + Math.exp(-slope * (rated - center))), start, end };
  }

  /** The sum of a window's weights, adjusted for its number of features and tokens. */
  #rate({ ends }: Features, gained: number, { start, end }: Span): number {
    const features = (ends[end] ?? 0) - (ends[start] ?? 0);
    return gained * this.#scale * dampingOf(features) + (this.#biases[lengthClass(end - start)] ?? 0);
  }
}
