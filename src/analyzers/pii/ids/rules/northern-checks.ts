/** Check digits of the Nordic and Baltic countries. */
import { isLuhnValid } from "../../candidates.ts";
import { digitAt, isDate, weightedSum } from "../checks.ts";
import { isBalticCode, isDdMmYy, isTwoRoundValid, less } from "./europe-checks.ts";

/** Birth date (numbers of coordination: day + 60), serial, check as on a card; the century is not checked. */
export function isSwedishPerson(digits: string): boolean {
  const short = digits.slice(-10);
  if (!isLuhnValid(short)) return false;
  const day = Number(short.slice(4, 6)) > 60 ? less(short.slice(4, 6), 60) : short.slice(4, 6);
  return isDate(digits.slice(0, -8), short.slice(2, 4), day);
}

/** As on a card; the third digit is above any month's. */
export const isSwedishCompany = (digits: string): boolean =>
  digitAt(digits.slice(-10), 2) > 1 && isLuhnValid(digits.slice(-10));

export function isSwedishVat(text: string): boolean {
  const digits = text.replace(/^SE/, "");
  return !digits.endsWith("00") && isLuhnValid(digits.slice(0, 10));
}

const CONTROL = "0123456789ABCDEFHJKLMNPRSTUVWXY";

/** `DDMMYY`, sign of the century, serial from 002 on, and 31 units of check. */
export function isFinnishPerson(text: string): boolean {
  const serial = text.slice(-4, -1);
  if (Number(serial) < 2 || !isDdMmYy(text, 0)) return false;
  return CONTROL.charAt(Number(text.slice(0, 6) + serial) % 31) === text.slice(-1);
}

/** Modulo 11; a check of 10 is not given out. */
export function isFinnishCompany(text: string): boolean {
  const digits = text.replace(/^FI/, "").padStart(8, "0");
  return (11 - (weightedSum(digits, [7, 9, 10, 5, 8, 4, 2]) % 11)) % 11 === digitAt(digits, 7);
}

const SECOND_WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1];

/** Birth date (day + 40: not registered; month + 40: hospitals, + 65 and + 80: tests), serial, two checks modulo 11. */
export function isNorwegianPerson(digits: string): boolean {
  const day = digits.slice(0, 2);
  const month = Number(digits.slice(2, 4));
  const offset = [80, 65, 40, 0].find((added) => month > added) ?? 0;
  if (!isDate(digits.slice(4, 6), String(month - offset), Number(day) > 40 ? less(day, 40) : day)) return false;
  const first = weightedSum(digits, [3, 7, 6, 1, 8, 9, 4, 5, 2, 1]) % 11;
  return first === 0 && weightedSum(digits, SECOND_WEIGHTS) % 11 === 0;
}

/** Modulo 11. */
export function isNorwegianCompany(text: string): boolean {
  const digits = text.replace(/\D/g, "");
  return /^[89]/.test(digits) && weightedSum(digits, [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
}

/** Modulo 11; accounts of the old post bank have zeros in front and a check as on a card. */
export const isNorwegianAccount = (digits: string): boolean =>
  digits.startsWith("0000") ? isLuhnValid(digits.slice(4)) : weightedSum(digits, SECOND_WEIGHTS) % 11 === 0;

/** `DDMMYY`, the seventh digit tells the century; since 2007 numbers need not pass modulo 11. */
export function isDanishPerson(digits: string): boolean {
  const year = Number(digits.slice(4, 6));
  const sign = digitAt(digits, 6);
  const isOld = sign < 4 || ((sign === 4 || sign === 9) && year > 36);
  const century = isOld ? "19" : sign > 4 && sign < 9 && year > 57 ? "18" : "20";
  // Nobody is born in a year so far ahead.
  if (century === "20" && year > 40) return false;
  const day = Number(digits.slice(0, 2)) > 60 ? less(digits.slice(0, 2), 60) : digits.slice(0, 2);
  return isDate(century + digits.slice(4, 6), digits.slice(2, 4), day);
}

/** Numbers before 2007 pass modulo 11, and most since; those of hospitals have a day above 60. */
export const isDanishChecked = (digits: string): boolean =>
  /^[0-3]/.test(digits) && weightedSum(digits, [4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;

/** Modulo 11. */
export function isDanishCompany(text: string): boolean {
  const digits = text.replace(/^DK/, "");
  return !digits.startsWith("0") && weightedSum(digits, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
}

/** `DDMMYY` (companies: day + 40), modulo 11 at the ninth place, century at the tenth. */
export function isIcelandic(digits: string): boolean {
  const day = digits.slice(0, 2);
  const year = (digits.endsWith("0") ? "20" : "19") + digits.slice(4, 6);
  if (!/[089]$/.test(digits) || !isDate(year, digits.slice(2, 4), Number(day) > 40 ? less(day, 40) : day)) return false;
  return weightedSum(digits, [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
}

export const isEstonianPerson = (digits: string): boolean => /^[1-8]/.test(digits) && isBalticCode(digits);

/** Companies, societies and offices begin with digits of their own. */
export const isEstonianCompany = (digits: string): boolean => /^[1789]/.test(digits) && isTwoRoundValid(digits);

/** Weights 3-7-1 modulo 10. */
export const isEstonianVat = (text: string): boolean =>
  weightedSum(text.replace(/^EE/, ""), [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0;

/** Persons of unknown birth date begin with nine. */
export const isLithuanianPerson = (digits: string): boolean =>
  digits.startsWith("9") ? isTwoRoundValid(digits) : /^[1-6]/.test(digits) && isBalticCode(digits);

/** Last but one is 1. */
export function isLithuanianVat(text: string): boolean {
  const digits = text.replace(/^LT/, "");
  return digits.startsWith("1", digits.length - 2) && isTwoRoundValid(digits);
}

/** Companies begin above 3; persons have `DDMMYY` and a century, or since 2017 the prefix 32 and no date. */
export function isLatvian(text: string): boolean {
  const digits = text.replace(/^LV/, "");
  if (digits.startsWith("32")) return true;
  if (/^[4-9]/.test(digits)) return weightedSum(digits, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3;
  if (!isDate(String(18 + digitAt(digits, 6)) + digits.slice(4, 6), digits.slice(2, 4), digits.slice(0, 2)))
    return false;
  return ((1 + weightedSum(digits, [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11) % 10 === digitAt(digits, 10);
}
