import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { mayHoldBirth } from "../../../src/analyzers/pii/birth-stems.ts";

describe("mayHoldBirth", () => {
  test("sees a label wherever it stands, and signs beyond ASCII", () => {
    for (const text of ["x Date of Birth x", "geboren am", "D.O.B.", "生年月日", "fecha_nac", "tanggal lahir"])
      assert.equal(mayHoldBirth(text, 0, text.length), true, text);
    assert.equal(mayHoldBirth("order of 5 May", 0, 14), false);
  });

  test("says the same when it is asked for one stretch after the other", () => {
    const raw = `${"a word ".repeat(20)}born ${"a word ".repeat(20)}`;
    const at = raw.indexOf("born");
    for (let start = 0; start < raw.length - 30; start += 3)
      assert.equal(mayHoldBirth(raw, start, start + 30), start <= at && start + 30 >= at + 4, String(start));
  });
});
