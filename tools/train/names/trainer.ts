import { TAGS } from "../../../src/analyzers/pii/names/decoder.ts";
import type { Encoded } from "./encode.ts";

export interface Weights {
  /** Feature × tag, without tag `none`. */
  readonly weights: Float32Array;
  /** Tag × tag, and the row of a run's beginning. */
  readonly transitions: Float64Array;
}

export interface TrainOptions {
  readonly buckets: number;
  readonly epochs: number;
  readonly rate: number;
  /** Strength of the pull towards zero. */
  readonly decay: number;
  readonly seed: number;
}

const PARTS = TAGS - 1;
const WORDS_MAX = 16;
/** A tag that may not follow: `personOn` behind `none`, for one. */
export const FORBIDDEN = -30;

/** A conditional random field trained with AdaGrad; a word may allow several tags. Deterministic. */
export function train(data: Encoded, options: TrainOptions): Weights {
  const state = new TrainState(data, options);
  const order = Int32Array.from({ length: data.runStart.length - 1 }, (_, index) => index);
  const random = generator(options.seed);
  for (let epoch = 0; epoch < options.epochs; epoch++) {
    shuffle(order, random);
    for (const run of order) state.learn(run);
  }
  return { weights: state.weights, transitions: state.transitions };
}

class TrainState {
  readonly weights: Float32Array;
  readonly transitions = new Float64Array((TAGS + 1) * TAGS);
  readonly #data: Encoded;
  readonly #options: TrainOptions;
  readonly #squares: Float32Array;
  readonly #stepSquares = new Float64Array((TAGS + 1) * TAGS).fill(1);
  readonly #scores = new Float64Array(WORDS_MAX * TAGS);
  readonly #free = new Lattice();
  readonly #bound = new Lattice();

  constructor(data: Encoded, options: TrainOptions) {
    this.#data = data;
    this.#options = options;
    this.weights = new Float32Array(options.buckets * PARTS);
    this.#squares = new Float32Array(options.buckets * PARTS).fill(0.1);
    for (const [from, to] of FORBIDDEN_STEPS) this.transitions[from * TAGS + to] = FORBIDDEN;
  }

  learn(run: number): void {
    const { runStart, allowed } = this.#data;
    const first = runStart[run] ?? 0;
    const words = Math.min(WORDS_MAX, (runStart[run + 1] ?? 0) - first);
    for (let word = 0; word < words; word++) this.#score(first + word, word * TAGS);
    const tags = allowed.subarray(first, first + words);
    if (tags.every((set) => set === 31)) return;
    this.#free.fill(this.#scores, this.transitions, words, null);
    this.#bound.fill(this.#scores, this.transitions, words, tags);
    const weight = this.#data.runWeight[run] ?? 1;
    for (let word = 0; word < words; word++) this.#update(first + word, word * TAGS, weight);
    this.#updateSteps(weight);
  }

  #score(word: number, at: number): void {
    const { features, wordStart } = this.#data;
    const scores = this.#scores;
    for (let tag = 0; tag < TAGS; tag++) scores[at + tag] = 0;
    for (let index = wordStart[word] ?? 0; index < (wordStart[word + 1] ?? 0); index++) {
      const base = (features[index] ?? 0) * PARTS;
      for (let part = 0; part < PARTS; part++)
        scores[at + part + 1] = (scores[at + part + 1] ?? 0) + (this.weights[base + part] ?? 0);
    }
  }

  #update(word: number, at: number, weight: number): void {
    const { features, wordStart } = this.#data;
    const { rate, decay } = this.#options;
    for (let part = 0; part < PARTS; part++) {
      const slope = weight * ((this.#free.tags[at + part + 1] ?? 0) - (this.#bound.tags[at + part + 1] ?? 0));
      if (Math.abs(slope) < 1e-4) continue;
      for (let index = wordStart[word] ?? 0; index < (wordStart[word + 1] ?? 0); index++) {
        const place = (features[index] ?? 0) * PARTS + part;
        const value = this.weights[place] ?? 0;
        const pull = slope + decay * value;
        const square = (this.#squares[place] ?? 0) + pull * pull;
        this.#squares[place] = square;
        this.weights[place] = value - (rate * pull) / Math.sqrt(square);
      }
    }
  }

  #updateSteps(weight: number): void {
    for (let place = 0; place < this.transitions.length; place++) {
      const value = this.transitions[place] ?? 0;
      const slope = weight * ((this.#free.steps[place] ?? 0) - (this.#bound.steps[place] ?? 0));
      if (value <= FORBIDDEN || slope === 0) continue;
      const square = (this.#stepSquares[place] ?? 0) + slope * slope;
      this.#stepSquares[place] = square;
      this.transitions[place] = value - (this.#options.rate * slope) / Math.sqrt(square);
    }
  }
}

const FORBIDDEN_STEPS: readonly (readonly [from: number, to: number])[] = [
  [0, 2],
  [0, 4],
  [1, 4],
  [2, 4],
  [3, 2],
  [4, 2],
  [TAGS, 2],
  [TAGS, 4],
];

/** Forward and backward sums over a run, as expected counts of tags and steps. */
class Lattice {
  readonly tags = new Float64Array(WORDS_MAX * TAGS);
  readonly steps = new Float64Array((TAGS + 1) * TAGS);
  readonly #forward = new Float64Array(WORDS_MAX * TAGS);
  readonly #backward = new Float64Array(WORDS_MAX * TAGS);
  readonly #emit = new Float64Array(WORDS_MAX * TAGS);
  readonly #move = new Float64Array((TAGS + 1) * TAGS);

  fill(scores: Float64Array, transitions: Float64Array, words: number, allowed: Uint8Array | null): void {
    for (let place = 0; place < this.#move.length; place++) this.#move[place] = Math.exp(transitions[place] ?? 0);
    for (let word = 0; word < words; word++)
      for (let tag = 0; tag < TAGS; tag++) {
        const isAllowed = allowed === null || (((allowed[word] ?? 0) >> tag) & 1) === 1;
        const score = Math.max(-30, Math.min(30, scores[word * TAGS + tag] ?? 0));
        this.#emit[word * TAGS + tag] = isAllowed ? Math.exp(score) : 0;
      }
    this.#goForward(words);
    this.#goBackward(words);
    this.#expect(words);
  }

  #goForward(words: number): void {
    for (let word = 0; word < words; word++) {
      for (let tag = 0; tag < TAGS; tag++) {
        let sum = 0;
        if (word === 0) sum = this.#move[TAGS * TAGS + tag] ?? 0;
        else
          for (let from = 0; from < TAGS; from++)
            sum += (this.#forward[(word - 1) * TAGS + from] ?? 0) * (this.#move[from * TAGS + tag] ?? 0);
        this.#forward[word * TAGS + tag] = sum * (this.#emit[word * TAGS + tag] ?? 0);
      }
      scale(this.#forward, word * TAGS);
    }
  }

  #goBackward(words: number): void {
    this.#backward.fill(1, (words - 1) * TAGS, words * TAGS);
    for (let word = words - 2; word >= 0; word--) {
      for (let tag = 0; tag < TAGS; tag++) {
        let sum = 0;
        for (let to = 0; to < TAGS; to++) sum += (this.#move[tag * TAGS + to] ?? 0) * this.#ahead(word + 1, to);
        this.#backward[word * TAGS + tag] = sum;
      }
      scale(this.#backward, word * TAGS);
    }
  }

  #ahead(word: number, tag: number): number {
    return (this.#emit[word * TAGS + tag] ?? 0) * (this.#backward[word * TAGS + tag] ?? 0);
  }

  #expect(words: number): void {
    this.steps.fill(0);
    for (let word = 0; word < words; word++) {
      for (let tag = 0; tag < TAGS; tag++)
        this.tags[word * TAGS + tag] =
          (this.#forward[word * TAGS + tag] ?? 0) * (this.#backward[word * TAGS + tag] ?? 0);
      scale(this.tags, word * TAGS);
      if (word > 0) this.#expectSteps(word);
    }
    for (let tag = 0; tag < TAGS; tag++) this.steps[TAGS * TAGS + tag] = this.tags[tag] ?? 0;
  }

  #expectSteps(word: number): void {
    let total = 0;
    for (let from = 0; from < TAGS; from++) for (let to = 0; to < TAGS; to++) total += this.#step(word, from, to);
    for (let from = 0; from < TAGS; from++)
      for (let to = 0; to < TAGS; to++) {
        const place = from * TAGS + to;
        this.steps[place] = (this.steps[place] ?? 0) + this.#step(word, from, to) / Math.max(total, 1e-300);
      }
  }

  #step(word: number, from: number, to: number): number {
    return (this.#forward[(word - 1) * TAGS + from] ?? 0) * (this.#move[from * TAGS + to] ?? 0) * this.#ahead(word, to);
  }
}

function scale(values: Float64Array, at: number): void {
  let total = 0;
  for (let tag = 0; tag < TAGS; tag++) total += values[at + tag] ?? 0;
  if (total <= 0) return;
  for (let tag = 0; tag < TAGS; tag++) values[at + tag] = (values[at + tag] ?? 0) / total;
}

/** Numbers from 0 to below 1, the same for a seed every time. */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function shuffle(order: Int32Array, random: () => number): void {
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    const held = order[last] ?? 0;
    order[last] = order[other] ?? 0;
    order[other] = held;
  }
}
