/** Check digits of Germany, Austria, Switzerland and Liechtenstein. */
import { isLuhnValid } from "../../candidates.ts";
import { digitAt, isDate, weightedSum } from "../checks.ts";
import { digitSum, isIcaoValid, isMod1110Valid } from "./europe-checks.ts";

/**
 * Passport or identity card: ten characters end in a check digit, the lines for machines in one over all of their parts.
 * Nine are the bare serial number, where nothing can be checked.
 */
export function isGermanDocument(text: string): boolean {
  const parts = text.slice(0, 10) + text.slice(10).replace("D", "");
  return text.length === 9 || (isIcaoValid(parts.slice(0, 10)) && (parts.length === 10 || isIcaoValid(parts)));
}

/**
 * Some registers write the check digit as the ninth character; cards of the first series have `T` and digits only. The old
 * ten digits are too much like other numbers.
 */
export const isGermanSerial = (text: string): boolean =>
  text.length > 9 ? /[A-Z]/.test(text) : /^T\d{8}$/.test(text) || isIcaoValid(text);

/** One digit of the first ten may stand twice or three times; MOD 11,10. */
export function isGermanTaxId(digits: string): boolean {
  if (digits.startsWith("0")) return false;
  const counts = new Map<string, number>();
  for (const digit of digits.slice(0, 10)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
  const repeated = [...counts.values()].filter((count) => count > 1);
  return repeated.length <= 1 && (repeated[0] ?? 0) <= 3 && isMod1110Valid(digits);
}

const STATE = /^(?:1[01]|2[1-46-9]|3[0-2]|4|5|9)/;

/** The nationwide form names the state and has a zero in the middle; the local forms have no shared check. */
export const isGermanTaxNumber = (digits: string): boolean =>
  digits.length !== 13 || (STATE.test(digits) && digits.startsWith("0", 4));

const PENSION_AREAS = /^(?:0[2-9]|[124-7]\d|3[89]|8[0-29])/;
const PENSION_WEIGHTS = [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1];

/** Area, birth date, letter as two digits, serial; sums of digits modulo 10. */
export function isGermanPension(text: string): boolean {
  const day = Number(text.slice(2, 4)) % 50;
  if (!PENSION_AREAS.test(text) || !isDate(text.slice(6, 8), text.slice(4, 6), String(day))) return false;
  const digits = text.slice(0, 8) + letterAsPair(text, 8) + text.slice(9, 11);
  let sum = 0;
  for (const [at, weight] of PENSION_WEIGHTS.entries()) sum += digitSum(digitAt(digits, at) * weight);
  return sum % 10 === digitAt(text, 11);
}

/** Letter as two digits, then weights 1-2 and sums of digits modulo 10. */
export function isGermanHealth(text: string): boolean {
  const digits = letterAsPair(text, 0) + text.slice(1, 9);
  let sum = 0;
  for (let at = 0; at < 10; at++) sum += digitSum(digitAt(digits, at) * ((at % 2) + 1));
  return sum % 10 === digitAt(text, 9);
}

const letterAsPair = (text: string, at: number): string => String(text.charCodeAt(at) - 64).padStart(2, "0");

/** Physician: weights 4-9 over six digits; the last two name the field. */
export const isPhysicianNumber = (digits: string): boolean =>
  !digits.endsWith("00") && (10 - (weightedSum(digits, [4, 9, 4, 9, 4, 9]) % 10)) % 10 === digitAt(digits, 6);

/** The first two digits name the regional association. */
export const isPracticeNumber = (digits: string): boolean => !digits.startsWith("00");

export function isGermanPostcode(digits: string): boolean {
  const code = Number(digits);
  return code > 1000 && code < 99_999;
}

export const isGermanVat = (text: string): boolean => isMod1110Valid(text.replace("DE", ""));

const AUSTRIAN_WEIGHTS = [3, 7, 9, 0, 5, 8, 4, 2, 1, 6];
const SPARE_MONTHS = /^1[3-5]$/;

/** Modulo 11 at the fourth place; months 13 to 15 are given out when a day's numbers have run out. */
export function isAustrianInsured(digits: string): boolean {
  const month = digits.slice(6, 8);
  const isDay = isDate(digits.slice(8, 10), SPARE_MONTHS.test(month) ? "12" : month, digits.slice(4, 6));
  return isDay && !digits.startsWith("0") && weightedSum(digits, AUSTRIAN_WEIGHTS) % 11 === digitAt(digits, 3);
}

const TAX_OFFICES = /^(?:0[346-9]|1[02568]|2[239]|3[38]|4[16]|5[1-479]|6[15789]|7[12]|8[1-4]|9[01378])/;

/** Tax office, six digits, check digit as on a card. */
export const isAustrianTaxAccount = (digits: string): boolean => TAX_OFFICES.test(digits) && isLuhnValid(digits);

/** The sum as on a card, less four. */
export function isAustrianVat(text: string): boolean {
  const digits = text.slice(-8);
  let sum = 4;
  for (let at = 0; at < 7; at++) sum += digitSum(digitAt(digits, at) * ((at % 2) + 1));
  return (10 - (sum % 10)) % 10 === digitAt(digits, 7);
}

/** EAN-13 in the range of the country. */
export function isSwissInsured(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < 13; at++) sum += digitAt(digits, at) * (at % 2 === 0 ? 1 : 3);
  return sum % 10 === 0;
}

/** `CHE` and nine digits, modulo 11; the VAT number has a suffix. */
export function isSwissCompany(text: string): boolean {
  const digits = text.slice(3, 12);
  return (11 - (weightedSum(digits, [5, 4, 3, 2, 7, 6, 5, 4]) % 11)) % 11 === digitAt(digits, 8);
}
