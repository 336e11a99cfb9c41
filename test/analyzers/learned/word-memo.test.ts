import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { Features } from "../../../src/analyzers/learned/features.ts";
import type { Lexicon } from "../../../src/analyzers/learned/lexicon.ts";
import { Tokens } from "../../../src/analyzers/learned/tokens.ts";
import { vocabulary } from "../../../src/analyzers/learned/vocabulary.ts";
import { WordMemo } from "../../../src/analyzers/learned/word-memo.ts";

const PARTS =
  "ignore instructions the previous set aside don't say boat harbour x 12 . , - ? \n 忽略 всё é a-b extraordinarily-long unbelievablylongword";
const words = fc
  .array(fc.oneof(fc.constantFrom(...PARTS.split(" ")), fc.string({ maxLength: 18 })), { maxLength: 30 })
  .map((parts) => parts.join(" "));

describe("the memo of words", () => {
  test("gives a word its slot in each text, and never another word's", () => {
    const memo = new WordMemo();
    const tokens = new Tokens();
    fc.assert(
      fc.property(words, (text) => {
        tokens.read(text);
        memo.open(tokens);
        const seen = new Map<number, string>();
        for (let at = 0; at < tokens.count; at++) {
          const slot = memo.slots[at] ?? -1;
          const word = text.slice(tokens.starts[at], tokens.ends[at]);
          if (slot < 0) continue;
          assert.equal(seen.get(slot) ?? word, word);
          seen.set(slot, word);
        }
      }),
    );
  });

  test("changes no feature: a text has the same after others as it has alone", () => {
    const used = new Features(vocabulary());
    fc.assert(
      fc.property(words, words, (before, text) => {
        used.read(before);
        used.read(text);
        const alone = new Features(vocabulary());
        alone.read(text);
        assert.deepEqual(used.ids, alone.ids);
        assert.deepEqual(used.ends.slice(0, used.tokens.count + 1), alone.ends.slice(0, used.tokens.count + 1));
      }),
      { numRuns: 40 },
    );
  });

  test("changes no concept: a lexicon says the same with it and without", () => {
    const memo = new WordMemo();
    const tokens = new Tokens();
    const lexicon: Lexicon = vocabulary();
    const concepts = (): readonly (readonly number[])[] =>
      Array.from({ length: tokens.count }, (_, at) =>
        Array.from({ length: lexicon.counts[at] ?? 0 }, (__, index) => lexicon.conceptAt(at, index)),
      );
    fc.assert(
      fc.property(words, (text) => {
        tokens.read(text.toLowerCase());
        lexicon.read(tokens);
        const expected = concepts();
        memo.open(tokens);
        lexicon.read(tokens, memo);
        assert.deepEqual(concepts(), expected);
      }),
      { numRuns: 300 },
    );
  });
});
