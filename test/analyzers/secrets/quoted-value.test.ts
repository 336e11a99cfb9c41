import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isConcatenated, readQuoted, unquoted, VALUE_MAX } from "../../../src/analyzers/secrets/quoted-value.ts";

const read = (raw: string, hasSpaces = false): string | null => {
  const span = readQuoted(raw, 0, { hasSpaces });
  return span === null ? null : raw.slice(span.start, span.end);
};

describe("readQuoted", () => {
  test("ends at the same quote in the same escaping", () => {
    for (const [raw, value] of [
      [String.raw`"ab\"c", "d"`, String.raw`ab\"c`],
      [`'a"b\x60c' x`, `a"b\x60c`],
      ["'it''s9' x", "it''s9"],
      [String.raw`\"a'b\",\"c\"`, "a'b"],
      [String.raw`\"a\\\"b\",`, String.raw`a\\\"b`],
      [String.raw`"a\\" "b"`, String.raw`a\\`],
      ['"""ab"c""" x', 'ab"c'],
      ['""ab"",1', "ab"],
      [`'"ab"' x`, "ab"],
    ] as const)
      assert.equal(read(raw), value, raw);
  });

  test("takes single spaces only where they are asked for, and no second line", () => {
    assert.equal(read('"a b c"', true), "a b c");
    for (const raw of ['"a  b"', '"a b "', '" a b"', '"a\nb"']) assert.equal(read(raw, true), null, raw);
    assert.equal(read('"a b"'), null);
  });

  test("has a bound, and is open until it is closed", () => {
    assert.equal(read(`"${"a".repeat(VALUE_MAX + 1)}"`), null);
    assert.equal(readQuoted('"ab c', 0, { hasSpaces: true })?.isOpen, true);
    assert.equal(readQuoted('"ab" ', 0, { hasSpaces: true })?.isOpen, false);
  });
});

test("unquoted resolves escapes and doubled quotes", () => {
  assert.equal(unquoted(String.raw`\u003ca\x62\"`), '<ab"');
  assert.equal(unquoted("it''s"), "it's");
});

test("isConcatenated knows code between two strings", () => {
  for (const value of ['"+pw1+"', "'.$a.'", '.$row["pw1"].', '"||pw||"']) assert.ok(isConcatenated(value), value);
  for (const value of ['Kd9"vq+Lm', "a'b"]) assert.ok(!isConcatenated(value), value);
});
