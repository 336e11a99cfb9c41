/** Numbers of Australia and New Zealand. */
import { digitAt, weightedSum } from "../checks.ts";
import { hasCheck, isOneSign, TEN_LAST_DIGIT, valueAt } from "./world-checks.ts";

/** 1 is taken from the first digit before it is weighed. */
export const isAustralianBusiness = (digits: string): boolean =>
  !digits.startsWith("0") && (weightedSum(digits, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10) % 89 === 0;

export const isAustralianCompany = (digits: string): boolean =>
  !isOneSign(digits) && hasCheck(digits, [8, 7, 6, 5, 4, 3, 2, 1], TEN_LAST_DIGIT);

export const isTaxFileNumber = (digits: string): boolean =>
  !isOneSign(digits) && weightedSum(digits, [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0;

/** Ninth digit; the tenth counts the cards, an eleventh the people on it. */
export const isMedicare = (digits: string): boolean =>
  hasCheck(digits.slice(0, 9), [1, 3, 7, 9, 1, 3, 7, 9], "0123456789");

/** The first weights lead to 10 for some numbers: those are weighed again. */
export function isNewZealandTax(compact: string): boolean {
  const digits = compact.replace("NZ", "").padStart(9, "0");
  const front = digits.slice(0, 8);
  const value = Number(digits);
  if (value < 10_000_000 || value > 150_000_000) return false;
  const first = (11 - (weightedSum(front, [3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
  const check = first === 10 ? (11 - (weightedSum(front, [7, 4, 3, 2, 5, 2, 7, 6]) % 11)) % 11 : first;
  return check === digitAt(digits, 8);
}

/** What the banks weigh: bank, branch, account (8), suffix (4). https://www.ird.govt.nz/ ("RWT and NRWT specification") */
const NZ_WEIGHTS: ReadonlyMap<string, readonly [weights: readonly number[], divisor: number]> = new Map([
  ["08", [[0, 0, 0, 0, 0, 0, 0, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0], 11]],
  ["25", [[0, 0, 0, 0, 0, 0, 1, 7, 3, 1, 7, 3, 1, 0, 0, 0, 0, 0], 10]],
  ["A", [[0, 0, 6, 3, 7, 9, 0, 0, 10, 5, 8, 4, 2, 1, 0, 0, 0, 0], 11]],
  ["B", [[0, 0, 0, 0, 0, 0, 0, 0, 10, 5, 8, 4, 2, 1, 0, 0, 0, 0], 11]],
]);
/** Banks that weigh in a third way, by digits of products; their numbers are taken as they are. */
const NZ_UNCHECKED = new Set(["09", "26", "28", "29", "31", "33"]);

/** 01 to 31 and a few more: Payments NZ, bank branch register. */
const NZ_BANK_CODE = /^(?:0[1-9]|[12]\d|3[01358]|88)/;

/** Bank (2), branch (4, without its leading zero in numbers of 14 digits), account (7), suffix (2 or 3, not weighed). */
export function isNewZealandBank(compact: string): boolean {
  const digits = compact.length === 14 ? `${compact.slice(0, 2)}0${compact.slice(2)}` : compact;
  const bank = digits.slice(0, 2);
  if (!NZ_BANK_CODE.test(bank) || NZ_UNCHECKED.has(bank)) return NZ_UNCHECKED.has(bank);
  const account = digits.slice(6, 13);
  const [weights, divisor] = NZ_WEIGHTS.get(bank) ?? NZ_WEIGHTS.get(Number(account) < 990_000 ? "A" : "B") ?? [[], 1];
  return weightedSum(`${digits.slice(0, 6)}0${account}0000`, weights) % divisor === 0;
}

const NHI_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ";

/** HISO 10046: letters count by their place without I and O; new numbers end with a letter that is not checked here. */
export function isNationalHealthIndex(compact: string): boolean {
  if (/[A-Z]$/.test(compact)) return !Number.isNaN(valueAt(compact, 6));
  let sum = 0;
  for (let at = 0; at < 6; at++) {
    const sign = compact.charAt(at);
    sum += (at < 3 ? NHI_LETTERS.indexOf(sign) + 1 : Number(sign)) * (7 - at);
  }
  return sum % 11 !== 0 && digitAt(compact, 6) === (11 - (sum % 11)) % 10;
}
