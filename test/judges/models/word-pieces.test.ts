import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { WordPieces } from "../../../src/judges/models/word-pieces.ts";

const TOKENS =
  "[UNK] [CLS] [SEP] un ##aff ##able hello ! , [ ] sep 語 straße strasse e ##t hé MÜNCHEN munchen a ##a".split(" ");
const ids = new Map(TOKENS.map((token, id) => [token, id]));
const lower = new WordPieces({ ids, isLowerCased: true });
const cased = new WordPieces({ ids, isLowerCased: false });
const read = (pieces: WordPieces, text: string): string =>
  pieces
    .encode(text)
    .map((id) => TOKENS[id])
    .join(" ");

describe("WordPieces", () => {
  test("takes the longest piece first", () => assert.equal(read(lower, "unaffable"), "un ##aff ##able"));
  test("splits at spaces and signs", () => assert.equal(read(lower, " Hello,\thello!\n"), "hello , hello !"));
  test("drops case and accents where the model does", () => {
    assert.equal(read(lower, "MÜNCHEN Straße"), "munchen straße");
    assert.equal(read(cased, "MÜNCHEN Hello"), "MÜNCHEN [UNK]");
  });
  test("takes each ideograph by itself", () => assert.equal(read(lower, "語語hello"), "語 語 hello"));
  test("drops what nobody sees", () => assert.equal(read(lower, "he\u200bl\u00adlo\u0000"), "hello"));
  test("knows a word wholly or not at all", () => {
    assert.equal(read(lower, "unaffablex hello"), "[UNK] hello");
    assert.equal(read(lower, "a".repeat(100)), `a${" ##a".repeat(99)}`);
    assert.equal(read(lower, "a".repeat(101)), "[UNK]");
  });
  test("reads a special token that a text writes as text", () =>
    assert.equal(read(lower, "[SEP] [CLS]"), "[ sep ] [ [UNK] ]"));
  test("refuses a vocabulary without special tokens", () =>
    assert.throws(() => new WordPieces({ ids: new Map([["[CLS]", 0]]), isLowerCased: true }), /lacks \[SEP\]/));
});
