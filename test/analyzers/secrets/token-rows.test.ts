import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { hasBase62Checksum } from "../../../src/analyzers/secrets/checksums.ts";
import { tokenRows } from "../../../src/analyzers/secrets/token-rows.ts";
import { ALPHABET, run } from "../../../src/analyzers/token-rule.ts";

const ROW = `
# A comment.
acme-key https://, ak_,bk_ base62{20,30} -uuid hex{4}; after acme, our key; as ACME; anchor 1; entropy 3.5; score 0.8; whole
  checksum; misses A B, C; digit; https://example.org/a;b#c
`;

describe("a row of a token format", () => {
  test("says what its rule has", () => {
    assert.deepEqual(tokenRows(ROW), [
      {
        id: "acme-key",
        shape: [["https://", ""], ["ak_", "bk_"], run(ALPHABET.base62, 20, 30), "-uuid", run(ALPHABET.hex, 4)],
        labels: ["acme", "our key"],
        placeholder: "ACME",
        anchor: 1,
        entropyMin: 3.5,
        score: 0.8,
        isWhole: true,
        checksum: hasBase62Checksum,
        misses: ["AB", "C"],
        hasDigit: true,
        source: "https://example.org/a;b#c",
      },
    ]);
  });

  test("needs a shape and a source only", () => {
    const [row] = tokenRows("a-key a_ uuid; https://example.org/");
    const hex = ALPHABET.hexAny;
    assert.deepEqual(row, {
      id: "a-key",
      shape: ["a_", run(hex, 8), "-", run(hex, 4), "-", run(hex, 4), "-", run(hex, 4), "-", run(hex, 12)],
      labels: [],
      hasDigit: false,
      source: "https://example.org/",
    });
  });

  const WRONG: readonly (readonly [string, string, RegExp])[] = [
    ["base62{", "base63{", /acme-key has no alphabet base63/],
    ["; entropy", "; entrpy", /acme-key has a field entrpy 3.5/],
    ["; https://example.org/a;b#c", "", /acme-key names no source/],
    ["#c\n", "#c\naaa-key a_ uuid; https://example.org/\n", /aaa-key stands after a later id/],
  ];
  for (const [from, to, message] of WRONG)
    test(`is refused: ${message.source}`, () => {
      assert.throws(() => tokenRows(ROW.replace(from, to)), { name: "TypeError", message });
    });
});
