import fc from "fast-check";
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { describe, test } from "node:test";
import { createCanary, createMaskHash, createNameHash } from "../../src/access/keyed-hashes.ts";

describe("a canary", () => {
  test("is 24 letters that spell nothing", () => {
    assert.match(createCanary(null), /^[bcdfghjkmnpqrtvwxyz]{24}$/);
  });

  test("is the same as long as its key is, and as the process lives without one", () => {
    assert.equal(createCanary("key one"), createCanary("key one"));
    assert.notEqual(createCanary("key one"), createCanary("key two"));
    assert.equal(createCanary(null), createCanary(null));
    assert.notEqual(createCanary(null), createCanary("key one"));
  });
});

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

test("createNameHash: equal names of one organization, and none of another or of another key, have one digest", () => {
  const hash = createNameHash(null);
  assert.equal(hash("o", "jane"), createNameHash(null)("o", "jane"));
  assert.match(hash("o", "jane"), /^hashed:[0-9a-f]{32}$/);
  const others = [hash("p", "jane"), hash("o", "jan"), hash("oj", "ane"), createNameHash("key")("o", "jane")];
  assert.ok(!others.includes(hash("o", "jane")));
});
