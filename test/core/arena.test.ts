import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Arena } from "../../src/core/arena.ts";

describe("an arena", () => {
  test("cuts arrays that do not overlap, all zero, and has no room beyond its size", () => {
    const arena = new Arena(4 * 3 + 4 * 2 + 2 * 2 + 3);
    const arrays = [arena.int32(3), arena.uint32(2), arena.uint16(2), arena.bytes(3)];
    for (const array of arrays) assert.ok(array.every((value) => value === 0));
    for (const [index, array] of arrays.entries()) array.fill(index + 1);
    for (const [index, array] of arrays.entries()) assert.ok(array.every((value) => value === index + 1));
    assert.throws(() => arena.bytes(1), RangeError);
  });
});
