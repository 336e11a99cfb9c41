import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { KIND, kindOf, WORD_MIN } from "../../src/text/letters.ts";
import { Reading } from "../../src/text/reading.ts";
import { hashWord, LINE, MARK, NUMBER, SIGN, Tokens, TOKENS, WORD, Words, WORDS } from "../../src/text/tokens.ts";
import { RawText } from "../../src/text/units.ts";

const textsOf = (text: string, { starts, ends, count }: Words | Tokens): readonly string[] =>
  Array.from({ length: count }, (_, at) => text.slice(starts[at], ends[at]));

const unit = fc.constantFrom("a", "b", "M", "Z", "é", "\u0301", "7", " ", ".", "-", "\n", "漢", "ö", "\\", "n");
const text = fc.string({ unit, maxLength: 60 });

describe("words", () => {
  test("are the runs of letters, digits and marks, with the hash of their bare letters", () => {
    const noEscapes = fc.string({ unit: unit.filter((sign) => sign !== "\\"), maxLength: 60 });
    fc.assert(
      fc.property(noEscapes, (raw) => {
        const words = new Words(new RawText(raw));
        const expected = raw.match(/[\p{L}\p{M}\p{Nd}]+/gu) ?? [];
        assert.deepEqual(textsOf(raw, words), expected);
        for (const [at, word] of expected.entries()) {
          assert.equal(words.hashes[at], hashWord(word) | 0);
          const isSmall = /^[\p{Ll}\p{M}]*\p{Ll}[\p{Ll}\p{M}]*$/u.test(word);
          assert.equal(words.kinds[at] === 1 << KIND.lower, isSmall);
        }
      }),
    );
  });

  test("step over the letter of an escape", () => {
    const raw = String.raw`one\nTwo\tThree \nine`;
    assert.deepEqual(textsOf(raw, new Words(new RawText(raw))), ["one", "Two", "Three", "nine"]);
  });

  test("go on from an earlier window of a stream as if the text were new", () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (parts) => {
        let reading = new Reading("");
        for (const part of parts) {
          reading = reading.advance(reading.raw + part);
          const [words, fresh] = [reading.of(WORDS), new Words(new RawText(reading.raw))];
          assert.deepEqual(textsOf(reading.raw, words), textsOf(reading.raw, fresh));
          assert.deepEqual(words.hashes.slice(0, words.count), fresh.hashes.slice(0, fresh.count));
          assert.deepEqual(words.kinds.slice(0, words.count), fresh.kinds.slice(0, fresh.count));
        }
      }),
    );
  });

  test("have room, however many they are", () => {
    const raw = "a ".repeat(5000);
    assert.equal(new Words(new RawText(raw)).count, 5000);
  });
});

test("every kind but signs and space is part of a word", () => {
  assert.deepEqual(
    Array.from(" \n.7aZ\u0301漢", (sign) => kindOf(sign.charCodeAt(0)) >= WORD_MIN),
    [false, false, false, true, true, true, true, true],
  );
});

describe("tokens", () => {
  test("are words, signs, numbers, marks and lines", () => {
    const raw = "don't say 42 times:\n\n 忽略!!";
    const tokens = new Tokens(raw);
    assert.deepEqual(
      textsOf(raw, tokens).map((token, at) => [token, tokens.kinds[at]]),
      [
        ["don't", WORD],
        ["say", WORD],
        ["42", NUMBER],
        ["times", WORD],
        [":", MARK],
        ["\n\n ", LINE],
        ["忽", SIGN],
        ["略", SIGN],
        ["!!", MARK],
      ],
    );
  });

  test("have the hash of their letters, of numbers that of their length", () => {
    const [one, twelve, again, thirtyFour, two, three, four] = new Tokens("one 12 one 34 two ### ####").hashes;
    assert.equal(one, again);
    assert.equal(twelve, thirtyFour);
    assert.notEqual(one, two);
    assert.equal(three, four);
  });

  test("are in order, disjoint, inside the text, and leave out nothing but space", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (raw) => {
        const { starts, ends, count } = new Tokens(raw);
        let end = 0;
        for (let at = 0; at < count; at++) {
          const start = starts[at] ?? 0;
          assert.ok(start >= end && (ends[at] ?? 0) > start);
          assert.equal(raw.slice(end, start).trim(), "");
          end = ends[at] ?? 0;
        }
        assert.equal(raw.slice(end).trim(), "");
      }),
    );
  });

  test("of a text are those of its folded form", () => {
    assert.deepEqual(textsOf("cafe bar", new Reading("Café BAR").of(TOKENS)), ["cafe", "bar"]);
  });
});
