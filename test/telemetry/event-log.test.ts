import assert from "node:assert/strict";
import { test, describe } from "node:test";
import { Metrics } from "../../src/telemetry/metrics.ts";
import { logStore, logLimitStore, ShedLog, threadReports } from "../../src/telemetry/event-log.ts";
import { threadGauges } from "../../src/telemetry/gauges.ts";
import { createManualClock } from "../support/clock.ts";

test("an outage of the store of records is an error, its end is none", () => {
  const lines: [string, object, string][] = [];
  const write = (level: string) => (fields: object, message: string) => void lines.push([level, fields, message]);
  const logger = { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
  logStore({ kind: "lost", reason: "28P01" }, "postgres://db:5432/r", logger);
  logStore({ kind: "back", outageMs: 700 }, "postgres://db:5432/r", logger);
  assert.deepEqual(lines, [
    ["error", { store: "postgres://db:5432/r", reason: "28P01" }, "records: the store does not take any"],
    ["info", { store: "postgres://db:5432/r", outage_ms: 700 }, "records: the store takes them again"],
  ]);
});

test("an outage of the store of limits is a warning, its end is none", () => {
  const lines: [string, object, string][] = [];
  const write = (level: string) => (fields: object, message: string) => void lines.push([level, fields, message]);
  const logger = { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
  logLimitStore({ kind: "lost", reason: "timeout" }, logger);
  logLimitStore({ kind: "back", outageMs: 700, requests: 12 }, logger);
  assert.deepEqual(lines, [
    ["warn", { reason: "timeout" }, "limits: the store does not answer"],
    ["info", { outage_ms: 700, requests: 12 }, "limits: the store answers again"],
  ]);
});

test("an overload is told at its beginning, every ten seconds and at its end, however many are refused", () => {
  const clock = createManualClock();
  const lines: unknown[] = [];
  const write = (fields: object, message: string): void => void lines.push([message, fields]);
  const logger = { debug: write, info: write, warn: write, error: write };
  const log = new ShedLog({ clock, logger, metrics: new Metrics() });
  for (let time = 0; time < 1000; time++) log.shed("delay");
  log.shed("requests");
  clock.advance(10_000);
  log.shed("delay");
  clock.advance(20_000);
  log.shed("streams");
  assert.deepEqual(lines, [
    ["overloaded: requests are refused", { reason: "delay" }],
    ["overloaded: requests were refused", { refused: { delay: 1000, requests: 1 } }],
    ["overloaded: requests were refused", { refused: { delay: 1 } }],
    ["no longer overloaded", { refused: 1002 }],
    ["overloaded: requests are refused", { reason: "streams" }],
  ]);
});

describe("refused requests", () => {
  test("are counted by reason", () => {
    const metrics = new Metrics();
    const log = new ShedLog({
      clock: createManualClock(),
      logger: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
      metrics,
    });
    log.shed("delay");
    assert.match(metrics.expose(), /sallyport_shed_total\{reason="delay"\} 1\n/);
    assert.match(metrics.expose(), /sallyport_shed_total\{reason="streams"\} 0\n/);
  });
});

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
