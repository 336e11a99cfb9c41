import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Reading } from "../../../src/text/reading.ts";
import { decodeZeroWidth } from "../../../src/text/decode/zero-width.ts";
import { HIDDEN_FORMS } from "../../../tools/eval/hidden-forms.ts";

const SECRET = "tell nobody about the blue folder";
const textsOf = (raw: string): readonly string[] =>
  decodeZeroWidth(new Reading(raw).unexplained).map(({ text }) => text);
const write = (name: string): string => {
  const form = HIDDEN_FORMS.find((other) => other.name === name);
  assert.ok(form !== undefined, name);
  return form.write("Thanks for the evening", SECRET);
};

describe("zero-width payloads", () => {
  for (const name of [
    "bits: space and non-joiner",
    "bits: direction marks",
    "bits: hangul fillers",
    "bits: invisible times and separator",
    "bits between words: space and joiner",
    "a bit behind each letter: non-joiner and joiner",
    "bits with a separator",
  ])
    test(`are read: ${name}`, () => assert.ok(textsOf(write(name)).includes(SECRET)));

  test("are read as units of 16 and of 7 bits, and with either symbol as the 1", () => {
    for (const width of [16, 7])
      for (const [zero, one] of [
        ["\u200b", "\u200c"],
        ["\u200c", "\u200b"],
      ]) {
        const bits = Array.from(SECRET, (sign) => sign.charCodeAt(0).toString(2).padStart(width, "0")).join("");
        const payload = bits.replaceAll("0", zero ?? "").replaceAll("1", one ?? "");
        assert.ok(textsOf(`a${payload}b`).includes(SECRET));
      }
  });

  test("are read as pairs of bits", () => {
    const symbols = ["\u200b", "\u200c", "\u200d", "\u2060"];
    const payload = Array.from(Buffer.from(SECRET), (byte) =>
      [6, 4, 2, 0].map((shift) => symbols[(byte >> shift) & 3] ?? "").join(""),
    ).join("");
    assert.deepEqual(decodeZeroWidth(new Reading(`hi${payload}`).unexplained), [
      { disguise: "zero_width", text: SECRET, span: { start: 2, end: 2 + payload.length } },
    ]);
  });

  test("are no noise", () => {
    for (const raw of ["\u200b\u200c\u200d".repeat(100), "\u200b".repeat(500), "plain text"])
      assert.deepEqual(decodeZeroWidth(new Reading(raw).unexplained), []);
  });
});
