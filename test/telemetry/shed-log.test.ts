import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Metrics } from "../../src/telemetry/metrics.ts";
import { ShedLog } from "../../src/telemetry/shed-log.ts";
import { createManualClock } from "../support/clock.ts";

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
