import { isLuhnValid } from "../candidates.ts";

/** Check digits that several countries share. All take digits (or upper-case letters and digits) without separators. */

const ZERO = 48;

/** The digit at `at`. */
export const digitAt = (digits: string, at: number): number => digits.charCodeAt(at) - ZERO;

/** The sum of digits times weights, over as many digits as there are weights. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  let sum = 0;
  for (const [at, weight] of weights.entries()) sum += digitAt(digits, at) * weight;
  return sum;
}

/** A decimal number of any length modulo `divisor`. */
export function remainder(digits: string, divisor: number): number {
  let rest = 0;
  for (let at = 0; at < digits.length; at++) rest = (rest * 10 + digitAt(digits, at)) % divisor;
  return rest;
}

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether the parts of a date name a day; a year of two digits may be of any century. */
export function isDate(year: string, month: string, day: string): boolean {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  if (d < 1 || d > (DAYS[m - 1] ?? 0)) return false;
  if (year.length === 4 && (y < 1850 || y > 2100)) return false;
  return m !== 2 || d < 29 || (y % 4 === 0 && (year.length === 2 || y % 100 !== 0 || y % 400 === 0));
}

/** Digits count as they are, letters from `A` = 10 on, as in ISO 7064 and ICAO 9303. */
export function valueAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 65 ? code - 48 : code - 55;
}

/** ISO/IEC 7064 MOD 11,10: the last digit checks the others. */
export function isMod1110Valid(digits: string): boolean {
  let product = 10;
  for (let at = 0; at < digits.length - 1; at++) {
    const sum = (product + digitAt(digits, at)) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (product + digitAt(digits, digits.length - 1)) % 10 === 1;
}

/** ICAO 9303-3 §4.9: weights 7-3-1 over the characters in front of the last digit. */
export function isIcaoValid(text: string): boolean {
  const WEIGHTS = [7, 3, 1];
  let sum = 0;
  const last = text.length - 1;
  for (let at = 0; at < last; at++) sum += valueAt(text, at) * (WEIGHTS[at % 3] ?? 0);
  return sum % 10 === digitAt(text, last);
}

/** Sum of the digits of a number below 100. */
export const digitSum = (value: number): number => Math.floor(value / 10) + (value % 10);

/** `DDMMYY` from `at` on, of any century. */
export const isDdMmYy = (digits: string, at: number): boolean =>
  isDate(digits.slice(at + 4, at + 6), digits.slice(at + 2, at + 4), digits.slice(at, at + 2));

/** Begins with a letter: without a label a number of this kind needs its country in front. */
export const isLettered = (text: string): boolean => /^[A-Z]/.test(text);

/** A number of two digits with `offset` taken away, as text of two digits; below zero it is no day and no month. */
export const less = (digits: string, offset: number): string => String(Number(digits) - offset).padStart(2, "0");

const JMBG_WEIGHTS = [7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2];

/** The citizen number of Yugoslavia's successors: `DDMMYYY`, region, serial, check digit modulo 11. */
export function isJmbgValid(digits: string): boolean {
  const century = digits.startsWith("9", 4) ? "1" : "2";
  if (!isDate(century + digits.slice(4, 7), digits.slice(2, 4), digits.slice(0, 2))) return false;
  const check = (11 - (weightedSum(digits, JMBG_WEIGHTS) % 11)) % 11;
  return check % 10 === digitAt(digits, 12);
}

/** Whether the number was given out by a region of that range, digits 8 and 9. */
export const isJmbgOf =
  (first: number, last: number) =>
  (digits: string): boolean => {
    const region = Number(digits.slice(7, 9));
    return region >= first && region <= last;
  };

/** Two rounds modulo 11 as in Estonia and Lithuania: weights 1, 2, 3 … 9, 1 …, and 3, 4, 5 … where the first gives 10. */
export function isTwoRoundValid(digits: string): boolean {
  const last = digits.length - 1;
  const sums = [0, 2].map((shift) => {
    let sum = 0;
    for (let at = 0; at < last; at++) sum += (((at + shift) % 9) + 1) * digitAt(digits, at);
    return sum % 11;
  });
  const [first = 0, second = 0] = sums;
  return (first === 10 ? second % 10 : first) === digitAt(digits, last);
}

/** Personal codes of Estonia and Lithuania: century and sex, `YYMMDD`, serial, check digit. */
export function isBalticCode(digits: string): boolean {
  const century = String(17 + Math.ceil(digitAt(digits, 0) / 2));
  return isDate(century + digits.slice(1, 3), digits.slice(3, 5), digits.slice(5, 7)) && isTwoRoundValid(digits);
}

/** Czech and Slovak birth numbers: `YYMMDD` (women + 50, full days + 20), serial; modulo 11 since 1954, strictly since 1985. */
export function isBirthNumber(digits: string): boolean {
  const month = Number(digits.slice(2, 4)) % 50;
  const plain = month > 20 ? month - 20 : month;
  if (!isDate(digits.slice(0, 2), String(plain), digits.slice(4, 6))) return false;
  if (digits.length === 9) return digits.slice(6) !== "000";
  return (
    remainder(digits, 11) === 0 ||
    (/^(?:5[4-9]|[67]|8[0-4]).*0$/.test(digits) && remainder(digits.slice(0, 9), 11) === 10)
  );
}

const ICO_WEIGHTS = [8, 7, 6, 5, 4, 3, 2];

/** Czech and Slovak company numbers: modulo 11. */
export const isIcoValid = (digits: string): boolean =>
  (11 - (weightedSum(digits, ICO_WEIGHTS) % 11)) % 10 === digitAt(digits, 7);

/** Bank account without its country: the last two digits make it 1 modulo 97, or 0 in Belgium's way. */
export const isMod97Pair = (digits: string): boolean => {
  const check = remainder(digits.slice(0, -2), 97) || 97;
  return check === Number(digits.slice(-2));
};

export const isSlovenianAccount = (digits: string): boolean => remainder(digits, 97) === 1;

export const isLuhnNumber = (digits: string): boolean => !isOneSign(digits) && isLuhnValid(digits);

/** Whether the last sign is the one that the table names for the weighted sum of the others, modulo the table's length. */
export function hasCheck(compact: string, weights: readonly number[], table: string): boolean {
  return compact.endsWith(table.charAt(weightedSum(compact.slice(0, -1), weights) % table.length));
}

/** As `hasCheck`, for numbers of any length: the first weight belongs to the sign before the check. */
export function hasCheckFromRight(compact: string, weights: readonly number[], table: string): boolean {
  return hasCheck(compact, weights.slice(0, compact.length - 1).toReversed(), table);
}

/** 11 minus the remainder; what that leaves above 9 becomes 0. */
export const ELEVEN_OR_ZERO = "00987654321";

/** 11 minus the remainder, its last digit. */
export const ELEVEN_LAST_DIGIT = "10987654321";

/** 10 minus the remainder, its last digit. */
export const TEN_LAST_DIGIT = "0987654321";

/** Whether six digits from `at` are a date, year first. */
export const isDateAt = (compact: string, at: number): boolean =>
  isDate(compact.slice(at, at + 2), compact.slice(at + 2, at + 4), compact.slice(at + 4, at + 6));

/** Whether six digits from `at` are a date, day first. */
export const isDayFirstAt = (compact: string, at: number): boolean =>
  isDate(compact.slice(at + 4, at + 6), compact.slice(at + 2, at + 4), compact.slice(at, at + 2));

/** Whether the text is one sign over and over, as in a form that was filled in to see what happens. */
export const isOneSign = (compact: string): boolean => compact === compact.charAt(0).repeat(compact.length);

// The dihedral group of order 10: J. Verhoeff, Error Detecting Decimal Codes, 1969.
const MULTIPLY = [
  "0123456789",
  "1234067895",
  "2340178956",
  "3401289567",
  "4012395678",
  "5987604321",
  "6598710432",
  "7659821043",
  "8765932104",
  "9876543210",
];

const PERMUTE = [
  "0123456789",
  "1576283094",
  "5803796142",
  "8916043527",
  "9453126870",
  "4286573901",
  "2793806415",
  "7046913258",
];

/** Verhoeff's check, over the whole number. */
export function isVerhoeffValid(digits: string): boolean {
  let state = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits.charAt(digits.length - 1 - at));
    state = Number(MULTIPLY[state]?.charAt(Number(PERMUTE[at % PERMUTE.length]?.charAt(digit))));
  }
  return state === 0;
}

const VAT_KEYS = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** Digits by modulo 97, letters by modulo 11. */
export function isVatKeyValid(text: string): boolean {
  const body = text.slice(-11);
  const siren = body.slice(2);
  if (/^\d\d/.test(body)) return (12 + 3 * remainder(siren, 97)) % 97 === Number(body.slice(0, 2));
  const [first, second] = [VAT_KEYS.indexOf(body.charAt(0)), VAT_KEYS.indexOf(body.charAt(1))];
  const key = first < 10 ? first * 24 + second - 10 : first * 34 + second - 100;
  return (Number(siren) + 1 + Math.floor(key / 11)) % 11 === key % 11;
}

/** Letters and digits both. */
export const isMixed = (text: string): boolean => /\d/.test(text) && /[A-Z]/.test(text);
