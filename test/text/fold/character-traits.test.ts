import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { INVISIBLE_FIRST, IS, MAY_HIDE, NONE, traitsOf } from "../../../src/text/fold/character-traits.ts";

const has = (sign: string, bit: number): boolean => (traitsOf(sign.codePointAt(0) ?? NONE) & bit) !== 0;

describe("the traits of a character", () => {
  for (const [sign, name] of [
    ["\u200b", "invisible"],
    ["\u{e0041}", "invisible"],
    ["😀", "emoji"],
    ["葛", "han"],
    ["न", "joining"],
    ["ᠠ", "mongolian"],
    ["\u180b", "mongolianSelector"],
    ["\u{e0100}", "selector"],
    ["\u00ad", "joiner"],
    ["\u200f", "directionMark"],
    ["\u2062", "operator"],
  ] as const)
    test(`U+${(sign.codePointAt(0) ?? 0).toString(16)} is ${name}`, () => assert.ok(has(sign, IS[name])));

  test("a Latin letter and a digit have none, and neither has the end of a text", () => {
    assert.deepEqual([traitsOf(0x61), traitsOf(0x31), traitsOf(NONE)], [IS.seen, IS.seen, 0]);
  });

  test("no ASCII character accounts for an invisible one that stands beside it", () => {
    for (let code = 0; code < 0x80; code++) assert.equal(traitsOf(code), IS.seen);
  });

  // The first look may stop at more than that, never at less. The last ones are reserved and in no text.
  test("every invisible character is found by the first look, and none stands before the first unit", () => {
    for (let point = 0; point < 0xe0400; point++)
      if ((traitsOf(point) & IS.invisible) !== 0) {
        assert.ok(point >= INVISIBLE_FIRST);
        assert.match(String.fromCodePoint(point), MAY_HIDE);
      }
  });
});
