import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { AnalysisContext } from "../../src/analyzers/analyzer.ts";
import { findAnalyzer } from "../../src/analyzers/registry.ts";
import { StepMeter, STEPS_LEAST, STEPS_PER_UNIT, StepLimitError } from "../../src/analyzers/step-meter.ts";
import { Reading } from "../../src/text/reading.ts";
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
    assert.throws(() => meter.spend(1), StepLimitError);
  });

  test("gives a text no more than its length allows", () => {
    const meter = new StepMeter(1000);
    meter.spend(STEPS_LEAST + 1000 * STEPS_PER_UNIT);
    assert.throws(() => meter.spend(1), { code: "too_much_work" });
  });
});

const NAMES = ["Anna Müller", "Peter O'Neill", "José García", "Katarzyna Nowak", "Wei Chen", "Søren Lindqvist"];
const STREETS = ["Hauptstr. 5, 10115 Berlin", "12 Oak Street, Leeds", "Calle Mayor 5, 28013 Madrid", "ul. Długa 7"];
/** So many digits that look drawn, the same for the same place. */
const digits = (at: number, count: number): string =>
  String((at + 7) * 982_451_653)
    .padStart(count, "3")
    .slice(-count);
const rows = (count: number, row: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => row(at)).join("\n");
const customer = (at: number): readonly string[] => [
  String(at),
  NAMES[at % NAMES.length] ?? "",
  STREETS[at % STREETS.length] ?? "",
  `+49 30 ${digits(at, 7)}`,
  `DE${digits(at, 2)} ${digits(at, 4)} ${digits(at + 1, 4)} ${digits(at + 2, 4)} ${digits(at + 3, 4)} 00`,
  `19${50 + (at % 50)}-04-12`,
  `user${at}@example.org`,
];

/** What honest texts are densest in. */
const HONEST: Readonly<Record<string, string>> = {
  "a table of customers": `id,name,address,phone,iban,date of birth,email\n${rows(300, (at) =>
    customer(at)
      .map((value) => `"${value}"`)
      .join(","),
  )}`,
  "a dump of a data base": rows(300, (at) => `INSERT INTO customers VALUES ('${customer(at).join("', '")}');`),
  "a phone book": rows(
    400,
    (at) => `${NAMES[at % NAMES.length]}, ${STREETS[at % STREETS.length]} .... 0431 ${digits(at, 6)}`,
  ),
  "a table of numbers of persons": `passport number\tnational id\ttax id\n${rows(400, (at) => `C01X${digits(at, 5)}\t${digits(at, 8)}Z\t${digits(at, 2)} ${digits(at, 3)} ${digits(at, 3)} ${digits(at, 3)}`)}`,
  "forms of ages and rooms": rows(400, (at) => `age: ${at % 90}, floor ${at % 9}, room ${at}`),
  "numbered things": rows(400, (at) => `№${at % 9}… ${at % 7}명`),
  "addresses alone": rows(400, (at) => STREETS[at % STREETS.length] ?? ""),
  "settings of services": rows(
    300,
    (at) => `SERVICE_${at}_API_KEY=sk-${digits(at, 16)}abcDEF\nDB_PASSWORD_${at}=p@ss${digits(at, 6)}!W`,
  ),
  "a letter":
    "Dear Ms Keller, your order 48213 of 14 March 2024 goes to Hauptstr. 5, 10115 Berlin. Call +49 30 901820.\n".repeat(
      100,
    ),
};

/** Nothing but what a detector looks at twice. */
const EXPENSIVE: Readonly<Record<string, string>> = {
  pii_detection: "Floor 3 ",
  secrets_keys_detection: "passwd=plate①.",
};

describe("detectors", () => {
  for (const name of ["pii_detection", "secrets_keys_detection"])
    test(`of ${name} take less than half of their steps for the densest of honest texts`, () => {
      const preparation = findAnalyzer(name)?.prepare(null);
      assert.ok(preparation?.kind === "ready");
      for (const [label, raw] of Object.entries(HONEST)) {
        const stepsMax = (STEPS_LEAST + raw.length * STEPS_PER_UNIT) / 2;
        assert.doesNotThrow(() => preparation.analyzer.analyze(new Reading(raw), { ...context, stepsMax }), label);
      }
    });

  for (const [name, unit] of Object.entries(EXPENSIVE)) {
    const preparation = findAnalyzer(name)?.prepare(null);
    assert.ok(preparation?.kind === "ready");
    const { analyze, stableUntil } = preparation.analyzer;
    const isStopped = (raw: string, stepsMax: number): boolean => {
      try {
        void analyze(new Reading(raw), { ...context, stepsMax });
        return false;
      } catch (error) {
        assert.ok(error instanceof StepLimitError);
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
      const text = new Reading(raw);
      const whole = analyze(new Reading(raw), context);
      for (const stepsMax of [100, 5000, 12_345]) {
        assert.throws(() => analyze(text, { ...context, stepsMax }), StepLimitError);
        assert.throws(() => stableUntil?.(text, 0, undefined, stepsMax), StepLimitError);
      }
      assert.deepEqual(analyze(text, context), whole);
    });
  }
});
