import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { isShortWord, readBare, tableOf } from "../../../src/analyzers/secrets/bare-value.ts";
import { readQuoted } from "../../../src/analyzers/secrets/quoted-value.ts";
import { runs } from "../../support/runs.ts";
import { Reading } from "../../../src/text/reading.ts";

const read = (raw: string, isPassword = true): string => {
  const span = readBare(new Reading(raw), 0, { isPassword });
  return span === null ? "" : raw.slice(span.start, span.end);
};

describe("readBare", () => {
  test("goes on behind `,` and `;` inside of a password only", () => {
    assert.equal(read("kd9;vq,Lm2!x\n"), "kd9;vq,Lm2!x");
    assert.equal(read("kd9;vq,Lm2!x\n", false), "kd9");
    assert.equal(read(String.raw`kd9\:Lm2 x`), String.raw`kd9\:Lm2`);
  });

  test("ends at the next field, word, command and item", () => {
    for (const raw of [
      "a9!b;Server=x",
      "a9!b;Integrated Security=1",
      "a9!b,user: x",
      "a9!b;export X",
      "a9!b,thanks",
      "a9!b. ",
    ])
      assert.equal(read(raw), "a9!b", raw);
    assert.equal(read("a9;b,c)"), "a9");
    assert.equal(read("a9!b&user=x"), "a9!b");
  });

  test("has letters beyond ASCII, and is open at the end of the text", () => {
    assert.equal(read("Gr\u00fc\u00dfe9 x"), "Gr\u00fc\u00dfe9");
    assert.equal(readBare(new Reading("Gr\u00fc"), 0, { isPassword: true })?.isOpen, true);
    assert.equal(readBare(new Reading("a9!b;Integrated "), 0, { isPassword: true })?.isOpen, true);
  });
});

test("tableOf marks the characters of the class", () => {
  assert.deepEqual([tableOf(/a/)[0x61], tableOf(/a/)[0x62]], [1, 0]);
});

test("a short word before a space is no longer value, and none that is still open", () => {
  const piece = fc.constantFrom(..."a|B7|9x!|:|;|,|&|&b=|\\|\"|'|\u00e9|(|.| |\n|\t".split("|"));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 10 }), fc.constantFrom(6, 16), fc.boolean(), (pieces, min, isPassword) => {
      const raw = pieces.join("");
      if (!isShortWord(raw, 0, min)) return;
      assert.equal(readQuoted(raw, 0, { hasSpaces: true }), null, JSON.stringify(raw));
      const span = readBare(new Reading(raw), 0, { isPassword });
      assert.ok(span === null || (span.end < min && !span.isOpen), JSON.stringify(raw));
    }),
    { numRuns: runs(5000) },
  );
});
