import { WHOLE_BITS } from "../../../src/analyzers/learned/whole-model.ts";
import { type Course, Learner } from "./fit.ts";
import { deviationOf, thresholdAt } from "./measures.ts";
import type { Sample } from "./samples.ts";
import type { Topic, Weighing } from "./topics.ts";

/** A model of windows, and one of whole texts where the topic has it. */
export class FittedModel {
  readonly windows: Learner;
  readonly whole: Learner | null;
  /** What the whole text's sum counts in the units of the window's. */
  readonly share: number;

  /** Least that it counts. */
  readonly floor: number;

  constructor(windows: Learner, whole: Learner | null, { share, floor }: Pick<FittedModel, "share" | "floor"> = ALONE) {
    this.windows = windows;
    this.whole = whole;
    this.share = share;
    this.floor = floor;
  }

  score(sample: Sample): number {
    return this.windows.best(sample).sum + Math.max(this.floor, this.#wholeSum(sample));
  }

  /** The same, where a whole text counts no less than the middle one of these: padding hides nothing. */
  floored(harmless: readonly Sample[]): FittedModel {
    const { windows, whole, share } = this;
    const sums = harmless.map((sample) => this.#wholeSum(sample));
    return whole === null ? this : new FittedModel(windows, whole, { share, floor: thresholdAt(sums, 0.5) });
  }

  #wholeSum(sample: Sample): number {
    return this.share * (this.whole?.best(wholeOf(sample)).sum ?? 0);
  }
}

/** Windows alone. */
const ALONE = { share: 0, floor: 0 };

const WHOLE_MASK = (1 << WHOLE_BITS) - 1;

/** The text in one window. */
export const wholeOf = ({ row, ids }: Sample): Sample => ({
  row,
  ids: ids.map((id) => id & WHOLE_MASK),
  ends: Uint32Array.of(0, ids.length),
  windows: Int32Array.of(0, 1),
});

interface Fitting {
  readonly weightOf: Weighing;
  /** Harmless texts that the deviations of models are compared on. */
  readonly harmless: readonly Sample[];
}

/** Learns a topic's models. */
export function fitModel(topic: Topic, samples: readonly Sample[], { weightOf, harmless }: Fitting): FittedModel {
  const fit = (
    course: Omit<Course, "weightOf">,
    ours: Parameters<Weighing>[0],
    read: (sample: Sample) => Sample,
  ): Learner => {
    const weight = weightOf(ours);
    const learned = samples.filter(({ row }) => weight(row) > 0).map(read);
    return new Learner().learn(learned, { ...course, weightOf: weight });
  };
  const spread = (learner: Learner, texts: readonly Sample[]): number =>
    deviationOf(texts.map((sample) => learner.best(sample).sum));
  const models = topic.ownWeights.map((ours) => fit(topic.course, ours, (sample) => sample));
  const windows = meanOf(models, (learner) => spread(learner, harmless));
  if (topic.whole === undefined) return new FittedModel(windows, null);
  const whole = fit(topic.whole.course, topic.whole.ownWeights, wholeOf);
  const share = (topic.whole.share * spread(windows, harmless)) / spread(whole, harmless.map(wholeOf));
  return new FittedModel(windows, whole, { share, floor: Number.NEGATIVE_INFINITY }).floored(harmless);
}

/** The mean of models whose sums are made equally wide. */
function meanOf(models: readonly Learner[], spreadOf: (learner: Learner) => number): Learner {
  const [first, ...others] = models;
  if (first === undefined) throw new TypeError("a topic has no model of windows");
  if (others.length === 0) return first;
  const spread = spreadOf(first);
  const mean = new Learner();
  for (const model of models) {
    const factor = spread / spreadOf(model) / models.length;
    model.weights.forEach((weight, id) => (mean.weights[id] = (mean.weights[id] ?? 0) + factor * weight));
    model.biases.forEach((bias, length) => (mean.biases[length] = (mean.biases[length] ?? 0) + factor * bias));
  }
  return mean;
}
