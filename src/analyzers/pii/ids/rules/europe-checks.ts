/** Check digits that several European countries share. All take upper-case letters and digits without separators. */
import { digitAt, isDate, remainder, weightedSum } from "../checks.ts";

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

export const isDayFirst = (digits: string): boolean => isDdMmYy(digits, 0);

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
