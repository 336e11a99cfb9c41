/**
 * npm run train -- --data DIR [--only injection|toxicity|unsafe|responses] [--cv]
 * Trains the learned policies on DIR/injection, DIR/toxicity, DIR/unsafe and the texts of tools/train/texts, and writes their
 * weights: same data, same bytes. --cv writes nothing and prints what models say of origins they have not learned from, and of the
 * foreign sets.
 */
import { parseArgs } from "node:util";
import { crossValidate } from "./cross-validate.ts";
import { fitLabels } from "./fit-labels.ts";
import { type FittedModel, fitModel } from "./fit-model.ts";
import { areaUnder, shareAbove, thresholdAt } from "./measures.ts";
import { samplesOf } from "./samples.ts";
import { rounded, storedModel, writePolicy } from "./store.ts";
import { type Surface, type Topic, TOPICS, weighing } from "./topics.ts";

const { values } = parseArgs({
  options: { data: { type: "string" }, only: { type: "string" }, cv: { type: "boolean", default: false } },
});
const topics = TOPICS.filter(({ name }) => values.only === undefined || name === values.only);
if (values.data === undefined || topics.length === 0) {
  process.stderr.write("usage: npm run train -- --data DIR [--only injection|toxicity|unsafe|responses] [--cv]\n");
  process.exit(2);
}
const { data } = values;
const print = (line: string): boolean => process.stdout.write(`${line}\n`);

/** Sums of texts that the model has not learned from. */
const sumsOf = (model: FittedModel, rows: Surface["rows"]): readonly number[] =>
  samplesOf(rows).map((sample) => model.score(sample));

function train(topic: Topic, folder: string): void {
  const corpus = topic.corpus(folder);
  const rows = [...corpus, ...(topic.harmless?.(folder) ?? []), ...topic.own(corpus)];
  const samples = samplesOf(rows);
  const dev = topic.dev(folder);
  const harmless = dev.filter(({ label }) => label === 0);
  const model = fitModel(topic, samples, { weightOf: weighing(topic, rows), harmless: samplesOf(harmless) });
  // What is shipped is judged, not what was learned.
  rounded(model.windows);
  if (model.whole !== null) rounded(model.whole);
  const judged = {
    positives: sumsOf(
      model,
      dev.filter(({ label }) => label === 1),
    ),
    negatives: sumsOf(model, harmless),
  };
  const recalls = [0.01, 0.02, 0.05].map((share) =>
    shareAbove(judged.positives, thresholdAt(judged.negatives, share)).toFixed(3),
  );
  print(
    `${topic.name}: ${samples.length} texts; dev AUC ${areaUnder(judged.positives, judged.negatives).toFixed(4)}, recall at 1, 2, 5 % false positives ${recalls.join(", ")}`,
  );
  const surfaces = topic.surfaces?.(folder) ?? [{ name: "dev", rows: harmless }];
  const stored = storedModel(model, {
    seed: topic.course.seed,
    flagged: topic.flagged,
    positives: judged.positives,
    surfaces: surfaces.map((surface) => ({ name: surface.name, sums: sumsOf(model, surface.rows) })),
    documents:
      topic.documents === undefined
        ? null
        : sumsOf(
            model,
            topic.documents(folder).filter(({ label }) => label === 0),
          ),
  });
  for (const { name, sums } of stored.surfaces)
    print(
      `  ${name.padEnd(28)} ${String(sums.length).padStart(5)} harmless, flagged ${(100 * shareAbove(sums, stored.model.center)).toFixed(2)} %`,
    );
  writePolicy(topic.weights, {
    model: stored.model,
    labels: fitLabels(topic, topic.labelled === undefined ? samples : samplesOf(topic.labelled(folder)), model.windows),
  });
}

for (const topic of topics)
  if (values.cv) crossValidate(topic, data, print);
  else train(topic, data);
