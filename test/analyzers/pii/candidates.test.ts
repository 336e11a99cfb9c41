import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import {
  digitsOf,
  findCandidates,
  hasDigits,
  hasPair,
  holdDigits,
  holdToken,
  isLuhnValid,
} from "../../../src/analyzers/pii/candidates.ts";

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

describe("hasDigits", () => {
  test("says what a pattern says", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 5 }), (raw, count) => {
        assert.equal(hasDigits(raw, count), new RegExp(String.raw`[\d٣]{${count}}`).test(raw));
      }),
    );
  });
});

describe("holdDigits", () => {
  test("holds from the first digit of the trailing run", () => {
    assert.equal(holdDigits("call +1 415 "), 5);
    assert.equal(holdDigits("a word "), 7);
    assert.equal(holdDigits("a1 word"), 7);
  });
});

describe("holdToken", () => {
  test("holds the trailing run without spaces, up to its bound", () => {
    assert.equal(holdToken("mail jane@ex", 100), 5);
    assert.equal(holdToken("x".repeat(50), 10), 40);
  });
});

describe("isLuhnValid", () => {
  test("accepts the published samples and refuses their neighbours", () => {
    assert.equal(isLuhnValid(digitsOf("4111 1111 1111 1111")), true);
    assert.equal(isLuhnValid("4111111111111112"), false);
    assert.equal(isLuhnValid("79927398713"), true);
  });
});
