import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { RetryBudget } from "../../src/judges/retry-budget.ts";

describe("RetryBudget", () => {
  test("grants one retry at first, then one for ten questions", () => {
    const budget = new RetryBudget();
    assert.deepEqual([budget.spend(), budget.spend()], [true, false]);
    for (let count = 0; count < 9; count++) budget.earn();
    assert.equal(budget.spend(), false);
    budget.earn();
    assert.deepEqual([budget.spend(), budget.spend()], [true, false]);
  });

  test("saves no more than ten", () => {
    const budget = new RetryBudget();
    for (let count = 0; count < 1000; count++) budget.earn();
    const granted = Array.from({ length: 20 }, () => budget.spend()).filter(Boolean);
    assert.equal(granted.length, 10);
  });

  test("never grants more than a tenth of the questions and one, whatever the order", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 500 }), (steps) => {
        const budget = new RetryBudget();
        let [questions, retries] = [0, 0];
        for (const isQuestion of steps) {
          if (isQuestion) {
            budget.earn();
            questions += 1;
          } else if (budget.spend()) retries += 1;
          assert.ok(retries <= 1 + questions / 10);
        }
      }),
    );
  });
});
