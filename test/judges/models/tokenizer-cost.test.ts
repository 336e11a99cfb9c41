import { describe, test } from "node:test";
import { bertTokenizer, TextTokenizer } from "../../../src/judges/models/tokenizer.ts";
import { assertAtMost, leastMs } from "../../support/timing.ts";
import { BYTE_PAIRS, UNIGRAM } from "../../support/tokenizers.ts";

const KINDS = {
  WordPiece: bertTokenizer(["[UNK]", "[CLS]", "[SEP]", "a", "##a", "x"], true),
  Unigram: UNIGRAM,
  "byte pairs": BYTE_PAIRS,
};

for (const [name, file] of Object.entries(KINDS))
  describe(`${name} on hostile text`, () => {
    const tokenizer = new TextTokenizer(file, {});
    for (const unit of ["a", "a ", "!", "x".repeat(99) + " ", "語", "\u0301", "[SEP]"])
      test(`costs as much as a text of ${JSON.stringify(unit.slice(0, 8))} is long`, () => {
        const [short, long] = [unit.repeat(8_000 / unit.length), unit.repeat(64_000 / unit.length)];
        const ratio = (): number => {
          const [less = 0, more = 0] = leastMs([() => tokenizer.encode(short), () => tokenizer.encode(long)], 3);
          return more / less;
        };
        assertAtMost(ratio, 24, "eight times the text");
      });
  });
