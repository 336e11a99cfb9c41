import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { UNREAD, WordRow } from "../../../../src/analyzers/pii/address/token-window.ts";
import { isWordCode } from "../../../../src/analyzers/pii/address/word-signs.ts";
import { traitsOf } from "../../../../src/analyzers/pii/address/word-traits.ts";
import { unitsOf } from "../../../../src/text/units.ts";
import { runs } from "../../../support/runs.ts";

const PIECES = [
  "12",
  "Main",
  "street",
  "Flat.",
  " ",
  " ",
  " ",
  ", ",
  "\n",
  "é",
  "5-7",
  "x".repeat(45),
  "  ",
  " word".repeat(30),
];
const RAW = fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join(""));
const row = new WordRow();

/** Where the units of words around `at` begin and end, however many there are. */
function wordAround(raw: string, at: number): readonly [start: number, end: number] {
  let [start, end] = [at, at];
  while (start > 0 && isWordCode(raw.charCodeAt(start - 1))) start -= 1;
  while (end < raw.length && isWordCode(raw.charCodeAt(end))) end += 1;
  return [start, end];
}

function checkWord(raw: string, at: number, place: number): void {
  const [start, end] = wordAround(raw, place);
  // The row may begin in the midst of a word that is too long.
  if (row.starts[at] !== start) assert.ok(end - (row.starts[at] ?? 0) > 40, `${raw} ${place}`);
  assert.equal(row.ends[at], end);
  assert.equal((row.traits[at] ?? 0) & 0x3fff, traitsOf(unitsOf(raw), row.starts[at] ?? 0, end));
}

function checkAt(raw: string, place: number, lead: number): void {
  row.open(raw, place, lead);
  const isInWord = place > 0 && isWordCode(raw.charCodeAt(place - 1));
  const before = row.before(place);
  assert.equal(before >= 0, isInWord && before !== UNREAD, `${raw} ${place}`);
  if (before >= 0) checkWord(raw, before, place - 1);
  const previous = before < 0 ? before : row.previous(before);
  const first = row.starts[before] ?? 0;
  const isJoined = before >= 0 && raw[first - 1] === " " && first > 1 && isWordCode(raw.charCodeAt(first - 2));
  if (previous !== UNREAD) assert.equal(previous >= 0, isJoined, `${raw} ${place}`);
  if (previous >= 0) checkWord(raw, previous, first - 2);
  else assert.ok(previous !== UNREAD || lead === 0 || place - first > 40, "as much is known as was asked for");
}

function checkBehind(raw: string, place: number): void {
  row.open(raw, place);
  const [start, end] = wordAround(raw, place);
  const at = row.behind(start);
  if (start < place) return;
  assert.equal(at >= 0, end > start, `${raw} ${start}`);
  if (at < 0) return;
  checkWord(raw, at, start);
  const next = row.next(at);
  assert.equal(next >= 0, raw[end] === " " && wordAround(raw, end + 1)[1] > end + 1, `${raw} ${start}`);
  if (next >= 0) checkWord(raw, next, end + 1);
}

describe("WordRow", () => {
  test("knows the words on both sides of any place, whatever was asked before", () => {
    const asked = fc.array(fc.tuple(fc.nat(400), fc.boolean()), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(RAW, asked, (raw, places) => {
        for (const [place, isLong] of places) {
          const at = Math.min(place, raw.length);
          checkAt(raw, at, isLong ? 120 : 0);
          checkBehind(raw, at);
        }
      }),
      { numRuns: runs(1500) },
    );
  });

  test("knows them in a text of more words than it holds", () => {
    const raw = "5 May 1990, ".repeat(400);
    for (let place = 0; place < raw.length; place += 7) {
      checkAt(raw, place, 0);
      checkBehind(raw, place);
    }
  });
});
