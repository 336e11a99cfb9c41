import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { TurnBudget } from "../../src/proxy/turn-budget.ts";

describe("TurnBudget", () => {
  function open(maxChars: number): { readonly budget: TurnBudget; readonly turn: () => Promise<void> } {
    let waiting: (() => void)[] = [];
    const turn = async (): Promise<void> => {
      const due = waiting;
      waiting = [];
      for (const run of due) run();
      await Promise.resolve();
    };
    return { budget: new TurnBudget(maxChars, (run) => waiting.push(run)), turn };
  }

  test("lets short texts be judged at once, turn by turn", async () => {
    const { budget, turn } = open(10);
    for (let round = 0; round < 3; round += 1) {
      assert.equal(budget.spend(6), null);
      assert.equal(budget.spend(4), null);
      await turn();
    }
  });

  test("makes whoever exceeds it wait, and lets one of them go on in each turn, in the order of asking", async () => {
    const { budget, turn } = open(10);
    let gone = "";
    assert.equal(budget.spend(10), null);
    for (const each of [1, 2, 3]) void budget.spend(1)?.then(() => (gone += each));
    await Promise.resolve();
    assert.equal(gone, "");
    await turn();
    assert.equal(gone, "1");
    // Who comes meanwhile shares the turn with those who wait.
    assert.equal(budget.spend(10), null);
    void budget.spend(1)?.then(() => (gone += 4));
    for (const known of ["12", "123", "1234"]) {
      await turn();
      assert.equal(gone, known);
    }
    assert.equal(budget.spend(10), null);
  });

  test("lets the loop turn in earnest", async () => {
    const budget = new TurnBudget(10);
    let turns = 0;
    setImmediate(() => (turns += 1));
    assert.equal(budget.spend(5), null);
    await budget.spend(6);
    assert.equal(turns, 1);
    assert.equal(budget.spend(10), null);
  });
});
