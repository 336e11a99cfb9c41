/** Numbers of Africa. */
import { isLuhnValid } from "../../candidates.ts";
import { isDate, remainder } from "../checks.ts";
import { hasCheck, isDateAt, isDayFirstAt, isOneSign, valueAt } from "./world-checks.ts";

/** Birth, sex, citizenship (0 to 2), a digit without meaning, Luhn. */
export const isSouthAfricanId = (digits: string): boolean =>
  isDateAt(digits, 0) && /^\d{10}[0-2]/.test(digits) && digits.slice(6, 10) !== "0000" && isLuhnValid(digits);

export const isSouthAfricanTaxpayer = (digits: string): boolean => !isOneSign(digits) && isLuhnValid(digits);

/** Century, date of birth, governorate (88: born abroad), serial, check (not published). */
export function isEgyptianId(digits: string): boolean {
  const place = Number(digits.slice(7, 9));
  const isPlace = (place >= 1 && place <= 4) || (place >= 11 && place <= 35) || place === 88;
  return (
    isPlace &&
    isDate(`${digits.startsWith("2") ? "19" : "20"}${digits.slice(1, 3)}`, digits.slice(3, 5), digits.slice(5, 7))
  );
}

export const isGhanaianTaxpayer = (compact: string): boolean =>
  hasCheck(compact.slice(1), [1, 2, 3, 4, 5, 6, 7, 8, 9], "0123456789X");

/** ISO 7064 mod 97 over the whole. */
export const isMoroccanCompany = (digits: string): boolean => !isOneSign(digits) && remainder(digits, 97) === 0;

/** Name's initial, birth, serial, check in base 17. */
export function isMauritianId(compact: string): boolean {
  let sum = 0;
  for (let at = 0; at < 13; at++) sum += valueAt(compact, at) * (14 - at);
  return isDayFirstAt(compact, 1) && valueAt(compact, 13) === (17 - (sum % 17)) % 17;
}

export const isMozambicanTaxpayer = (digits: string): boolean =>
  !isOneSign(digits) && hasCheck(digits, [8, 9, 4, 5, 6, 7, 8, 9], "01234567891");

export const isGuineanTaxpayer = (digits: string): boolean => !isOneSign(digits) && isLuhnValid(digits);

/** Year of birth from the second digit, then sex, 7 or 8. */
export function isRwandanId(digits: string): boolean {
  const year = Number(digits.slice(1, 5));
  return year >= 1900 && year <= 2040;
}

/** Born on, eight digits. */
export const isTanzanianId = (digits: string): boolean =>
  isDate(digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8));

export const isNamibianId = (digits: string): boolean => isDateAt(digits, 0);
