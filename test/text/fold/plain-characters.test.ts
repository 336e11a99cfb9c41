import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { EditedText } from "../../../src/text/edits.ts";
import { FOREIGN_FIRST, FOREIGN_LAST, FOREIGN_LOOKALIKES } from "../../../src/text/fold/confusables.ts";
import { charactersOf, simpleOf } from "../../../src/text/fold/plain-characters.ts";
import { runs } from "../../support/runs.ts";
import { RawText } from "../../../src/text/units.ts";

const plain = (raw: string): string => new EditedText(new RawText(raw), charactersOf(new RawText(raw))).text;

describe("characters in plain typing", () => {
  test("become the same wherever they stand", () => {
    const sign = fc.oneof(
      fc.string({ minLength: 1, maxLength: 1, unit: "binary" }),
      fc.constantFrom(
        "a",
        "\u200b",
        "\uff21",
        "\u2014",
        "\u0664",
        "\u{1d400}",
        "\ufb03",
        "\u2026",
        "\u{e0073}",
        "\ud83d",
      ),
    );
    const isForeign = (text: string): boolean => /[\u0370-\u052f]/.test(text);
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 12 }), (signs) => {
        const raw = signs.join("");
        fc.pre(!isForeign(raw));
        assert.equal(plain(raw), Array.from(raw, (character) => simpleOf(character.codePointAt(0) ?? 0)).join(""));
      }),
      { numRuns: runs(2000) },
    );
  });

  test("are letters that look like others in words that hold these, small and capital ones alike", () => {
    for (let code = FOREIGN_FIRST; code <= FOREIGN_LAST; code++) {
      const letter = String.fromCharCode(code);
      const small = letter.toLowerCase();
      const ascii = FOREIGN_LOOKALIKES[small.charCodeAt(0) - FOREIGN_FIRST] ?? 0;
      const like = String.fromCharCode(ascii);
      const expected = ascii === 0 ? letter : letter === small ? like : like.toUpperCase();
      assert.equal(plain(`x${letter}`), `x${expected}`, letter);
      assert.equal(plain(letter), letter, letter);
    }
  });
});
