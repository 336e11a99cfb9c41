import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { describe, test } from "node:test";
import { assess, conclude } from "../../src/api/assess.ts";
import { ALL_HERE } from "../../src/engine/offload.ts";
import type { ApiService } from "../../src/api/service.ts";
import { Metrics } from "../../src/telemetry/metrics.ts";
import type { Guard } from "../../src/engine/guard.ts";
import type { Exchange } from "../../src/http/exchange.ts";
import { Reading } from "../../src/text/reading.ts";
import { analyzerOf } from "../support/analyzers.ts";
import { createManualClock } from "../support/clock.ts";
import { makePolicy } from "../support/config.ts";

/** Failing analyzers cannot be configured, so the endpoints' failure path is tested here, on the exchange. */
describe("assess", () => {
  const guard = (name: string, onError: "block" | "pass", analyze: () => never | Promise<never>): Guard => {
    const analyzer = analyzerOf(name, { analyze }, { masks: false });
    const prepared = { lookback: 0, analyze, details: () => ({ score: 1 }) };
    return {
      policy: makePolicy("a", name, { onError, timeoutMs: 500 }),
      scope: "both",
      threshold: 0.5,
      state: { kind: "ready", analyzer, prepared, filter: (findings) => findings },
    };
  };
  const broken = (): never => {
    throw new Error("hunter2");
  };
  const setUp = () => {
    const clock = createManualClock();
    const exchange = { response: new EventEmitter(), headers: {}, notes: {} } as unknown as Exchange;
    const service = { clock, longTexts: ALL_HERE, metrics: new Metrics() } as unknown as ApiService;
    const work = { draw: () => {} };
    const run = (...guards: Guard[]) =>
      assess(exchange, service, { guards, shadows: [], text: new Reading("x"), side: "input", origin: "user", work });
    return { clock, exchange, run };
  };

  test("makes a failed fail-closed policy a 503 that names it", async () => {
    const { exchange, run } = setUp();
    const { evaluation } = await run(guard("pii_detection", "block", broken));
    await assert.rejects(conclude(exchange, { metrics: new Metrics() }, { evaluation, save: async () => {} }), {
      code: "guardrail_unavailable",
      status: 503,
      message: "A guardrail policy could not be evaluated: pii_detection",
    });
    assert.equal(exchange.notes.verdict, "unavailable");
    assert.equal(exchange.headers["x-guardrail-verdict"], "unavailable");
  });

  test("tells no verdict that its caller does not get", async () => {
    const { exchange, run } = setUp();
    const { evaluation } = await run();
    const save = (): Promise<void> => Promise.reject(new Error("no room"));
    await assert.rejects(conclude(exchange, { metrics: new Metrics() }, { evaluation, save }), /no room/);
    assert.deepEqual([exchange.notes.verdict, exchange.headers["x-guardrail-verdict"]], ["unavailable", "unavailable"]);
  });

  test("names failed fail-open policies in x-guardrail-degraded", async () => {
    const { exchange, run } = setUp();
    const { evaluation } = await run(
      guard("pii_detection", "pass", broken),
      guard("banned_topics_detection", "pass", broken),
    );
    assert.equal(exchange.headers["x-guardrail-degraded"], "banned_topics_detection, pii_detection");
    assert.deepEqual(
      evaluation.applied.map((applied) => applied.status),
      ["failed", "failed"],
    );
  });

  test("gives a policy its deadline", async () => {
    const { clock, run } = setUp();
    const outcome = run(guard("pii_detection", "pass", () => new Promise<never>(() => {})));
    clock.advance(500);
    assert.deepEqual(
      (await outcome).evaluation.applied.map((applied) => "reason" in applied && applied.reason),
      ["timeout"],
    );
  });

  test("ends the evaluation when the client leaves", async () => {
    const { exchange, run } = setUp();
    const outcome = run(guard("pii_detection", "pass", () => new Promise<never>(() => {})));
    exchange.response.emit("close");
    assert.equal((await outcome).evaluation.applied[0]?.status, "failed");
  });
});
