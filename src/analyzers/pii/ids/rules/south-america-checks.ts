/** Numbers of South America. */
import { isLuhnValid } from "../../candidates.ts";
import { digitAt, weightedSum } from "../checks.ts";
import {
  ELEVEN_LAST_DIGIT,
  ELEVEN_OR_ZERO,
  hasCheck,
  hasCheckFromRight,
  isOneSign,
  TEN_LAST_DIGIT,
} from "./world-checks.ts";

export const isCpf = (digits: string): boolean =>
  !isOneSign(digits) &&
  hasCheck(digits.slice(0, 10), [10, 9, 8, 7, 6, 5, 4, 3, 2], ELEVEN_OR_ZERO) &&
  hasCheck(digits, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2], ELEVEN_OR_ZERO);

/** From July 2026 with letters, each worth its ASCII code less 48, as a digit is: instrução normativa RFB 2229/2024. */
export const isCnpj = (compact: string): boolean =>
  !isOneSign(compact) &&
  hasCheck(compact.slice(0, 13), [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2], ELEVEN_OR_ZERO) &&
  hasCheck(compact, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2], ELEVEN_OR_ZERO);

/** PIS, PASEP and NIS; the register of vehicles counts alike. */
export const isPis = (digits: string): boolean =>
  !isOneSign(digits) && hasCheck(digits, [3, 2, 9, 8, 7, 6, 5, 4, 3, 2], ELEVEN_OR_ZERO);

/** State 01 to 28, then two check digits, of which the second covers the state and the first. */
export function isBrazilianVoter(digits: string): boolean {
  const state = Number(digits.slice(8, 10));
  return state >= 1 && state <= 28 && hasCheck(digits.slice(8), [7, 8, 9], "01234567890");
}

/** Card of the health system. */
export const isBrazilianHealthCard = (digits: string): boolean =>
  weightedSum(digits, [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;

/** The first two digits tell people from companies. */
export const isCuit = (digits: string): boolean =>
  /^(?:2[0347]|3[034]|5[015])/.test(digits) && hasCheck(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2], "09987654321");

/** Two blocks, bank and account, each with a check digit. */
export const isCbu = (digits: string): boolean =>
  hasCheck(digits.slice(0, 8), [7, 1, 3, 9, 7, 1, 3], TEN_LAST_DIGIT) &&
  hasCheck(digits.slice(8), [3, 9, 7, 1, 3, 9, 7, 1, 3, 9, 7, 1, 3], TEN_LAST_DIGIT);

export const isRut = (compact: string): boolean => hasCheckFromRight(compact, [2, 3, 4, 5, 6, 7, 2, 3], "0K987654321");

export const isColombianNit = (digits: string): boolean =>
  hasCheckFromRight(digits, [3, 7, 13, 17, 19, 23, 29, 37, 41, 43, 47, 53, 59, 67, 71], "01987654321");

/** Eight digits; the check, a digit or a letter, is often left out. */
export function isPeruvianPerson(compact: string): boolean {
  const weights = [3, 2, 7, 6, 5, 4, 3, 2];
  if (compact.length === 8) return !isOneSign(compact);
  return hasCheck(compact, weights, "65432110987") || hasCheck(compact, weights, "KJIHGFEDCBA");
}

export const isPeruvianTaxpayer = (digits: string): boolean =>
  hasCheck(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2], ELEVEN_LAST_DIGIT);

/** Province 01 to 24, 30 and 50 for people abroad. */
const isProvince = (digits: string): boolean => {
  const province = Number(digits.slice(0, 2));
  return (province >= 1 && province <= 24) || province === 30 || province === 50;
};

export const isEcuadorianPerson = (digits: string): boolean =>
  isProvince(digits) && digitAt(digits, 2) <= 6 && isLuhnValid(digits);

/** A person's card and a branch; public bodies have 6, other companies 9 as third digit. */
export function isEcuadorianTaxpayer(digits: string): boolean {
  if (!isProvince(digits) || digits.endsWith("000")) return false;
  if (digitAt(digits, 2) < 6) return isEcuadorianPerson(digits.slice(0, 10));
  if (digitAt(digits, 2) === 9) return weightedSum(digits, [4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
  const isPublic = digitAt(digits, 2) === 6 && weightedSum(digits, [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
  return isPublic || (digitAt(digits, 2) === 6 && isEcuadorianPerson(digits.slice(0, 10)));
}

/** Seven digits stand for eight with a leading zero. */
export const isUruguayanPerson = (digits: string): boolean =>
  !isOneSign(digits) && hasCheck(digits.padStart(8, "0"), [2, 9, 8, 7, 6, 3, 4], TEN_LAST_DIGIT);

export function isUruguayanTaxpayer(compact: string): boolean {
  const digits = compact.replace("UY", "");
  const office = Number(digits.slice(0, 2));
  return office >= 1 && office <= 22 && hasCheck(digits, [4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2], "0-987654321");
}

const RIF_KINDS = "VEJPG";

export function isRif(compact: string): boolean {
  const kind = RIF_KINDS.indexOf(compact.charAt(0)) + 1;
  const sum = kind * 4 + weightedSum(compact.slice(1, 9), [3, 2, 7, 6, 5, 4, 3, 2]);
  return compact.endsWith(ELEVEN_OR_ZERO.charAt(sum % 11));
}

export const isParaguayanTaxpayer = (digits: string): boolean =>
  hasCheckFromRight(digits, [2, 3, 4, 5, 6, 7, 8, 9, 10], ELEVEN_OR_ZERO);
