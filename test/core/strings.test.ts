import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { percentDecoded } from "../../src/core/strings.ts";

describe("percentDecoded", () => {
  for (const [text, decoded] of [
    ["", ""],
    ["plain", "plain"],
    ["a%2Fb%20c", "a/b c"],
    ["%E2%82%AC", "€"],
    ["a+b", "a+b"],
    ["%", null],
    ["%zz", null],
    ["%ff", null],
  ] as const)
    test(JSON.stringify(text), () => {
      assert.equal(percentDecoded(text), decoded);
    });
});
