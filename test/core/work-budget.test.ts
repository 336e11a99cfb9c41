import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ServiceError } from "../../src/core/errors.ts";
import { isTooMuchWork, WorkBudget } from "../../src/core/work-budget.ts";

describe("a work budget", () => {
  test("lets each kind of work be drawn up to its limit, and draws nothing where less is left", () => {
    const budget = new WorkBudget({ values: 0, texts: 3, characters: 10, patternSteps: 0 });
    budget.draw("texts", 2);
    assert.throws(() => budget.draw("texts", 2), { code: "too_much_work", status: 413 });
    budget.draw("texts", 1);
    assert.throws(() => budget.draw("texts", 1), { code: "too_much_work" });
    budget.draw("characters", 10);
    budget.draw("patternSteps", 0);
    assert.throws(() => budget.draw("patternSteps", 1), { code: "too_much_work" });
  });

  test("is what its error says", () => {
    assert.ok(isTooMuchWork(new ServiceError("too_much_work")));
    for (const other of [new ServiceError("overloaded"), new Error("too_much_work"), null])
      assert.ok(!isTooMuchWork(other));
  });
});
