import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  Beginnings,
  Dictionary,
  DICTIONARY_VERSION,
  entryHash,
  readDictionary,
  USE,
} from "../../../../../src/analyzers/pii/names/scripts/dictionary.ts";

const beginnings = new Beginnings();
for (const beginning of ["東", "東京"]) beginnings.add(entryHash(beginning));
const words = new Dictionary(
  new Map([
    [entryHash("東京"), USE.place],
    [entryHash("東京都"), USE.place],
    [entryHash("東"), USE.japaneseSurname],
  ]),
  new Map([["東".charCodeAt(0), USE.place | USE.japaneseSurname]]),
  beginnings,
);

describe("the dictionary of names", () => {
  test("finds the longest word of a use that a text begins with", () => {
    assert.equal(words.longest("東京都と", USE.place), 3);
    assert.equal(words.longest("東京都と", USE.japaneseSurname), 1);
    assert.equal(words.longest("大阪", USE.place), 0);
  });

  test("a word ends only where it may", () => {
    assert.equal(
      words.longest("東京都と", USE.place, (length) => length < 3),
      2,
    );
  });

  test("says what words that begin with a unit may be", () => {
    assert.equal(words.begins("東".charCodeAt(0)), USE.place | USE.japaneseSurname);
    assert.equal(words.begins("西".charCodeAt(0)), 0);
  });

  test("says what the names may be that begin at a place", () => {
    assert.equal(words.beginAt("西東京都", 1, 2), USE.place | USE.japaneseSurname);
    assert.equal(words.beginAt("西東京都", 1, 1), USE.japaneseSurname);
    assert.equal(words.beginAt("西東京都", 0, 4), 0);
  });

  test("signs and variants of letters do not count", () => {
    assert.equal(entryHash("أحمد"), entryHash("احمد"));
    assert.equal(entryHash("مُحَمَّد"), entryHash("محمد"));
    assert.equal(entryHash("फ़ातिमा"), entryHash("फातिमा"));
    assert.equal(entryHash("\u095eातिमा"), entryHash("फातिमा"));
  });

  test("a file of another version is refused", () => {
    assert.throws(() => readDictionary({ version: DICTIONARY_VERSION + 1, count: 0, starts: 0, data: "" }), TypeError);
  });
});
