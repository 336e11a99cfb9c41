import { describe, test } from "node:test";
import { WordPieces } from "../../../src/judges/models/word-pieces.ts";
import { assertAtMost, leastMs } from "../../support/timing.ts";

const ids = new Map(["[UNK]", "[CLS]", "[SEP]", "a", "##a", "x"].map((token, id) => [token, id]));
const pieces = new WordPieces({ ids, isLowerCased: true });

describe("WordPieces on hostile text", () => {
  for (const unit of ["a", "a ", "!", "x".repeat(99) + " ", "語", "\u0301"])
    test(`costs as much as a text of ${JSON.stringify(unit.slice(0, 8))} is long`, () => {
      const [short, long] = [unit.repeat(20_000 / unit.length), unit.repeat(160_000 / unit.length)];
      const ratio = (): number => {
        const [less = 0, more = 0] = leastMs([() => pieces.encode(short), () => pieces.encode(long)], 3);
        return more / less;
      };
      assertAtMost(ratio, 24, "eight times the text");
    });
});
