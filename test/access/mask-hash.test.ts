import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { describe, test } from "node:test";
import fc from "fast-check";
import { createMaskHash } from "../../src/access/mask-hash.ts";

const KEY = "a key of these tests";

describe("createMaskHash", () => {
  test("is HMAC-SHA-256 of type and value, its first eight hexadecimal digits", () => {
    const expected = createHmac("sha256", KEY).update("EMAIL_ADDRESS\0a@b.org").digest("hex").slice(0, 8);
    assert.equal(createMaskHash(KEY)("EMAIL_ADDRESS", "a@b.org"), expected);
  });

  test("is equal for equal values in every process with the key, and differs by type and by key", () => {
    const [one, same, other] = [createMaskHash(KEY), createMaskHash(KEY), createMaskHash("another key than that")];
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (value) => {
        assert.equal(one("A", value), same("A", value));
        assert.notEqual(one("A", value), one("B", value));
        assert.notEqual(one("A", value), other("A", value));
      }),
      // Eight digits leave one chance in four billion per comparison.
      { numRuns: 300 },
    );
  });

  test("without a key, holds for the life of the process, reloads included", () => {
    assert.equal(createMaskHash(null)("A", "x"), createMaskHash(null)("A", "x"));
    assert.notEqual(createMaskHash(null)("A", "x"), createMaskHash(KEY)("A", "x"));
  });
});
