import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { TOKENS, type Tokens, type Word } from "../../../../src/analyzers/pii/address/tokens.ts";
import { isWordCode, WORD_MAX } from "../../../../src/analyzers/pii/address/traits.ts";
import { Reading } from "../../../../src/text/reading.ts";
import { runs } from "../../../support/runs.ts";

const PIECES = ["12", "Main", "Street", "avenue", "Hauptstr.", "de", "the", " ", " ", ", ", "\n", "é", "5-7"];
const LONG = ["Apartment.", "x".repeat(45), "  ", " word".repeat(30)];
const RAW = fc.array(fc.constantFrom(...PIECES, ...LONG), { maxLength: 40 }).map((pieces) => pieces.join(""));
const LOOKS = fc.array(fc.tuple(fc.nat(400), fc.boolean()), { minLength: 1, maxLength: 20 });
const FEW = 8;

const tokensOf = (raw: string): Tokens => new Reading(raw).of(TOKENS);
const spanOf = (word: Word | null): string | null => (word === null ? null : `${word.start}-${word.end} ${word.text}`);

/** The word and those beside it, away from the place. */
function rowOf(word: Word | null, isBefore: boolean): readonly (string | null)[] {
  const row: (string | null)[] = [];
  for (let next = word; next !== null && row.length < FEW; next = isBefore ? next.previous : next.next)
    row.push(spanOf(next));
  return row;
}

const look = (tokens: Tokens, at: number, isBefore: boolean): Word | null =>
  isBefore ? tokens.before(at) : tokens.after(at);

/** Where the word ends or begins that begins or ends at `at`, read sign by sign. */
function edgeOf(raw: string, at: number, isBefore: boolean): number {
  const step = isBefore ? -1 : 1;
  let edge = at;
  while (Math.abs(edge - at) < WORD_MAX && isWordCode(raw.charCodeAt(isBefore ? edge - 1 : edge))) edge += step;
  return edge;
}

describe("the words beside a place", () => {
  test("are the same whatever was asked before", () => {
    fc.assert(
      fc.property(RAW, LOOKS, (raw, looks) => {
        const tokens = tokensOf(raw);
        for (const [place, isBefore] of looks) {
          const at = Math.min(place, raw.length);
          const row = rowOf(look(tokens, at, isBefore), isBefore);
          assert.deepEqual(row, rowOf(look(tokensOf(raw), at, isBefore), isBefore), JSON.stringify([raw, at]));
        }
      }),
      { numRuns: runs(500) },
    );
  });

  test("reach from the place to the last sign of words", () => {
    fc.assert(
      fc.property(RAW, fc.nat(400), fc.boolean(), (raw, place, isBefore) => {
        const at = Math.min(place, raw.length);
        const edge = edgeOf(raw, at, isBefore);
        const word = look(tokensOf(raw), at, isBefore);
        const [start, end] = isBefore ? [edge, at] : [at, edge];
        assert.equal(spanOf(word), start === end ? null : `${start}-${end} ${raw.slice(start, end)}`);
      }),
      { numRuns: runs(500) },
    );
  });

  test("are those of the longer text where a stream goes on", () => {
    fc.assert(
      fc.property(RAW, LOOKS, fc.nat(400), (raw, looks, cut) => {
        const short = new Reading(raw.slice(0, cut));
        const places = looks.map(([place, isBefore]) => [Math.min(place, raw.length), isBefore] as const);
        for (const [place, isBefore] of places)
          rowOf(look(short.of(TOKENS), Math.min(place, short.raw.length), isBefore), isBefore);
        const tokens = short.advance(raw).of(TOKENS);
        for (const [at, isBefore] of places) {
          const row = rowOf(look(tokens, at, isBefore), isBefore);
          assert.deepEqual(row, rowOf(look(tokensOf(raw), at, isBefore), isBefore), JSON.stringify([raw, cut, at]));
        }
      }),
      { numRuns: runs(500) },
    );
  });

  test("end with the sentence before them", () => {
    const tokens = tokensOf("We moved yesterday. Main Hauptstr. 5");
    assert.deepEqual(rowOf(tokens.before(34), true), ["25-34 Hauptstr.", "20-24 Main"]);
  });
});
