import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { HashTable } from "../../../src/analyzers/learned/hash-table.ts";

const key = fc.oneof(fc.integer({ min: -40, max: 40 }), fc.integer()).filter((number) => number !== 0);

describe("a table of hashes", () => {
  test("knows what it was given, and nothing else", () => {
    fc.assert(
      fc.property(fc.dictionary(key.map(String), fc.nat()), fc.array(key), (known, others) => {
        const table = new HashTable(
          Int32Array.from(Object.entries(known).flatMap(([each, value]) => [Number(each), value])),
        );
        for (const each of [...Object.keys(known).map(Number), ...others])
          assert.equal(table.get(each), known[String(each)] ?? -1);
      }),
    );
  });
});
