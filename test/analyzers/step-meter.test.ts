import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { AnalysisContext } from "../../src/analyzers/analyzer.ts";
import { findAnalyzer } from "../../src/analyzers/registry.ts";
import { StepMeter, STEPS_LEAST, STEPS_PER_UNIT, TooDear } from "../../src/analyzers/step-meter.ts";
import { Text } from "../../src/text/text.ts";
import { realClock } from "../support/clock.ts";

const context: AnalysisContext = {
  side: "input",
  origin: "user",
  from: 0,
  clock: realClock,
  signal: new AbortController().signal,
};

describe("StepMeter", () => {
  test("stops whoever takes more steps than the caller has patience for", () => {
    const meter = new StepMeter(1000, 50);
    meter.spend(50);
    assert.throws(() => meter.spend(1), TooDear);
  });

  test("gives a text no more than its length allows", () => {
    const meter = new StepMeter(1000);
    meter.spend(STEPS_LEAST + 1000 * STEPS_PER_UNIT);
    assert.throws(() => meter.spend(1), { code: "too_much_work" });
  });
});

/** Nothing but what a detector looks at twice. */
const DEAR: Readonly<Record<string, string>> = {
  pii_detection: "Floor 3 ",
  secrets_keys_detection: "passwd=plate①.",
};

describe("detectors", () => {
  for (const [name, unit] of Object.entries(DEAR)) {
    const preparation = findAnalyzer(name)?.prepare(null);
    assert.ok(preparation?.kind === "ready");
    const { analyze, heldFrom } = preparation.analyzer;
    const isStopped = (raw: string, stepsMax: number): boolean => {
      try {
        void analyze(new Text(raw), { ...context, stepsMax });
        return false;
      } catch (error) {
        assert.ok(error instanceof TooDear);
        return true;
      }
    };

    test(`of ${name} count what they do, and always the same`, () => {
      const raw = unit.repeat(1000);
      let least = 1;
      for (let most = raw.length * STEPS_PER_UNIT; least < most;) {
        const middle = (least + most) >> 1;
        if (isStopped(raw, middle)) least = middle + 1;
        else most = middle;
      }
      assert.ok(least > raw.length, `${least} steps`);
      for (let again = 0; again < 3; again++) {
        assert.equal(isStopped(raw, least - 1), true);
        assert.equal(isStopped(raw, least), false);
      }
    });

    test(`of ${name} that were stopped have forgotten it`, () => {
      const raw = `${unit.repeat(1000)}Mail ada@example.org.`;
      const text = new Text(raw);
      const whole = analyze(new Text(raw), context);
      for (const stepsMax of [100, 5000, 12_345]) {
        assert.throws(() => analyze(text, { ...context, stepsMax }), TooDear);
        assert.throws(() => heldFrom?.(text, 0, undefined, stepsMax), TooDear);
      }
      assert.deepEqual(analyze(text, context), whole);
    });
  }
});
