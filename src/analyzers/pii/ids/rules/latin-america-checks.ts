/** Numbers of Mexico, Central America and the Caribbean. */
import { isLuhnValid } from "../../candidates.ts";
import { weightedSum } from "../checks.ts";
import {
  ELEVEN_OR_ZERO,
  hasCheck,
  hasCheckFromRight,
  isDateAt,
  isDayFirstAt,
  isOneSign,
  TEN_LAST_DIGIT,
  valueAt,
} from "./world-checks.ts";

/** In Mexico a letter from O on counts one more: Ñ stands before it. */
const mexicanValue = (compact: string, at: number): number =>
  valueAt(compact, at) + (compact.charAt(at) >= "O" ? 1 : 0);

// Registro Nacional de Población: codes of the states, NE for people born abroad.
const MX_STATE = new Set(
  "AS BC BS CC CH CL CM CS DF DG GR GT HG JC MC MN MS NE NL NT OC PL QR QT SL SP SR TC TL TS VZ YN ZS".split(" "),
);

export function isCurp(compact: string): boolean {
  if (!isDateAt(compact, 4) || !MX_STATE.has(compact.slice(11, 13))) return false;
  let sum = 0;
  for (let at = 0; at < 17; at++) sum += mexicanValue(compact, at) * (18 - at);
  return compact.endsWith(String((10 - (sum % 10)) % 10));
}

/** The date only: systems of before and after 2014 count the last sign differently, and many people write it without. */
export const isRfc = (compact: string): boolean => isDateAt(compact, compact.search(/\d/));

/** Bank, place, account. */
export function isClabe(digits: string): boolean {
  const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7];
  const sum = weights.reduce((so, weight, at) => so + ((Number(digits.charAt(at)) * weight) % 10), 0);
  return !digits.startsWith("000") && digits.endsWith(String((10 - (sum % 10)) % 10));
}

export const isMexicanVoter = (compact: string): boolean => isDateAt(compact, 6) && Number(compact.slice(12, 14)) <= 33;

export const isLuhnNumber = (digits: string): boolean => !isOneSign(digits) && isLuhnValid(digits);

export const isDominicanCompany = (digits: string): boolean =>
  hasCheck(digits, [7, 9, 8, 6, 5, 4, 3, 2], "21987654321");

// Municipalities of each department, 01 to 22. Registro Nacional de las Personas.
const GT_TOWNS = [17, 8, 16, 16, 13, 14, 19, 8, 24, 21, 9, 30, 32, 21, 8, 17, 14, 5, 11, 11, 7, 17];

export function isGuatemalanPerson(digits: string): boolean {
  const town = Number(digits.slice(11));
  if (town < 1 || town > (GT_TOWNS[Number(digits.slice(9, 11)) - 1] ?? 0)) return false;
  return hasCheck(digits.slice(0, 9), [2, 3, 4, 5, 6, 7, 8, 9], "01234567890");
}

export const isGuatemalanTaxpayer = (compact: string): boolean =>
  hasCheckFromRight(compact, [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], "0K987654321");

/** Numbers up to serial 100 are counted in the old way. Those that begin with a place of birth hold a date. */
export function isSalvadoranTaxpayer(digits: string): boolean {
  const isOld = Number(digits.slice(10, 13)) <= 100;
  if (!/^[019]/.test(digits)) return false;
  if (isOld) {
    const sum = weightedSum(digits, [14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
    return digits.endsWith(String((sum % 11) % 10));
  }
  return hasCheck(digits, [2, 7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2], ELEVEN_OR_ZERO);
}

export const isSalvadoranPerson = (digits: string): boolean =>
  !isOneSign(digits) && hasCheck(digits, [9, 8, 7, 6, 5, 4, 3, 2], TEN_LAST_DIGIT);

/** Department and municipality, year of registration. */
export function isHonduranPerson(digits: string): boolean {
  const [department, year] = [Number(digits.slice(0, 2)), Number(digits.slice(4, 8))];
  return department >= 1 && department <= 18 && year >= 1900 && year <= 2040;
}

export const isNicaraguanPerson = (compact: string): boolean => isDayFirstAt(compact, 3);

/** A date, then the century. */
export const isCubanPerson = (digits: string): boolean => isDateAt(digits, 0);
