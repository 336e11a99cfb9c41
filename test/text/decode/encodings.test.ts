import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { nextRun, runEnd } from "../../../src/text/decode/encodings.ts";
import { RawText } from "../../../src/text/units.ts";

/** Runs of at least `min` units, padding and further lines included: every look finds the bounds of the run that it falls into. */
function runsOf(raw: string, min: number): readonly (readonly [start: number, end: number])[] {
  const found: (readonly [number, number])[] = [];
  for (let at = min - 1; at < raw.length; at += min) {
    if (!/[\w+/-]/.test(raw[at] ?? "")) continue;
    const start = /[\w+/-]*$/.exec(raw.slice(0, at))?.index ?? at;
    const end = runEnd(new RawText(raw), start);
    if (end - start >= min) found.push([start, end]);
    at = Math.max(at, end - 1);
  }
  return found;
}

describe("runs of encoded text", () => {
  test("are found as if the end of each word was looked for", () => {
    const part = fc.oneof(
      fc.stringMatching(/^[\w+/-]{0,24}={0,3}$/),
      fc.stringMatching(/^[A-Za-z0-9]{56,64}$/),
      fc.constantFrom(" ", "\n", "\r\n", "=", "é", "…"),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.constantFrom(16, 20), (parts, min) => {
        const raw = parts.join("");
        const found: (readonly [number, number])[] = [];
        for (let start = nextRun(new RawText(raw), min - 1, min); start >= 0;) {
          const end = runEnd(new RawText(raw), start);
          if (end - start >= min) found.push([start, end]);
          start = nextRun(new RawText(raw), end - 1 + min, min);
        }
        assert.deepEqual(found, runsOf(raw, min));
      }),
      { numRuns: 1000 },
    );
  });
});
