import assert from "node:assert/strict";
import { test } from "node:test";
import { lettersOf } from "../../src/analyzers/token-rule.ts";

test("ranges are spelled out, signs are left away", () => {
  assert.equal(lettersOf("a-e0-3_.-"), "abcde0123");
});
