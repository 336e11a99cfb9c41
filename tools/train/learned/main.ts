/**
 * npm run train -- --data DIR [--only injection|toxicity|unsafe|responses] [--cv|--scales]
 * Trains the learned policies on DIR/injection, DIR/toxicity, DIR/unsafe and the texts of tools/train/texts, and writes their
 * weights: same data, same bytes. --cv writes nothing and prints what models say of origins they have not learned from, and of the
 * foreign sets. --scales keeps the weights and sets their thresholds anew.
 */
import { parseArgs } from "node:util";
import type { StoredLabels } from "../../../src/analyzers/learned/label-model.ts";
import { crossValidate } from "./cross-validate.ts";
import { fitLabels } from "./fit-labels.ts";
import { type FittedModel, fitModel } from "./fit-model.ts";
import { areaUnder, shareAbove, thresholdAt } from "./measures.ts";
import { samplesOf } from "./samples.ts";
import type { Row } from "./rows.ts";
import { restored, scaleOf, withFloor, storedWeights, type StoredWeights, writePolicy } from "./store.ts";
import { type Topic, TOPICS } from "./topics.ts";
import { UsageError } from "../../../src/cli/command.ts";
import { commandLine } from "../../command-line.ts";

commandLine(import.meta);

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    only: { type: "string" },
    cv: { type: "boolean", default: false },
    scales: { type: "boolean", default: false },
  },
});
const topics = TOPICS.filter(({ name }) => values.only === undefined || name === values.only);
if (values.data === undefined) throw new UsageError("--data DIR is needed");
if (topics.length === 0) throw new UsageError(`--only must be one of ${TOPICS.map(({ name }) => name).join(", ")}`);
const { data } = values;
const print = (line: string): boolean => process.stdout.write(`${line}\n`);

/** Sums of texts that the model has not learned from. */
const sumsOf = (model: FittedModel, rows: readonly Row[]): readonly number[] =>
  samplesOf(rows).map((sample) => model.score(sample));

function train(topic: Topic, folder: string): void {
  const corpus = topic.corpus(folder);
  const rows = [...corpus, ...(topic.harmless?.(folder) ?? []), ...topic.own(corpus)];
  const samples = samplesOf(rows);
  const harmless = samplesOf(withLabel(topic.dev(folder), 0));
  const model = fitModel(topic, samples, harmless);
  print(`${topic.name}: ${samples.length} texts`);
  const labelled = topic.labelled === undefined ? samples : samplesOf(topic.labelled(folder));
  const labels = fitLabels(topic, labelled, model.windows);
  store(topic, folder, { model: storedWeights(model, topic.course.seed), labels });
}

/** Sets the scale of weights on texts that the model has not learned from, and stores both. */
function store(topic: Topic, folder: string, { model: weights, labels }: Trained): void {
  const dev = topic.dev(folder);
  const harmless = withLabel(dev, 0);
  const model = restored(weights).floored(samplesOf(harmless));
  const [positives, negatives] = [sumsOf(model, withLabel(dev, 1)), sumsOf(model, harmless)];
  const recalls = [0.01, 0.02, 0.05].map((share) => shareAbove(positives, thresholdAt(negatives, share)).toFixed(3));
  const auc = areaUnder(positives, negatives).toFixed(4);
  print(`${topic.name}: dev AUC ${auc}, recall at 1, 2, 5 % false positives ${recalls.join(", ")}`);
  const surfaces = topic.surfaces?.(folder).map(({ rows, ...surface }) => ({ ...surface, sums: sumsOf(model, rows) }));
  const documents = topic.documents?.(folder);
  const judged = surfaces ?? [{ name: "dev set", isAside: false, sums: negatives }];
  const scale = scaleOf({
    flagged: topic.flagged,
    positives,
    surfaces: judged,
    documents: documents === undefined ? null : sumsOf(model, withLabel(documents, 0)),
  });
  for (const { name, isAside, sums } of judged) {
    const flagged = (100 * shareAbove(sums, scale.center)).toFixed(2);
    print(
      `  ${name.padEnd(28)} ${String(sums.length).padStart(5)} harmless, flagged ${flagged} %${isAside ? ", aside" : ""}`,
    );
  }
  writePolicy(topic.weights, { model: { ...withFloor(weights, model.floor), ...scale }, labels });
}

interface Trained {
  readonly model: StoredWeights;
  readonly labels: StoredLabels;
}

const withLabel = (rows: readonly Row[], label: number): readonly Row[] => rows.filter((row) => row.label === label);

for (const topic of topics)
  if (values.cv) crossValidate(topic, data, print);
  else if (values.scales) store(topic, data, topic.stored());
  else train(topic, data);
