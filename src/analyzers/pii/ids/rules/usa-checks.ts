/** Numbers of the United States. */
import { isLuhnValid } from "../../candidates.ts";
import { digitAt, weightedSum } from "../checks.ts";
import { isOneSign } from "./world-checks.ts";

/** American Bankers Association: the first two digits name a Federal Reserve district or a kind of institution. */
export function isRoutingNumber(digits: string): boolean {
  const first = Number(digits.slice(0, 2));
  const isIssued = first <= 12 || (first >= 21 && first <= 32) || (first >= 61 && first <= 72) || first === 80;
  return isIssued && !isOneSign(digits) && weightedSum(digits, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0;
}

/** Drug Enforcement Administration, registration number: 21 CFR 1301. */
export function isDeaNumber(compact: string): boolean {
  const digits = compact.slice(2);
  return weightedSum(digits, [1, 2, 1, 2, 1, 2]) % 10 === digitAt(digits, 6);
}

/** The groups that the Internal Revenue Service gives out, the fourth and fifth digit. */
export function isItin(digits: string): boolean {
  const group = Number(digits.slice(3, 5));
  if (group >= 50 && group <= 65) return true;
  return group >= 70 && group <= 99 && group !== 89 && group !== 93;
}

// https://www.irs.gov/businesses/small-businesses-self-employed/how-eins-are-assigned-and-valid-ein-prefixes
const EIN_NEVER = new Set([
  "00",
  "07",
  "08",
  "09",
  "17",
  "18",
  "19",
  "28",
  "29",
  "49",
  "69",
  "70",
  "78",
  "79",
  "89",
  "96",
  "97",
]);
export const isEin = (digits: string): boolean => !EIN_NEVER.has(digits.slice(0, 2)) && !isOneSign(digits.slice(2));

/** Health identifiers carry the prefix of the United States in ISO/IEC 7812 while they are checked. */
export const isNpi = (digits: string): boolean => !isOneSign(digits.slice(0, -1)) && isLuhnValid(`80840${digits}`);
