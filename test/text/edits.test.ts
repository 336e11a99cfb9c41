import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { EditedText, Edits, mergeEdits } from "../../src/text/edits.ts";
import { RawText } from "../../src/text/units.ts";

function edits(...list: readonly (readonly [start: number, end: number, replacement: string])[]): Edits {
  const made = new Edits();
  for (const [start, end, replacement] of list) made.add(start, end, replacement);
  return made;
}

describe("EditedText", () => {
  test("replaces the pieces and leads back to the submitted text", () => {
    const { text, span, offset } = new EditedText(new RawText("a%41b…c"), edits([1, 4, "A"], [5, 6, "..."]));
    assert.equal(text, "aAb...c");
    assert.deepEqual(span(1, 2), { start: 1, end: 4 });
    assert.deepEqual(span(3, 5), { start: 5, end: 6 });
    assert.deepEqual(span(6, 7), { start: 6, end: 7 });
    assert.deepEqual([0, 2, 4, 5, 6, 7].map(offset), [0, 1, 2, 3, 6, 7]);
  });

  test("takes more edits than it has room for at first", () => {
    const list = edits(...Array.from({ length: 500 }, (_, at) => [at * 2, at * 2 + 1, ""] as const));
    assert.equal(new EditedText(new RawText("xy".repeat(500)), list).text, "y".repeat(500));
  });
});

describe("mergeEdits", () => {
  test("puts the lists in order and drops what overlaps", () => {
    const merged = mergeEdits([edits([4, 6, "b"]), edits([0, 1, "a"], [5, 7, "x"], [8, 9, ""], [9, 11, "cd"])]);
    assert.equal(merged.length, 4);
    assert.deepEqual(
      [0, 1, 2, 3].map((index) => merged.replacementOf(index)),
      ["a", "b", "", "cd"],
    );
  });
});
