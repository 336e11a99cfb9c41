import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { UnexplainedInvisibles } from "../../../src/text/fold/unexplained-invisibles.ts";

describe("a list of unexplained invisible characters", () => {
  test("says of each what it is and where it stands, however many there are", () => {
    const list = new UnexplainedInvisibles();
    for (let at = 0; at < 500; at++) {
      list.add(0x200b, at * 4, false);
      list.add(0xe0041, at * 4 + 1, true);
    }
    assert.equal(list.length, 1000);
    for (const index of [0, 62, 64, 998]) {
      const at = index * 2;
      assert.deepEqual([list.kindOf(index), list.pointOf(index), list.isGlued(index)], ["zero_width", 0x200b, false]);
      assert.deepEqual([list.startOf(index), list.endOf(index)], [at, at + 1]);
      assert.deepEqual([list.kindOf(index + 1), list.isGlued(index + 1)], ["unicode_tags", true]);
      assert.deepEqual([list.startOf(index + 1), list.endOf(index + 1)], [at + 1, at + 3]);
    }
  });

  test("tells the kinds of invisible characters apart", () => {
    const list = new UnexplainedInvisibles();
    for (const point of [0xfe0f, 0xe0101, 0xe0041, 0xad, 0x3164, 0x206a, 0x1d173, 0x200d]) list.add(point, 0, false);
    assert.deepEqual(
      Array.from({ length: list.length }, (_, index) => list.kindOf(index)),
      [
        "variation_selectors",
        "variation_selectors",
        "unicode_tags",
        "soft_hyphens",
        "hangul_fillers",
        "deprecated_format",
        "deprecated_format",
        "zero_width",
      ],
    );
  });
});
