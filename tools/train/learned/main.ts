/**
 * npm run train -- --data DIR [--only injection|toxicity|unsafe|responses] [--cv]
 * Trains the learned policies on DIR/injection, DIR/toxicity, DIR/unsafe and the texts of tools/train/texts, and writes their
 * weights: same data, same bytes. --cv writes nothing and prints what models say of sources they have not learned from.
 */
import { parseArgs } from "node:util";
import { crossValidate } from "./cross-validate.ts";
import { Learner } from "./fit.ts";
import { fitLabels } from "./fit-labels.ts";
import { areaUnder, shareAbove, thresholdAt } from "./measures.ts";
import { type Sample, samplesOf } from "./samples.ts";
import { type Judgements, quantise, storedModel, writePolicy } from "./store.ts";
import { type Topic, TOPICS, weighing } from "./topics.ts";
import { UsageError } from "../../../src/cli/command.ts";
import { commandLine } from "../../command-line.ts";

commandLine(import.meta);

const { values } = parseArgs({
  options: { data: { type: "string" }, only: { type: "string" }, cv: { type: "boolean", default: false } },
});
const topics = TOPICS.filter(({ name }) => values.only === undefined || name === values.only);
if (values.data === undefined) throw new UsageError("--data DIR is needed");
if (topics.length === 0) throw new UsageError(`--only must be one of ${TOPICS.map(({ name }) => name).join(", ")}`);
const { data } = values;
const print = (line: string): boolean => process.stdout.write(`${line}\n`);

function judgementsOf(learner: Learner, samples: readonly Sample[]): Judgements {
  const sums = (label: number): number[] =>
    samples.filter(({ row }) => row.label === label).map((sample) => learner.best(sample).sum);
  return { positives: sums(1), negatives: sums(0) };
}

function train(topic: Topic): void {
  const corpus = topic.corpus(data ?? "");
  const rows = [...corpus, ...topic.own(corpus)];
  const samples = samplesOf(rows);
  const dev = samplesOf(topic.dev(data ?? ""));
  const learner = new Learner().learn(samples, { ...topic.course, weightOf: weighing(topic, rows) });
  // What is shipped is judged, not what was learned.
  const { bytes, scale } = quantise(learner);
  bytes.forEach((byte, index) => (learner.weights[index] = byte * scale));
  const judged = judgementsOf(learner, dev);
  const recalls = [0.01, 0.02, 0.05].map((share) =>
    shareAbove(judged.positives, thresholdAt(judged.negatives, share)).toFixed(3),
  );
  print(
    `${topic.name}: ${samples.length} texts; dev AUC ${areaUnder(judged.positives, judged.negatives).toFixed(4)}, recall at 1, 2, 5 % false positives ${recalls.join(", ")}`,
  );
  const documents = topic.documents?.(data ?? "");
  writePolicy(topic.weights, {
    model: storedModel(learner, judged, {
      seed: topic.course.seed,
      falsePositives: topic.falsePositives,
      documents: documents === undefined ? null : judgementsOf(learner, samplesOf(documents)).negatives,
    }),
    labels: fitLabels(topic, topic.labelled === undefined ? samples : samplesOf(topic.labelled(data ?? "")), learner),
  });
}

for (const topic of topics)
  if (values.cv) crossValidate(topic, data, print);
  else train(topic);
