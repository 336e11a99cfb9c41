import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { isExactNumber, parseExact } from "../../src/core/json-numbers.ts";

const written = (text: string): string => JSON.stringify(parseExact(text));

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
      { numRuns: 1000 },
    );
    assert.throws(() => parseExact("1234567890123456789,"), SyntaxError);
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
      { numRuns: 2000 },
    );
  });

  test("takes time in proportion to the text, whatever its digits", () => {
    const startedMs = performance.now();
    for (const text of [
      `0.${"0".repeat(1_000_000)}1`,
      "1".repeat(1_000_000),
      JSON.stringify("1.".repeat(1_000_000)),
      JSON.stringify("1e".repeat(1_000_000)),
    ])
      assert.equal(written(text), text);
    assert.ok(performance.now() - startedMs < 5000);
  });
});
