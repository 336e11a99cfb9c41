import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { isLuhnValid } from "../../../../src/analyzers/pii/candidates.ts";
import { formLength, parseForm } from "../../../../src/analyzers/pii/ids/form.ts";
import type { IdRule } from "../../../../src/analyzers/pii/ids/rule.ts";
import { IdScanner } from "../../../../src/analyzers/pii/ids/scan.ts";
import { mixedText } from "../../../support/stream-window.ts";
import { Reading } from "../../../../src/text/reading.ts";
import { runs } from "../../../support/runs.ts";

const rule = (id: string, rest: Partial<IdRule>): IdRule => ({
  id,
  name: id,
  country: null,
  forms: [],
  labels: [],
  categories: [],
  source: "https://example.org",
  examples: ["1"],
  misses: [],
  ...rest,
});

const RULES = [
  rule("AA_TAX", { country: "PL", forms: ["ddd-ddd-dd-dd"], labels: ["nip"], categories: ["tax"], check: isLuhnValid }),
  rule("BB_CARD", {
    country: "DE",
    forms: ["l{2}d{6}"],
    labels: ["personal identity code", "инн", "sürücülük vəsiqəsi"],
    categories: ["national"],
  }),
  rule("CC_STRONG", { forms: ["lllll-?dddd-?l", "lllll-dddd-l"], strong: ["lllll-dddd-l"], labels: ["pan"] }),
  rule("DD_ALONE", { forms: ["d{8}"], isAlone: true, labels: ["code x"], check: isLuhnValid }),
];
const scanner = new IdScanner(RULES);
const found = (raw: string): readonly string[] =>
  scanner
    .find(new Reading(raw), 0)
    .map(({ kind, span, score }) => `${kind} ${raw.slice(span.start, span.end)} ${score}`);
/** Passes Luhn. */
const TAX = "456-789-01-26";

describe("forms", () => {
  test("repeat, exclude and join", () => {
    assert.equal(formLength("[XYZ]-?d{7}l{0,2}"), 11);
    assert.deepEqual(
      parseForm("CHE-d").map(({ of }) => of),
      ["C", "H", "E", "\\-", "0-9"],
    );
    assert.throws(() => parseForm("dd*"), /cannot read \*/);
  });
});

describe("IdScanner", () => {
  test("finds a number after, before and inside its label", () => {
    for (const text of [
      `NIP: ${TAX}`,
      `my nip is ${TAX}.`,
      `{"customer_nip":"${TAX}"}`,
      `customerNip=${TAX}`,
      `id,nip,created\n17,${TAX},2024`,
      `${TAX} is my NIP`,
    ])
      assert.deepEqual(found(text), [`AA_TAX ${TAX} 0.95`], text);
  });

  test("reads other separators, and none, beside a label", () => {
    for (const written of ["4567890126", "456 789 01 26", "456.789.01.26"])
      assert.ok(found(`nip ${written}`).includes(`AA_TAX ${written} 0.95`), written);
  });

  test("asks for a label that is a word of its own", () => {
    assert.deepEqual(found(`snip ${TAX}`), []);
    assert.deepEqual(found(`nipple ${TAX}`), []);
    assert.deepEqual(found(TAX), []);
  });

  test("asks for a mark where the label is an ordinary word", () => {
    for (const text of ["put 12345678 into the pan", "the pan, an abcde1234f"]) assert.deepEqual(found(text), [], text);
    for (const text of [
      "PAN ABCDE1234F",
      "pan: ABCDE1234F",
      "my pan is ABCDE1234F",
      '{"pan":"ABCDE1234F"}',
      "pan no. ABCDE1234F",
      "customer_pan ABCDE1234F",
    ])
      assert.deepEqual(found(text), ["CC_STRONG ABCDE1234F 0.85"], text);
  });

  test("a label of letters that only one alphabet has is found with and without them", () => {
    for (const label of ["sürücülük vəsiqəsi", "SÜRÜCÜLÜK VƏSİQƏSİ", "suruculuk vesiqesi"])
      assert.deepEqual(found(`${label}: AB123456`), ["BB_CARD AB123456 0.85"]);
  });

  test("a number that its label names counts as some number, though its check digit is wrong", () => {
    assert.deepEqual(found("NIP: 456-789-01-27"), ["ID_NUMBER 456-789-01-27 0.5"]);
    assert.deepEqual(found("NIP: 2024-05-17"), []);
    assert.deepEqual(found("NIP: 12345"), []);
  });

  test("ignores accents, case and joints in labels, and knows other scripts", () => {
    for (const label of [
      "Personal Identity Code",
      "personal_identity_code",
      "personalIdentityCode",
      "PÉRSONAL-IDENTITY CODE",
      "Инн",
    ])
      assert.deepEqual(found(`${label}: AB123456`), ["BB_CARD AB123456 0.85"], label);
    assert.deepEqual(found("длинн AB123456"), []);
  });

  test("a general label counts with the country, or with a check digit", () => {
    assert.deepEqual(found(`Polish tax number ${TAX}`), [`AA_TAX ${TAX} 0.9`]);
    assert.deepEqual(found(`tax number ${TAX}`), [`AA_TAX ${TAX} 0.65`]);
    assert.deepEqual(found(`Italian tax number ${TAX}`), [`ID_NUMBER ${TAX} 0.5`]);
    assert.deepEqual(found("German national id AB123456"), ["BB_CARD AB123456 0.75"]);
    assert.deepEqual(found("national id AB123456"), ["BB_CARD AB123456 0.5"]);
    assert.deepEqual(found("national id of the bearer, row 12345: AB123456"), []);
    assert.deepEqual(found("my German ID is AB123456"), ["BB_CARD AB123456 0.75"]);
    assert.deepEqual(found("my ID is AB123456"), []);
  });

  test("words between a label and a number that no check confirms make another thing of it", () => {
    assert.deepEqual(found("the national id has AB123456"), []);
    assert.deepEqual(found("the tax number of our firm earned 4567890126 in a year"), []);
    for (const text of ["national id of Ida Kern: AB123456", "What is your national id? Sure, AB123456"])
      assert.deepEqual(found(text), ["BB_CARD AB123456 0.5"], text);
    assert.deepEqual(found('{"national_id":"x","order":"AB123456"}'), []);
  });

  test("a strong form counts anywhere, exactly as it is written", () => {
    assert.deepEqual(found("see ABCDE-1234-F there"), ["CC_STRONG ABCDE-1234-F 0.8"]);
    assert.deepEqual(found("see abcde-1234-f there"), []);
    assert.deepEqual(found("see ABCDE1234F there"), []);
    assert.deepEqual(found("see XABCDE-1234-F there"), []);
    assert.deepEqual(found("see ABCDE-1234-F5 there"), []);
  });

  test("a text that is nothing but the number counts where the rule says so", () => {
    assert.deepEqual(found("18762380"), []);
    assert.deepEqual(found("18762385."), ["DD_ALONE 18762385 0.55"]);
    assert.deepEqual(found("it is 18762385"), []);
  });

  test("a part of a longer number is none", () => {
    assert.deepEqual(found(`nip 1.${TAX}`), []);
    assert.deepEqual(found(`nip ${TAX}.5`), []);
    assert.deepEqual(found(`nip ${TAX}7`), []);
  });

  test("what is said of a text before the held offset is final", () => {
    const words = [
      " ",
      "nip ",
      "nip:",
      "\n",
      "tax number ",
      "Polish ",
      "is my nip",
      ". ",
      "the ",
      "12",
      "x",
      "-",
      "Personal identity code ",
      "pan ",
      "PAN",
      "my ",
      "number ",
      " is my pan",
      " no. ",
      "FOO ",
      "of Ida Kern: ",
      "?",
    ];
    const text = mixedText(words, [TAX, "4567890126", "AB123456", "ABCDE-1234-F", "18762385"]);
    fc.assert(
      fc.property(text, fc.nat(), (raw, place) => {
        const prefix = raw.slice(0, place % (raw.length + 1));
        const held = scanner.stableUntil(new Reading(prefix), 0);
        const before = (text: string): readonly unknown[] =>
          scanner.find(new Reading(text), 0).filter(({ span }) => span.start < held);
        assert.deepEqual(before(prefix), before(raw));
      }),
      { numRuns: runs(3000) },
    );
  });

  test("prose is not held", () => {
    const prose = "The harbour office opens at seven and the first boats leave soon after. ";
    assert.ok(scanner.stableUntil(new Reading(prose), 0) >= prose.length - 12);
  });
});
