export interface FamilyOptions {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
  readonly merge?: Merge;
}

/** What counters and histograms have in common. */
class Family<Cell> {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  readonly merge: Merge;
  protected readonly cells: Cells<Cell>;

  constructor({ name, help, labels = [], merge = "sum" }: FamilyOptions, create: () => Cell) {
    this.name = name;
    this.help = help;
    this.labels = labels;
    this.merge = merge;
    this.cells = new Cells(labels, create);
    // Without labels it exists from the start: `rate()` does not see a step from nothing to 1.
    if (labels.length === 0) this.cells.at();
  }
}

/** A number that only grows. */
export class Counter extends Family<{ total: number }> implements Metric {
  readonly type = "counter";

  constructor(options: FamilyOptions) {
    super(options, () => ({ total: 0 }));
  }

  /** @param values of the labels, in their order */
  add(...values: readonly string[]): void {
    this.cells.at(...values).total += 1;
  }

  /** Shows series before anything is counted. */
  show(...values: readonly string[]): void {
    this.cells.at(...values);
  }

  readonly samples = (): Iterable<Sample> =>
    this.cells.series.map(({ labels, cell }) => ({ labels, value: cell.total }));
}

/** Values counted in buckets, and their sum. */
class Buckets {
  readonly #bounds: readonly number[];
  /** One more than bounds: the last has none. */
  readonly counts: number[];
  sum = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  observe(value: number): void {
    let at = 0;
    while (at < this.#bounds.length && value > (this.#bounds[at] ?? 0)) at += 1;
    this.counts[at] = (this.counts[at] ?? 0) + 1;
    this.sum += value;
  }
}

/** A distribution of values. */
export class Histogram extends Family<Buckets> implements Metric {
  readonly type = "histogram";
  readonly #bounds: readonly number[];

  /** @param options.buckets upper bounds, rising */
  constructor({ buckets, ...options }: FamilyOptions & { readonly buckets: readonly number[] }) {
    super(options, () => new Buckets(buckets));
    this.#bounds = buckets;
  }

  /** @param values of the labels, in their order */
  observe(value: number, ...values: readonly string[]): void {
    this.cells.at(...values).observe(value);
  }

  readonly samples = (): Iterable<Sample> =>
    this.cells.series.flatMap(({ labels, cell }) => {
      let count = 0;
      const buckets = cell.counts.map((counted, index) => {
        count += counted;
        const le = String(this.#bounds[index] ?? "+Inf");
        return { suffix: "_bucket", labels: { ...labels, le }, value: count };
      });
      return [...buckets, { suffix: "_sum", labels, value: cell.sum }, { suffix: "_count", labels, value: count }];
    });
}

/** A value read from its source at each scrape: the value, and those of the labels in their order. */
type MetricReading = readonly [value: number, ...labels: readonly string[]];

/** A gauge, or a counter that other code counts. */
export function readMetric(
  { name, help, labels = [], merge = "sum", type = "gauge" }: FamilyOptions & { readonly type?: "gauge" | "counter" },
  read: () => Iterable<MetricReading>,
): Metric {
  const samples = (): Iterable<Sample> =>
    [...read()].map(([value, ...values]) => ({
      labels: Object.fromEntries(labels.map((label, index) => [label, values[index] ?? ""])),
      value,
    }));
  return { name, help, labels, merge, type, samples };
}

/** Series of one metric. Labels come from the configuration, and reloads may add new ones without end. */
const SERIES_MAX = 5000;
/** Label value of everything beyond that. */
const OVERFLOW = "overflow";

interface Series<Cell> {
  readonly labels: Readonly<Record<string, string>>;
  readonly cell: Cell;
}

class Node<Cell> {
  readonly children = new Map<string, Node<Cell>>();
  cell: Cell | null = null;
}

/**
 * The series of one metric by the values of its labels. A look-up uses one map per label and allocates nothing, since every request
 * makes dozens. An empty value omits its label.
 */
export class Cells<Cell> {
  readonly #labels: readonly string[];
  readonly #create: () => Cell;
  readonly #root = new Node<Cell>();
  readonly #series: Series<Cell>[] = [];
  #overflow: Cell | null = null;

  constructor(labels: readonly string[], create: () => Cell) {
    this.#labels = labels;
    this.#create = create;
  }

  get series(): readonly Series<Cell>[] {
    return this.#series;
  }

  /** @param values of the labels, in their order: of the configuration or a closed set, never a caller's */
  at(...values: readonly string[]): Cell {
    let node = this.#root;
    for (const value of values) {
      let next = node.children.get(value);
      if (next === undefined) {
        if (this.#series.length >= SERIES_MAX) return this.#beyond();
        node.children.set(value, (next = new Node<Cell>()));
      }
      node = next;
    }
    return (node.cell ??= this.#add(values));
  }

  #beyond(): Cell {
    return (this.#overflow ??= this.#add(this.#labels.map(() => OVERFLOW)));
  }

  #add(values: readonly string[]): Cell {
    const cell = this.#create();
    const pairs = this.#labels.map((label, index) => [label, values[index] ?? ""] as const);
    this.#series.push({ labels: Object.fromEntries(pairs.filter(([, value]) => value !== "")), cell });
    return cell;
  }
}

/** One line of a metric. */
interface Sample {
  /** Suffix of the metric's name: `_bucket`, `_sum`, `_count`, or none. */
  readonly suffix?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** How the values of several processes are merged; `first`: the primary's value is right. */
export type Merge = "sum" | "max" | "min" | "first";

export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  /** Names of its labels; `le` of histograms is not among them. */
  readonly labels: readonly string[];
  /** Absent: `sum`. */
  readonly merge?: Merge;
  /** Read on demand. */
  readonly samples: () => Iterable<Sample>;
}

export const EXPOSITION_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/**
 * Metrics in Prometheus' text format.
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
 */
export function expose(metrics: readonly Metric[]): string {
  const lines: string[] = [];
  for (const { name, help, type, samples } of metrics) {
    lines.push(`# HELP ${name} ${help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}`, `# TYPE ${name} ${type}`);
    for (const sample of samples())
      lines.push(`${name}${sample.suffix ?? ""}${written(sample.labels)} ${sample.value}`);
  }
  return `${lines.join("\n")}\n`;
}

function written(labels: Sample["labels"]): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

const escaped = (value: string): string =>
  value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");

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

/** Merges the metrics of several processes. `first` takes the value of the first process that has the metric. */
export function mergeMetrics(processes: readonly (readonly MetricSnapshot[])[]): readonly MetricSnapshot[] {
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

/** The metrics to keep of an ended process: sums, which must never decrease. */
export const lastingCounts = (metrics: readonly MetricSnapshot[]): readonly MetricSnapshot[] =>
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
