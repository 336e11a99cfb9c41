import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { UsageCounts } from "../../src/state/usage-counts.ts";
import { createManualClock } from "../support/clock.ts";

describe("UsageCounts", () => {
  test("counts by name and tells when the last was", () => {
    const clock = createManualClock(1000);
    const usages = new UsageCounts({ clock });
    usages.count("a");
    clock.advance(5);
    usages.count("a");
    usages.count("b");
    assert.deepEqual(
      [usages.sinceMs, usages.of("a"), usages.of("b"), usages.of("c")],
      [1000, { count: 2, lastUsedMs: 1005 }, { count: 1, lastUsedMs: 1005 }, null],
    );
  });

  test("forgets what was not used for longest when it is full; looking is no use", () => {
    const usages = new UsageCounts({ clock: createManualClock(), namesMax: 2 });
    for (const name of ["a", "b", "a"]) usages.count(name);
    usages.of("b");
    usages.count("c");
    assert.deepEqual([usages.of("a")?.count, usages.of("b"), usages.of("c")?.count], [2, null, 1]);
  });
});
