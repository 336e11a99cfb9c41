import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { houseEnd, streetBeside } from "../../../../src/analyzers/pii/address/street.ts";
import { TOKENS } from "../../../../src/analyzers/pii/address/tokens.ts";
import { Reading } from "../../../../src/text/reading.ts";
import { runs } from "../../../support/runs.ts";

/** All forms in one pattern, whatever follows the digits. */
const HOUSE =
  /^\d{1,5}(?:[-/]\d{1,5}){0,2}(?:[-/][A-Za-z0-9]{1,3}(?![\p{L}\p{N}]))?(?: ?[A-Za-z](?![\p{L}\p{N}'’.:])|[А-Яа-я](?!\p{L}))?(?: ?(?:bis|ter|quater)(?!\p{L}))?(?![\p{L}\p{N}_])/u;
const ORDINAL = /^\d{1,3}(?:st|nd|rd|th)(?= \p{Lu})/u;

describe("houseEnd", () => {
  test("reads the number with its letters and pieces", () => {
    for (const number of ["12", "221B", "12-14", "343/10", "12 bis", "12 a", "5б", "42nd"])
      assert.equal(houseEnd(`at ${number} Baker Street`, 3), 3 + number.length, number);
  });

  test("ends where the pattern ends", () => {
    const piece = fc.constantFrom(
      "1",
      "23",
      "456",
      " ",
      "a",
      "B",
      "bis",
      "ter",
      "th",
      "Main",
      "-",
      "/",
      ",",
      ".",
      "é",
      "д",
      "_",
      "'",
      "٣",
    );
    const raws = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(raws, (raw) => {
        const expected = (HOUSE.exec(raw) ?? ORDINAL.exec(raw))?.[0].length ?? 0;
        assert.equal(houseEnd(raw, 0), expected, raw);
      }),
      { numRuns: runs(5000) },
    );
  });
});

/** The street beside the first number of a text, how sure it is, and the steps that it took. */
function streetIn(raw: string): {
  readonly street: string | null;
  readonly trust: string | null;
  readonly steps: number;
} {
  let steps = 0;
  const start = raw.search(/\d/);
  const meter = { spend: (more: number) => void (steps += more) };
  const core = streetBeside(new Reading(raw).of(TOKENS), { start, end: houseEnd(raw, start) }, meter);
  return { street: core === null ? null : raw.slice(core.start, core.end), trust: core?.trust ?? null, steps };
}

describe("streetBeside", () => {
  test("reads the forms of streets on either side of the number", () => {
    const forms: readonly (readonly [raw: string, street: string, trust: string])[] = [
      ["to Hauptstr. 5, Berlin", "Hauptstr. 5", "sure"],
      ["Dezső utca 11. In", "Dezső utca 11.", "sure"],
      ["rue de la Paix 12", "rue de la Paix 12", "sure"],
      ["rua augusta 12, e", "rua augusta 12", "sure"],
      ["ул. Ленина, д. 5", "ул. Ленина, д. 5", "sure"],
      ["Carrera Norte # 71-21", "Carrera Norte # 71-21", "sure"],
      ["221B Baker Street N, London", "221B Baker Street N", "sure"],
      ["12, rue de la Paix", "12, rue de la Paix", "sure"],
      ["at 45 king street, near", "45 king street", "sure"],
      ["5 Mill Creek Road", "5 Mill Creek Road", "sure"],
      ["5 Mill Creek", "5 Mill Creek", "unsure"],
      ["Oak Hill 7", "Oak Hill 7", "unsure"],
      ["1428 elm st in Springwood", "1428 elm st", "unsure"],
      ["Flat 5, London", "Flat 5", "unit"],
      ["Aleea Dealului, Bloc 5", "Aleea Dealului, Bloc 5", "sure"],
      ["Perseverancia 209", "Perseverancia 209", "name"],
      ["13, Ahmet Haxhiu", "13, Ahmet", "name"],
      ["2008 Wall Street", "2008 Wall Street", "name"],
    ];
    for (const [raw, street, trust] of forms) {
      const found = streetIn(raw);
      assert.deepEqual([found.street, found.trust], [street, trust], raw);
    }
  });

  test("finds none beside a month, in capitals of code, or in a sentence", () => {
    for (const raw of [
      "on 5 May the",
      "HAVE_CONFSTR 1",
      "the 3 major road closures",
      "Oak Gate 5 is",
      "order 48213 for",
    ])
      assert.ok(!["sure", "unit"].includes(streetIn(raw).trust ?? ""), raw);
  });

  test("takes no more steps beside words of no address", () => {
    for (const raw of ["some 43 years ago", "on 5 May 1990, at"]) assert.equal(streetIn(raw).steps, 0, raw);
    for (const raw of ["12 Main Street", "Flat 5"]) assert.ok(streetIn(raw).steps > 0, raw);
  });
});
