import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Metrics } from "../../src/telemetry/metrics.ts";
import { threadReports } from "../../src/telemetry/thread-log.ts";
import { threadGauges } from "../../src/telemetry/thread-metrics.ts";

describe("what becomes of long texts", () => {
  test("is counted, and a lost thread is told to the log without its message", () => {
    const lines: string[] = [];
    const write = (fields: object, message: string): void => void lines.push(`${message} ${JSON.stringify(fields)}`);
    const metrics = new Metrics();
    const report = threadReports({ debug: write, info: write, warn: write, error: write }, metrics);
    report({ kind: "begun", waitMs: 20 });
    report({ kind: "ended", end: "done" });
    report({ kind: "ended", end: "refused" });
    report({ kind: "lost", error: new RangeError("ann@acme.test") });
    const shown = metrics.expose();
    for (const line of [
      'sallyport_long_texts_total{outcome="done"} 1',
      'sallyport_long_texts_total{outcome="refused"} 1',
      'sallyport_long_texts_total{outcome="timeout"} 0',
      "sallyport_analysis_threads_lost_total 1",
      'sallyport_long_text_wait_seconds_bucket{le="0.025"} 1',
    ])
      assert.ok(shown.includes(line), line);
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? "", /^analysis thread lost .*RangeError/);
    assert.doesNotMatch(lines[0] ?? "", /acme/);
  });

  test("is shown as it is now", () => {
    const metrics = new Metrics();
    metrics.include(threadGauges({ waiting: 3, threads: 2, busy: 1 }));
    const shown = metrics.expose();
    for (const line of [
      "sallyport_long_texts_waiting 3",
      'sallyport_analysis_threads{state="all"} 2',
      'sallyport_analysis_threads{state="busy"} 1',
    ])
      assert.ok(shown.includes(line), line);
  });
});
