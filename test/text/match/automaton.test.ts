import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { KeywordAutomaton } from "../../../src/text/match/automaton.ts";
import { readOn, Reading } from "../../../src/text/reading.ts";
import { RawText } from "../../../src/text/units.ts";
import { runs } from "../../support/runs.ts";

/** Every occurrence of every keyword, found the slow way, in the order that the automaton promises. */
function naive(keywords: readonly string[], text: string): readonly (readonly number[])[] {
  // Lower case of ASCII alone: "İ".toLowerCase() has two units and would move every offset.
  const lower = text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  const hits = keywords.flatMap((keyword, index) => {
    const found: number[][] = [];
    for (let at = lower.indexOf(keyword.toLowerCase()); at >= 0; at = lower.indexOf(keyword.toLowerCase(), at + 1))
      found.push([index, at, at + keyword.length]);
    return found;
  });
  return hits.sort(byEnd);
}

const byEnd = (a: readonly number[], b: readonly number[]): number =>
  (a[2] ?? 0) - (b[2] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0) || (a[0] ?? 0) - (b[0] ?? 0);

describe("keyword automaton", () => {
  test("finds a keyword however often it stands there", () => {
    const hits = new KeywordAutomaton(["@", "key"]).scan(new RawText("jane@example.org key ".repeat(1000)));
    assert.equal(hits.length, 2000);
  });

  test("does not report every character of a long row of one character", () => {
    const hits = new KeywordAutomaton(["aaaaaaaaaa"]).scan(new RawText(`${"a".repeat(10_000)} ${"a".repeat(10)}`));
    assert.ok(hits.length < 40);
    assert.equal(hits.at(-1)?.start, 10_001);
  });

  test("finds what a naive search finds, ends in order, longest first", () => {
    const letter = fc.constantFrom("a", "b", "A", "-", "é", "c");
    const word = fc
      .array(fc.constantFrom("a", "b", "B", "-"), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(
        fc.uniqueArray(word, { maxLength: 8, selector: (keyword) => keyword.toLowerCase() }),
        fc.array(letter, { maxLength: 40 }).map((parts) => parts.join("")),
        (keywords, text) => {
          const hits = new KeywordAutomaton(keywords)
            .scan(new RawText(text))
            .map(({ keyword, start, end }) => [keyword, start, end]);
          assert.deepEqual(hits, naive(keywords, text));
        },
      ),
      { numRuns: runs(2000) },
    );
  });

  test("reads on where the last text ended, and says the same", () => {
    const automaton = new KeywordAutomaton(["a", "ab", "bab", "aaa", "b-b"]);
    const letter = fc.constantFrom("a", "b", "-", "é", "aaaaaaaaaaaaaaaaaaaaaaaa");
    const step = fc.tuple(fc.nat(2), fc.array(letter, { maxLength: 6 }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        let reading = new Reading("");
        for (const [kept, more] of steps) {
          // Mostly the text goes on; sometimes another one begins.
          const text = (kept === 0 ? reading.raw.slice(1) : reading.raw) + more.join("");
          reading = readOn(reading, text);
          assert.deepEqual(reading.hits(automaton), automaton.scan(new RawText(text)));
        }
      }),
      { numRuns: runs(1000) },
    );
  });

  test("reports overlapping and nested keywords", () => {
    const hits = new KeywordAutomaton(["he", "she", "his", "hers"]).scan(new RawText("uSHErs"));
    assert.deepEqual(
      hits.map(({ start, end }) => [start, end]),
      [
        [1, 4],
        [2, 4],
        [2, 6],
      ],
    );
  });

  test("counts UTF-16 units and never matches across other characters", () => {
    const automaton = new KeywordAutomaton(["key"]);
    assert.deepEqual(automaton.scan(new RawText("😀KEY keé ke\u0000y")), [{ keyword: 0, start: 2, end: 5 }]);
  });

  test("without keywords finds nothing", () => {
    assert.deepEqual(new KeywordAutomaton([]).scan(new RawText("anything")), []);
  });

  test("refuses a keyword that is empty or not ASCII", () => {
    assert.throws(() => new KeywordAutomaton([""]), TypeError);
    assert.throws(() => new KeywordAutomaton(["é"]), TypeError);
  });
});
