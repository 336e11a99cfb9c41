import { SIGN } from "../../../text/units.ts";
import type { Match } from "../../detector.ts";
import type { PiiDetector } from "../groups.ts";
import { holdLetters } from "../candidates.ts";
import { hasDigitNear } from "../numbers.ts";

// Lengths by country, from the SWIFT IBAN registry.
const LENGTHS: ReadonlyMap<string, number> = new Map(
  (
    "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 " +
    "FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 " +
    "LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 " +
    "SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30"
  )
    .split(" ")
    .map((item) => [item.slice(0, 2), Number(item.slice(2))] as const),
);
/** 34 characters in groups of four, and the character after. */
const MAX_LENGTH = 34 + 9 + 1;
const START = /(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?=[ -]?[A-Za-z0-9])/g;
const OPEN = /(?<![A-Za-z0-9])(?:[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]){0,30}[ -]?|[A-Za-z]{1,2}\d?)$/;

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
      const end = ibanEnd(raw, found.index);
      if (end === null) continue;
      matches.push({ start: found.index, end, score: 1 });
      START.lastIndex = end;
    }
    return matches;
  },
  stableUntil: (reading) => {
    const { raw } = reading;
    // Without a digit only the country has begun.
    if (!hasDigitNear(reading, MAX_LENGTH + 1)) return holdLetters(raw, 2);
    const lowest = Math.max(0, raw.length - MAX_LENGTH - 1);
    const at = raw.slice(lowest).search(OPEN);
    return at < 0 ? raw.length : lowest + at;
  },
  examples: {
    hits: [
      ["IBAN: DE89 3704 0044 0532 0130 00, BIC", "DE89 3704 0044 0532 0130 00"],
      ["GB29NWBK60161331926819", "GB29NWBK60161331926819"],
      ["konto no9386011117947!", "no9386011117947"],
    ],
    misses: [
      "DE89 3704 0044 0532 0130 01",
      "XX89370400440532013000",
      "GB29NWBK6016133192681",
      "GB29NWBK601613319268190",
    ],
  },
};

/** Where a valid number that starts at `start` ends. */
function ibanEnd(raw: string, start: number): number | null {
  const length = LENGTHS.get(raw.slice(start, start + 2).toUpperCase());
  if (length === undefined) return null;
  let code = "";
  let at = start;
  for (; code.length < length; at++) {
    const character = raw.charAt(at);
    if (/^[A-Za-z0-9]$/.test(character)) code += character;
    else if (!/^[ -]$/.test(character) || !/^[A-Za-z0-9]$/.test(raw.charAt(at + 1))) return null;
  }
  return /^[A-Za-z0-9]$/.test(raw.charAt(at)) || !isMod97Valid(code.toUpperCase()) ? null : at;
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
