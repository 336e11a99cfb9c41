import assert from "node:assert/strict";
import { test } from "node:test";
import { parseMoment } from "../../../src/cli/replay/replay-command.ts";

const NOW = Date.parse("2026-11-22T12:00:00Z");
const told = (text: string): string | null => {
  const epochMs = parseMoment(text, NOW);
  return epochMs === null ? null : new Date(epochMs).toISOString();
};

test("a moment is a date, a time in UTC, or so long ago", () => {
  assert.equal(told("2026-11-20"), "2026-11-20T00:00:00.000Z");
  assert.equal(told("2026-11-20T08:30Z"), "2026-11-20T08:30:00.000Z");
  assert.equal(told("2026-11-20T08:30:15.5Z"), "2026-11-20T08:30:15.500Z");
  assert.equal(told("30m"), "2026-11-22T11:30:00.000Z");
  assert.equal(told("24h"), "2026-11-21T12:00:00.000Z");
  assert.equal(told("7d"), "2026-11-15T12:00:00.000Z");
});

for (const text of ["", "yesterday", "7", "7w", "-1h", "2026-13-40", "2026-11-20T08:30", "2026-11-20 08:30Z"])
  test(`${JSON.stringify(text)} is none`, () => assert.equal(told(text), null));
