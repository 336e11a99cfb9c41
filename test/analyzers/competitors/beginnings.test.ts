import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { Beginnings } from "../../../src/analyzers/competitors/beginnings.ts";
import { keysOf } from "../../../src/analyzers/competitors/keys.ts";
import { MisspeltMatcher } from "../../../src/analyzers/competitors/misspelt.ts";
import { NameMatcher } from "../../../src/analyzers/competitors/names.ts";
import { runs } from "../../support/runs.ts";
import { RawText } from "../../../src/text/units.ts";

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
];
const KEYS = NAMES.map((forms) => forms.flatMap(keysOf));
const MISSPELT = "acme|Acmee Corporaton|Golbex|glbex|lgobex|Gl0bex|lglobex|sap busines|Шкода|xаcme|בGlobex";
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
  const names = new NameMatcher(KEYS, beginnings);
  const misspelt = new MisspeltMatcher(KEYS, beginnings);

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
    const one = [keysOf("Globex")];
    assert.ok(new NameMatcher(one, few).reach > 0 && new MisspeltMatcher(one, few).reach > 0);
    assert.deepEqual(visited(few, prose.repeat(9), 0), { names: [], words: [] });
  });
});
