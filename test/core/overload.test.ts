import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { joinChunks } from "../../src/core/overload.ts";

describe("joinChunks", () => {
  test("joins in order, and copies nothing where there is one", () => {
    const one = Buffer.from("one");
    assert.equal(joinChunks([one], 3), one);
    assert.equal(joinChunks([one, Buffer.from(" two")], 7).toString(), "one two");
    assert.equal(joinChunks([], 0).length, 0);
  });
});
