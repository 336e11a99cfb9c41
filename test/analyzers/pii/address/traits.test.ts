import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { LANGUAGES, type Language } from "../../../../src/analyzers/pii/address/languages.ts";
import * as traits from "../../../../src/analyzers/pii/address/traits.ts";
import { RawText } from "../../../../src/text/units.ts";
import { runs } from "../../../support/runs.ts";

const { AFTER, AFTER_NUMBERED, BEFORE, COMPOUND, DIGIT, MARK, NAME, NUMBER, OPENING } = traits;
const { PARTICLE, PLAIN_NAME, SMALL_NAME, STOP_WORD, SURE_AFTER, SURE_BEFORE, UNCASED, UNIT } = traits;

const traitsIn = (word: string): number =>
  traits.traitsOf(new RawText(word).units, word, { start: 0, end: word.length });
const is = (word: string, trait: number): boolean => (traitsIn(word) & trait) !== 0;

const wordsOf = (column: keyof Language): readonly string[] =>
  Object.values(LANGUAGES).flatMap((language) => language[column]?.split(/\s+/) ?? []);

/** The columns that a word may stand in, and the trait that it has then. */
const COLUMNS: readonly (readonly [column: keyof Language, trait: number])[] = [
  ["before", SURE_BEFORE],
  ["beforeUnsure", BEFORE],
  ["after", SURE_AFTER],
  ["afterUnsure", AFTER],
  ["afterNumbered", AFTER_NUMBERED],
  ["units", UNIT],
  ["particles", PARTICLE],
  ["marks", MARK],
  ["openings", OPENING],
  ["nouns", STOP_WORD],
  ["boxEnds", traits.BOX_END],
];

describe("traitsOf", () => {
  test("has a word of the tables in any case, with a point or without", () => {
    for (const [column, trait] of COLUMNS)
      for (const word of wordsOf(column))
        for (const written of [word, `${word}.`, word.toUpperCase(), word.charAt(0).toUpperCase() + word.slice(1)])
          // `ß` and the like have no capital of their own.
          if (written.toLowerCase().startsWith(word)) assert.ok(is(written, trait), `${written} ${column}`);
  });

  test("has no other word in the tables", () => {
    const piece = fc.constantFrom(..."street strasse gatan main d' o' the 12 a b - . / é ul и st rue".split(" "));
    const words = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(""));
    const columns = COLUMNS.filter(([column]) => column !== "particles").map(([column, trait]) => ({
      listed: new Set(wordsOf(column)),
      trait,
    }));
    const sure = new Set([...wordsOf("before"), ...wordsOf("after"), ...wordsOf("openings"), ...wordsOf("boxWords")]);
    fc.assert(
      fc.property(words, (word) => {
        const bare = word.replace(/\.$/, "");
        for (const { listed, trait } of columns)
          if (!listed.has(bare) && !sure.has(bare)) assert.ok(!is(word, trait), `${word} ${trait}`);
      }),
      { numRuns: runs(3000) },
    );
  });

  test("says how a word is written", () => {
    const samples: readonly (readonly [trait: number, yes: string, no: string])[] = [
      [NAME, "Main MAIN O'Neil d'Or l'Église Église Al-Rashid שלום النصر", "main The elm 5th été"],
      [PLAIN_NAME, "Perseverancia Str. O'Neil d'Or Ленина النصر", "May BMW Main5 A/B The main"],
      [NUMBER, "5 12a 343/10 12-14 4. 5th 12-B", "1234567 a5 5-6-7 12ab"],
      [SMALL_NAME, "elm 12 улица", "the el Main elm. d'or"],
      [DIGIT, "5 a5 5-6", "main"],
      [COMPOUND, "hauptstr. Storgatan lindenallee HAUPTSTRASSE Ringstraße ถนนสุขุมวิท", "street gatan str xxstr"],
      [PARTICLE, "de d'Or l’Église", "dOr el-x"],
      [UNCASED, "ถนน ქუჩა", "שלום main"],
      [STOP_WORD, "Yesterday chapter", "Creek"],
    ];
    for (const [trait, yes, no] of samples) {
      for (const word of yes.split(" ")) assert.ok(is(word, trait), `${word} ${trait}`);
      for (const word of no.split(" ")) assert.ok(!is(word, trait), `${word} ${trait}`);
    }
  });
});

describe("isWordCode", () => {
  const areAll = (signs: string): readonly boolean[] =>
    Array.from(signs, (sign) => traits.isWordCode(sign.charCodeAt(0)));

  test("takes letters of any script, digits, and the signs inside of words", () => {
    assert.ok(areAll("azAZ09-./'éЖ路ªº°’№").every(Boolean));
  });

  test("takes no punctuation, of typography and of East Asia neither, and no emoji", () => {
    assert.ok(!areAll(" ,:;#(\n«—“…،؟、。\u{1f600}\0").some(Boolean));
  });
});

describe("the tables", () => {
  test("hold words in lower case and without a final point, each once in a row", () => {
    for (const [name, language] of Object.entries(LANGUAGES))
      for (const [column] of COLUMNS) {
        const words = language[column]?.split(/\s+/) ?? [];
        assert.equal(new Set(words).size, words.length, `${name} ${column}`);
        for (const word of words) assert.ok(word === word.toLowerCase() && !/\.$|^$/.test(word), `${name} ${word}`);
      }
  });
});
