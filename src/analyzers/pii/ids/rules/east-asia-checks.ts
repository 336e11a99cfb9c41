/** Numbers of China, Hong Kong, Japan, Korea, Macao and Taiwan. */
import { digitAt, isDate, weightedSum } from "../checks.ts";
import {
  ELEVEN_LAST_DIGIT,
  ELEVEN_OR_ZERO,
  hasCheck,
  isDateAt,
  isOneSign,
  TEN_LAST_DIGIT,
  valueAt,
} from "./world-checks.ts";

// GB/T 2260: first two digits of a place in China; 81 to 83 are residence permits of people from the three other regions.
const CN_PROVINCE = /^(?:1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[1-3])/;
const CN_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/** GB 11643-1999: place, date, serial number, ISO 7064 mod 11-2. Cards before 1999 have two digits of the year and no check. */
export function isChineseId(compact: string): boolean {
  if (!CN_PROVINCE.test(compact)) return false;
  if (compact.length === 15) return isDateAt(compact, 6);
  const isBorn = isDate(compact.slice(6, 10), compact.slice(10, 12), compact.slice(12, 14));
  return isBorn && hasCheck(compact, CN_WEIGHTS, "10X98765432");
}

const USCC_SIGNS = "0123456789ABCDEFGHJKLMNPQRTUWXY";
const USCC_WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];

/** GB 32100-2015. */
export function isUnifiedCreditCode(compact: string): boolean {
  const sum = USCC_WEIGHTS.reduce((so, weight, at) => so + weight * USCC_SIGNS.indexOf(compact.charAt(at)), 0);
  return compact.charAt(17) === USCC_SIGNS.charAt((31 - (sum % 31)) % 31);
}

/** One letter counts as if a space, 36, stood before it. */
export function isHongKongId(compact: string): boolean {
  const signs = compact.length - 1;
  let sum = signs === 7 ? 36 * 9 : 0;
  for (let at = 0; at < signs; at++) sum += valueAt(compact, at) * (signs + 1 - at);
  const check = compact.endsWith("A") ? 10 : digitAt(compact, signs);
  return (sum + check) % 11 === 0;
}

/** The order in which Taiwan numbered its counties; the first is 10. */
const TW_LETTERS = "ABCDEFGHJKLMNPQRSTUVXYWZIO";

/** National identity card and residence certificate; the old certificate has a letter, A to D, at the second place. */
export function isTaiwaneseId(compact: string): boolean {
  const county = TW_LETTERS.indexOf(compact.charAt(0)) + 10;
  const second = /\d/.test(compact.charAt(1)) ? digitAt(compact, 1) : TW_LETTERS.indexOf(compact.charAt(1)) % 10;
  const rest = weightedSum(compact.slice(2), [7, 6, 5, 4, 3, 2, 1, 1]);
  return (Math.floor(county / 10) + (county % 10) * 9 + second * 8 + rest) % 10 === 0;
}

/** Digits of the products are added; a 7 at the seventh place may count as 0 or as 1. */
export function isTaiwaneseCompany(digits: string): boolean {
  let sum = 0;
  for (const [at, weight] of [1, 2, 1, 2, 1, 2, 4, 1].entries()) {
    const product = digitAt(digits, at) * weight;
    sum += Math.floor(product / 10) + (product % 10);
  }
  return sum % 5 === 0 || (digits.charAt(6) === "7" && (sum + 1) % 5 === 0);
}

/** Individual Number: ministerial ordinance 85 of 2014, article 5. */
export const isMyNumber = (digits: string): boolean =>
  !isOneSign(digits) && hasCheck(digits, [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2], ELEVEN_OR_ZERO);

/** The check comes first: 9 minus the remainder of the sum of digits and of twice every other one. */
export const isJapaneseCompany = (digits: string): boolean =>
  digitAt(digits, 0) === 9 - (weightedSum(digits.slice(1), [2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1]) % 9);

const RRN_WEIGHTS = [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5];

/** Since October 2020 only date and sex have a meaning, so that the check digit counts for people born from 1880 to 1899 only. */
export function isKoreanResident(digits: string): boolean {
  if (!isDateAt(digits, 0)) return false;
  const isLiving = /[1-4]/.test(digits.charAt(6));
  return isLiving || (digitAt(digits, 0) >= 8 && hasCheck(digits, RRN_WEIGHTS, ELEVEN_LAST_DIGIT));
}

export function isKoreanBusiness(digits: string): boolean {
  if (Number(digits.slice(0, 3)) < 101 || digits.slice(3, 5) === "00" || digits.slice(5, 9) === "0000") return false;
  const carried = Math.floor((digitAt(digits, 8) * 5) / 10);
  return (weightedSum(digits, [1, 3, 7, 1, 3, 7, 1, 3, 5]) + carried + digitAt(digits, 9)) % 10 === 0;
}

/** Register of companies at the courts. */
export const isKoreanCorporation = (digits: string): boolean =>
  !isOneSign(digits) && hasCheck(digits, [1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2], TEN_LAST_DIGIT);
