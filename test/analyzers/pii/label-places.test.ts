import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { LabelPattern, LabelPlaces } from "../../../src/analyzers/pii/label-places.ts";
import { runs } from "../../support/runs.ts";

const SOURCE = String.raw`(?:(?<!ip |\p{L})addr(?:ess)?(?!\p{L})|street(?=["']?[ \t]{0,2}[:=])|born(?!-again)|lives? (?:in|at)(?!\p{L})|住所|residing)`;
const WORDS = [
  "addr",
  "address",
  "ip ",
  " ",
  "street",
  ":",
  "born",
  "-again",
  "live",
  "lives in",
  " at",
  "住所",
  "é",
  "residing",
  "x".repeat(40),
];
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 24 }).map((pieces) => pieces.join(""));

/** As a search through the whole stretch finds it. */
function lastEnd(text: string, from: number): number {
  const pattern = new RegExp(SOURCE, "giu");
  pattern.lastIndex = from;
  let end = -1;
  while (pattern.exec(text) !== null) end = pattern.lastIndex;
  return end;
}

describe("places of labels", () => {
  test("are those where a search through each stretch finds them", () => {
    fc.assert(
      fc.property(text, fc.array(fc.tuple(fc.nat(300), fc.nat(80)), { maxLength: 24 }), (raw, stretches) => {
        const places = new LabelPlaces(raw, new LabelPattern(SOURCE, 20));
        for (const [start, length] of stretches.toSorted(([a], [b]) => a - b)) {
          const from = Math.min(start, raw.length);
          const to = Math.min(from + length, raw.length);
          const base = Math.max(0, from - 12);
          const expected = lastEnd(raw.slice(base, to), from - base);
          const mayStand = places.mayStandIn(from, to);
          assert.equal(places.lastEnd(raw.slice(base, to), { base, from, to }), expected < 0 ? -1 : base + expected);
          if (expected >= 0) assert.ok(mayStand);
        }
      }),
      { numRuns: runs(3000) },
    );
  });

  test("are none where something else has the last word", () => {
    const places = new LabelPlaces("address born", new LabelPattern(SOURCE, 20));
    const isLabel = ({ start }: { readonly start: number }): boolean => start === 0;
    assert.equal(places.lastEnd("address born", { base: 0, from: 0, to: 12 }, isLabel), 7);
  });
});
