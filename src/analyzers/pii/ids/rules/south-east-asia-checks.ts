/** Numbers of Indonesia, Malaysia, the Philippines, Singapore, Thailand and Vietnam. */
import { isLuhnValid } from "../../candidates.ts";
import { isDate, weightedSum } from "../checks.ts";
import { ELEVEN_LAST_DIGIT, hasCheck, isDateAt, isOneSign } from "./world-checks.ts";

/** What the sum begins with and the letters that it leads to, by the first letter. */
const NRIC_LETTERS: ReadonlyMap<string, readonly [start: number, letters: string]> = new Map([
  ["S", [0, "JZIHGFEDCBA"]],
  ["T", [4, "JZIHGFEDCBA"]],
  ["F", [0, "XWUTRQPNMLK"]],
  ["G", [4, "XWUTRQPNMLK"]],
  ["M", [3, "XWUTRQPNJLK"]],
]);

/** Identity card (S, T) and number of a foreigner (F, G, M). */
export function isSingaporeId(compact: string): boolean {
  const [start, letters] = NRIC_LETTERS.get(compact.charAt(0)) ?? [0, ""];
  const sum = start + weightedSum(compact.slice(1), [2, 7, 6, 5, 4, 3, 2]);
  return compact.endsWith(letters.charAt(sum % 11) || "none");
}

const UEN_SIGNS = "ABCDEFGHJKLMNPQRSTUVWX0123456789";

// https://www.uen.gov.sg/ueninternet/faces/pages/admin/aboutUEN.jspx
const UEN_KINDS = new Set(
  "CC CD CH CL CM CP CS CX DP FB FC FM FN GA GB GS HC HS LL LP MB MC MD MH MM MQ NB NR PA PB PF RF RP SM SS TC TU VH XL".split(
    " ",
  ),
);

/** Businesses, local companies, and since 2009 others such as partnerships and clubs. */
export function isSingaporeEntity(compact: string): boolean {
  if (/^\d{8}[A-Z]$/.test(compact)) return hasCheck(compact, [10, 4, 9, 3, 8, 2, 7, 1], "XMKECAWLJDB");
  if (/^\d{9}[A-Z]$/.test(compact)) {
    return /^(?:19|20)/.test(compact) && hasCheck(compact, [10, 8, 6, 4, 9, 7, 5, 3, 1], "ZKCMDNERGWH");
  }
  if (!UEN_KINDS.has(compact.slice(3, 5))) return false;
  let sum = 6;
  for (const [at, weight] of [4, 3, 5, 3, 10, 2, 2, 5, 7].entries())
    sum += weight * UEN_SIGNS.indexOf(compact.charAt(at));
  return compact.endsWith(UEN_SIGNS.charAt(sum % 11));
}

const THAI_WEIGHTS = [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2];

/** People (first digit 1 to 8) and registered companies (0). */
export const isThaiNumber = (digits: string): boolean =>
  !digits.startsWith("9") && !isOneSign(digits) && hasCheck(digits, THAI_WEIGHTS, ELEVEN_LAST_DIGIT);

/** Second and third digit: the province. */
const THAI_PROVINCE = /^[1-8](?:1\d|2[0-7]|3\d|4\d|5[0-8]|6[0-7]|7[0-7]|8[0-6]|9[0-6])/;
export const isThaiPerson = (digits: string): boolean => THAI_PROVINCE.test(digits) && isThaiNumber(digits);

/** Seventh and eighth digit: the state or country of birth; these were never given out. */
const MALAYSIA_NOWHERE = /^\d{6}(?:00|1[7-9]|20|69|70|73|8[01]|9[4-7])/;
export const isMalaysianId = (digits: string): boolean => isDateAt(digits, 0) && !MALAYSIA_NOWHERE.test(digits);

// Badan Pusat Statistik: codes of the provinces, those of 2022 included.
const INDONESIA_PROVINCE = /^(?:1[1-9]|21|3[1-6]|5[1-3]|6[1-5]|7[1-6]|8[12]|9[1-7])/;

/** Women's day of birth is raised by 40. */
export function isIndonesianId(digits: string): boolean {
  if (!INDONESIA_PROVINCE.test(digits) || digits.endsWith("0000")) return false;
  const day = Number(digits.slice(6, 8)) % 40;
  return isDate(digits.slice(10, 12), digits.slice(8, 10), String(day)) && Number(digits.slice(6, 8)) <= 71;
}

/** The taxpayer's nine digits pass Luhn; since 2024 the number has 16 digits, a person's being that of the identity card. */
export function isIndonesianTaxpayer(digits: string): boolean {
  if (digits.length === 15) return isLuhnValid(digits.slice(0, 9)) && !isOneSign(digits);
  return digits.startsWith("0") ? isLuhnValid(digits.slice(1, 10)) : isIndonesianId(digits);
}

/** Bureau of Internal Revenue: ninth digit. A branch code may follow. */
export const isPhilippineTaxpayer = (digits: string): boolean =>
  Number(digits.slice(0, 9)) > 0 && hasCheck(digits.slice(0, 9), [9, 8, 7, 6, 5, 4, 3, 2], "0123456789-");

export function isVietnameseTaxpayer(digits: string): boolean {
  if (digits.startsWith("00") || digits.slice(2, 9) === "0000000" || digits.slice(10) === "000") return false;
  return hasCheck(digits.slice(0, 10), [31, 29, 23, 19, 17, 13, 7, 5, 3], "-9876543210");
}

/** Place of birth 001 to 096, then century and sex. */
export function isVietnameseId(digits: string): boolean {
  const place = Number(digits.slice(0, 3));
  return place >= 1 && place <= 96 && /^\d{3}[0-3]/.test(digits);
}
