import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { LoopTurns } from "../../src/threads/analysis-threads.ts";

describe("LoopTurns", () => {
  test("lets one of those who wait go on in each turn, in order", async () => {
    const deferred: (() => void)[] = [];
    const turns = new LoopTurns((run) => void deferred.push(run));
    const went: string[] = [];
    const work = async (name: string, slices: number): Promise<void> => {
      for (let slice = 0; slice < slices; slice += 1) {
        await turns.next();
        went.push(name);
      }
    };
    const all = Promise.all([work("a", 2), work("b", 1), work("c", 2)]);
    for (let turn = 1; turn <= 5; turn += 1) {
      assert.equal(deferred.length, 1);
      deferred.shift()?.();
      await new Promise(setImmediate);
      assert.equal(went.length, turn);
    }
    await all;
    assert.equal(went.join(""), "abcac");
    assert.equal(deferred.length, 0);
  });
});
