import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { firstFrom } from "../../src/core/lists.ts";

test("firstBehind finds what a look at each place would", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 })), fc.integer({ min: -1, max: 10 }), (unsorted, wanted) => {
      const values = unsorted.toSorted((a, b) => a - b);
      const found = firstFrom(values.length, (at) => (values[at] ?? 0) >= wanted);
      assert.equal(found, values.filter((value) => value < wanted).length);
    }),
  );
});
