import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { isExactNumber, parseExact } from "../../src/core/json-numbers.ts";
import { assertQuick } from "../support/timing.ts";
import { runs } from "../support/runs.ts";

const written = (text: string): string => JSON.stringify(parseExact(text));

/** Slow, and surely right. */
function revived(text: string): unknown {
  const reviver = (_: string, value: unknown, context?: { readonly source?: string }): unknown =>
    typeof value === "number" && /\d{19}/.test(context?.source ?? "") ? JSON.rawJSON(context?.source ?? "") : value;
  return JSON.parse(text, reviver);
}

describe("parseExact", () => {
  test("keeps numbers that a double would round, wherever they stand", () => {
    for (const source of [
      "1234567890123456789",
      "-9007199254740993",
      "0.1234567890123456789",
      "123456789.123456789123",
      "1e400",
      "-1.5E-999",
      "1e0000400",
    ])
      for (const text of [source, `[${source}]`, `{"a":{"b":[1,${source}]},"c":"${source}"}`])
        assert.equal(written(text), text);
  });

  test("makes numbers of all that keep their value", () => {
    for (const source of ["1", "9007199254740992", "0.30000000000000004", "1.0000000000000000000", "1e300", "0e9999"])
      assert.equal(typeof parseExact(source), "number", source);
    assert.equal(isExactNumber(parseExact("9007199254740993")), true);
    assert.equal(isExactNumber({ rawJSON: "1" }), false);
  });

  test("reads what has no such number as JSON.parse does", () => {
    fc.assert(
      fc.property(fc.json(), (text) => assert.deepEqual(parseExact(text), JSON.parse(text))),
      { numRuns: runs(1000) },
    );
    assert.throws(() => parseExact("1234567890123456789,"), SyntaxError);
  });

  test("keeps them in any JSON, beside whatever else stands there", () => {
    const NUMBER = "12345678901234567890";
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.nat(), (json, seed) => {
        // Each number becomes a long one or stays; strings and names of fields stay.
        let count = seed;
        const text = json.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.e+-]*/gi, (token) =>
          token.startsWith('"') || (count += 1) % 3 === 0 ? token : `${token.startsWith("-") ? "-" : ""}${NUMBER}`,
        );
        const numbers = (of: string): readonly string[] =>
          [...of.matchAll(/"(?:[^"\\]|\\.)*"|(-?1234567890123456789\d)/g)].flatMap(([, number]) => number ?? []);
        assert.deepEqual(numbers(written(text)).toSorted(), numbers(text).toSorted());
        assert.equal(written(text), JSON.stringify(revived(text)));
      }),
      { numRuns: runs(1000) },
    );
  });

  test("keeps them below names that are written with escapes, and below __proto__", () => {
    const text = '{"\\u0061\\"b":{"__proto__":[1234567890123456789,{"c":[]},1234567890123456788]}}';
    assert.equal(written(text), '{"a\\"b":{"__proto__":[1234567890123456789,{"c":[]},1234567890123456788]}}');
  });

  test("writes any number with the value that it was given", () => {
    const digits = fc.string({ unit: fc.nat({ max: 9 }).map(String), minLength: 1, maxLength: 24 });
    fc.assert(
      fc.property(digits, digits, fc.integer({ min: -40, max: 40 }), (whole, fraction, exponent) => {
        const source = `${BigInt(whole)}.${fraction}e${exponent}`;
        const scaled = (text: string): bigint => {
          const [, int = "", part = "", power = "0"] = /^(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(text) ?? [];
          return BigInt(int + part) * 10n ** BigInt(100 + Number(power) - part.length);
        };
        assert.equal(scaled(written(source)), scaled(source));
      }),
      { numRuns: runs(2000) },
    );
  });

  test("takes time in proportion to the text, whatever its digits", () => {
    for (const text of [
      `0.${"0".repeat(1_000_000)}1`,
      "1".repeat(1_000_000),
      JSON.stringify("1.".repeat(1_000_000)),
      JSON.stringify("1e".repeat(1_000_000)),
    ])
      assertQuick(() => assert.equal(written(text), text), 2000);
  });
});
