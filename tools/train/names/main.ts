/**
 * npm run train:names -- --data DIR [--cv] [--out FILE]
 * Trains the names model on DIR/pii/dev.jsonl, made sentences and the harmless texts of DIR/injection and DIR/toxicity, and
 * writes the weights: same data, same bytes. --cv writes nothing and prints what models say of rows they have not learnt
 * from: five folds, then each source left out.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readSpanRows } from "../../eval/labelled.ts";
import { groundOf, learn } from "./learn.ts";
import { predict, summary, type Judged } from "./measure.ts";
import { goldSamples, judges, plainTexts } from "./samples.ts";
import { scriptDictionary } from "./scripts.ts";
import { storedModel, writeStored } from "./store.ts";
import { UsageError } from "../../../src/cli/command.ts";
import { commandLine } from "../../command-line.ts";

commandLine(import.meta);

const SEED = 7;
const FOLDS = 5;
/** Rows that a source needs to be left out as a whole. */
const SOURCE_ROWS_MIN = 50;
const WEIGHTS = "src/analyzers/pii/names/weights.json";
const DICTIONARY = "src/analyzers/pii/names/scripts/dictionary.json";

const { values } = parseArgs({
  options: { data: { type: "string" }, cv: { type: "boolean", default: false }, out: { type: "string" } },
});
if (values.data === undefined) throw new UsageError("--data DIR is needed");
const { data } = values;
const print = (line: string): boolean => process.stdout.write(`${line}\n`);

const ground = groundOf(plainTexts(data), SEED);
const gold = goldSamples(data);
const rows = readSpanRows(join(data, "pii", "dev.jsonl")).filter((row) => judges(row.scope, "PERSON"));

/** What a model says of the rows at the indices that it has not learnt from. */
function judge(isTest: (index: number) => boolean): readonly Judged[] {
  const model = learn(
    gold.filter((_, index) => !isTest(index)),
    ground,
  );
  const tested = rows.filter((_, index) => isTest(index));
  const found = predict(model, tested);
  return tested.map((row, at) => ({ row, found: found[at] ?? [] }));
}

function crossValidate(): void {
  const folds = Array.from({ length: FOLDS }, (_, fold) => judge((index) => (index * 7919) % FOLDS === fold)).flat();
  print(`${FOLDS} folds: ${summary(folds)}`);
  const sources = Map.groupBy(gold.keys(), (index) => gold[index]?.source ?? "");
  const without: Judged[] = [];
  for (const [source, indices] of sources) {
    if (indices.length < SOURCE_ROWS_MIN) continue;
    const own = new Set(indices.map((index) => rows[index]));
    print(`  folds, ${source}: ${summary(folds.filter(({ row }) => own.has(row)))}`);
    const left = judge((index) => gold[index]?.source === source);
    print(`  without ${source}: ${summary(left)}`);
    without.push(...left);
  }
  print(`sources left out: ${summary(without)}`);
}

if (values.cv) crossValidate();
else {
  const model = learn(gold, ground);
  writeStored(DICTIONARY, scriptDictionary(ground.corpus.texts));
  writeStored(values.out ?? WEIGHTS, storedModel(model, SEED));
  const found = predict(model, rows);
  print(`learnt rows: ${summary(rows.map((row, index) => ({ row, found: found[index] ?? [] })))}`);
}
