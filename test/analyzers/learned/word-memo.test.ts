import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { Features, idsOf, vocabulary } from "../../../src/analyzers/learned/features.ts";
import { Concepts } from "../../../src/analyzers/learned/lexicon.ts";
import { WordMemo } from "../../../src/analyzers/learned/word-memo.ts";
import { Tokens } from "../../../src/text/tokens.ts";

const PARTS =
  "ignore instructions the previous set aside don't say boat harbour x 12 . , - ? \n 忽略 всё é a-b extraordinarily-long unbelievablylongword";
const words = fc
  .array(fc.oneof(fc.constantFrom(...PARTS.split(" ")), fc.string({ maxLength: 18 })), { maxLength: 30 })
  .map((parts) => parts.join(" "));

describe("the memo of words", () => {
  test("gives a word its slot in each text, and never another word's", () => {
    const memo = new WordMemo();
    fc.assert(
      fc.property(words, (text) => {
        const tokens = new Tokens(text);
        const { slots } = memo.open(tokens);
        const seen = new Map<number, string>();
        for (let at = 0; at < tokens.count; at++) {
          const slot = slots[at] ?? -1;
          const word = text.slice(tokens.starts[at], tokens.ends[at]);
          if (slot < 0) continue;
          assert.equal(seen.get(slot) ?? word, word);
          seen.set(slot, word);
        }
      }),
    );
  });

  test("changes no feature: a text has the same after others as it has alone", () => {
    const memo = new WordMemo();
    fc.assert(
      fc.property(words, words, (before, text) => {
        const first = new Features(new Tokens(before), memo);
        const used = new Features(new Tokens(text), memo);
        const alone = new Features(new Tokens(text), new WordMemo());
        assert.deepEqual(idsOf(used), idsOf(alone));
        assert.deepEqual(used.ends, alone.ends);
        assert.deepEqual(idsOf(first), idsOf(new Features(new Tokens(before), new WordMemo())));
      }),
      { numRuns: 40 },
    );
  });

  test("changes no concept: a lexicon says the same with it and without", () => {
    const memo = new WordMemo();
    const listed = (concepts: Concepts): readonly (readonly number[])[] =>
      Array.from(concepts.counts, (count, at) => Array.from({ length: count }, (_, index) => concepts.at(at, index)));
    fc.assert(
      fc.property(words, (text) => {
        const tokens = new Tokens(text.toLowerCase());
        const expected = listed(new Concepts(vocabulary(), tokens));
        assert.deepEqual(listed(new Concepts(vocabulary(), tokens, memo.open(tokens))), expected);
      }),
      { numRuns: 300 },
    );
  });
});
