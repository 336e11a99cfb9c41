/** Numbers of India and its neighbours. */
import { isVerhoeffValid } from "./world-checks.ts";

const isPalindrome = (digits: string): boolean => digits === digits.split("").toReversed().join("");

/** Aadhaar and the virtual id that stands for it. */
export const isAadhaar = (digits: string): boolean => !isPalindrome(digits) && isVerhoeffValid(digits);

/**
 * First two digits of a GSTIN: the state, 97 for other territories. The check digit is left out: with a taxpayer's number
 * inside, the form is enough, and mistyped or invented ones must not be told apart.
 */
export function hasGstState(compact: string): boolean {
  const state = Number(compact.slice(0, 2));
  return (state >= 1 && state <= 38) || state === 97;
}

// Registration codes of the states and territories, old ones included: https://parivahan.gov.in/
const PLATE_STATE = new Set(
  "AN AP AR AS BH BR CG CH DD DL DN GA GJ HP HR JH JK KA KL LA LD MH ML MN MP MZ NL OD OR PB PY RJ SK TG TN TR TS UA UK UP WB".split(
    " ",
  ),
);
export const isIndianPlate = (compact: string): boolean =>
  /^\d/.test(compact) || compact.length < 8 || PLATE_STATE.has(compact.slice(0, 2));

/** State, office, year of the first licence, number. */
export function isIndianDriver(compact: string): boolean {
  const year = Number(compact.slice(4, 8));
  return PLATE_STATE.has(compact.slice(0, 2)) && year >= 1950 && year <= 2040;
}

/** Day of the year from the third digit (fifth in the new form) on; women's is raised by 500. */
export function isSriLankanId(compact: string): boolean {
  if (compact.length === 12) return /^(?:19|20[0-2])/.test(compact);
  const day = Number(compact.slice(2, 5)) % 500;
  return day >= 1 && day <= 366 && Number(compact.slice(2, 5)) <= 866;
}
