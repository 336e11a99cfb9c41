/** One line of a metric. */
export interface Sample {
  /** After the metric's name: `_bucket`, `_sum`, `_count`, or nothing. */
  readonly suffix?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** How the values of several processes become one; `first`: the process that leads them knows better than all others. */
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
