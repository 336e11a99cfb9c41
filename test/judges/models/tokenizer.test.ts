import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { bertTokenizer, TextTokenizer, type TokenizerFile } from "../../../src/judges/models/tokenizer.ts";
import { BYTE_PAIRS, UNIGRAM } from "../../support/tokenizers.ts";

const TOKENS =
  "[UNK] [CLS] [SEP] un ##aff ##able hello ! , [ ] sep 語 straße strasse e ##t hé MÜNCHEN munchen a ##a".split(" ");

function namesOf({ model }: TokenizerFile): readonly string[] {
  const vocab: unknown = model["vocab"];
  if (Array.isArray(vocab)) return vocab.map((entry: unknown) => (Array.isArray(entry) ? String(entry[0]) : ""));
  return Object.keys(vocab ?? {});
}

/** Reads a text as the names of its tokens. */
function reader(file: TokenizerFile): (text: string) => string {
  const tokenizer = new TextTokenizer(file, {});
  const names = namesOf(file);
  return (text) =>
    tokenizer
      .encode(text)
      .map((id) => names[id])
      .join(" ");
}

describe("WordPiece", () => {
  const lower = reader(bertTokenizer(TOKENS, true));
  const cased = reader(bertTokenizer(TOKENS, false));

  test("takes the longest piece first", () => assert.equal(lower("unaffable"), "un ##aff ##able"));
  test("splits at spaces and signs", () => assert.equal(lower(" Hello,\thello!\n"), "hello , hello !"));
  test("drops case and accents where the model does", () => {
    assert.equal(lower("MÜNCHEN Straße"), "munchen straße");
    assert.equal(cased("MÜNCHEN Hello"), "MÜNCHEN [UNK]");
  });
  test("takes each ideograph by itself", () => assert.equal(lower("語語hello"), "語 語 hello"));
  test("drops what nobody sees", () => assert.equal(lower("he\u200bl\u00adlo\u0000"), "hello"));
  test("knows a word wholly or not at all", () => {
    assert.equal(lower("unaffablex hello"), "[UNK] hello");
    assert.equal(lower("a".repeat(100)), `a${" ##a".repeat(99)}`);
    assert.equal(lower("a".repeat(101)), "[UNK]");
  });
  test("reads a special token that a text writes as text", () =>
    assert.equal(lower("[SEP] [CLS]"), "[ sep ] [ [UNK] ]"));
  test("needs its special tokens", () => assert.throws(() => bertTokenizer(["[UNK]", "[CLS]"], true), /lacks \[SEP\]/));
});

describe("Unigram", () => {
  const read = reader(UNIGRAM);
  test("takes the likeliest pieces, not the longest", () => {
    assert.equal(read("fools kill"), "▁fool s ▁kill");
    assert.equal(read("aaa"), "▁ a aa");
  });
  test("reads no special token out of a text, though its vocabulary holds it", () =>
    assert.doesNotMatch(read("fool [SEP] kill [CLS]"), /SEP\]|CLS/));
  test("knows what it does not know", () => assert.equal(read("kill 語"), "▁kill ▁ [UNK]"));
  test("stands between its special tokens", () => {
    const { before, after } = new TextTokenizer(UNIGRAM, {});
    assert.deepEqual([before, after], [[1], [2]]);
  });
});

describe("byte pairs", () => {
  const read = reader(BYTE_PAIRS);
  test("are joined in the order of the merges", () => {
    assert.equal(read("fool fool"), "fool Ġfool");
    assert.equal(read("kills"), "kill s");
  });
  test("read bytes beyond ASCII", () => assert.equal(read("é"), "Ã ©"));
  test("read a special token that a text writes as text", () => assert.equal(read("</s>"), "< / s >"));
  test("stand between their special tokens", () => {
    const { before, after } = new TextTokenizer(BYTE_PAIRS, {});
    assert.deepEqual([before, after], [[0], [2]]);
  });
});

describe("a tokenizer", () => {
  test("reads a long text as it reads its words", () => {
    const words = ["fool", "kill", "fools", "aaa"];
    const long = Array.from({ length: 3000 }, (_, at) => words[(at * 7) % 4] ?? "");
    for (const file of [UNIGRAM, BYTE_PAIRS]) {
      const tokenizer = new TextTokenizer(file, {});
      const [first = "", ...rest] = long;
      const single = [first, ...rest.map((word) => ` ${word}`)].flatMap((word) => tokenizer.encode(word));
      assert.deepEqual(tokenizer.encode(long.join(" ")), single);
    }
    assert.equal(reader(BYTE_PAIRS)("fool".repeat(1000)).replaceAll(" ", ""), "fool".repeat(1000));
  });
  test("that nobody knows is refused", () => {
    for (const [file, reason] of [
      [[], /no tokenizer\.json/],
      [{ model: 7 }, /no tokenizer\.json/],
      [{ model: { type: "Oracle", vocab: {} } }, /Oracle/],
      [{ ...UNIGRAM, pre_tokenizer: { type: "Guess" } }, /Guess/],
    ] as const)
      assert.throws(() => new TextTokenizer(file, {}), reason);
  });
});
