import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { entropyBits, isRepeated, isStandIn, isUuid } from "../../src/analyzers/value.ts";

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

describe("isRepeated", () => {
  test("is a piece of 2 to 8 signs written three times or more, the last one perhaps in part", () => {
    const pieces = fc.tuple(fc.constantFrom("ab", "abc", "aab", "x", "abcdefgh", "abcdefghi"), fc.nat(40), fc.nat(3));
    fc.assert(
      fc.property(pieces, ([piece, length, at]) => {
        const whole = piece.repeat(20).slice(0, length);
        const value = at === 0 ? whole : `${whole.slice(0, -at)}!${whole.slice(-at + 1)}`;
        const sizes = [2, 3, 4, 5, 6, 7, 8].filter((size) => value.length >= size * 3);
        const expected = sizes.some((size) => value.slice(0, size).repeat(40).startsWith(value));
        assert.equal(isRepeated(value), expected, value);
      }),
    );
  });
});

describe("rows", () => {
  test("make a stand-in of a value that a plain walk finds them in, whatever the case", () => {
    const longest = (value: string): number => {
      const codes = Array.from(value.toLowerCase(), (sign) => sign.charCodeAt(0));
      const ends = [0, 1].flatMap((step) =>
        codes.map((_, start) => {
          let end = start + 1;
          while (end < codes.length && (codes[end] ?? 0) - (codes[end - 1] ?? 0) === step) end += 1;
          return end - start;
        }),
      );
      return Math.max(1, ...ends);
    };
    const part = fc.constantFrom("abCd", "eF", "g", "123", "45", "ZZz", "q7", "RK", "\u00e4");
    fc.assert(
      fc.property(fc.array(part, { minLength: 3, maxLength: 7 }), (parts) => {
        const value = parts.join("");
        if (!isRepeated(value))
          assert.equal(isStandIn(value), longest(value) >= Math.max(6, value.length * 0.18), value);
      }),
    );
  });
});

describe("isUuid", () => {
  test("takes the canonical form only", () => {
    assert.ok(isUuid("54a09641-e797-e638-8f05-d611249a36a9"));
    assert.ok(!isUuid("54a09641e797e6388f05d611249a36a9"));
  });
});
