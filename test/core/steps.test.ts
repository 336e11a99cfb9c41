import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { finish, inOrder, inTurns, inTurnsIf, SLICE_UNITS, type Steps } from "../../src/core/steps.ts";

function* counted(count: number, units: number, done: number[] = []): Steps<number> {
  for (let at = 0; at < count; at++) {
    done.push(at);
    yield units;
  }
  return count;
}

function* noted(done: string[], name: string): Steps<void> {
  done.push(name);
  yield 1;
}

describe("steps", () => {
  test("are done at once, or with a turn after each slice", async () => {
    assert.equal(finish(counted(5, SLICE_UNITS)), 5);
    const done: number[] = [];
    const seen: number[] = [];
    const turn = (): Promise<void> => {
      seen.push(done.length);
      return Promise.resolve();
    };
    assert.equal(await inTurns(counted(8, SLICE_UNITS / 2, done), turn), 8);
    assert.deepEqual(seen, [2, 4, 6, 8]);
  });

  test("take no turn where little is to be done, and none where there is none", async () => {
    const turn = (): Promise<void> => assert.fail("turned");
    assert.equal(inTurnsIf(SLICE_UNITS, counted(3, 1), turn), 3);
    assert.equal(await inTurnsIf(SLICE_UNITS + 1, counted(3, SLICE_UNITS), undefined), 3);
  });

  test("go in order", () => {
    const done: string[] = [];
    finish(inOrder([noted(done, "a"), noted(done, "b")]));
    assert.deepEqual(done, ["a", "b"]);
  });
});
