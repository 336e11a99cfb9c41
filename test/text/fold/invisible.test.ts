import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { Reading } from "../../../src/text/reading.ts";
import { INVISIBLE_FIRST, IS, MAY_HIDE, NONE, traitsOf } from "../../../src/text/fold/invisible.ts";

function listOf(raw: string) {
  const unexplained = new Reading(raw).unexplained;
  return Array.from({ length: unexplained.length }, (_, index) => ({
    kind: unexplained.kindOf(index),
    point: unexplained.pointOf(index),
    start: unexplained.startOf(index),
    end: unexplained.endOf(index),
    isGlued: unexplained.isGlued(index),
  }));
}
const kinds = (raw: string): readonly string[] => listOf(raw).map(({ kind }) => kind);
const tag = (text: string): string =>
  Array.from(text, (sign) => String.fromCodePoint(0xe0000 + sign.charCodeAt(0))).join("");

describe("unexplained invisible characters", () => {
  test("have their place, and know what stands right before", () => {
    assert.deepEqual(listOf("a\u200b\u200c b\u{e0041}"), [
      { kind: "zero_width", point: 0x200b, start: 1, end: 2, isGlued: false },
      { kind: "zero_width", point: 0x200c, start: 2, end: 3, isGlued: true },
      { kind: "unicode_tags", point: 0xe0041, start: 5, end: 7, isGlued: false },
    ]);
  });

  for (const [raw, expected] of [
    ["x\ufe0f", ["variation_selectors"]],
    ["❤\ufe0f", []],
    ["❤\ufe0f\ufe0f", ["variation_selectors"]],
    ["😀\ufe01", ["variation_selectors"]],
    ["葛\u{e0100}", []],
    ["葛\u{e0180}", ["variation_selectors"]],
    ["1\ufe0f\u20e3", []],
    ["👩\u200d💻", []],
    ["👩\u200dx", ["zero_width"]],
    [`🏴${tag("gbeng")}\u{e007f}`, []],
    [`🏴${tag("meet me at noon")}\u{e007f}`, Array.from({ length: 16 }, () => "unicode_tags")],
    ["می\u200cخواهم", []],
    ["می\u200c\u200c\u200cخواهم", ["zero_width", "zero_width", "zero_width"]],
    ["not\u200cjoined", ["zero_width"]],
    ["2\u2062x", []],
    ["two\u2062 words of some length", ["zero_width"]],
    ["\ufeffa", []],
    ["a\ufeff", ["zero_width"]],
    ["ᠠ\u180b", []],
    ["a\u180b", ["zero_width"]],
    ["שלום\u200f!", []],
    ["hello\u200f!", ["zero_width"]],
    ["in\u00adter", ["soft_hyphens"]],
    ["\u3164", ["hangul_fillers"]],
    ["\u206a", ["deprecated_format"]],
    ["\u{1d173}", ["deprecated_format"]],
  ] as const)
    test(`of ${JSON.stringify(raw)} are ${expected.length}`, () => assert.deepEqual(kinds(raw), expected));

  test("are flags of subdivisions once a text has many of them", () => {
    const names = Array.from({ length: 20 }, (_, index) => `us${String.fromCharCode(97 + index)}x`);
    const flags = names.map((name) => `🏴${tag(name)}\u{e007f}`);
    assert.equal(kinds(flags.slice(0, 12).join("")).length, 0);
    assert.equal(kinds(flags.join("")).length, 8 * 5);
    assert.equal(kinds(flags.slice(0, 12).join("").repeat(4)).length, 0);
  });

  test("are all that stand between Latin letters, as one expression finds them", () => {
    const sign = fc.constantFrom(
      ..."a|b| |\n|x|\u200b|\u200c|\u200d|\u2060|\u00ad|\u206a|\uffa0|\u{e0041}|\ud83d|\udc00".split("|"),
    );
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 30 }), (signs) => {
        const raw = signs.join("");
        const found = Array.from(
          raw.matchAll(/[\u00ad\u200b-\u200d\u2060\u206a\uffa0\u{e0041}]/gu),
          ({ 0: match, index }) => ({
            point: match.codePointAt(0),
            start: index,
            end: index + match.length,
          }),
        );
        const unexplained = listOf(raw);
        assert.deepEqual(
          unexplained.map(({ point, start, end }) => ({ point, start, end })),
          found,
        );
        for (const [index, { start, isGlued }] of unexplained.entries())
          assert.equal(isGlued, unexplained[index - 1]?.end === start);
      }),
      { numRuns: 1000 },
    );
  });

  // Between two of ASCII most are taken without a look at scripts: as the same behind a letter of ours that is no ASCII.
  test("between letters of ASCII are those that are unexplained between other Latin letters", () => {
    const unseen = fc.constantFrom(
      "\u200b",
      "\u200d",
      "\u00ad",
      "\ufeff",
      "\u3164",
      "\u206a",
      "\u180b",
      "\u{e0041}",
      "\u{1d173}",
    );
    fc.assert(
      fc.property(fc.array(unseen, { minLength: 1, maxLength: 3 }), (signs) => {
        const hidden = signs.join("");
        assert.deepEqual(listOf(`xa${hidden}bx`), listOf(`xé${hidden}éx`));
      }),
    );
  });
});

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
