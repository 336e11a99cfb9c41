/** Numbers of the Middle East, the Caucasus and Central Asia. */
import { isLuhnValid } from "../../candidates.ts";
import { digitAt, isDate, weightedSum } from "../checks.ts";
import { hasCheck, isDateAt, isDayFirstAt, isOneSign } from "./world-checks.ts";

/** Leading zeros are often left out. */
export const isIsraeliId = (digits: string): boolean => Number(digits) > 1000 && isLuhnValid(digits.padStart(9, "0"));

export const isIsraeliCompany = (digits: string): boolean => !isOneSign(digits) && isLuhnValid(digits);

/** ISO 3166-1 number of the country, year of birth. The last digit's rule is not published. */
export const isEmiratesId = (digits: string): boolean => /^784(?:19|20)/.test(digits);

/** 1 for citizens, 2 for residents. */
export const isSaudiId = (digits: string): boolean => !isOneSign(digits.slice(1)) && isLuhnValid(digits);

/** Century, date of birth, serial, check. */
export const isKuwaitiId = (digits: string): boolean =>
  isDateAt(digits, 1) && hasCheck(digits, [2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2], "-A987654321");

/** Year and month of birth, serial, check (not published). */
export function isBahrainiId(digits: string): boolean {
  const month = Number(digits.slice(2, 4));
  return month >= 1 && month <= 12;
}

/** Century and year of birth, then three digits of the country. */
export const isQatariId = (digits: string): boolean =>
  Number(digits.slice(3, 6)) > 0 && Number(digits.slice(3, 6)) < 900;

export const isIranianId = (digits: string): boolean =>
  !isOneSign(digits) && hasCheck(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2], "01987654321");

/** Weighed by 1 to 11; where that leads to 10, by 3 to 11, 1, 2. */
function isKazakhCheck(digits: string): boolean {
  const first = weightedSum(digits, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) % 11;
  const check = first === 10 ? weightedSum(digits, [3, 4, 5, 6, 7, 8, 9, 10, 11, 1, 2]) % 11 : first;
  return check === digitAt(digits, 11);
}

/** Date of birth, then century and sex. */
export const isKazakhPerson = (digits: string): boolean =>
  isDateAt(digits, 0) && /^\d{6}[0-6]/.test(digits) && isKazakhCheck(digits);

/** Year and month of registration, kind of company. */
export function isKazakhCompany(digits: string): boolean {
  const month = Number(digits.slice(2, 4));
  return month >= 1 && month <= 12 && /^\d{4}[456][0-3]/.test(digits) && isKazakhCheck(digits);
}

/** Sex and century, date of birth, district, serial, check. */
export const isUzbekPerson = (digits: string): boolean => isDayFirstAt(digits, 1);

/** Sex, date of birth with four digits of the year, serial. */
export const isKyrgyzPerson = (digits: string): boolean =>
  isDate(digits.slice(5, 9), digits.slice(3, 5), digits.slice(1, 3));
