import type { Merge, Metric, Sample } from "./exposition.ts";

/** A metric with its values at one moment, as one process sends it to another. */
export interface MetricSnapshot extends Omit<Metric, "samples" | "merge"> {
  readonly merge: Merge;
  readonly samples: readonly Sample[];
}

export function snapshotOf(metrics: readonly Metric[]): readonly MetricSnapshot[] {
  return metrics.map(({ name, help, type, labels, merge = "sum", samples }) => ({
    name,
    help,
    type,
    labels,
    merge,
    samples: [...samples()],
  }));
}

/** What several processes have counted as if it were one. Of `first` the earliest process counts that has the metric. */
export function merged(processes: readonly (readonly MetricSnapshot[])[]): readonly MetricSnapshot[] {
  const families = new Map<string, { readonly first: MetricSnapshot; readonly samples: Map<string, Sample> }>();
  for (const metric of processes.flat()) {
    const known = families.get(metric.name);
    if (known === undefined) {
      const samples = new Map(metric.samples.map((sample) => [keyOf(sample), sample]));
      families.set(metric.name, { first: metric, samples });
    } else if (metric.merge !== "first")
      for (const sample of metric.samples) take(known.samples, sample, FOLD[metric.merge]);
  }
  return [...families.values()].map(({ first, samples }) => ({ ...first, samples: [...samples.values()] }));
}

/** Of a process that is gone: what only grows, since its sum must never become smaller. */
export const remains = (metrics: readonly MetricSnapshot[]): readonly MetricSnapshot[] =>
  metrics.filter(({ type, merge }) => type !== "gauge" && merge === "sum");

/** As `expose` takes them. */
export const asMetrics = (snapshots: readonly MetricSnapshot[]): readonly Metric[] =>
  snapshots.map((snapshot) => ({ ...snapshot, samples: () => snapshot.samples }));

const FOLD = {
  sum: (a: number, b: number) => a + b,
  max: Math.max,
  min: Math.min,
} as const satisfies Record<Exclude<Merge, "first">, (a: number, b: number) => number>;

function take(samples: Map<string, Sample>, sample: Sample, fold: (a: number, b: number) => number): void {
  const key = keyOf(sample);
  const known = samples.get(key);
  samples.set(key, known === undefined ? sample : { ...known, value: fold(known.value, sample.value) });
}

/** Labels come in the order in which their metric names them. */
const keyOf = ({ suffix = "", labels }: Sample): string => JSON.stringify([suffix, labels]);
