import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { applyEdits, maskText, PlaceholderBook, type Edit } from "../../src/core/masks.ts";
import type { Mask, MaskStyle } from "../../src/core/model.ts";
import { Restorable, withRestored } from "../../src/core/restore.ts";

const known = [
  ["<MAIL_1>", "jane@acme.test"],
  ["<MAIL_12>", "joe@acme.test"],
  ["<KEY_h:0a1b2c3d>", "$&"],
] as const;

function remembering(pairs: readonly (readonly [string, string])[] = known): Restorable {
  const restorable = new Restorable();
  for (const [placeholder, value] of pairs) restorable.remember(placeholder, value);
  return restorable;
}

const text = fc
  .array(
    fc.constantFrom(...known.map(([placeholder]) => placeholder), "<", ">", "<MAIL", "_1", "2>", "MAIL_1>", " a"),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(""));

/** Of words with spaces between them: nothing touches a placeholder, and no tag begins. */
const prose = fc
  .array(fc.constantFrom(...known.map(([placeholder]) => placeholder), "<", ">", "_1", "2>", "MAIL_1>", "a"), {
    maxLength: 12,
  })
  .map((parts) => parts.join(" "));

const edits = (restorable: Restorable, raw: string): readonly Edit[] => restorable.read(raw).edits;

describe("Restorable.read", () => {
  test("puts back what it knows and nothing else, wherever it stands", () => {
    const restore = (raw: string): string => applyEdits(raw, edits(remembering(), raw));
    fc.assert(
      fc.property(prose, (raw) => {
        const expected = raw.replaceAll(/<[^<>]*>/g, (found) => new Map<string, string>(known).get(found) ?? found);
        assert.equal(restore(raw), expected);
      }),
    );
    assert.equal(restore("<<MAIL_1>> <mail_1> <MAIL_2> <MAIL_1"), "<jane@acme.test> <mail_1> <MAIL_2> <MAIL_1");
  });

  test("says nothing for a placeholder of two values", () => {
    const restorable = remembering([...known, ["<MAIL_1>", "somebody@else.test"], ["<MAIL_1>", "jane@acme.test"]]);
    assert.equal(applyEdits("<MAIL_1> <MAIL_12>", edits(restorable, "<MAIL_1> <MAIL_12>")), "<MAIL_1> joe@acme.test");
  });

  test("asks once of each value whether it may come back, and not before it is repeated", () => {
    const asked: string[] = [];
    const restorable = new Restorable((value) => asked.push(value) > 0 && value.startsWith("joe"));
    for (const [placeholder, value] of known) restorable.remember(placeholder, value);
    assert.deepEqual(asked, []);
    const raw = "<MAIL_1> <MAIL_12> <MAIL_1> <MAIL_12>";
    assert.equal(applyEdits(raw, edits(restorable, raw)), "<MAIL_1> joe@acme.test <MAIL_1> joe@acme.test");
    assert.deepEqual(asked, ["jane@acme.test", "joe@acme.test"]);
  });

  test("reads a row of brackets once", () => {
    const row = "<".repeat(1_000_000);
    assert.deepEqual(edits(remembering(), `${row}MAIL_1>`).length, 1);
    assert.deepEqual(edits(remembering(), `${row}${"><".repeat(100_000)}`), []);
  });
});

describe("Restorable.openFrom", () => {
  test("is where the end of a text begins a placeholder, or touches one that is whole", () => {
    fc.assert(
      fc.property(text, (raw) => {
        const begins = (at: number): boolean =>
          known.some(
            ([placeholder]) =>
              (placeholder.startsWith(raw.slice(at)) && placeholder.length > raw.length - at) ||
              (raw.startsWith(placeholder, at) && !raw.slice(at + placeholder.length).includes(" ")),
          );
        const expected = Array.from(raw, (_, at) => at).find(begins) ?? raw.length;
        assert.equal(remembering().openFrom(raw), expected);
      }),
    );
    assert.equal(new Restorable().openFrom("<"), 1);
  });
});

describe("withRestored", () => {
  test("keeps every mask, and between them what overlaps none", () => {
    const edits = (replacement: string) =>
      fc.array(fc.tuple(fc.nat(4), fc.integer({ min: 1, max: 6 })), { maxLength: 6 }).map((steps) => {
        let at = 0;
        return steps.map(([gap, length]): Edit => {
          const start = at + gap;
          at = start + length;
          return { start, end: at, replacement };
        });
      });
    fc.assert(
      fc.property(edits("mask"), edits("value"), (masks, restored) => {
        const free = restored.filter(({ start, end }) => masks.every((mask) => end <= mask.start || start >= mask.end));
        const expected = [...masks, ...free].toSorted((a, b) => a.start - b.start);
        assert.deepEqual(withRestored(masks, restored), expected);
      }),
    );
  });
});

describe("PlaceholderBook.writerFor", () => {
  const write = (style: MaskStyle, restores: boolean, into: (book: PlaceholderBook) => unknown = () => 0) => {
    const book = new PlaceholderBook(() => "0a1b2c3d");
    const mask: Mask = { start: 0, end: 4, type: "A", score: 1, style, restores };
    const written = maskText("jane", [mask], book.writerFor("input", "user")) ?? "";
    into(book);
    return applyEdits(written, edits(book.restorable, written));
  };

  test("remembers values of masks that restore, in the styles that tell values apart", () => {
    assert.deepEqual(
      (["placeholder", "hash", "partial", "redact"] as const).map((style) => write(style, true)),
      ["jane", "jane", "****", "<A>"],
    );
    assert.equal(write("placeholder", false), "<A_1>");
  });

  test("remembers what is written into prompts, but what the operator wrote", () => {
    const book = new PlaceholderBook();
    const mask: Mask = { start: 0, end: 4, type: "A", score: 1, style: "placeholder", restores: true };
    for (const writer of [book, book.writerFor("output", "assistant"), book.writerFor("input", "system")])
      assert.equal(maskText("jane", [mask], writer), "<A_1>");
    assert.equal(book.restorable.isEmpty, true);
    for (const origin of ["user", "tool", "assistant"] as const) {
      const other = new PlaceholderBook();
      assert.equal(maskText("jane", [mask], other.writerFor("input", origin)), "<A_1>");
      assert.equal(other.restorable.isEmpty, false, origin);
    }
  });

  test("restores of merged masks only what all of them restore", () => {
    const masks = (restores: boolean): Mask[] => [
      { start: 0, end: 8, type: "A", score: 1, style: "placeholder", restores: true },
      { start: 2, end: 4, type: "B", score: 1, style: "placeholder", ...(restores ? { restores } : {}) },
    ];
    for (const restores of [true, false]) {
      const book = new PlaceholderBook();
      assert.equal(maskText("jane doe", masks(restores), book.writerFor("input", "user")), "<A_1>");
      assert.equal(book.restorable.isEmpty, !restores);
    }
  });
});
