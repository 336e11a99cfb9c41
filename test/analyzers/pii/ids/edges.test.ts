import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { isOfCode, nextStart, nextWord } from "../../../../src/analyzers/pii/ids/edges.ts";
import { digitRuns } from "../../../../src/analyzers/pii/numbers.ts";
import { runs } from "../../../support/runs.ts";
import { Reading } from "../../../../src/text/reading.ts";
import { RawText } from "../../../../src/text/units.ts";

const text = fc
  .array(fc.constantFrom(...Array.from("0127abxAZ ..--/*** Ñé_:\u0664")), { maxLength: 24 })
  .map((units) => units.join(""));

const ascii = fc
  .array(fc.constantFrom(...Array.from("012aZ  .-/:_")), { maxLength: 24 })
  .map((units) => units.join(""));

const WORD = /[0-9A-Za-zÑñ]/;
/** What stands before a digit that goes on a number, and a word with what makes it one of a sentence. */
const CONTINUED = /(?:(?:\d|\*\*)[-./]|\*{3} )$/;
const OF_SENTENCE = /^(?:(?:[A-Z][a-z]*|[a-z]+) [a-z]|(?:[A-Z][a-z]{2,}|[a-z]{3,})\. [A-Za-z])/;

/** … in a sentence. */
const BEFORE_DIGITS = /^(?:[A-Z][a-z]+|[a-z]{2,}) \d/;

/** Whether a number may begin there: with a word that goes on no number and is none of a sentence. */
function mayBegin(raw: string, at: number): boolean {
  if (!WORD.test(raw.charAt(at)) || /[0-9A-Za-zÀ-ɏ]/.test(raw.charAt(at - 1))) return false;
  if (/\d/.test(raw.charAt(at))) return !CONTINUED.test(raw.slice(0, at));
  return !OF_SENTENCE.test(raw.slice(at)) && !(/[a-z] $/.test(raw.slice(0, at)) && BEFORE_DIGITS.test(raw.slice(at)));
}

describe("nextWord", () => {
  test("finds the beginnings of words that a number may begin with, as patterns tell them", () => {
    fc.assert(
      fc.property(text, fc.nat(24), (raw, from) => {
        const expected = Array.from(raw.slice(from), (_, at) => from + at).filter((at) => mayBegin(raw, at));
        const found: number[] = [];
        for (
          let at = nextWord(new RawText(raw), from, raw.length);
          at < raw.length;
          at = nextWord(new RawText(raw), at + 1, raw.length)
        )
          found.push(at);
        assert.deepEqual(found, expected, raw);
      }),
      { numRuns: runs(3000) },
    );
  });

  test("stops at the given end", () => {
    assert.equal(nextWord(new RawText("a, b 12"), 1, 3), 3);
    assert.equal(nextWord(new RawText("ab 12"), 1, 5), 3);
  });
});

describe("nextStart", () => {
  test("finds what nextWord finds up to a digit, whatever was looked at before", () => {
    fc.assert(
      fc.property(fc.oneof(text, ascii), fc.nat(24), (raw, before) => {
        for (const [at, run] of digitRuns(new Reading(raw)).entries()) {
          const from = Math.max(run.start - before, (digitRuns(new Reading(raw))[at - 1]?.start ?? -1) + 1);
          assert.equal(nextStart(new RawText(raw), run, from), nextWord(new RawText(raw), from, run.start + 1), raw);
        }
      }),
      { numRuns: runs(3000) },
    );
  });
});

describe("isOfCode", () => {
  const OF_CODE =
    /(?:CVE-|(?<=CVE-))\d{4}-\d|0x[\dA-Fa-f]{4,64}(?![0-9A-Za-z])|(?:[A-Z][A-Z0-9]{1,9}-|(?<=[A-Z]-))\d{1,6}-[a-z]/y;

  test("says what the pattern alone says", () => {
    const code = fc.constantFrom("0x7f00", "0x7f", "ABC-", "A1-", "12-", "add", "-", " ", "0", "x", "é", "B-3-c");
    fc.assert(
      fc.property(fc.array(code, { maxLength: 8 }), (parts) => {
        const raw = parts.join("");
        for (let at = 0; at < raw.length; at++) {
          OF_CODE.lastIndex = at;
          assert.equal(isOfCode(raw, at), OF_CODE.test(raw), `${raw} at ${at}`);
        }
      }),
      { numRuns: runs(1000) },
    );
  });
});
