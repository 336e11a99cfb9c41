import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { hashedShape, readShapes, SHAPES } from "../../../src/analyzers/learned/token-shapes.ts";
import { MARK, Tokens, WORD } from "../../../src/analyzers/learned/tokens.ts";

const MARKS = ["([{<", ")]}>", "\"'`", ".!?,;:", "\\/|", "=+-*%$#@&^~_"];

/** The number that the models were trained with: kind, 32 where no space stands before it, 64 for several marks. */
function plainShape(text: string, { starts, ends, kinds }: Tokens, at: number): number {
  const [start = 0, end = 0, kind = 0] = [starts[at], ends[at], kinds[at]];
  const glue = at > 0 && start === ends[at - 1] ? 32 : 0;
  if (kind === WORD) return glue + (end - start <= 3 ? 8 : 9);
  if (kind !== MARK) return glue + 10 + kind;
  const index = MARKS.findIndex((marks) => marks.includes(text.charAt(start)));
  return glue + (index < 0 ? 7 : index + 1) + (end - start > 1 ? 64 : 0);
}

describe("shapes of tokens", () => {
  test("are those that the models were trained with", () => {
    const tokens = new Tokens();
    const part = fc.oneof(
      fc.constantFrom("a", "word", "12", "忽", "\n", " ", "((", "))", "...", "—", "—\u2014", "\\", "_", "="),
      fc.string({ unit: "grapheme", maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        const text = parts.join("").toLowerCase();
        tokens.read(text);
        const shapes = new Uint8Array(tokens.starts.length);
        readShapes(tokens, shapes);
        for (let at = 0; at < tokens.count; at++) {
          assert.ok((shapes[at] ?? 0) > 0 && (shapes[at] ?? 0) < SHAPES);
          assert.equal(hashedShape(shapes[at] ?? 0), plainShape(text, tokens, at));
        }
      }),
    );
  });

  test("nothing stands for no token", () => {
    assert.equal(hashedShape(0), 0);
  });
});
