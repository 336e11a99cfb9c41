/** Check digits of Russia, Ukraine, Belarus and the Caucasus. */
import { digitAt, isDate, remainder, weightedSum } from "../checks.ts";
import { isDdMmYy } from "./europe-checks.ts";

const INN_WEIGHTS = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8];

/** Companies have ten digits with one check, persons twelve with two. */
export function isInn(digits: string): boolean {
  const checks = digits.length === 10 ? [9] : [10, 11];
  return checks.every((at) => (weightedSum(digits, INN_WEIGHTS.slice(11 - at)) % 11) % 10 === digitAt(digits, at));
}

/** Only two checks make it stand without a label. */
export const isPersonInn = (digits: string): boolean => digits.length === 12;

/** Weights 9 to 1 modulo 101; numbers up to 001-001-998 have no check. */
export function isSnils(digits: string): boolean {
  if (/^(\d)\1{8}/.test(digits)) return false;
  const sum = weightedSum(digits, [9, 8, 7, 6, 5, 4, 3, 2, 1]);
  return (sum % 101) % 100 === Number(digits.slice(9));
}

/** State registration: the number modulo 11, of a sole trader modulo 13. */
export function isOgrn(digits: string): boolean {
  const front = digits.slice(0, -1);
  return (
    /^[1-9]/.test(digits) &&
    remainder(front, digits.length === 13 ? 11 : 13) % 10 === digitAt(digits, digits.length - 1)
  );
}

/** Series: region and year of print. */
export const isRussianPassport = (digits: string): boolean => !digits.startsWith("00") && !digits.endsWith("000000");

/** Health insurance since 2011: as on a card, but the even places are joined and doubled as one number. */
export function isOms(digits: string): boolean {
  let [odd, even, sum] = ["", "", 0];
  for (let at = 14; at >= 0; at--) {
    if (at % 2 === 0) odd += digits.charAt(at);
    else even += digits.charAt(at);
  }
  for (const digit of even + String(Number(odd) * 2)) sum += Number(digit);
  return (10 - (sum % 10)) % 10 === digitAt(digits, 15);
}

/** Modulo 11 over nine digits that count days since 1899. */
export const isUkrainianPerson = (digits: string): boolean =>
  (((weightedSum(digits, [-1, 5, 7, 9, 4, 6, 10, 5, 7]) % 11) + 11) % 11) % 10 === digitAt(digits, 9);

/** Two rounds modulo 11; numbers between 30 and 60 million have other weights. */
export function isEdrpou(digits: string): boolean {
  const weights = /^[345]/.test(digits) ? [7, 1, 2, 3, 4, 5, 6] : [1, 2, 3, 4, 5, 6, 7];
  const first = weightedSum(digits, weights) % 11;
  const second =
    weightedSum(
      digits,
      weights.map((weight) => weight + 2),
    ) % 11;
  return (first === 10 ? second % 10 : first) === digitAt(digits, 7);
}

/** Demographic register: birth date, then a serial whose check digit is not published. */
export const isUnzr = (digits: string): boolean => isDate(digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8));

const UNP_LETTERS = "ABCEHKMOPT";
const UNP_WEIGHTS = [29, 23, 19, 17, 13, 7, 5, 3];

/** Companies begin with digits, persons with two letters: A = 10 at the first place, A = 0 at the second. */
export function isUnp(text: string): boolean {
  const body = text.replace(/^UNP/, "");
  const isPerson = /^[A-Z]/.test(body);
  const first = isPerson ? body.charCodeAt(0) - 55 : digitAt(body, 0);
  const second = isPerson ? UNP_LETTERS.indexOf(body.charAt(1)) : digitAt(body, 1);
  const rest = (first * 29 + second * 23 + weightedSum(body.slice(2), UNP_WEIGHTS.slice(2))) % 11;
  return second !== -1 && rest === digitAt(body, 8);
}

/** Sex and century, `DDMMYY`, region, serial, citizenship; the last digit's rule is not published. */
export const isBelarusian = (text: string): boolean => isDdMmYy(text, 1);

/** Armenia: day with sex and century added, month, year, serial. */
export function isArmenian(digits: string): boolean {
  const month = Number(digits.slice(2, 4));
  return /^[1-9]/.test(digits) && month > 0 && month < 13;
}

/** Azerbaijan: companies end in 1, persons in 2. */
export const isVoen = (digits: string): boolean => /[12]$/.test(digits);
