import { Learner } from "./fit.ts";
import { areaUnder, mean, shareAbove, thresholdAt } from "./measures.ts";
import { isOurs } from "./rows.ts";
import { type Sample, samplesOf } from "./samples.ts";
import { type Topic, weighing } from "./topics.ts";

/** Most texts of a source and label that are judged. */
const JUDGED_MAX = 800;
const SHARES = [0.01, 0.02, 0.05];
/** Texts of a source's own without which its own AUC says nothing. */
const NEGATIVES_MIN = 30;
const FOLDS_MAX = 8;

interface Fold {
  readonly sources: ReadonlySet<string>;
}

/**
 * Leaves sources out: as many models as folds, each trained without some sources and asked about them. Recall stands at the
 * threshold of the harmless dev texts of the other sources, and at that of the harmless texts of all sources left out.
 */
export function crossValidate(topic: Topic, data: string, print: (line: string) => void): void {
  const corpus = topic.corpus(data);
  const own = topic.own(corpus);
  const samples = samplesOf(corpus);
  const ownSamples = samplesOf(own);
  const dev = samplesOf(topic.dev(data));
  const weightOf = weighing(topic, [...corpus, ...own]);
  const unseen: number[] = [];
  const judged: {
    readonly source: string;
    readonly sums: readonly number[];
    readonly auc: number;
    readonly recalls: readonly number[];
  }[] = [];
  for (const { sources } of foldsOf(samples)) {
    const isOut = ({ row }: Sample): boolean => sources.has(row.source) || sources.has(row.carrier ?? "");
    const learner = new Learner().learn(
      [...samples, ...ownSamples].filter((sample) => !isOut(sample)),
      {
        ...topic.course,
        weightOf,
      },
    );
    const sumOf = (sample: Sample): number => learner.best(sample).sum;
    const seen = dev.filter((sample) => sample.row.label === 0 && !sources.has(sample.row.source)).map(sumOf);
    const thresholds = SHARES.map((share) => thresholdAt(seen, share));
    for (const source of sources) {
      const texts = [...samples, ...dev].filter(({ row }) => row.source === source);
      const of = (label: number): number[] =>
        texts
          .filter(({ row }) => row.label === label)
          .slice(0, JUDGED_MAX)
          .map(sumOf);
      const [negatives, positives] = [of(0), of(1)];
      unseen.push(...negatives);
      if (positives.length === 0) continue;
      const auc = areaUnder(positives, negatives.length < NEGATIVES_MIN ? seen : negatives);
      const recalls = thresholds.map((threshold) => shareAbove(positives, threshold));
      judged.push({ source, sums: positives, auc, recalls });
      print(
        `  ${source.padEnd(28)} ${String(positives.length).padStart(4)} AUC ${auc.toFixed(3)} recall ${figures(recalls)}`,
      );
    }
  }
  const strict = SHARES.map((share) => thresholdAt(unseen, share));
  const macro = SHARES.map((_, index) => mean(judged.map(({ recalls }) => recalls[index] ?? 0)));
  const unseenMacro = strict.map((threshold) => mean(judged.map(({ sums }) => shareAbove(sums, threshold))));
  print(`${topic.name}, sources left out: macro AUC ${mean(judged.map(({ auc }) => auc)).toFixed(3)}`);
  print(`  macro recall at 1, 2, 5 % of the harmless dev texts: ${figures(macro)}`);
  print(`  … of harmless texts of sources left out as well: ${figures(unseenMacro)}`);
}

const figures = (values: readonly number[]): string => values.map((value) => value.toFixed(3)).join(" ");

/** Each fold leaves out some sources with positives and some without. */
function foldsOf(samples: readonly Sample[]): readonly Fold[] {
  const positive = new Set(samples.filter(({ row }) => row.label === 1).map(({ row }) => row.source));
  const sources = [...new Set(samples.filter(({ row }) => !isOurs(row)).map(({ row }) => row.source))].sort();
  const count = Math.min(FOLDS_MAX, positive.size);
  const folds = Array.from({ length: count }, () => new Set<string>());
  for (const group of [
    sources.filter((source) => positive.has(source)),
    sources.filter((source) => !positive.has(source)),
  ])
    for (const [index, source] of group.entries()) folds[index % count]?.add(source);
  return folds.map((fold) => ({ sources: fold }));
}
