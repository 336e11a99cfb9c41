import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { applyEdits, maskText, mergeMasks, PlaceholderBook } from "../../src/core/masks.ts";
import type { Mask, MaskStyle } from "../../src/core/model.ts";

const mask = (start: number, end: number, type = "A", score = 1, style: MaskStyle = "placeholder"): Mask => ({
  start,
  end,
  type,
  score,
  style,
});
const masks = fc
  .array(
    fc.tuple(
      fc.nat(30),
      fc.integer({ min: 1, max: 10 }),
      fc.constantFrom("A", "B", "C"),
      fc.constantFrom(0.5, 0.9),
      fc.constantFrom<MaskStyle>("placeholder", "partial", "hash", "redact"),
    ),
  )
  .map((list) => list.map(([start, length, type, score, style]) => mask(start, start + length, type, score, style)));

describe("mergeMasks", () => {
  test("makes one mask of overlapping ones, named by the longest", () => {
    assert.deepEqual(mergeMasks([mask(0, 4, "A"), mask(2, 9, "B"), mask(20, 22, "C")]), [
      mask(0, 9, "B"),
      mask(20, 22, "C"),
    ]);
  });

  test("names equals by score, then by type", () => {
    assert.equal(mergeMasks([mask(0, 4, "A", 0.5), mask(0, 4, "B", 0.9)])[0]?.type, "B");
    assert.equal(mergeMasks([mask(0, 4, "B"), mask(0, 4, "A")])[0]?.type, "A");
  });

  test("takes the style of the mask that names it, and between equals the one that tells less", () => {
    const styles = (...list: readonly Mask[]) => mergeMasks(list).map(({ style }) => style);
    assert.deepEqual(styles(mask(0, 9, "A", 1, "partial"), mask(2, 12, "B", 1, "redact")), ["redact"]);
    assert.deepEqual(styles(mask(0, 4, "A", 0.9, "hash"), mask(0, 4, "A", 0.5, "redact")), ["hash"]);
    assert.deepEqual(styles(mask(0, 4, "A", 1, "partial"), mask(0, 4, "A", 1, "placeholder")), ["placeholder"]);
  });

  test("keeps masks apart that only touch", () => {
    assert.equal(mergeMasks([mask(0, 4), mask(4, 8)]).length, 2);
  });

  test("covers exactly what was covered, in order and without overlap", () => {
    fc.assert(
      fc.property(masks, (list) => {
        const covered = (spans: readonly Mask[]): Set<number> =>
          new Set(spans.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at)));
        const merged = mergeMasks(list);
        assert.deepEqual(covered(merged), covered(list));
        for (const [index, item] of merged.entries()) assert.ok(item.start >= (merged[index - 1]?.end ?? 0));
      }),
    );
  });

  test("does not depend on the order of its input", () => {
    fc.assert(fc.property(masks, (list) => assert.deepEqual(mergeMasks(list), mergeMasks(list.toReversed()))));
  });
});

describe("PlaceholderBook", () => {
  test("numbers distinct values per type and repeats equal ones", () => {
    const book = new PlaceholderBook();
    assert.deepEqual(
      [book.placeholder("A", "x"), book.placeholder("A", "y"), book.placeholder("A", "x"), book.placeholder("B", "x")],
      ["<A_1>", "<A_2>", "<A_1>", "<B_1>"],
    );
  });

  test("gives no number out that stands in the text already", () => {
    const book = new PlaceholderBook();
    book.reserve("said <A_7> and <B_1>");
    assert.deepEqual(
      [book.placeholder("A", "x"), book.placeholder("B", "y"), book.placeholder("C", "z")],
      ["<A_8>", "<B_2>", "<C_1>"],
    );
  });

  test("reads placeholders as JSON may write them, too", () => {
    for (const text of [
      `{"to":"\\u003cMAIL_1\\u003e"}`,
      `"\\u003CMAIL_1>"`,
      `["<MAIL\\u005f1>"]`,
      "<MAIL_1> \\u003cA_2>",
    ]) {
      const book = new PlaceholderBook();
      book.reserve(text);
      assert.equal(book.placeholder("MAIL", "x"), "<MAIL_2>");
    }
    const book = new PlaceholderBook();
    book.reserve("\\u003cMAIL_1 \\u0000 \\u00zz");
    assert.equal(book.placeholder("MAIL", "x"), "<MAIL_1>");
  });
});

describe("the memory of a PlaceholderBook", () => {
  test("forgets the oldest values, and gives no number twice", () => {
    const book = new PlaceholderBook();
    const count = 140_000;
    for (let at = 0; at < count; at++) assert.equal(book.placeholder("A", `value ${at}`), `<A_${at + 1}>`);
    assert.equal(book.placeholder("A", `value ${count - 1}`), `<A_${count}>`);
    assert.equal(book.placeholder("A", "value 0"), `<A_${count + 1}>`);
  });

  test("reserves numbers of a bounded count of types, those in use among them", () => {
    const book = new PlaceholderBook();
    book.placeholder("MAIL", "a");
    for (let at = 0; at < 5000; at++) book.reserve(`<T${at}_7>`);
    book.reserve("<MAIL_41>");
    assert.equal(book.placeholder("MAIL", "b"), "<MAIL_42>");
    assert.equal(book.placeholder("T1", "b"), "<T1_8>");
    assert.equal(book.placeholder("T4999", "b"), "<T4999_1>");
  });
});

describe("PlaceholderBook.replacement", () => {
  const book = new PlaceholderBook((type, value) => `${type.length}${value.length}00000`);
  const write = (style: MaskStyle, from = book) => from.replacement({ type: "CARD", style }, "4111-1111-1111-1234");

  test("writes each style", () => {
    assert.deepEqual(
      (["placeholder", "partial", "hash", "redact"] as const).map((style) => write(style)),
      ["<CARD_1>", "****-****-****-1234", "<CARD_h:41900000>", "<CARD>"],
    );
  });

  test("numbers values where it has no hash: nothing is told that a hash would not tell", () =>
    assert.equal(write("hash", new PlaceholderBook()), "<CARD_1>"));
});

describe("maskText", () => {
  test("puts typed placeholders over the spans and leaves the rest", () => {
    assert.equal(
      maskText(
        "mail a@b.c or a@b.c, call 12",
        [mask(5, 10, "E"), mask(14, 19, "E"), mask(26, 28, "P")],
        new PlaceholderBook(),
      ),
      "mail <E_1> or <E_1>, call <P_1>",
    );
  });

  test("is null when there is nothing to mask", () => assert.equal(maskText("text", [], new PlaceholderBook()), null));

  test("applies edits that touch each other", () => {
    assert.equal(
      applyEdits("abcd", [
        { start: 0, end: 2, replacement: "1" },
        { start: 2, end: 4, replacement: "2" },
      ]),
      "12",
    );
  });
});
