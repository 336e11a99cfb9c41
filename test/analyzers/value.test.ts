import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { entropyBits, isStandIn, isUuid } from "../../src/analyzers/value.ts";

describe("entropyBits", () => {
  test("is 0 for one sign and log2 of the count for equally frequent ones", () => {
    assert.equal(entropyBits(""), 0);
    assert.equal(entropyBits("aaaa"), 0);
    assert.equal(entropyBits("abcdabcd"), 2);
  });

  test("is the sum over the shares of the signs, in whatever script", () => {
    const bitsOf = (value: string): number => {
      const units = value.split("");
      const shares = [...new Set(units)].map((unit) => units.filter((other) => other === unit).length / units.length);
      return shares.reduce((bits, share) => bits - share * Math.log2(share), 0);
    };
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: "binary" })), (value) => {
        assert.equal(entropyBits(value), bitsOf(value));
      }),
    );
  });
});

describe("isStandIn", () => {
  test("knows words, rows and repeats that documentation shows", () => {
    for (const value of [
      "your-api-key",
      "IOSFODNN7EXAMPLE",
      "changeme1",
      "xxxxxxxxxxxx",
      "1234567890abcdef",
      "ab12ab12ab12",
      "0000000000",
      "k-here",
    ])
      assert.ok(isStandIn(value), value);
  });

  test("leaves drawn values alone", () => {
    for (const value of [
      "q7Rk2mVx9LpT4wZb8N",
      "dragon.5555",
      "5ed905f3bb2d92bb08640e5fae280158e97c221d",
      "u1aibn-y3rgt7",
    ])
      assert.ok(!isStandIn(value), value);
  });
});

describe("isUuid", () => {
  test("takes the canonical form only", () => {
    assert.ok(isUuid("54a09641-e797-e638-8f05-d611249a36a9"));
    assert.ok(!isUuid("54a09641e797e6388f05d611249a36a9"));
  });
});
