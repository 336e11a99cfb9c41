import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { LineIndex } from "../../src/cli/scan-texts.ts";

describe("LineIndex", () => {
  test("counts lines and UTF-16 columns from 1", () => {
    const lines = new LineIndex("ab\n😀c\r\n\nd");
    const places = [0, 2, 3, 5, 8, 9, 10].map((at) => Object.values(lines.positionOf(at)).join(":"));
    assert.deepEqual(places, ["1:1", "1:3", "2:1", "2:3", "3:1", "4:1", "4:2"]);
  });

  test("says what cutting the text at line feeds says", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "\n", "é", "\r") }), fc.nat(), (raw, at) => {
        const offset = at % (raw.length + 1);
        const before = raw.slice(0, offset).split("\n");
        assert.deepEqual(new LineIndex(raw).positionOf(offset), {
          line: before.length,
          column: (before.at(-1)?.length ?? 0) + 1,
        });
      }),
    );
  });
});
