import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  Cells,
  Counter,
  Histogram,
  readMetric,
  expose,
  type Merge,
  asMetrics,
  mergeMetrics,
  lastingCounts,
  snapshotOf,
  type MetricSnapshot,
} from "../../src/telemetry/families.ts";
import fc from "fast-check";
import { parseExposition } from "../support/prometheus.ts";

describe("Counter", () => {
  test("is 0 from the beginning without labels", () => {
    assert.match(expose([new Counter({ name: "a_total", help: "A." })]), /^a_total 0$/m);
  });

  test("counts each combination of labels by itself and leaves empty ones out", () => {
    const counter = new Counter({ name: "a_total", help: "A.", labels: ["x", "y"] });
    counter.add("1", "");
    counter.add("1", "2");
    counter.add("1", "2");
    assert.equal(
      expose([counter]),
      '# HELP a_total A.\n# TYPE a_total counter\na_total{x="1"} 1\na_total{x="1",y="2"} 2\n',
    );
  });
});

describe("Histogram", () => {
  test("counts a value in each bucket whose bound it does not exceed", () => {
    const histogram = new Histogram({ name: "a_seconds", help: "A.", buckets: [1, 2] });
    for (const value of [0.5, 1, 1.5, 9]) histogram.observe(value);
    const [, , ...lines] = expose([histogram]).trimEnd().split("\n");
    assert.deepEqual(lines, [
      'a_seconds_bucket{le="1"} 2',
      'a_seconds_bucket{le="2"} 3',
      'a_seconds_bucket{le="+Inf"} 4',
      "a_seconds_sum 12",
      "a_seconds_count 4",
    ]);
  });
});

describe("expose", () => {
  test("escapes what a label's value may hold", () => {
    const metric = readMetric({ name: "a", help: "A.", labels: ["x"] }, () => [[1, '"\\\n']]);
    assert.match(expose([metric]), /^a\{x="\\"\\\\\\n"\} 1$/m);
  });
});

describe("Cells", () => {
  test("gives equal labels the same cell", () => {
    const cells = new Cells(["x", "y"], () => ({}));
    assert.equal(cells.at("1", "2"), cells.at("1", "2"));
    assert.notEqual(cells.at("1", "2"), cells.at("2", "1"));
  });

  test("has a bound: beyond it everything is one series", () => {
    const cells = new Cells(["x"], () => ({}));
    for (let index = 0; index < 6000; index++) cells.at(`asset-${index}`);
    assert.equal(cells.series.length, 5001);
    assert.equal(cells.at("more"), cells.at("still more"));
    assert.deepEqual(cells.series.at(-1)?.labels, { x: "overflow" });
    assert.equal(cells.at("asset-0"), cells.series[0]?.cell);
  });
});

const BUCKETS = [1, 2, 5];

/** A process that has counted these events. */
function counting(events: readonly (readonly [label: string, value: number])[]): readonly MetricSnapshot[] {
  const counter = new Counter({ name: "c_total", help: "h", labels: ["l"] });
  const histogram = new Histogram({ name: "h_seconds", help: "h", labels: ["l"], buckets: BUCKETS });
  for (const [label, value] of events) {
    counter.add(label);
    histogram.observe(value, label);
  }
  return snapshotOf([counter, histogram]);
}

const sorted = (metrics: readonly MetricSnapshot[]): readonly string[] => {
  const text = expose(asMetrics(metrics));
  assert.ok(parseExposition(text).length >= 0);
  return text.split("\n").toSorted();
};

const events = fc.array(fc.tuple(fc.constantFrom("a", "b", ""), fc.integer({ min: 0, max: 8 })), { maxLength: 20 });

describe("merged", () => {
  test("says of many processes what one would say that had counted all", () => {
    fc.assert(
      fc.property(fc.array(events, { minLength: 1, maxLength: 4 }), (processes) => {
        const apart = mergeMetrics(
          processes.map((each) => JSON.parse(JSON.stringify(counting(each))) as MetricSnapshot[]),
        );
        assert.deepEqual(sorted(apart), sorted(counting(processes.flat())));
      }),
    );
  });

  test("folds gauges as each of them says, and takes what the first knows better from it alone", () => {
    const gauges = (value: number): readonly MetricSnapshot[] =>
      snapshotOf(
        (["sum", "max", "min", "first"] as const satisfies readonly Merge[]).map((merge) =>
          readMetric({ name: `g_${merge}`, help: "h", merge }, () => [[value]]),
        ),
      );
    const all = mergeMetrics([gauges(2), gauges(5), gauges(1)]);
    assert.deepEqual(
      all.map(({ name, samples }) => [name, samples[0]?.value]),
      [
        ["g_sum", 8],
        ["g_max", 5],
        ["g_min", 1],
        ["g_first", 2],
      ],
    );
  });

  test("shows what only a later process has", () => {
    const [first, second] = [counting([["a", 1]]), snapshotOf([readMetric({ name: "g", help: "h" }, () => [[3]])])];
    assert.deepEqual(
      mergeMetrics([first, second]).map(({ name }) => name),
      ["c_total", "h_seconds", "g"],
    );
  });
});

describe("remains", () => {
  test("keeps sums that only grow, and no gauge", () => {
    const counter = new Counter({ name: "c_total", help: "h" });
    const first = new Counter({ name: "f_total", help: "h", merge: "first" });
    const gauge = readMetric({ name: "g", help: "h" }, () => [[1]]);
    const histogram = new Histogram({ name: "h", help: "h", buckets: BUCKETS });
    const kept = lastingCounts(snapshotOf([counter, first, gauge, histogram]));
    assert.deepEqual(
      kept.map(({ name }) => name),
      ["c_total", "h"],
    );
  });
});
