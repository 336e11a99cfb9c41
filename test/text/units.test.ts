import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { Reading } from "../../src/text/reading.ts";
import { characterAt, pointAt, RawText, SIGN } from "../../src/text/units.ts";

const text = fc
  .tuple(fc.string({ unit: "binary", maxLength: 40 }), fc.constantFrom(1, 1, 1, 200, 20_000))
  .map(([part, times]) => part.repeat(times));

describe("units of a text", () => {
  const assertUnits = ({ raw, units }: RawText): void => {
    assert.equal(units[raw.length], 0);
    for (let at = 0; at < raw.length; at += 1 + (raw.length >> 10)) assert.equal(units[at], raw.charCodeAt(at));
  };

  test("are its character codes with a 0 after them", () => {
    fc.assert(fc.property(text, (raw) => assertUnits(new RawText(raw))));
  });

  test("are those of the text that goes on, asked for at each step or not; a text that it began with is read anew", () => {
    const steps = fc.array(fc.tuple(text, fc.boolean()), { maxLength: 12 });
    fc.assert(
      fc.property(steps, (list) => {
        let reading = new Reading("");
        for (const [more, isAsked] of list) {
          const before = reading;
          reading = reading.advance(before.raw + more);
          if (isAsked) assertUnits(reading);
          else if (more === "") assertUnits(before);
        }
        assertUnits(reading);
      }),
    );
  });
});

describe("the character at a place", () => {
  test("is a pair or a unit, as the language says", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 20 }), fc.nat(20), (raw, cut) => {
        const piece = raw.slice(0, cut);
        const units = new RawText(piece).units;
        const points = Array.from(Buffer.from(piece, "utf16le").toString("utf16le"), (sign) => sign.codePointAt(0));
        const read: number[] = [];
        for (let at = 0; at < piece.length; at += (read.at(-1) ?? 0) > 0xffff ? 2 : 1) read.push(pointAt(units, at));
        assert.deepEqual(read, points);
        for (let at = 0; at < piece.length; at++) assert.equal(characterAt(piece, at), pointAt(units, at));
      }),
    );
  });

  // Where code is optimised, V8 has read the other half from the longer string: hence the many rounds.
  test("is the half of a pair where a piece of a longer text ends with one", () => {
    const long = "\u{1d400}".repeat(1000);
    for (let round = 0; round < 20_000; round++) {
      const piece = long.slice(0, 1501 - 2 * (round % 50));
      assert.equal(pointAt(new RawText(piece).units, piece.length - 1), 0xd835);
      assert.equal(characterAt(piece, piece.length - 1), 0xd835);
    }
  });
});

describe("signs in a text", () => {
  const SIGNS: readonly (readonly [number, RegExp])[] = [
    [SIGN.nonAscii, /[^\0-\x7f]/],
    [SIGN.percent, /%/],
    [SIGN.backslash, /\\/],
    [SIGN.ampersand, /&/],
    [SIGN.equals, /=/],
    [SIGN.closer, /[)\]}>]/],
    [SIGN.digit, /[0-9]/],
  ];

  test("are told of each text, and no others", () => {
    const letter = fc.constantFrom("a", "7", "%", "\\", "&", "=", ")", "]", "}", ">", "\u00a5", "\u0125", "\u{1f600}");
    fc.assert(
      fc.property(fc.array(letter, { maxLength: 6 }), (letters) => {
        const raw = letters.join("");
        for (const [sign, pattern] of SIGNS) assert.equal((new RawText(raw).signs & sign) !== 0, pattern.test(raw));
        assert.equal(new RawText(raw).isAscii, !/[^\0-\x7f]/.test(raw));
      }),
    );
  });

  test("are runs of sixteen units of base64, whatever is not ASCII counts as if one stood there", () => {
    const part = fc.oneof(
      fc.stringMatching(/^[\w+/-]{0,18}$/),
      fc.constantFrom(" ", "=", ".", "\u0141", "a".repeat(5000)),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const raw = parts.join("");
        assert.equal((new RawText(raw).signs & SIGN.run) !== 0, /[\w+/-]{16}|[^\0-\x7f]/.test(raw));
      }),
    );
  });
});
