import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { Arrivals } from "../../tools/bench/arrivals.ts";
import { shown, type Figure } from "../../tools/bench/figures.ts";
import { GOALS, judgeGoals, type Goal } from "../../tools/bench/goals.ts";
import { added, deltaCounter, type Seen } from "../../tools/bench/paced.ts";
import { renderReport } from "../../tools/bench/report.ts";
import { median, medianRatio, quantile } from "../../tools/bench/statistics.ts";

describe("quantile", () => {
  test("takes the value at its place, whatever the order", () => {
    const list = Array.from({ length: 100 }, (_, at) => 99 - at);
    assert.deepEqual(
      [quantile(list, 0), quantile(list, 0.5), quantile(list, 0.99), quantile(list, 1)],
      [0, 50, 99, 99],
    );
    assert.equal(list[0], 99);
  });

  test("sorts numbers, not their digits", () => assert.equal(median([10, 9, 100]), 10));

  test("of nothing is not a number", () => assert.ok(Number.isNaN(quantile([], 0.5))));
});

describe("medianRatio", () => {
  test("compares what was measured in the same round", () => {
    // The machine was slow in the second round, for both.
    assert.equal(medianRatio([10, 1, 30], [20, 2, 60]), 0.5);
  });

  test("is not a number where the other one has no round", () => assert.ok(Number.isNaN(medianRatio([1], []))));
});

describe("Arrivals", () => {
  const rate = fc.record({
    perSecond: fc.integer({ min: 1, max: 5000 }),
    seconds: fc.integer({ min: 1, max: 3 }),
    startMs: fc.integer({ min: 0, max: 1_000_000 }),
  });

  // A generator that is kept from sending must still count from when it should have sent.
  test("gives each request once and with the time at which it was due, however late it is asked", () => {
    const property = fc.property(rate, fc.array(fc.integer({ min: 0, max: 700 })), (options, stalls) => {
      const arrivals = new Arrivals(options);
      const given: number[] = [];
      let nowMs = options.startMs;
      for (const stallMs of stalls) {
        nowMs += stallMs;
        const due = arrivals.due(nowMs);
        for (const dueMs of due) assert.ok(dueMs <= nowMs);
        given.push(...due);
        assert.ok(arrivals.nextMs === null || arrivals.nextMs > nowMs);
      }
      given.push(...arrivals.due(Infinity));
      const wanted = Array.from(
        { length: options.perSecond * options.seconds },
        (_, at) => options.startMs + (at / options.perSecond) * 1000,
      );
      assert.deepEqual(given, wanted);
      assert.equal(arrivals.nextMs, null);
    });
    fc.assert(property);
  });
});

describe("deltaCounter", () => {
  test("counts every delta with text once, wherever the answer is cut", () => {
    const events = ["", "The", " sea", "", " is"].map(
      (content) => `data: ${JSON.stringify({ delta: { content } })}\n\n`,
    );
    const bytes = Buffer.from(events.join(""));
    const property = fc.property(fc.uniqueArray(fc.nat(bytes.length)), (cuts) => {
      const count = deltaCounter();
      const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
      const counted = places.map((from, at) => count(bytes.subarray(from, places[at + 1] ?? from)));
      assert.equal(
        counted.reduce((sum, each) => sum + each, 0),
        3,
      );
    });
    fc.assert(property);
  });
});

describe("added", () => {
  const seen = (firstEvent: number, ...deltas: readonly number[]): Seen => ({ firstEvent, deltas });
  const direct = [seen(5, 10, 20, 30)];
  const gate = [seen(7, 23, 34)];
  const of = (wait: "firstEvent" | "firstText" | "shownBy" | "lastText"): number =>
    added(gate, direct, { wait, share: 0.5 });

  test("counts the first text from the first delta, and from the one that shows where its word ends", () => {
    assert.equal(of("firstText"), 13);
    assert.equal(of("shownBy"), 3);
  });

  test("counts the first event and the last text from those of direct access", () => {
    assert.equal(of("firstEvent"), 2);
    assert.equal(of("lastText"), 4);
  });
});

describe("judgeGoals", () => {
  const goal = (kind: "least" | "most", value: number): Goal => ({
    what: "a goal",
    scenario: "s",
    figure: "f",
    unit: "×",
    bound: { kind, value },
  });
  const figure = (value: number): readonly Figure[] => [{ scenario: "s", figure: "f", value, unit: "×" }];
  const outcome = (one: Goal, figures: readonly Figure[]): string | undefined => judgeGoals(figures, [one])[0]?.outcome;

  test("meets a bound that is reached", () => {
    assert.equal(outcome(goal("least", 1), figure(1)), "met");
    assert.equal(outcome(goal("least", 1), figure(0.99)), "missed");
    assert.equal(outcome(goal("most", 1), figure(1)), "met");
    assert.equal(outcome(goal("most", 1), figure(1.01)), "missed");
  });

  test("tells what was not measured", () => {
    assert.equal(outcome(goal("most", 1), []), "not measured");
    assert.equal(outcome(goal("most", 1), figure(Number.NaN)), "not measured");
  });

  test("has one goal for each figure", () =>
    assert.equal(new Set(GOALS.map(({ scenario, figure }) => `${scenario} ${figure}`)).size, GOALS.length));
});

test("shown writes ratios, times and counts with the digits they deserve", () => {
  assert.equal(shown({ value: 0.456, unit: "×" }), "0.46 ×");
  assert.equal(shown({ value: 1.26, unit: "ms" }), "1.3 ms");
  assert.equal(shown({ value: 126.4, unit: "ms" }), "126 ms");
  assert.equal(shown({ value: 3, unit: "" }), "3");
  assert.equal(shown({ value: Number.NaN, unit: "KB" }), "–");
});

test("renderReport names conditions, goals and figures", () => {
  const figures: readonly Figure[] = [
    { scenario: "chat 1 KB / 1 KB", figure: "sallyport / bare http-proxy-3", value: 0.5, unit: "×" },
    { scenario: "chat 1 KB / 1 KB", figure: "a | b", value: 7, unit: "ms" },
  ];
  const page = renderReport(figures, {
    facts: ["2 × some processor"],
    command: "npm run bench -- --only chat",
    date: "2026-11-22T00:00:00.000Z",
    skipped: ["nginx is not installed"],
  });
  assert.match(page, /^`npm run bench -- --only chat`, 2026-11-22T00:00:00\.000Z\.\n\n- 2 × some processor\n/);
  assert.match(page, /\*\*Left out\*\*: nginx is not installed\./);
  assert.match(page, /0 met, 1 missed, \d+ not measured\./);
  assert.match(page, /\| chat \/ bare http-proxy-3 +\| ≥ 1 × +\| 0\.50 × +\| \*\*missed\*\* +\|/);
  assert.match(page, /### chat 1 KB \/ 1 KB\n\n/);
  assert.match(page, /\| a \\\| b +\| 7\.0 ms +\|/);
});
