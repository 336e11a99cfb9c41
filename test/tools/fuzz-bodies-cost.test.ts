/** A share of `npm run fuzz:cost -- --only bodies`, the same in every run. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fuzzGrowth, fuzzService } from "../../tools/fuzz/bodies.ts";

/** Of the bodies every seventh: all formats and most kinds of filling are among them. */
const SHARE = { seed: 3, rounds: 2, every: 7 };

describe("hostile bodies", () => {
  test("cost in proportion to their length, on either side", async () => {
    assert.deepEqual(await fuzzGrowth(SHARE), []);
  });

  test("neither end the service nor hold it up, nor fill its memory", async () => {
    assert.deepEqual(await fuzzService(SHARE), []);
  });
});
