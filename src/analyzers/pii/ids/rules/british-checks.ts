/** Check digits of the United Kingdom and Ireland. */
import { digitAt, isDate, weightedSum } from "../checks.ts";
import { isDdMmYy } from "./europe-checks.ts";

const TEN_TO_TWO = [10, 9, 8, 7, 6, 5, 4, 3, 2];

/** Modulo 11; a check of 10 is not given out. */
export const isNhsNumber = (digits: string): boolean =>
  !/^(\d)\1{9}$/.test(digits) && (11 - (weightedSum(digits, TEN_TO_TWO) % 11)) % 11 === digitAt(digits, 9);

/** Scotland: a birth date in front. */
export const isChiNumber = (digits: string): boolean => isDdMmYy(digits, 0) && isNhsNumber(digits);

/** Prefixes that are never given out: kept for administration, or too like another. */
export const isInsuranceNumber = (text: string): boolean =>
  !/^(?:BG|GB|KN|NK|NT|TN|ZZ)/.test(text) && !text.startsWith("000000", 2);

/** The letter at the end may be left out beside a label only. */
export const isWholeInsuranceNumber = (text: string): boolean => text.length === 9;

/** The check digit stands in front, modulo 11. */
export const isTaxpayerReference = (digits: string): boolean =>
  digits.length === 13
    ? isTaxpayerReference(digits.slice(0, 10))
    : "21987654321".charAt(weightedSum(digits.slice(1), [6, 7, 8, 9, 10, 5, 4, 3, 2]) % 11) === digits.charAt(0);

/** Modulo 97, since 2010 also with 55 added; departments and health authorities count up. */
export function isBritishVat(text: string): boolean {
  const body = text.replace(/^(?:GB|XI)/, "");
  if (body.startsWith("GD")) return Number(body.slice(2)) < 500;
  if (body.startsWith("HA")) return Number(body.slice(2)) >= 500;
  const rest = weightedSum(body, [8, 7, 6, 5, 4, 3, 2, 10, 1]) % 97;
  return rest === 0 || (Number(body.slice(0, 3)) >= 100 && (rest === 42 || rest === 55));
}

/** Five of the surname, filled with nines; decade, month (women + 50), day, year; initials. */
export function isDrivingLicence(text: string): boolean {
  if (!/^[A-Z]+9*\d/.test(text)) return false;
  const month = Number(text.slice(6, 8)) % 50;
  return isDate(text.charAt(5) + text.charAt(10), String(month), text.slice(8, 10));
}

const CURRENT = /^[A-HJ-PR-Y]{2}(\d\d)[A-HJ-PR-Z]{3}$/;
const PREFIX = /^[A-HJ-NP-TV-Y][1-9]\d{0,2}[A-HJ-PR-Y][A-HJ-PR-Z]{2}$/;
const SUFFIX = /^[A-Z]{2}[A-HJ-Y][1-9]\d{0,2}[A-HJ-NP-TV-Y]$/;
const NORTHERN = /^(?:[A-Z]I[A-Z]|[A-Z]{2}Z|[A-Z]Z)[1-9]\d{0,3}$/;

/** The current style counts half-years from 02 (March) and 51 (September) on. */
export function isCurrentPlate(text: string): boolean {
  const age = Number(CURRENT.exec(text)?.[1] ?? 0);
  return (age > 1 && age < 30) || (age > 50 && age < 80);
}

export const isBritishPlate = (text: string): boolean =>
  isCurrentPlate(text) || [PREFIX, SUFFIX, NORTHERN].some((style) => style.test(text));

const PUPIL_LETTERS = "ABCDEFGHJKLMNPQRTUVWXYZ";

/** Unique pupil number: the letter is a sum modulo 23; the last unit may be a letter while temporary. */
export const isPupilNumber = (text: string): boolean =>
  /^[A-Z]\d{12}$/.test(text) &&
  PUPIL_LETTERS.charAt(weightedSum(text.slice(1), [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]) % 23) === text.charAt(0);

/** Numbers of companies begin with digits or the register's letters. */
export const isBritishCompany = (text: string): boolean => !text.startsWith("00000000");

/** `DD-DD-DD` with some digit. */
export const isSortCode = (digits: string): boolean => digits !== "000000";

const IRISH_LETTERS = "WABCDEFGHIJKLMNOPQRSTUV";

/** Modulo 23; a second letter counts nine times, `W` and `T` were ignored until 2013. */
export function isIrishPerson(text: string): boolean {
  const second = text.slice(8);
  const extra = "WT".includes(second) ? 0 : IRISH_LETTERS.indexOf(second) * 9;
  return IRISH_LETTERS.charAt((weightedSum(text, [8, 7, 6, 5, 4, 3, 2]) + extra) % 23) === text.charAt(7);
}

/** As a person's number, or in the old style a letter at the second place. */
export function isIrishVat(text: string): boolean {
  const body = text.replace(/^IE/, "");
  if (/^\d{7}/.test(body)) return isIrishPerson(body);
  return isIrishPerson(`0${body.slice(2, 7)}${body.charAt(0)}${body.charAt(7)}`);
}
