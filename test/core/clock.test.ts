import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parseUtcTime } from "../../src/core/clock.ts";

describe("parseUtcTime", () => {
  for (const [text, iso] of [
    ["2026-11-22", "2026-11-22T00:00:00.000Z"],
    ["2026-11-22T10:30Z", "2026-11-22T10:30:00.000Z"],
    ["2026-11-22T10:30:05.5Z", "2026-11-22T10:30:05.500Z"],
    ["2028-02-29", "2028-02-29T00:00:00.000Z"],
  ] as const)
    test(`reads ${text}`, () => assert.equal(parseUtcTime(text), Date.parse(iso)));

  for (const text of [
    "",
    "2026",
    "2026-02-29",
    "2026-02-30T10:00Z",
    "2026-13-01",
    "2026-11-22T25:00Z",
    "2026-11-22T10:00",
    "22.11.2026",
  ])
    test(`is no time: ${text}`, () => assert.equal(parseUtcTime(text), null));
});
