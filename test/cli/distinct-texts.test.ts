import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { DistinctTexts } from "../../src/cli/distinct-texts.ts";

describe("distinct texts", () => {
  test("share a number with copies in another case, white space or Unicode form", () => {
    const texts = new DistinctTexts();
    const copies = ["Caf\u00E9 au lait", " cafe\u0301\nAU  lait\t", "\uFF23af\u00E9 au lait"];
    assert.deepEqual(
      copies.map((text) => texts.indexOf(text)),
      [0, 0, 0],
    );
    // Neighbours that are others: an accent less, a word more, no space.
    assert.deepEqual(
      ["Cafe au lait", "Caf\u00E9 au lait, please", "Caf\u00E9aulait"].map((text) => texts.indexOf(text)),
      [1, 2, 3],
    );
    assert.equal(texts.count, 4);
  });

  test("say how many stand in both of two sets", () => {
    const [one, other] = [new DistinctTexts(), new DistinctTexts()];
    for (const text of ["a", "b", "c"]) one.indexOf(text);
    for (const text of ["B", "c ", "d"]) other.indexOf(text);
    assert.equal(one.sharedWith(other), 2);
  });
});
