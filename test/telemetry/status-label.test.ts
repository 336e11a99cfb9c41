import assert from "node:assert/strict";
import { test } from "node:test";
import { statusLabel } from "../../src/telemetry/status-label.ts";

test("statuses are few, whatever an upstream answers", () => {
  assert.deepEqual([200, 429, 418, 999, null].map(statusLabel), ["200", "429", "4xx", "9xx", "none"]);
  const all = new Set(Array.from({ length: 900 }, (_, index) => statusLabel(index + 100)));
  assert.ok(all.size <= 50, `${all.size} labels`);
});
