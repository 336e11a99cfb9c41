import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { boundedMemo } from "../../src/text/bounded-memo.ts";

describe("boundedMemo", () => {
  test("asks once for each key, of what is false or null too, and forgets all beyond its bound", () => {
    const asked: number[] = [];
    const isOdd = boundedMemo(2, (key: number) => {
      asked.push(key);
      return key === 0 ? null : key % 2 === 1;
    });
    assert.deepEqual([0, 2, 0, 2].map(isOdd), [null, false, null, false]);
    assert.deepEqual(asked, [0, 2]);
    assert.deepEqual([3, 3, 2].map(isOdd), [true, true, false]);
    assert.deepEqual(asked, [0, 2, 3, 2]);
  });
});
