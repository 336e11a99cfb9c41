import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { CREDIT_CARD } from "../../src/analyzers/pii/detectors/credit-card.ts";
import { DATE_OF_BIRTH } from "../../src/analyzers/pii/detectors/date-of-birth.ts";
import { IBAN_CODE } from "../../src/analyzers/pii/detectors/iban-code.ts";
import { PHONE_NUMBER } from "../../src/analyzers/pii/detectors/phone-number.ts";
import { UK_POSTCODE } from "../../src/analyzers/pii/detectors/uk-postcode.ts";
import { holdDigits } from "../../src/analyzers/pii/candidates.ts";
import { PRIVATE_KEY } from "../../src/analyzers/secrets/detectors/private-key.ts";
import { runs } from "../support/runs.ts";
import { Reading } from "../../src/text/reading.ts";

// What is held of a stream is asked at each of its words, so most detectors look first whether anything of theirs can stand
// at its end. Here their patterns are tried on every text, as if there were no such look.

const units = [
  "a",
  "gir",
  "GIR ",
  "A",
  "AA",
  "DE",
  "é",
  "е",
  "x",
  "ext.",
  "e",
  "May",
  "Septembre",
  "-",
  "_",
  "(",
  ")",
  "+",
];
const others = [
  " ",
  "  ",
  ".",
  "/",
  ":",
  "\n",
  "\r\n",
  "😀",
  "1",
  "12",
  "4111",
  "٣",
  "M1 1AA",
  " is my post",
  "P",
  "Pu",
  "-----",
];
const pieces = [...units, ...others, "-----BEGIN", "PuTTY-User", "-----BEGIN ", "words and words ", "x".repeat(18)];
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 9 }).map((list) => list.join(""));

/** Where the pattern matches in the last units, so many; the text's length when it does not. */
function heldBy(raw: string, pattern: RegExp, reach: number): number {
  const lowest = Math.max(0, raw.length - reach);
  const at = raw.slice(lowest).search(pattern);
  return at < 0 ? raw.length : lowest + at;
}

function assertHeld(hold: (raw: string) => number, patterns: (raw: string) => number): void {
  fc.assert(
    fc.property(text, (raw) => assert.equal(hold(raw), patterns(raw), JSON.stringify(raw))),
    { numRuns: runs(3000) },
  );
}

describe("what is held at the end of a text", () => {
  test("of account numbers", () => {
    const countries =
      "AD AE AL AO AT AZ BA BE BF BG BH BI BJ BR BY CF CG CH CI CM CR CV CY CZ DE DJ DK DO DZ EE EG ES FI " +
      "FK FO FR GA GB GE GI GL GQ GR GT GW HN HR HU IE IL IQ IR IS IT JO KM KW KZ LB LC LI LT LU LV LY MA " +
      "MC MD ME MG MK ML MN MR MT MU MZ NE NI NL NO OM PK PL PS PT QA RO RS RU SA SC SD SE SI SK SM SN SO " +
      "ST SV TD TG TL TN TR UA VA VG XK YE ";
    const country = `(?:${countries.trim().replaceAll(" ", "|")})`;
    const number = String.raw`[A-Z]{2}[ -]?\d{2}(?:[ .:_\r\n-]{0,4}[A-Z0-9]){0,30}[ .:_\r\n-]{0,4}`;
    const open = new RegExp(String.raw`(?<![A-Za-z0-9])(?:iban)?(?:${number}|(?:[A-Z]|${country})[ -]?\d?)$`, "i");
    assertHeld(
      (raw) => IBAN_CODE.stableUntil(new Reading(raw), [], 0),
      (raw) => heldBy(raw, open, 59),
    );
  });

  test("of postcodes", () => {
    const open = /(?<![A-Za-z0-9])(?:[A-Za-z]{1,3}|[A-Za-z]{1,2}\d[A-Za-z0-9]? ?(?:\d[A-Za-z]{0,2})?|GIR ?0?A{0,2})$/i;
    const waiting =
      /(?<![A-Za-z0-9])(?:[A-Za-z]{1,2}\d[A-Za-z0-9]? ?\d[ABD-HJLNP-UW-Z]{2}|GIR ?0AA)[\])"'`]?,?(?: (?:[a-z]{1,5} ?){0,3}(?:post ?(?:c|co|cod)?)?)?$/i;
    assertHeld(
      (raw) => UK_POSTCODE.stableUntil(new Reading(raw), [], 0),
      (raw) => Math.min(heldBy(raw, open, 10), heldBy(raw, waiting, 36)),
    );
  });

  test("of card numbers", () => {
    const line = /(?<![A-Za-z0-9])\d{4,15}(?:\r|\r?\n\d{0,15})[.-]?$/;
    assertHeld(
      (raw) => CREDIT_CARD.stableUntil(new Reading(raw), [], 0),
      (raw) => Math.min(holdDigits(raw), heldBy(raw, line, 40), heldBy(raw, /[\d_]{1,23}$/, 40)),
    );
  });

  test("of phone numbers", () => {
    const extension = /(?: ?(?:x|e|ex|ext|ext\.) ?\d{0,6})?(?:(?: ?\(|-)\p{L}{0,10})?$/u;
    assertHeld(
      (raw) => PHONE_NUMBER.stableUntil(new Reading(raw), [], 0),
      (raw) => {
        const number = raw.slice(0, heldBy(raw, extension, 30));
        const start = holdDigits(number);
        return Math.min(holdDigits(raw), start < number.length ? start : raw.length);
      },
    );
  });

  test("of names of months", () => {
    const name = /[\p{L}\p{M}]{1,20}[. /-]{0,3}$/u;
    assertHeld(
      (raw) => DATE_OF_BIRTH.stableUntil(new Reading(raw.replaceAll(/[\d٣]/g, "")), [], 0),
      (raw) => heldBy(raw.replaceAll(/[\d٣]/g, ""), name, 24),
    );
  });

  test("of the first lines of keys", () => {
    const beginnings = PRIVATE_KEY.keywords.flatMap((keyword) =>
      Array.from({ length: keyword.length - 1 }, (_, index) => keyword.slice(0, keyword.length - 1 - index)),
    );
    assertHeld(
      (raw) => PRIVATE_KEY.stableUntil(new Reading(raw), [], 0),
      (raw) => raw.length - (beginnings.find((beginning) => raw.endsWith(beginning))?.length ?? 0),
    );
  });
});
