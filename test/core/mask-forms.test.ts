import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { clearEdges, clearParts, isMasked, partialMask, tokenTypeAt } from "../../src/core/mask-forms.ts";
import { assertQuick } from "../support/timing.ts";

const types = new Set(["SECRET", "EMAIL_ADDRESS", "PASSWORD", "US_SSN"]);
const spanOf = (raw: string, value: string) => {
  const start = raw.indexOf(value);
  assert.ok(start >= 0, `${value} stands in ${raw}`);
  return { start, end: start + value.length };
};
const masked = (raw: string, value: string): boolean => isMasked(raw, spanOf(raw, value), types);

describe("partialMask", () => {
  for (const [value, expected] of [
    ["4111-1111-1111-1111", "****-****-****-1111"],
    ["4111 1111 1111 1234", "**** **** **** 1234"],
    ["jane.doe@example.org", "****.***@******e.org"],
    ["anne@b.org", "****@b.org"],
    ["ann@b.org", "***@*.***"],
    ["078-05-1120", "***-**-1120"],
    ["1234567", "*******"],
    ["2001:db8::1", "****:db8::1"],
    ["abcd1234==", "****1234**"],
    ["pässwörter", "******rter"],
    ["----", "****"],
    ["", ""],
  ] as const)
    test(`${value} becomes ${expected}`, () => assert.equal(partialMask(value), expected));

  test("keeps the number of characters and shows at most four letters or digits, the last ones", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (value) => {
        const mask = partialMask(value);
        assert.equal(Array.from(mask).length, Array.from(value).length);
        const shown = mask.match(/[\p{L}\p{N}]/gu) ?? [];
        const all = value.match(/[\p{L}\p{N}]/gu) ?? [];
        assert.deepEqual(shown, all.length < 8 ? [] : all.slice(-4));
      }),
    );
  });

  test("adds no quote, backslash or line break", () => {
    fc.assert(
      fc.property(fc.string(), (value) =>
        assert.equal(partialMask(value).replaceAll(/["'`\\]/g, ""), partialMask(value)),
      ),
    );
  });
});

describe("tokenTypeAt", () => {
  const typeOf = (raw: string, value: string): string | null => tokenTypeAt(raw, spanOf(raw, value));

  for (const raw of ["<US_SSN_1>", "<US_SSN_h:0a1b2c3d>", "<US_SSN>", "see <US_SSN>, and", '"<US_SSN>"'])
    test(`knows the mask in ${raw}`, () => {
      assert.equal(typeOf(raw, "SSN"), "US_SSN");
      assert.equal(typeOf(raw, raw.slice(raw.indexOf("<"), raw.indexOf(">") + 1)), "US_SSN");
    });

  for (const raw of [
    "<Us_SSN_1>",
    "<SSN",
    "SSN>",
    "< SSN_1>",
    "<SSN_>",
    "<SSN_h:12>",
    "<SSN>536-22-8726</SSN>",
    "<1_SSN>",
    `<${"SSN".repeat(40)}>`,
  ])
    test(`takes ${raw} for no mask`, () => assert.equal(typeOf(raw, "SSN"), null));

  test("takes a token in brackets for no mask, numbered or not", () => {
    const key = ["AKIA", "Q3EGR7ZLWN5T2VXD"].join("");
    for (const raw of [`<${key}>`, `<${key}_1>`, `<KEY_${key}_1>`]) assert.equal(typeOf(raw, key), null);
  });

  test("is quick on what almost is a mask", () => {
    assertQuick(() => {
      for (const raw of [`<${"A1_".repeat(30)}!`, `<${"A_".repeat(39)}!>`, "<".repeat(5000), "<A".repeat(5000)])
        for (let at = 0; at < raw.length; at++) tokenTypeAt(raw, { start: at, end: at + 1 });
    }, 1000);
  });
});

describe("isMasked", () => {
  for (const [raw, value] of [
    ["pw=<SECRET>", "<SECRET>"],
    ["to <EMAIL_ADDRESS_h:0a1b2c3d>", "ADDRESS_h:0a1b2c3d"],
    ["****-****-****-1111", "****-****-****-1111"],
    ["****-****-****-1111", "1111"],
    ["****@b.org", "****@b.org"],
    ["***-**-1120", "1120"],
    ["pw=*******", "*******"],
    ["****:db8::1", "db8::1"],
  ] as const)
    test(`finds nothing new in ${value} of ${raw}`, () => assert.equal(masked(raw, value), true));

  for (const [raw, value] of [
    ["pin 1111", "1111"],
    ["**PIN:** **4711**", "4711"],
    ["**mail:** a@b.io", "a@b.io"],
    ["<ACME>", "ACME"],
    ["<ACME_1>", "ACME"],
    ["**** jane.doe@b.org", "jane.doe@b.org"],
    ["****-4111111111111111", "4111111111111111"],
    ["****abcde", "****abcde"],
    ['"****" 1111', "1111"],
    ["<SECRET>hunter2x", "hunter2x"],
    ["----", "----"],
  ] as const)
    test(`does not overlook ${value} in ${raw}`, () => assert.equal(masked(raw, value), false));
});

describe("clearEdges", () => {
  const clear = (raw: string, value: string): string => {
    const { start, end } = clearEdges(raw, spanOf(raw, value));
    return raw.slice(start, end);
  };

  for (const [raw, value, expected] of [
    ['say "secret" now', '"secret"', "secret"],
    [String.raw`{"a":"x\njane@b.org"}`, "njane@b.org", "jane@b.org"],
    [String.raw`{"a":"x\\njane@b.org"}`, "njane@b.org", "njane@b.org"],
    [String.raw`{"a":"\u00e9cole@b.org"}`, "u00e9cole@b.org", "cole@b.org"],
    [String.raw`{\"pw\":\"hunter2x\"}`, String.raw`hunter2x\"`, "hunter2x"],
    ["a\nsecret\n", "\nsecret\n", "secret"],
    ['""', '""', '""'],
    ["plain", "plain", "plain"],
  ] as const)
    test(`${value} in ${JSON.stringify(raw)}`, () => assert.equal(clear(raw, value), expected));
});

describe("clearParts", () => {
  const parts = (raw: string): readonly string[] =>
    clearParts(raw, { start: 0, end: raw.length }).map(({ start, end }) => raw.slice(start, end));

  for (const [raw, expected] of [
    ["one", ["one"]],
    ['one",\n  "two', ["one", "two"]],
    ["one' + 'two\", \"three", ["one", "two", "three"]],
    [String.raw`one\",\"two`, ["one", "two"]],
    ['p"ss', ['p"ss']],
    ['","', ['","']],
  ] as const)
    test(`cuts ${JSON.stringify(raw)} where strings end`, () => assert.deepEqual(parts(raw), expected));
});
