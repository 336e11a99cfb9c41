/**
 * npm run train:names -- --data DIR [--cv] [--out FILE]
 * Trains the names model. --cv prints cross-validated figures instead of writing weights.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { silverOf } from "./silver.ts";
import { readSpanRows, type SpanRow } from "../../eval/labelled.ts";
import { encode } from "./encode.ts";
import { buildLexicon } from "./lexicon.ts";
import { predict, summary } from "./measure.ts";
import { quantise } from "./quantise.ts";
import { goldSamples, plainTexts, judges, type Sample } from "./samples.ts";
import { train } from "./trainer.ts";
import { syntheticSamples } from "./synthetic/index.ts";
import { augment } from "./augment.ts";
import { writeFileSync } from "node:fs";
import { storedModel, writeModel } from "./store.ts";

const BUCKETS = 2 ** 17;
const CAUTION = Number(process.env["CAUTION"] ?? 0.3);
const DROP = Number(process.env["DROP"] ?? 0.1);
const QUICK = process.env["QUICK"] !== undefined;
const { values } = parseArgs({
  options: {
    data: { type: "string" },
    cv: { type: "boolean", default: false },
    out: { type: "string" },
    misses: { type: "string" },
  },
});
const data = values.data ?? "";
const print = (line: string): boolean => process.stdout.write(`${line}\n`);
const clock = performance.now();
const lap = (what: string): boolean => print(`${((performance.now() - clock) / 1000).toFixed(1)} s ${what}`);

const texts = plainTexts(data);
const corpus = { texts: texts.map(({ text }) => text) };
const lexicon = buildLexicon(corpus);
lap("lexicon");
const synthetic = syntheticSamples(7);
lap(`${synthetic.length} synthetic texts`);

const options = { buckets: BUCKETS, rate: 0.1, decay: Number(process.env["DECAY"] ?? 1e-5), seed: 3 };
const perSource = new Map<string, number>();
for (const { source } of texts) perSource.set(source, (perSource.get(source) ?? 0) + 1);
/** Every source gives about as many texts. */
const keep = (source: string, index: number): boolean =>
  index % Math.max(1, Math.floor((perSource.get(source) ?? 1) / 700)) === 0;

function learn(gold: readonly Sample[]) {
  const labelled = [...augment(gold, 11), ...synthetic];
  if (QUICK)
    return quantise(
      train(encode(labelled, lexicon, BUCKETS, DROP), { ...options, epochs: Number(process.env["EPOCHS"] ?? 6) }),
      lexicon,
      CAUTION,
    );
  const first = train(encode(labelled, lexicon, BUCKETS, DROP), { ...options, epochs: 4 });
  const { evidence, samples } = silverOf(quantise(first, lexicon, 0), texts, keep);
  const silver = process.env["NOSILVER"] ? [] : samples;
  lap(`silver ${silver.length}`);
  const wider = process.env["NOEV"] ? lexicon : buildLexicon(corpus, evidence);
  const encoded = encode([...labelled, ...silver], wider, BUCKETS, DROP);
  return quantise(train(encoded, { ...options, epochs: 8 }), wider, CAUTION);
}

const gold = goldSamples(data);
const rows = readSpanRows(join(data, "pii", "dev.jsonl")).filter((row) => judges(row.scope, "PERSON"));
const negatives = readSpanRows(join(data, "pii", "dev.jsonl")).filter((row) => row.case === "benign");

if (process.env["NOGOLD"]) {
  writeModel("/tmp/nm_nogold.json", storedModel(learn([]), 3));
} else if (values.cv) {
  const FOLDS = 5;
  const all: { row: SpanRow; found: ReturnType<typeof predict>[number] }[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    const isTest = (index: number): boolean => (index * 7919) % FOLDS === fold;
    const model = learn(gold.filter((_, index) => !isTest(index)));
    const tested = rows.filter((_, index) => isTest(index));
    const found = predict(model, tested);
    tested.forEach((row, index) => all.push({ row, found: found[index] ?? [] }));
  }
  print(
    `5-fold ${summary(
      all.map(({ row }) => row),
      all.map(({ found }) => found),
    )}`,
  );
  lap("folds");
  if (QUICK)
    for (const source of ["wnut17", "uner-de-pud", "presidio-research/generated_large"]) {
      const part = all.filter(({ row }) => gold[rows.indexOf(row)]?.source === source);
      print(
        `  5-fold ${source} ${summary(
          part.map(({ row }) => row),
          part.map(({ found }) => found),
        )}`,
      );
    }
  const sources = QUICK
    ? []
    : [...new Set(gold.map(({ source }) => source))].filter(
        (source) => gold.filter((g) => g.source === source).length > 50,
      );
  for (const source of sources) {
    const part = all.filter((_, index) => index >= 0).filter(({ row }) => gold[rows.indexOf(row)]?.source === source);
    print(
      `  5-fold ${source} ${summary(
        part.map(({ row }) => row),
        part.map(({ found }) => found),
      )}`,
    );
    const model = learn(gold.filter((sample) => sample.source !== source));
    const tested = rows.filter((_, index) => gold[index]?.source === source);
    const found = predict(model, tested);
    print(`  without ${source} ${summary(tested, found)}`);
  }
  lap("sources");
  writeFileSync("/tmp/nm_cv.json", JSON.stringify(all));
} else {
  const model = learn(gold);
  writeModel(values.out ?? "src/analyzers/pii/names/weights.json", storedModel(model, 3));
  print(`train ${summary(rows, predict(model, rows))}`);
  print(
    `benign ${summary(
      negatives.map((row) => ({ ...row, scope: "*" as const })),
      predict(model, negatives),
    )}`,
  );
}
lap("done");
