import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { LINE, MARK, NUMBER, SIGN, Tokens, WORD } from "../../../src/analyzers/learned/tokens.ts";

const tokens = new Tokens();

function read(text: string): readonly (readonly [text: string, kind: number])[] {
  tokens.read(text);
  return Array.from({ length: tokens.count }, (_, at) => [
    text.slice(tokens.starts[at], tokens.ends[at]),
    tokens.kinds[at] ?? -1,
  ]);
}

describe("tokens", () => {
  test("are words, signs, numbers, marks and lines", () => {
    assert.deepEqual(read("don't say 42 times:\n\n 忽略!!"), [
      ["don't", WORD],
      ["say", WORD],
      ["42", NUMBER],
      ["times", WORD],
      [":", MARK],
      ["\n\n ", LINE],
      ["忽", SIGN],
      ["略", SIGN],
      ["!!", MARK],
    ]);
  });

  test("have the hash of their letters, of numbers that of their length", () => {
    tokens.read("one 12 one 34 two ### ####");
    const [one, twelve, again, thirtyFour, two, three, four] = tokens.hashes;
    assert.equal(one, again);
    assert.equal(twelve, thirtyFour);
    assert.notEqual(one, two);
    assert.equal(three, four);
  });

  test("are in order, disjoint, inside the text, and leave out nothing but space", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
        let end = 0;
        for (const [index] of read(text).entries()) {
          const start = tokens.starts[index] ?? 0;
          assert.ok(start >= end && (tokens.ends[index] ?? 0) > start);
          assert.equal(text.slice(end, start).trim(), "");
          end = tokens.ends[index] ?? 0;
        }
        assert.equal(text.slice(end).trim(), "");
      }),
    );
  });
});
