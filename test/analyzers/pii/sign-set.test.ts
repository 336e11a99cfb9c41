import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { SignSet } from "../../../src/analyzers/pii/sign-set.ts";

describe("SignSet", () => {
  test("has its signs, of ASCII and beyond, and no others", () => {
    const signs = new SignSet(".-€");
    assert.deepEqual(
      Array.from("a.-€é").map((sign) => signs.has(sign.charCodeAt(0))),
      [false, true, true, true, false],
    );
  });

  test("has nothing behind the end of a text", () => {
    assert.equal(new SignSet("\0.").has("".charCodeAt(0)), false);
  });
});
