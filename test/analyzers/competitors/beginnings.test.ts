import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { Beginnings, letterOf } from "../../../src/analyzers/competitors/characters.ts";
import { ExactMatcher } from "../../../src/analyzers/competitors/exact.ts";
import { editDistance, MisspeltMatcher } from "../../../src/analyzers/competitors/misspelt.ts";
import { spell } from "../../../src/analyzers/competitors/spellings.ts";
import { unitsOf } from "../../../src/text/units.ts";
import { runs } from "../../support/runs.ts";

const NAMES =
  "Acme Corporation|Globex|X|HP|3M|AT&T|.NET|Škoda|L'Oréal|Яндекс|華為|SAP Business|Coca-Cola|12345|4chan|גוגל";
const SPELLINGS = NAMES.split("|").flatMap((name, index) => spell(name, index));
const MISSPELT =
  "acme|Acmee Corporaton|Golbex|glbex|lgobex|Gl0bex|lglobex|sap busines|Шкода|xаcme|בGlobex|21345|1245|ch4an";
const PIECES = [
  ...NAMES.split("|"),
  ...MISSPELT.split("|"),
  ..."e\u0301|\u0301|\u200b|ế|K|が|\ud83d|😀|’|_|__|.|'| |\n|-|&|a|g|x|0".split("|"),
];
const TEXT = fc
  .array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...PIECES) }, fc.string({ maxLength: 3, unit: "binary" })), {
    maxLength: 40,
  })
  .map((pieces) => pieces.join(""));
const LETTER = fc.constantFrom("a", "b", "c", "d", "e", "g", "l", "0", "1", "4", "5");
const WORD = fc.array(LETTER, { minLength: 4, maxLength: 12 }).map((letters) => letters.join(""));
/** Letters taken out of a word at some place, and others put there. */
const CHANGE = fc.tuple(fc.nat(14), fc.nat(2), fc.array(LETTER, { maxLength: 2 }));

/** Letters as the matcher of misspelt names is told them. */
const lettersOf = (word: string): number =>
  Array.from(word).reduce((all, letter) => all | (1 << letterOf(letter.charCodeAt(0))), 0);

describe("where names may begin", () => {
  test("is every place where one is spelled", () => {
    const exact = new ExactMatcher(SPELLINGS);
    fc.assert(
      fc.property(TEXT, (raw) => {
        for (let at = 0; at < raw.length; at++)
          if (exact.matchAt(raw, at) !== null) assert.ok(exact.mayBeginAt(unitsOf(raw), at), `${at}`);
      }),
      { numRuns: runs(3000) },
    );
  });

  test("is every word that is a misspelt name", () => {
    fc.assert(
      fc.property(
        WORD,
        fc.array(WORD, { maxLength: 4 }),
        fc.array(CHANGE, { maxLength: 2 }),
        (name, others, changes) => {
          const misspelt = new MisspeltMatcher([name, ...others].flatMap((own, index) => spell(own, index)));
          let typed = name;
          for (const [at, count, letters] of changes)
            typed = typed.slice(0, at) + letters.join("") + typed.slice(at + count);
          for (const word of [typed, typed.charAt(1) + typed.charAt(0) + typed.slice(2)]) {
            const raw = `${word.charAt(0).toUpperCase()}${word.slice(1)} `;
            const match = misspelt.matchAt(raw, { start: 0, end: word.length }, null);
            assert.deepEqual(misspelt.matchAt(raw, { start: 0, end: word.length }, lettersOf(word)), match, raw);
            if (match !== null) assert.ok(misspelt.mayBeginAt(unitsOf(raw), 0, word.length), raw);
          }
        },
      ),
      { numRuns: runs(3000) },
    );
  });

  test("is hardly a place in prose", () => {
    const prose = "We ship three boxes on Monday, and the total is paid when they are there. ";
    const exact = new ExactMatcher(spell("Globex", 0));
    const misspelt = new MisspeltMatcher(spell("Globex", 0));
    for (const { index, 0: word } of prose.matchAll(/[\w,.]+/g)) {
      assert.ok(!exact.mayBeginAt(unitsOf(prose), index), word);
      assert.ok(!misspelt.mayBeginAt(unitsOf(prose), index, 5), word);
    }
  });

  test("is told by three units, any of which may be open", () => {
    const beginnings = new Beginnings();
    const has = (text: string): boolean => beginnings.has(text.charCodeAt(0), text.charCodeAt(1), text.charCodeAt(2));
    beginnings.add(97, [98], [99, 100]);
    beginnings.add(120, null, [121]);
    beginnings.add(109, [110], null);
    for (const text of ["abc", "abd", "ABC", "xay", "x y", "mn ", "mnz"]) assert.ok(has(text), text);
    for (const text of ["abe", "acc", "bbc", "xaz", "mm ", "a  "]) assert.ok(!has(text), text);
  });
});

/** Optimal string alignment by its table. */
function distanceByTable(typed: string, word: string): number {
  const table = Array.from({ length: typed.length + 1 }, (_, row) =>
    Array.from({ length: word.length + 1 }, (_unused, column) => (row === 0 ? column : column === 0 ? row : 0)),
  );
  const read = (row: number, column: number): number => table[row]?.[column] ?? Infinity;
  for (let row = 1; row <= typed.length; row++)
    for (let column = 1; column <= word.length; column++) {
      const isSame = typed.charAt(row - 1) === word.charAt(column - 1);
      const isSwapped =
        typed.charAt(row - 1) === word.charAt(column - 2) && typed.charAt(row - 2) === word.charAt(column - 1);
      const cells = table[row] ?? [];
      cells[column] = Math.min(
        read(row - 1, column) + 1,
        read(row, column - 1) + 1,
        read(row - 1, column - 1) + (isSame ? 0 : 1),
        row > 1 && column > 1 && isSwapped ? read(row - 2, column - 2) + 1 : Infinity,
      );
    }
  return read(typed.length, word.length);
}

describe("the distance of two words", () => {
  test("is that of the whole table, up to a bound", () => {
    const word = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 8 }).map((letters) => letters.join(""));
    fc.assert(
      fc.property(word, word, fc.nat(2), (typed, name, most) => {
        assert.equal(editDistance(typed, name, most), Math.min(distanceByTable(typed, name), most + 1));
      }),
      { numRuns: runs(3000) },
    );
  });
});
