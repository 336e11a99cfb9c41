import { dampingOf } from "../../../src/analyzers/learned/damping.ts";
import { FEATURE_BITS } from "../../../src/analyzers/learned/feature-numbers.ts";
import { LENGTH_CLASSES, lengthClass } from "../../../src/analyzers/learned/linear-model.ts";
import { randomOf } from "./random.ts";
import type { Row } from "./rows.ts";
import type { Sample } from "./samples.ts";

export interface Weights {
  readonly weights: Float32Array;
  readonly biases: Float32Array;
}

export interface Course {
  readonly epochs: number;
  readonly rate: number;
  readonly decay: number;
  readonly seed: number;
  readonly weightOf: (row: Row) => number;
}

/** Errors below are not learned from. */
const ERROR_MIN = 1e-4;
/** Windows of a harmless text from which a second, drawn one is learned from as well. */
const WINDOWS_MANY = 4;

/**
 * Logistic regression by AdaGrad on the window of each text that speaks most for what is looked for (multiple-instance learning):
 * of an attack one window is enough, of a harmless text none may be left.
 */
export class Learner implements Weights {
  readonly weights = new Float32Array(1 << FEATURE_BITS);
  readonly biases = new Float32Array(LENGTH_CLASSES);
  readonly #squares = new Float32Array(1 << FEATURE_BITS).fill(0.1);
  readonly #biasSquares = new Float32Array(LENGTH_CLASSES).fill(1);
  #sums = new Float64Array(1024);

  /** The highest sum of a text's windows, and the index of that window. */
  best(sample: Sample): { readonly sum: number; readonly window: number } {
    const { ids, ends, windows } = sample;
    if (this.#sums.length < ends.length) this.#sums = new Float64Array(ends.length * 2);
    const sums = this.#sums;
    let total = 0;
    for (let token = 0; token + 1 < ends.length; token++) {
      for (let at = ends[token] ?? 0; at < (ends[token + 1] ?? 0); at++) total += this.weights[ids[at] ?? 0] ?? 0;
      sums[token + 1] = total;
    }
    let best = { sum: Number.NEGATIVE_INFINITY, window: 0 };
    for (let window = 0; window < windows.length; window += 2) {
      const [from, to] = [windows[window] ?? 0, windows[window + 1] ?? 0];
      const size = (ends[to] ?? 0) - (ends[from] ?? 0);
      const sum = ((sums[to] ?? 0) - (sums[from] ?? 0)) * dampingOf(size) + (this.biases[lengthClass(to - from)] ?? 0);
      if (sum > best.sum) best = { sum, window };
    }
    return best;
  }

  #sumOf({ ids, ends, windows }: Sample, window: number): number {
    const [from, to] = [windows[window] ?? 0, windows[window + 1] ?? 0];
    const [first, last] = [ends[from] ?? 0, ends[to] ?? 0];
    let sum = 0;
    for (let at = first; at < last; at++) sum += this.weights[ids[at] ?? 0] ?? 0;
    return sum * dampingOf(last - first) + (this.biases[lengthClass(to - from)] ?? 0);
  }

  #step(sample: Sample, window: number, { sum, weight, rate, decay }: Step): void {
    const error = (1 / (1 + Math.exp(-sum)) - sample.row.label) * weight;
    if (Math.abs(error) < ERROR_MIN) return;
    const { ids, ends, windows } = sample;
    const [from, to] = [windows[window] ?? 0, windows[window + 1] ?? 0];
    const [first, last] = [ends[from] ?? 0, ends[to] ?? 0];
    const slope = error * dampingOf(last - first);
    const { weights } = this;
    const squares = this.#squares;
    for (let at = first; at < last; at++) {
      const id = ids[at] ?? 0;
      const own = weights[id] ?? 0;
      const gradient = slope + decay * own;
      const square = (squares[id] ?? 0) + gradient * gradient;
      squares[id] = square;
      weights[id] = own - (rate * gradient) / Math.sqrt(square);
    }
    const length = lengthClass(to - from);
    const square = (this.#biasSquares[length] ?? 0) + error * error;
    this.#biasSquares[length] = square;
    this.biases[length] = (this.biases[length] ?? 0) - (rate * error) / Math.sqrt(square);
  }

  learn(samples: readonly Sample[], course: Course): this {
    const random = randomOf(course.seed);
    const order = samples.map((_, index) => index);
    for (let epoch = 0; epoch < course.epochs; epoch++) {
      shuffle(random, order);
      const step = { rate: course.rate * (1 - epoch / (course.epochs + 1)), decay: course.decay };
      for (const index of order) {
        const sample = samples[index];
        if (sample === undefined) continue;
        const weight = course.weightOf(sample.row);
        const { sum, window } = this.best(sample);
        this.#step(sample, window, { ...step, sum, weight });
        if (sample.row.label === 1 || sample.windows.length <= 2 * WINDOWS_MANY) continue;
        const drawn = 2 * Math.floor((random() * sample.windows.length) / 2);
        if (drawn !== window)
          this.#step(sample, drawn, { ...step, sum: this.#sumOf(sample, drawn), weight: weight / 2 });
      }
    }
    return this;
  }
}

interface Step {
  readonly sum: number;
  readonly weight: number;
  readonly rate: number;
  readonly decay: number;
}

function shuffle(random: () => number, order: number[]): void {
  for (let index = order.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    const [here = 0, there = 0] = [order[index], order[other]];
    order[index] = there;
    order[other] = here;
  }
}
