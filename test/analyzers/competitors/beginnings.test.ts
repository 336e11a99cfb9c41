import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { Beginnings } from "../../../src/analyzers/competitors/beginnings.ts";
import { ExactMatcher } from "../../../src/analyzers/competitors/exact.ts";
import { editDistance, MisspeltMatcher } from "../../../src/analyzers/competitors/misspelt.ts";
import { spell } from "../../../src/analyzers/competitors/spellings.ts";
import { RawText } from "../../../src/text/units.ts";
import { runs } from "../../support/runs.ts";

const NAMES = [
  ["Acme Corporation"],
  ["Globex"],
  ["X"],
  ["HP"],
  ["3M"],
  ["AT&T"],
  [".NET"],
  ["Škoda"],
  ["L'Oréal"],
  ["Яндекс"],
  ["華為"],
  ["SAP Business"],
  ["Coca-Cola"],
  ["12345"],
  ["4chan"],
];
const SPELLINGS = NAMES.flat().flatMap((name, index) => spell(name, index));
const MISSPELT =
  "acme|Acmee Corporaton|Golbex|glbex|lgobex|Gl0bex|lglobex|sap busines|Шкода|xаcme|בGlobex|21345|1245|ch4an";
const PIECES = [
  ...NAMES.flat(),
  ...MISSPELT.split("|"),
  ..."e\u0301|\u0301|\u200b|ế|K|が|\ud83d|😀|’|_|__|.|'| |\n|-|&|a|g|x|0".split("|"),
];
const TEXT = fc
  .array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...PIECES) }, fc.string({ maxLength: 3, unit: "binary" })), {
    maxLength: 40,
  })
  .map((pieces) => pieces.join(""));

function visited(beginnings: Beginnings, raw: string, from: number): { names: number[]; words: number[] } {
  const names: number[] = [];
  const words: number[] = [];
  beginnings.visit(new RawText(raw), from, { name: (start) => names.push(start), word: (start) => words.push(start) });
  return { names, words };
}

describe("where names may begin", () => {
  const beginnings = new Beginnings();
  const names = new ExactMatcher(SPELLINGS, beginnings);
  const misspelt = new MisspeltMatcher(SPELLINGS, beginnings);

  test("is every place where a matcher finds one, in order, each once", () => {
    fc.assert(
      fc.property(TEXT, fc.nat(60), (raw, start) => {
        const from = Math.min(start, raw.length);
        const places = visited(beginnings, raw, from);
        for (let at = from; at < raw.length; at++) {
          if (names.matchAt(raw, at) !== null) assert.ok(places.names.includes(at), `name at ${at}`);
          if (misspelt.matchAt(new RawText(raw), at) !== null) assert.ok(places.words.includes(at), `word at ${at}`);
        }
        for (const list of [places.names, places.words])
          assert.deepEqual(
            list,
            [...new Set(list)].filter((at) => at >= from && at < raw.length).sort((a, b) => a - b),
          );
      }),
      { numRuns: runs(3000) },
    );
  });

  test("is seen across blocks, wherever it stands in one", () => {
    for (let length = 1015; length < 1035; length++)
      for (const name of ["Globex", "Golbex", "X"]) {
        const { names: found, words } = visited(beginnings, `${". ".repeat(length).slice(-length)}${name}`, 0);
        assert.ok([...found, ...words].includes(length), `${name} at ${length}`);
      }
  });

  test("is hardly a place in prose", () => {
    const prose = "We ship three boxes on Monday, and the total is paid when they are there. ";
    const few = new Beginnings();
    const one = spell("Globex", 0);
    assert.ok(new ExactMatcher(one, few).reach > 0 && new MisspeltMatcher(one, few).reach > 0);
    assert.deepEqual(visited(few, prose.repeat(9), 0), { names: [], words: [] });
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
