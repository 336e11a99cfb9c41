import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Metrics, statusLabel } from "../../src/telemetry/metrics.ts";
import { parseExposition, valueOf, type Series } from "../support/prometheus.ts";

describe("JudgeMetrics", () => {
  const read = (metrics: Metrics): readonly Series[] => parseExposition(metrics.expose());

  test("counts questions by judge and end, and times those that were asked", () => {
    const metrics = new Metrics();
    metrics.judges.asked({ judge: "a", outcome: "answered", durationMs: 300 });
    metrics.judges.asked({ judge: "a", outcome: "remembered", durationMs: 0 });
    const series = read(metrics);
    assert.equal(valueOf(series, "sallyport_judge_questions_total", { judge: "a", outcome: "remembered" }), 1);
    assert.equal(valueOf(series, "sallyport_judge_duration_seconds_count", { judge: "a" }), 1);
    assert.equal(valueOf(series, "sallyport_judge_duration_seconds_sum", { judge: "a" }), 0.3);
  });

  test("shows the breaker of each configured judge, over reloads too", () => {
    const metrics = new Metrics();
    const open = (): readonly (readonly [string | undefined, number])[] =>
      read(metrics)
        .filter(({ name }) => name === "sallyport_judge_breaker_open")
        .map(({ labels, value }) => [labels["judge"], value] as const);
    metrics.judges.configured(["a", "b"]);
    metrics.judges.breaker("a", true);
    assert.deepEqual(open(), [
      ["a", 1],
      ["b", 0],
    ]);
    metrics.judges.configured(["a", "c"]);
    assert.deepEqual(open(), [
      ["a", 1],
      ["c", 0],
    ]);
    metrics.judges.breaker("a", false);
    metrics.judges.breaker("b", true);
    assert.deepEqual(open(), [
      ["a", 0],
      ["c", 0],
    ]);
  });
});

test("statuses are few, whatever an upstream answers", () => {
  assert.deepEqual([200, 429, 418, 999, null].map(statusLabel), ["200", "429", "4xx", "9xx", "none"]);
  const all = new Set(Array.from({ length: 900 }, (_, index) => statusLabel(index + 100)));
  assert.ok(all.size <= 50, `${all.size} labels`);
});
