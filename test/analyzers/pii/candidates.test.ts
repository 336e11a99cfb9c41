import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import {
  digitsOf,
  findCandidates,
  hasPair,
  holdDigits,
  holdLetters,
  isLuhnValid,
  lettersStart,
  mayEndInNumber,
} from "../../../src/analyzers/pii/candidates.ts";
import { Reading } from "../../../src/text/reading.ts";

describe("findCandidates", () => {
  test("sees a number that begins inside a candidate that is none", () => {
    const matches = findCandidates("12 34 56", { pattern: /\d+(?: \d+)*/g, from: 0 }, (start, candidate) =>
      candidate.startsWith("34") ? { end: start + candidate.length, score: 1 } : null,
    );
    assert.deepEqual(matches, [{ start: 3, end: 8, score: 1 }]);
  });
});

const text = fc.string({ unit: fc.constantFrom(":", "-", "a", "1", "٣"), maxLength: 24 });

describe("hasPair", () => {
  test("says what a pattern says", () => {
    fc.assert(
      fc.property(text, (raw) => {
        assert.equal(hasPair(raw, ":", { least: 1, most: 5 }), /:[^:]{0,4}:/.test(raw));
        assert.equal(hasPair(raw, "-", { least: 3, most: 3 }), /-[^-]{2}-/.test(raw));
      }),
    );
  });
});

describe("digitsOf", () => {
  test("leaves the ASCII digits in their order", () => {
    fc.assert(fc.property(text, (raw) => assert.equal(digitsOf(raw), raw.replaceAll(/\D/g, ""))));
  });
});

describe("holdDigits", () => {
  test("holds from the first digit of the trailing run", () => {
    assert.equal(holdDigits("call +1 415 "), 5);
    assert.equal(holdDigits("a word "), 7);
    assert.equal(holdDigits("a1 word"), 7);
  });
});

describe("mayEndInNumber", () => {
  const tail = fc.string({ unit: fc.constantFrom("+", "(", " ", "a", "1", "٣", "-"), maxLength: 12 });

  test("lets no text pass in which a number is held, with its end or without", () => {
    fc.assert(
      fc.property(tail, fc.nat(150), fc.nat(20), (head, length, behind) => {
        const raw = head + " ".repeat(length) + "x".repeat(behind);
        const number = raw.slice(0, raw.length - behind);
        if (holdDigits(raw) < raw.length || holdDigits(number) < number.length)
          assert.equal(mayEndInNumber(new Reading(raw), behind), true);
      }),
    );
    assert.equal(mayEndInNumber(new Reading(`+${" ".repeat(200)}`), 20), false);
  });
});

describe("holdLetters", () => {
  test("holds a short last word of ASCII letters", () => {
    assert.equal(holdLetters("in de", 2), 3);
    assert.equal(holdLetters("in den", 2), 6);
    assert.equal(holdLetters("in de ", 2), 6);
    assert.equal(holdLetters("de", 2), 0);
  });
});

describe("lettersStart", () => {
  test("says what a pattern says", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "Z", "ö", "@", "[", "`", "{", "1"), maxLength: 12 });
    fc.assert(
      fc.property(letters, (raw) => {
        assert.equal(lettersStart(raw, raw.length, 5), raw.length - (/[A-Za-z]{0,5}$/.exec(raw)?.[0].length ?? 0));
      }),
    );
  });
});

describe("isLuhnValid", () => {
  test("accepts the published samples and refuses their neighbours", () => {
    assert.equal(isLuhnValid(digitsOf("4111 1111 1111 1111")), true);
    assert.equal(isLuhnValid("4111111111111112"), false);
    assert.equal(isLuhnValid("79927398713"), true);
  });
});
