import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Cells, Counter, Histogram, readMetric, expose } from "../../src/telemetry/families.ts";

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
