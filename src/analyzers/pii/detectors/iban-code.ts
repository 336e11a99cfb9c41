import { SIGN } from "../../../text/units.ts";
import type { Match } from "../../detector.ts";
import { EndPattern } from "../end-pattern.ts";
import type { PiiDetector } from "../groups.ts";
import { hasDigitNear, isAsciiDigit } from "../numbers.ts";
import { SignSet } from "../sign-set.ts";

// What follows country and check digits, from the SWIFT IBAN registry; last, countries that give such numbers without being listed.
const STRUCTURES: ReadonlyMap<string, string> = new Map(
  (
    "AD8n12c AE19n AL8n16c AT16n AZ4a20c BA16n BE12n BG4a6n8c BH4a14c BI23n BR23n1a1c BY4c4n16c CH5n12c CR18n CY8n16c CZ20n DE18n DJ23n " +
    "DK14n DO4c20n EE16n EG25n ES20n FI14n FK2a12n FO14n FR10n11c2n GB4a14n GE2a16n GI4a15c GL14n GR7n16c GT4c20c HN4a20n HR17n HU24n " +
    "IE4a14n IL19n IQ4a15n IS22n IT1a10n12c JO4a4n18c KW4a22c KZ3n13c LB4n20c LC4a24c LI5n12c LT16n LU3n13c LV4a13c LY21n MC10n11c2n " +
    "MD2c18c ME18n MK3n10c2n MN16n MR23n MT4a5n18c MU4a19n3a NI4a20n NL4a10n NO11n OM3n16c PK4a16c PL24n PS4a21c PT21n QA4a21c RO4a16c " +
    "RS18n RU14n15c SA2n18c SC4a20n3a SD14n SE20n SI15n SK20n SM1a10n12c SO19n ST21n SV4a20n TL19n TN20n TR6n16c UA6n19c VA18n VG4a16n " +
    "XK16n YE4a4n18c " +
    "AO21n BF2c22n BJ2c22n CF23n CG23n CI2c22n CM23n CV21n DZ22n GA23n GQ23n GW2c19n IR22n KM23n MA24n MG23n ML2c22n MZ21n NE2c22n " +
    "SN2c22n TD23n TG2c22n"
  )
    .split(" ")
    .map((item) => [item.slice(0, 2), `aann${signsOf(item.slice(2))}`] as const),
);

/** `2n1a` → `nna`: a sign for each digit (n), letter (a) and either (c). */
function signsOf(parts: string): string {
  return parts.replaceAll(/(\d+)([nac])/g, (_, count: string, sign: string) => sign.repeat(Number(count)));
}

/** Signs between groups: at most so many in a row, and in all. */
const GAP_MAX = 4;
const GAPS_MAX = 24;
/** 34 characters with what is between them, and the character after. */
const MAX_LENGTH = 34 + GAPS_MAX + 1;
const GROUP = 4;
const START = /(?:(?<![A-Za-z0-9])|(?<=(?<![A-Za-z0-9])iban))[A-Z]{2}[ -]?\d{2}(?=[ .:_-]{0,4}[A-Z0-9]|\r?\n)/gi;
const OPEN =
  /(?<![A-Za-z0-9])(?:iban)?(?:[A-Z]{2}[ -]?\d{2}(?:[ .:_\r\n-]{0,4}[A-Z0-9]){0,30}[ .:_\r\n-]{0,4}|([A-Z]{1,2})[ -]?\d?)$/i;
/** `iban`, a country, a separator and a digit. */
const OPEN_LETTERS_MAX = 8;
/** Before a number whose check digits are wrong. */
const LABEL = new EndPattern(
  /(?<![A-Za-z])iban(?: ?(?:number|no\.?|nr\.?|code|is|ist|es|est|è|é))?["'`)\]]{0,2}[ \t]{0,3}[:=#|]?\s{0,3}["'`(]{0,2}$/i,
);
const LABEL_REACH = 32;

/** International bank account numbers: country, length and check digits; groups may be set apart. */
export const IBAN_CODE: PiiDetector = {
  id: "IBAN_CODE",
  placeholder: "IBAN_CODE",
  group: "financial",
  keywords: [],
  maxLength: MAX_LENGTH,
  source: "https://www.swift.com/standards/data-standards/iban-international-bank-account-number",
  about: { name: "international bank account number", form: "length of the country and check digits; no label needed" },
  find: ({ raw, signs }, _hits, from) => {
    const matches: Match[] = [];
    if ((signs & SIGN.digit) === 0) return matches;
    START.lastIndex = from;
    for (let found = START.exec(raw); found !== null; found = START.exec(raw)) {
      const match = ibanAt(raw, found.index);
      if (match === null) {
        START.lastIndex = found.index + 1;
        continue;
      }
      matches.push(match);
      START.lastIndex = match.end;
    }
    return matches;
  },
  stableUntil: (reading) => {
    const { raw } = reading;
    // Without a digit only the country has begun.
    const reach = hasDigitNear(reading, MAX_LENGTH + 1) ? MAX_LENGTH + 1 : OPEN_LETTERS_MAX;
    const lowest = Math.max(0, raw.length - reach);
    const open = OPEN.exec(raw.slice(lowest));
    const country = open?.[1] ?? "";
    if (open === null || (country.length === 2 && !STRUCTURES.has(country.toUpperCase()))) return raw.length;
    return lowest + open.index;
  },
  examples: {
    hits: [
      ["IBAN: DE89 3704 0044 0532 0130 00, BIC", "DE89 3704 0044 0532 0130 00"],
      ["GB29NWBK60161331926819", "GB29NWBK60161331926819"],
      ["payto://iban/DE89370400440532013000?amount=1", "DE89370400440532013000"],
      ["DE89 3704 0044\n0532 0130 00", "DE89 3704 0044\n0532 0130 00"],
      ["IBANDE89.3704.0044.0532.0130.00", "DE89.3704.0044.0532.0130.00"],
      ["DE 89 37040044 0532013000", "DE 89 37040044 0532013000"],
      ["IBAN: DE89 3704 0044 0532 0130 01", "DE89 3704 0044 0532 0130 01"],
      ["konto no9386011117947!", "no9386011117947"],
    ],
    misses: [
      "DE89/3704/0044/0532/0130/00",
      "DE89 3704 0044 0532 0130 01",
      "XX89370400440532013000",
      "no 93 of them was better than the rest",
      "GB29NWBK6016133192681",
      "GB29NWBK601613319268190",
    ],
  },
};

/** A number as it is read: its letters and digits, and whether it is written in one piece or in groups of four. */
interface Written {
  readonly code: string;
  readonly end: number;
  readonly isRegular: boolean;
}

/** The number that starts at `start`. */
function ibanAt(raw: string, start: number): Match | null {
  const structure = STRUCTURES.get(raw.slice(start, start + 2).toUpperCase());
  if (structure === undefined) return null;
  const written = readCode(raw, start, structure.length);
  if (written === null || isSign(raw.charCodeAt(written.end))) return null;
  const code = written.code.toUpperCase();
  const isSound = isMod97Valid(code);
  // Words of a sentence have the length and the check digits of some country now and then, but not its structure.
  if (isSound && written.isRegular) return { start, end: written.end, score: 1 };
  if (!fits(code, structure)) return null;
  if (isSound) return { start, end: written.end, score: 1 };
  return LABEL.test(raw.slice(Math.max(0, start - LABEL_REACH), start))
    ? { start, end: written.end, score: 0.7 }
    : null;
}

/** Reads so many letters and digits with what may stand between them. */
function readCode(raw: string, start: number, length: number): Written | null {
  let code = "";
  let gap = 0;
  let gaps = 0;
  let isRegular = true;
  for (let at = start; at < raw.length; at++) {
    if (isSign(raw.charCodeAt(at))) {
      if (gap > 0) isRegular &&= gap === 1 && code.length % GROUP === 0 && /[ -]/.test(raw.charAt(at - 1));
      gap = 0;
      code += raw.charAt(at);
      if (code.length === length) return { code, end: at + 1, isRegular };
    } else if (!GAP.has(raw.charCodeAt(at)) || ++gap > GAP_MAX || ++gaps > GAPS_MAX) return null;
  }
  return null;
}

const GAP = new SignSet(" -.:_\r\n");

/** A letter or digit of ASCII. */
const isSign = (code: number): boolean => isAsciiDigit(code) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a);

/** Whether each sign is of the kind that the country has there. */
function fits(code: string, structure: string): boolean {
  for (let at = 0; at < structure.length; at++) {
    const kind = structure.charAt(at);
    const isDigit = isAsciiDigit(code.charCodeAt(at));
    if ((kind === "n" && !isDigit) || (kind === "a" && isDigit)) return false;
  }
  return true;
}

/** ISO 7064 MOD 97-10: the first four characters last, letters as 10 to 35. */
function isMod97Valid(code: string): boolean {
  let rest = 0;
  for (const character of code.slice(4) + code.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
