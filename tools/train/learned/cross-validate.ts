import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { LinearModel } from "../../../src/analyzers/learned/linear-model.ts";
import { featuresOf } from "../../../src/analyzers/learned/features.ts";
import { fold } from "../../../src/text/fold/fold.ts";
import { RawText } from "../../../src/text/units.ts";
import { fitModel } from "./fit-model.ts";
import { Learner } from "./fit.ts";
import { areaUnder, errorsOf, type Judged, macroOf, shareAbove, thresholdAt } from "./measures.ts";
import { sourceOrigins, type OriginOf } from "./origins.ts";
import { plainSamplesOf } from "./plain.ts";
import { randomOf, shuffled } from "./random.ts";
import { MADE, readRows, type Row } from "./rows.ts";
import { type Sample, samplesOf, TEXT_MAX } from "./samples.ts";
import { type Topic, weighing } from "./topics.ts";

const SHARES = [0.01, 0.02, 0.05];
/** Most texts of an origin, of a harmless source, and harmless ones of a foreign set, that are judged. */
const POSITIVES_MAX = 800;
const HARMLESS_MAX = 300;
const FOREIGN_MAX = 800;
const FOLDS_MAX = 8;
/** The threshold of the learned policies. */
const SHIPPED = 0.5;
/** The simplest model learns from one in three texts of the corpus alone. */
const PLAIN_STRIDE = 3;
const NONE_OF_OURS = { structure: [0, 0], own: [0, 0], made: [0, 0] } as const;
/** The simplest model, as usual for it. */
const PLAIN_COURSE = { epochs: 4, rate: 0.3, decay: 1e-6 } as const;

type ScoreSample = (sample: Sample) => number;

/** A way to make a model. */
interface Recipe {
  readonly name: string;
  readonly read: (rows: readonly Row[]) => readonly Sample[];
  readonly rows: readonly Row[];
  readonly fit: (samples: readonly Sample[], dev: readonly Sample[]) => ScoreSample;
}

type Print = (line: string) => void;
type Score = (row: Row) => number;

/**
 * Measures what models know of texts whose origin they have not learned from, and of foreign sets that none is trained on: the simplest
 * model, the recipe that is shipped, and on the foreign sets the shipped weights.
 */
export function crossValidate(topic: Topic, data: string, print: Print): void {
  const corpus = topic.corpus(data);
  const harmless = topic.harmless?.(data) ?? [];
  const corpora = { topic, corpus, harmless, own: topic.own(corpus), dev: topic.dev(data) };
  const foreign = foreignSets(join(data, topic.name, "foreign"));
  print(topic.name);
  const shipped = shippedScore(topic);
  showForeign("shipped weights, foreign sets", foreign, shipped, print);
  for (const set of foreign) print(atThreshold(set, shipped));
  for (const recipe of recipesOf(corpora)) {
    const samples = recipe.read(recipe.rows);
    const dev = recipe.read(corpora.dev.filter(({ label }) => label === 0));
    showForeign(`${recipe.name}, foreign sets`, foreign, scoreOf(recipe, recipe.fit(samples, dev)), print);
    showOrigins(recipe, { samples, dev }, corpora, print);
  }
}

/** The simplest model, and what is shipped. */
function recipesOf({ topic, corpus, harmless, own }: Corpora): readonly Recipe[] {
  const plainRows = corpus.filter((_, index) => index % PLAIN_STRIDE === 0);
  const weightOf = weighing(topic, plainRows, NONE_OF_OURS);
  const { seed } = topic.course;
  return [
    {
      name: "plain whole text, corpus alone",
      read: plainSamplesOf,
      rows: plainRows,
      fit: (samples) => {
        const course = { ...PLAIN_COURSE, seed, weightOf };
        const learner = new Learner().learn(samples, course);
        return (sample) => learner.best(sample).sum;
      },
    },
    {
      name: "the recipe",
      read: samplesOf,
      rows: [...corpus, ...harmless, ...own],
      fit: (samples, dev) => {
        const model = fitModel(topic, samples, dev);
        return (sample) => model.score(sample);
      },
    },
  ];
}

const scoreOf =
  ({ read }: Recipe, score: ScoreSample): Score =>
  (row) => {
    const [sample] = read([row]);
    return sample === undefined ? Number.NEGATIVE_INFINITY : score(sample);
  };

/** The weights in the tree, whatever they were trained on. */
function shippedScore({ stored }: Topic): Score {
  const linear = new LinearModel(stored().model);
  return ({ text }) => linear.judge(featuresOf(fold(new RawText(text.slice(0, TEXT_MAX))).text))?.score ?? 0;
}

interface ForeignSet {
  readonly name: string;
  readonly rows: readonly Row[];
}

const foreignSets = (folder: string): readonly ForeignSet[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .map((name) => ({ name: basename(name, ".jsonl"), rows: readRows(join(folder, name)) }));

/** All sets against the harmless texts of all. */
function showForeign(name: string, sets: readonly ForeignSet[], score: Score, print: Print): void {
  const negatives = sets.flatMap(({ rows }) =>
    rows
      .filter(({ label }) => label === 0)
      .slice(0, FOREIGN_MAX)
      .map(score),
  );
  const judged = sets.flatMap(({ name: set, rows }) => {
    const positives = rows.filter(({ label }) => label === 1).map(score);
    return positives.length === 0 ? [] : [{ set, positives, negatives }];
  });
  print(`  ${name}: ${summary(judged)}`);
  for (const { set, positives } of judged) print(line(set, { positives, negatives }));
}

/** Shares of a set that the shipped threshold flags. */
function atThreshold({ name, rows }: ForeignSet, score: Score): string {
  const shares = [1, 0].map((label) => {
    const scores = rows.filter((row) => row.label === label).map(score);
    return scores.length === 0 ? "–" : shareAbove(scores, SHIPPED).toFixed(3);
  });
  return `    ${name.padEnd(28)} at the shipped threshold: found ${shares.join(", flagged of harmless ")}`;
}

interface Corpora {
  readonly topic: Topic;
  readonly corpus: readonly Row[];
  readonly harmless: readonly Row[];
  readonly own: readonly Row[];
  readonly dev: readonly Row[];
}

interface Read {
  readonly samples: readonly Sample[];
  /** Harmless texts of the dev set. */
  readonly dev: readonly Sample[];
}

/** As many models as folds, each trained without some origins and harmless sources, and asked about them. */
function showOrigins(recipe: Recipe, { samples, dev }: Read, corpora: Corpora, print: Print): void {
  const { topic, corpus, harmless, own } = corpora;
  const originOf = topic.originOf ?? sourceOrigins(corpus);
  const all = [...corpus, ...harmless, ...own];
  const judged: (Judged & { readonly name: string })[] = [];
  for (const { origins, sources } of foldsOf(all, originOf)) {
    const isOut = ({ row }: Sample): boolean =>
      origins.has(originOf(row) ?? "") || sources.has(row.source) || sources.has(row.carrier ?? "");
    const isIn = (sample: Sample): boolean => !isOut(sample);
    const score = scoreOf(recipe, recipe.fit(samples.filter(isIn), dev.filter(isIn)));
    const unseen = [...corpus, ...harmless, ...corpora.dev].filter(
      ({ label, source }) => label === 0 && sources.has(source),
    );
    const bySource = [...Map.groupBy(unseen, ({ source }) => source).values()];
    const negatives = bySource.flatMap((rows) => some(rows, HARMLESS_MAX)).map(score);
    for (const name of origins) {
      const rows = all.filter((row) => row.label === 1 && row.source !== MADE && originOf(row) === name);
      if (rows.length > 0) judged.push({ name, positives: some(rows, POSITIVES_MAX).map(score), negatives });
    }
  }
  print(`  ${recipe.name}, origins left out: ${summary(judged)}`);
  for (const each of judged) print(line(each.name, each));
}

interface Fold {
  readonly origins: ReadonlySet<string>;
  /** Harmless sources. */
  readonly sources: ReadonlySet<string>;
}

/** Each fold leaves out some origins, and as large a share of the sources that have only harmless texts. */
function foldsOf(rows: readonly Row[], originOf: OriginOf): readonly Fold[] {
  const origins = [...new Set(rows.filter(({ label }) => label === 1).map(originOf))]
    .filter((name) => name !== null)
    .sort();
  const sources = [...new Set(rows.filter((row) => originOf(row) === null).map(({ source }) => source))].sort();
  const count = Math.min(FOLDS_MAX, origins.length);
  const share = (names: readonly string[], fold: number): ReadonlySet<string> =>
    new Set(names.filter((_, index) => index % count === fold));
  return Array.from({ length: count }, (_, fold) => ({ origins: share(origins, fold), sources: share(sources, fold) }));
}

/** At most that many, the same in every run. */
const some = <Item>(items: readonly Item[], count: number): readonly Item[] =>
  items.length <= count ? items : shuffled(randomOf(1), items).slice(0, count);

const figures = (values: readonly number[], digits = 3): string =>
  values.map((value) => value.toFixed(digits)).join(" ");

function summary(judged: readonly Judged[]): string {
  const [macro, errors] = [macroOf(judged, SHARES), errorsOf(judged, SHARES)];
  return `recall at 1, 2, 5 % ${figures(macro.recalls)} (± ${figures(errors.recalls)}), AUC ${macro.auc.toFixed(3)} (± ${errors.auc.toFixed(3)})`;
}

function line(name: string, { positives, negatives }: Judged): string {
  const recalls = SHARES.map((share) => shareAbove(positives, thresholdAt(negatives, share)));
  return `    ${name.padEnd(28)} ${String(positives.length).padStart(4)} recall ${figures(recalls, 2)} AUC ${areaUnder(positives, negatives).toFixed(3)}`;
}
