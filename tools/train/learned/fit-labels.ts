import { LABEL_BITS, type StoredLabels } from "../../../src/analyzers/learned/label-model.ts";
import { dampingOf } from "../../../src/analyzers/learned/damping.ts";
import type { Learner } from "./fit.ts";
import { randomOf } from "./random.ts";
import type { Sample } from "./samples.ts";
import type { Topic } from "./topics.ts";

const EPOCHS = 6;
const RATE = 0.5;
const WEIGHT_MAX = 12;
const STEPS = 127;
const MASK = (1 << LABEL_BITS) - 1;

/** Labels of the texts in which something is to be found: a logistic regression each, on the window that says most. */
export function fitLabels(topic: Topic, samples: readonly Sample[], learner: Learner): StoredLabels {
  const count = topic.labels.length;
  const labelled = samples
    .filter(({ row }) => row.label === 1 && topic.labelsOf(row).length > 0)
    .map((sample) => ({ ...windowOf(sample, learner.best(sample).window), names: topic.labelsOf(sample.row) }));
  const weights = new Float32Array(count << LABEL_BITS);
  const squares = new Float32Array(count << LABEL_BITS).fill(0.1);
  const biases = new Float32Array(count).fill(-1);
  const random = randomOf(topic.course.seed);
  for (let step = 0; step < EPOCHS * labelled.length; step++) {
    const sample = labelled[Math.floor(random() * labelled.length)];
    if (sample === undefined) break;
    const rate = RATE * (1 - step / (EPOCHS * labelled.length + 1));
    const damping = dampingOf(sample.ids.length);
    for (const [label, name] of topic.labels.entries()) {
      let sum = 0;
      for (const id of sample.ids) sum += weights[(id & MASK) * count + label] ?? 0;
      const bias = biases[label] ?? 0;
      const error = 1 / (1 + Math.exp(-(sum * damping + bias))) - Number(sample.names.includes(name));
      biases[label] = bias - 0.02 * rate * error;
      const gradient = error * damping;
      for (const id of sample.ids) {
        const at = (id & MASK) * count + label;
        const square = (squares[at] ?? 0) + gradient * gradient;
        squares[at] = square;
        weights[at] = (weights[at] ?? 0) - (rate * gradient) / Math.sqrt(square);
      }
    }
  }
  const scale = WEIGHT_MAX / STEPS;
  const bytes = Int8Array.from(weights, (weight) => Math.max(-STEPS, Math.min(STEPS, Math.round(weight / scale))));
  return {
    names: topic.labels,
    biases: Array.from(biases, (bias) => Math.round(bias * 1e4) / 1e4),
    scale,
    data: Buffer.from(bytes.buffer).toString("base64"),
  };
}

function windowOf({ ids, ends, windows }: Sample, window: number): { readonly ids: Uint32Array } {
  return { ids: ids.subarray(ends[windows[window] ?? 0] ?? 0, ends[windows[window + 1] ?? 0] ?? 0) };
}
