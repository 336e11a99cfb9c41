import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { escapeText, unescapeText } from "../../../src/store/postgres/connection.ts";

const unit = fc.constantFrom("\0", "\u0001", "0", "1", "\\", "a", "\u{1f600}");

test("every text comes back, and is written without a character of value 0", () => {
  const texts = fc.oneof(fc.string({ unit }), fc.string({ unit: "binary" }));
  fc.assert(
    fc.property(texts, (text) => {
      const written = escapeText(text);
      assert.ok(!written.includes("\0"));
      assert.equal(unescapeText(written), text);
    }),
  );
});

test("two texts are never written as one", () => {
  fc.assert(
    fc.property(fc.string({ unit }), fc.string({ unit }), (one, other) => {
      assert.equal(escapeText(one) === escapeText(other), one === other);
    }),
  );
});

test("ordinary text is written as it is", () => {
  assert.equal(escapeText("a\\0\nb\u{1f600}"), "a\\0\nb\u{1f600}");
});
