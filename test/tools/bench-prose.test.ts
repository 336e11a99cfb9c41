import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { evaluate } from "../../src/engine/evaluate.ts";
import { Reading } from "../../src/text/reading.ts";
import { benchGuards } from "../../tools/bench/policies.ts";
import { POOL, pool, proseOfSeed } from "../../tools/bench/prose.ts";
import { realClock } from "../support/clock.ts";

describe("proseOfSeed", () => {
  test("gives the same text for the same seed, of just the length asked for", () => {
    assert.equal(proseOfSeed(7, 900), proseOfSeed(7, 900));
    for (const bytes of [40, 200, 900, 16_000]) assert.equal(Buffer.byteLength(proseOfSeed(3, bytes)), bytes);
  });

  test("gives every request of a pool another text, from its beginning on", () => {
    const beginnings = new Set(pool((seed) => proseOfSeed(seed, 200).slice(0, 80), 2 * POOL));
    assert.ok(beginnings.size > 2 * POOL * 0.99, `${beginnings.size} of ${2 * POOL}`);
    assert.equal(new Set(pool((seed) => proseOfSeed(seed, 900), 2 * POOL)).size, 2 * POOL);
  });

  // A finding would have a chat refused or masked, and the figures would not be those of ordinary text.
  test("holds nothing that a benchmarked policy finds, on either side", async () => {
    const guards = benchGuards();
    for (let seed = 0; seed < 2 * POOL; seed++)
      for (const [side, origin] of [
        ["input", "user"],
        ["output", "assistant"],
      ] as const) {
        const signal = new AbortController().signal;
        const { violations } = await evaluate(guards, new Reading(proseOfSeed(seed, 900)), {
          side,
          origin,
          clock: realClock,
          signal,
        });
        assert.deepEqual(violations, [], `seed ${seed}, ${side}`);
      }
  });
});
