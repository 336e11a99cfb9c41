import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { countFields, isName, readEnds, signOf } from "../../../src/text/tables/fields.ts";
import { runs } from "../../support/runs.ts";
import { RawText } from "../../../src/text/units.ts";

const line = fc
  .array(fc.constantFrom("x", "12", ",", ";", "|", "\t", '"', " ", "é"), { maxLength: 20 })
  .map((parts) => parts.join(""));
const sign = fc.constantFrom(",", ";", "\t", "|");

/** Where a plain walk sees signs that part two fields. */
function plainEnds(text: string, parting: string): readonly number[] {
  const ends: number[] = [];
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"' && ",;".includes(parting)) isQuoted = !isQuoted;
    if (text[at] === parting && !isQuoted) ends.push(at);
  }
  return [...ends, text.length];
}

describe("fields", () => {
  test("end where a plain walk sees them end, as far as there is room", () => {
    fc.assert(
      fc.property(line, sign, fc.nat(12), (text, parting, room) => {
        const raw = `,"\n${text}\nmore`;
        const span = { start: 3, end: 3 + text.length };
        const expected = plainEnds(text, parting).map((end) => end + 3);
        const ends = new Int32Array(room);
        assert.equal(readEnds(new RawText(raw), span, { sign: parting, ends }), expected.length);
        assert.deepEqual([...ends.subarray(0, expected.length)], expected.slice(0, room));
        assert.equal(countFields(new RawText(raw), span, parting), expected.length);
      }),
      { numRuns: runs(2000) },
    );
  });

  test("are parted by the first sign of a rank that stands in the line", () => {
    const of = (text: string): string | undefined => signOf(new RawText(text), { start: 0, end: text.length });
    assert.deepEqual(
      [of("a,b;c"), of("a,b|c\td"), of("a b"), of("a=b,c"), of("é,b")],
      [";", "|", undefined, undefined, ","],
    );
  });
});

describe("isName", () => {
  test("takes words, and neither signs nor sentences", () => {
    for (const name of ["a", "ssn", "Tax2", "tax_id", "Tel.", "first name", "Größe (cm)", "#id", "x".repeat(40)])
      assert.equal(isName(name), true, name);
    for (const name of ["", "2a", "a=b", "Go on. Then", "a b c d e f", "f(x", "x".repeat(41), "a\u0011", "\u0011a"])
      assert.equal(isName(name), false, name);
  });
});
