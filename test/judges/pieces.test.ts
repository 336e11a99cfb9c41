import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { piecesOf } from "../../src/judges/pieces.ts";

describe("piecesOf", () => {
  test("leaves a short text whole", () => assert.deepEqual(piecesOf("short", 200), ["short"]));

  test("cuts at a line or a word where one ends nearby", () => {
    const [first = ""] = piecesOf(`${"word ".repeat(38)}\n${"more ".repeat(100)}`, 200);
    assert.ok(first.endsWith("\n"));
    const [other = ""] = piecesOf("lorem ipsum ".repeat(100), 200);
    assert.ok(other.endsWith(" "));
  });

  test("covers every character, each piece within its length, neighbours overlapping, no pair of surrogates cut", () => {
    const unit = fc.constantFrom("a", " ", "\n", "é", "😀", "語");
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 3000 }), fc.integer({ min: 200, max: 500 }), (units, length) => {
        const text = units.join("");
        const pieces = piecesOf(text, length);
        let end = 0;
        let from = 0;
        for (const [index, piece] of pieces.entries()) {
          assert.ok(piece.length <= length);
          assert.ok(piece.isWellFormed());
          const at = text.indexOf(piece, from);
          assert.ok(at >= 0 && (index === 0 ? at === 0 : at < end), "no gap");
          end = Math.max(end, at + piece.length);
          from = at + 1;
        }
        assert.ok(text.endsWith(pieces.at(-1) ?? ""));
        assert.ok(pieces.length <= 2 + text.length / (length * 0.6));
      }),
    );
  });
});
