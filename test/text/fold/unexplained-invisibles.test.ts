import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Strays } from "../../../src/text/fold/unexplained-invisibles.ts";

describe("a list of strays", () => {
  test("says of each what it is and where it stands, however many there are", () => {
    const strays = new Strays();
    for (let at = 0; at < 500; at++) {
      strays.add(0x200b, at * 4, false);
      strays.add(0xe0041, at * 4 + 1, true);
    }
    assert.equal(strays.length, 1000);
    for (const index of [0, 62, 64, 998]) {
      const at = index * 2;
      assert.deepEqual(
        [strays.kindOf(index), strays.pointOf(index), strays.isGlued(index)],
        ["zero_width", 0x200b, false],
      );
      assert.deepEqual([strays.startOf(index), strays.endOf(index)], [at, at + 1]);
      assert.deepEqual([strays.kindOf(index + 1), strays.isGlued(index + 1)], ["unicode_tags", true]);
      assert.deepEqual([strays.startOf(index + 1), strays.endOf(index + 1)], [at + 1, at + 3]);
    }
  });

  test("tells the kinds of invisible characters apart", () => {
    const strays = new Strays();
    for (const point of [0xfe0f, 0xe0101, 0xe0041, 0xad, 0x3164, 0x206a, 0x1d173, 0x200d]) strays.add(point, 0, false);
    assert.deepEqual(
      Array.from({ length: strays.length }, (_, index) => strays.kindOf(index)),
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
