import { WHOLE_BITS } from "../../../src/analyzers/learned/whole-model.ts";
import { type Course, Learner } from "./fit.ts";
import { deviationOf, thresholdAt } from "./measures.ts";
import type { Sample } from "./samples.ts";
import { isStructure } from "./rows.ts";
import { type OwnWeights, type Topic, weighing } from "./topics.ts";

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

/**
 * Learns a topic's models. Each is the mean of models that learned from a part of the texts, since with more of the same a model knows these
 * texts better and others less.
 *
 * @param harmless texts that the deviations of models are compared on
 */
export function fitModel(topic: Topic, samples: readonly Sample[], harmless: readonly Sample[]): FittedModel {
  const parts = partsOf(topic, samples);
  const windows = meanOf(
    topic.ownWeights.flatMap((ours) => parts.map((part) => fitPart(topic, part, { ours, course: topic.course }))),
    harmless,
  );
  if (topic.whole === undefined) return new FittedModel(windows, null);
  const { share, ownWeights: ours, course } = topic.whole;
  const texts = harmless.map(wholeOf);
  const models = parts.map((part) => fitPart(topic, part.map(wholeOf), { ours, course }));
  const whole = meanOf(models, texts);
  const factor = (share * spreadOf(windows, harmless)) / spreadOf(whole, texts);
  return new FittedModel(windows, whole, { share: factor, floor: Number.NEGATIVE_INFINITY }).floored(harmless);
}

/** Every so many texts; pairs that teach structure are in all parts. */
const partsOf = ({ parts }: Topic, samples: readonly Sample[]): readonly (readonly Sample[])[] =>
  Array.from({ length: parts }, (_, part) =>
    samples.filter(({ row }, index) => index % parts === part || isStructure(row)),
  );

interface Weighed {
  readonly ours: OwnWeights;
  readonly course: Omit<Course, "weightOf">;
}

function fitPart(topic: Topic, samples: readonly Sample[], { ours, course }: Weighed): Learner {
  const weightOf = weighing(
    topic,
    samples.map(({ row }) => row),
    ours,
  );
  return new Learner().learn(
    samples.filter(({ row }) => weightOf(row) > 0),
    { ...course, weightOf },
  );
}

const spreadOf = (learner: Learner, harmless: readonly Sample[]): number =>
  deviationOf(harmless.map((sample) => learner.best(sample).sum));

/** The mean of models whose sums are made equally wide. */
function meanOf(models: readonly Learner[], harmless: readonly Sample[]): Learner {
  const [first, ...others] = models;
  if (first === undefined) throw new TypeError("a topic has no model of windows");
  if (others.length === 0) return first;
  const spread = spreadOf(first, harmless);
  const mean = new Learner();
  for (const model of models) {
    const factor = spread / spreadOf(model, harmless) / models.length;
    model.weights.forEach((weight, id) => (mean.weights[id] = (mean.weights[id] ?? 0) + factor * weight));
    model.biases.forEach((bias, length) => (mean.biases[length] = (mean.biases[length] ?? 0) + factor * bias));
  }
  return mean;
}
