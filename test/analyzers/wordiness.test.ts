import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { wordinessOf } from "../../src/analyzers/wordiness.ts";

describe("wordinessOf", () => {
  test("words and identifiers are far above chance", () => {
    for (const value of ["configuration", "getUserNameFromRequest", "openSesame", "some-bucket-name"])
      assert.ok(wordinessOf(value).bits > 0.4, value);
  });

  test("drawn letters are below chance", () => {
    for (const value of ["vzihlaquknriqlht", "fALtjadBSYcQfsXDQvvQbPqHmQ", "kwhtxzqp"])
      assert.ok(wordinessOf(value).bits < -0.5, value);
  });

  test("counts pairs within words only", () => {
    assert.equal(wordinessOf("ab1cd").pairs, 2);
    assert.equal(wordinessOf("abCd").pairs, 2);
    assert.deepEqual(wordinessOf("1-2_3"), { pairs: 0, bits: 0 });
  });
});
