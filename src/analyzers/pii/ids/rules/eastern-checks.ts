/** Check digits of Central and Eastern Europe, the Balkans, Greece, Cyprus and Turkey. */
import { isLuhnValid } from "../../candidates.ts";
import { digitAt, isDate, remainder, weightedSum } from "../checks.ts";
import {
  isBirthNumber,
  isDdMmYy,
  isIcoValid,
  isJmbgOf,
  isJmbgValid,
  isMod1110Valid,
  valueAt,
} from "./europe-checks.ts";

const CENTURIES = ["19", "20", "21", "22", "18"];

/** `YYMMDD` where the month tells the century: + 20 for the 21st, + 80 for the 19th. */
export function isPesel(digits: string): boolean {
  const month = Number(digits.slice(2, 4));
  const century = CENTURIES[Math.floor(month / 20)] ?? "";
  if (!isDate(century + digits.slice(0, 2), String(month % 20), digits.slice(4, 6))) return false;
  return weightedSum(digits, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0;
}

/** Modulo 11; a check of 10 is not given out. */
export function isNip(text: string): boolean {
  const digits = text.replace(/^PL/, "");
  return !digits.startsWith("000") && weightedSum(digits, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === digitAt(digits, 9);
}

/** Modulo 11, for branches once more over fourteen digits. */
export function isRegon(digits: string): boolean {
  if ((weightedSum(digits, [8, 9, 2, 3, 4, 5, 6, 7]) % 11) % 10 !== digitAt(digits, 8)) return false;
  return (
    digits.length === 9 ||
    (weightedSum(digits, [2, 4, 8, 5, 0, 9, 7, 3, 6, 1, 2, 4, 8]) % 11) % 10 === digitAt(digits, 13)
  );
}

/** Letters from A = 10 on; the first digit checks the other units. */
export const isPolishCard = (text: string): boolean => isWeighted(text, [7, 3, 1, 9, 7, 3, 1, 7, 3]);

/** As the card's, with other weights. */
export const isPolishPassport = (text: string): boolean => isWeighted(text, [7, 3, 9, 1, 7, 3, 1, 7, 3]);

function isWeighted(text: string, weights: readonly number[]): boolean {
  let sum = 0;
  for (const [at, weight] of weights.entries()) sum += valueAt(text, at) * weight;
  return sum % 10 === 0;
}

/** Bank accounts are international ones without the country: `PL` counts as 2521. */
export const isPolishAccount = (digits: string): boolean =>
  remainder(`${digits.slice(2)}2521${digits.slice(0, 2)}`, 97) === 1;

/** Companies have eight digits, persons their birth number, others nine that begin with 6. */
export function isCzechVat(text: string): boolean {
  const digits = text.replace(/^CZ/, "");
  if (digits.length === 8) return !digits.startsWith("9") && isIcoValid(digits);
  return isBirthNumber(digits) || (digits.length === 9 && isCzechSpecial(digits));
}

function isCzechSpecial(digits: string): boolean {
  const rest = weightedSum(digits.slice(1), [8, 7, 6, 5, 4, 3, 2]) % 11;
  return digits.startsWith("6") && (8 - ((10 - rest + 11) % 11) + 10) % 10 === digitAt(digits, 8);
}

/** Divisible by 11, the third digit tells the kind. */
export function isSlovakVat(text: string): boolean {
  const digits = text.replace(/^SK/, "");
  return /^[1-9]\d[2-47-9]/.test(digits) && remainder(digits, 11) === 0;
}

const NINE_SEVEN = [9, 7, 3, 1, 9, 7, 3, 1];

/** Weights 9-7-3-1; the kind of taxation and the county may follow. */
export const isHungarianCompany = (text: string): boolean =>
  weightedSum(text.replace(/^HU/, ""), NINE_SEVEN) % 10 === 0;

/** Begins with 8; weights 1 to 9. */
export const isHungarianTaxpayer = (digits: string): boolean =>
  weightedSum(digits, [1, 2, 3, 4, 5, 6, 7, 8, 9]) % 11 === digitAt(digits, 9);

/** Weights 3 and 7. */
export const isHungarianInsured = (digits: string): boolean =>
  weightedSum(digits, [3, 7, 3, 7, 3, 7, 3, 7]) % 10 === digitAt(digits, 8);

/** Sex and century, `YYMMDD`, serial; weights rise before 1997 and fall since. */
export function isHungarianPerson(digits: string): boolean {
  if (!isDate(digits.slice(1, 3), digits.slice(3, 5), digits.slice(5, 7))) return false;
  const [rising, falling] = [
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    [10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
  ];
  return [rising, falling].some((weights) => weightedSum(digits, weights ?? []) % 11 === digitAt(digits, 10));
}

/** Groups of eight, each with a check digit of its own; the last may be left out. */
export const isHungarianAccount = (digits: string): boolean =>
  weightedSum(digits, NINE_SEVEN) % 10 === 0 &&
  (digits.length === 16
    ? weightedSum(digits.slice(8), NINE_SEVEN) % 10 === 0
    : weightedSum(digits.slice(8), [...NINE_SEVEN, ...NINE_SEVEN]) % 10 === 0);

const ROMANIAN_CENTURIES = ["", "19", "19", "18", "18", "20", "20"];

/** Sex and century, `YYMMDD`, county, serial, modulo 11; residents begin with 7 to 9. */
export function isRomanianPerson(digits: string): boolean {
  const century = ROMANIAN_CENTURIES[digitAt(digits, 0)] ?? "";
  const county = Number(digits.slice(7, 9));
  if (digits.startsWith("0") || county < 1 || (county > 52 && county !== 70)) return false;
  if (!isDate(century + digits.slice(1, 3), digits.slice(3, 5), digits.slice(5, 7))) return false;
  const rest = weightedSum(digits, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11;
  return (rest === 10 ? 1 : rest) === digitAt(digits, 12);
}

/** Ten times the sum modulo 11, the number filled with zeros in front. */
export function isRomanianCompany(text: string): boolean {
  const digits = text.replace(/^RO/, "");
  if (digits.startsWith("0")) return false;
  const padded = digits.padStart(10, "0");
  return ((10 * weightedSum(padded, [7, 5, 3, 2, 1, 7, 5, 3, 2])) % 11) % 10 === digitAt(padded, 9);
}

/** `YYMMDD`: months + 20 for the 19th century, + 40 for the 21st; modulo 11. */
export function isBulgarianPerson(digits: string): boolean {
  const month = Number(digits.slice(2, 4));
  const [century, offset] = month > 40 ? ["20", 40] : month > 20 ? ["18", 20] : ["19", 0];
  if (!isDate(century + digits.slice(0, 2), String(month - offset), digits.slice(4, 6))) return false;
  return (weightedSum(digits, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10 === digitAt(digits, 9);
}

export const isBulgarianForeigner = (digits: string): boolean =>
  weightedSum(digits, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10 === digitAt(digits, 9);

/** Companies by two rounds modulo 11; ten digits are a person's, a foreigner's or another payer's. */
export function isBulgarianVat(text: string): boolean {
  const digits = text.replace(/^BG/, "");
  if (digits.length === 10) {
    const other = (11 - (weightedSum(digits, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
    return isBulgarianPerson(digits) || isBulgarianForeigner(digits) || other === digitAt(digits, 9);
  }
  const first = weightedSum(digits, [1, 2, 3, 4, 5, 6, 7, 8]) % 11;
  const check = first === 10 ? (weightedSum(digits, [3, 4, 5, 6, 7, 8, 9, 10]) % 11) % 10 : first;
  return check === digitAt(digits, 8);
}

/** Weights 7-3-1 modulo 10, for persons and companies alike. */
export const isMoldovan = (digits: string): boolean =>
  weightedSum(digits, [7, 3, 1, 7, 3, 1, 7, 3, 1, 7, 3, 1]) % 10 === digitAt(digits, 12);

export const isCroatianPerson = (text: string): boolean => isMod1110Valid(text.replace(/^HR/, ""));

/** Modulo 11; a check of 11 is not given out. */
export function isSlovenianTaxpayer(text: string): boolean {
  const digits = text.replace(/^SI/, "");
  const check = 11 - (weightedSum(digits, [8, 7, 6, 5, 4, 3, 2]) % 11);
  return !digits.startsWith("0") && check !== 11 && check % 10 === digitAt(digits, 7);
}

/** Modulo 11 over six digits; a unit of the company may follow. */
export const isSlovenianCompany = (digits: string): boolean =>
  (11 - (weightedSum(digits, [7, 6, 5, 4, 3, 2]) % 11)) % 11 === digitAt(digits, 6);

/** Falling weights modulo 11 over all but the last digit: 2 stands in front of the check digit, 7 is followed by 2. */
function isFallingValid(digits: string): boolean {
  const last = digits.length - 1;
  let sum = 0;
  for (let at = 0; at < last; at++) sum += digitAt(digits, at) * (((last - 1 - at) % 6) + 2);
  return ((11 - (sum % 11)) % 11) % 10 === digitAt(digits, last);
}

/** Bosnia's companies: twelve digits and a check as a citizen's, begin with 4. */
export const isBosnianCompany = (digits: string): boolean => digits.startsWith("4") && isFallingValid(digits);

/** Macedonia's payers, companies and persons. */
export const isMacedonianTaxpayer = (text: string): boolean => isFallingValid(text.replace(/^MK/, ""));

/** Montenegro's companies. */
export const isMontenegrinCompany = (digits: string): boolean =>
  ((11 - (weightedSum(digits, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10 === digitAt(digits, 7);

/** Decade as a letter, year, month (men abroad + 30, women + 50 and + 80), day, serial; the last letter's rule is not public. */
export function isAlbanian(text: string): boolean {
  const year = 1900 + (text.charCodeAt(0) - 65) * 10 + digitAt(text, 1);
  const month = Number(text.slice(2, 4));
  const offset = [80, 50, 30, 0].find((added) => month > added) ?? 0;
  return isDate(String(year), String(month - offset), text.slice(4, 6));
}

/** Companies: half-decades as a letter, district hidden in the month. */
export function isAlbanianTaxpayer(text: string): boolean {
  const body = text.replace(/^AL/, "");
  const year = 1900 + (body.charCodeAt(0) - 65) * 10 + digitAt(body, 1);
  return isDate(String(year), String(((Number(body.slice(2, 4)) + 11) % 12) + 1), body.slice(4, 6));
}

/** Powers of two modulo 11. */
export function isGreekTaxpayer(text: string): boolean {
  const digits = text.replace(/^(?:EL|GR)/, "").padStart(9, "0");
  return (
    !digits.startsWith("00000") &&
    (weightedSum(digits, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === digitAt(digits, 8)
  );
}

/** `DDMMYY`, then as on a card. */
export const isAmka = (digits: string): boolean => isDdMmYy(digits, 0) && isLuhnValid(digits);

const CYPRIOT_ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];

/** The digits at odd places are mapped; the sum modulo 26 is the letter. */
export function isCypriotTaxpayer(text: string): boolean {
  const body = text.replace(/^CY/, "");
  let sum = 0;
  for (let at = 0; at < 8; at++) sum += at % 2 === 0 ? (CYPRIOT_ODD[digitAt(body, at)] ?? 0) : digitAt(body, at);
  return !body.startsWith("12") && String.fromCharCode(65 + (sum % 26)) === body.charAt(8);
}

/** Two checks: odd places times seven less the even ones, and the sum of all. */
export function isTurkishPerson(digits: string): boolean {
  if (digits.startsWith("0")) return false;
  const [odd, even] = [weightedSum(digits, [1, 0, 1, 0, 1, 0, 1, 0, 1]), weightedSum(digits, [0, 1, 0, 1, 0, 1, 0, 1])];
  const tenth = (odd * 7 - even + 80) % 10;
  return tenth === digitAt(digits, 9) && (odd + even + tenth) % 10 === digitAt(digits, 10);
}

/** Each digit is moved by its place and multiplied by a power of two modulo 9. */
export function isTurkishTaxpayer(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < 9; at++) {
    const moved = (digitAt(digits, at) + 9 - at) % 10;
    sum += moved === 0 ? 0 : (moved * 2 ** (9 - at)) % 9 || 9;
  }
  return (10 - (sum % 10)) % 10 === digitAt(digits, 9);
}

const MONTHS = /(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC|OCA|SUB|NIS|HAZ|TEM|AGU|EYL|EKI|KAS|ARA)\d{4}$/;

/** Provinces 01 to 81; dates look alike. */
export function isTurkishPlate(text: string): boolean {
  const province = Number(text.slice(0, 2));
  return province > 0 && province < 82 && !MONTHS.test(text);
}

/** Citizen number of Kosovo: as in the other successors, or ten digits by modulo 11. */
export const isKosovan = (digits: string): boolean => digits.length === 10 || isJmbgValid(digits);

export const isSerbianTaxpayer = (text: string): boolean => isMod1110Valid(text.replace(/^RS/, ""));

/** Bank accounts: the last two digits make the whole 1 modulo 97; the middle is filled with zeros. */
export function isSerbianAccount(digits: string): boolean {
  const whole = digits.slice(0, 3) + digits.slice(3, -2).padStart(13, "0") + digits.slice(-2);
  return remainder(whole, 97) === 1;
}

export const isSlovenianAccount = (digits: string): boolean => remainder(digits, 97) === 1;

const ACCOUNT_WEIGHTS = [6, 3, 7, 9, 10, 5, 8, 4, 2, 1];

/** Czech and Slovak bank accounts: the number in front of the four digits of the bank, modulo 11. */
export const isCzechAccount = (digits: string): boolean => {
  const account = digits.slice(0, -4).slice(-10).padStart(10, "0");
  return Number(account) > 0 && weightedSum(account, ACCOUNT_WEIGHTS) % 11 === 0;
};

/** Those of nine digits have no check. */
export const isNewBirthNumber = (digits: string): boolean => digits.length === 10;

/** Companies are registered from 2000 on, and the number begins so. */
export const isMoldovanCompany = (digits: string): boolean => /^1(?:00|01)\d6/.test(digits);

export const isBosnianRegion = isJmbgOf(10, 19);
export const isCroatianRegion = isJmbgOf(30, 39);
export const isMacedonianRegion = isJmbgOf(40, 49);
export const isMontenegrinRegion = isJmbgOf(20, 29);
export const isSerbianRegion = isJmbgOf(70, 89);
export const isSlovenianRegion = isJmbgOf(50, 59);
