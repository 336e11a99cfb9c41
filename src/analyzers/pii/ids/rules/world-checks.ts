/** Arithmetic that the numbers of several countries outside Europe share. All take compact text: digits and capital letters. */
import { isDate, weightedSum } from "../checks.ts";

/** What a letter or digit counts for: `0` is 0, `A` is 10, `Z` is 35. */
export const valueAt = (compact: string, at: number): number => Number.parseInt(compact.charAt(at), 36);

/** Whether the last sign is the one that the table names for the weighted sum of the others, modulo the table's length. */
export function hasCheck(compact: string, weights: readonly number[], table: string): boolean {
  return compact.endsWith(table.charAt(weightedSum(compact.slice(0, -1), weights) % table.length));
}

/** As `hasCheck`, for numbers of any length: the first weight belongs to the sign before the check. */
export function hasCheckFromRight(compact: string, weights: readonly number[], table: string): boolean {
  return hasCheck(compact, weights.slice(0, compact.length - 1).toReversed(), table);
}

/** 11 minus the remainder; what that leaves above 9 becomes 0. */
export const ELEVEN_OR_ZERO = "00987654321";
/** 11 minus the remainder, its last digit. */
export const ELEVEN_LAST_DIGIT = "10987654321";
/** 10 minus the remainder, its last digit. */
export const TEN_LAST_DIGIT = "0987654321";

/** Whether six digits from `at` are a date, year first. */
export const isDateAt = (compact: string, at: number): boolean =>
  isDate(compact.slice(at, at + 2), compact.slice(at + 2, at + 4), compact.slice(at + 4, at + 6));

/** Whether six digits from `at` are a date, day first. */
export const isDayFirstAt = (compact: string, at: number): boolean =>
  isDate(compact.slice(at + 4, at + 6), compact.slice(at + 2, at + 4), compact.slice(at, at + 2));

/** Whether the text is one sign over and over, as in a form that was filled in to see what happens. */
export const isOneSign = (compact: string): boolean => compact === compact.charAt(0).repeat(compact.length);

// The dihedral group of order 10: J. Verhoeff, Error Detecting Decimal Codes, 1969.
const MULTIPLY = [
  "0123456789",
  "1234067895",
  "2340178956",
  "3401289567",
  "4012395678",
  "5987604321",
  "6598710432",
  "7659821043",
  "8765932104",
  "9876543210",
];
const PERMUTE = [
  "0123456789",
  "1576283094",
  "5803796142",
  "8916043527",
  "9453126870",
  "4286573901",
  "2793806415",
  "7046913258",
];

/** Verhoeff's check, over the whole number. */
export function isVerhoeffValid(digits: string): boolean {
  let state = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits.charAt(digits.length - 1 - at));
    state = Number(MULTIPLY[state]?.charAt(Number(PERMUTE[at % PERMUTE.length]?.charAt(digit))));
  }
  return state === 0;
}
