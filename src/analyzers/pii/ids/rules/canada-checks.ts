/** Numbers of Canada. */
import { isLuhnValid } from "../../candidates.ts";
import { isDate } from "../checks.ts";
import { hasCheck, isOneSign } from "./world-checks.ts";

/** 0 is not given out, nor is 8 to people. */
export const isSocialInsurance = (digits: string): boolean =>
  !/^[08]/.test(digits) && !isOneSign(digits) && isLuhnValid(digits);

export const isCanadianBusiness = (compact: string): boolean =>
  !isOneSign(compact.slice(0, 9)) && isLuhnValid(compact.slice(0, 9));

/** The digits between the leading 9 and the check. */
export const isColumbiaHealth = (digits: string): boolean =>
  hasCheck(digits.slice(1), [2, 4, 8, 5, 10, 9, 7, 3], "0-987654321");

export const isOntarioHealth = (compact: string): boolean => isLuhnValid(compact.slice(0, 10));

/** Year, month (women's is raised by 50), day; the last two signs tell twins apart. */
export function isQuebecHealth(compact: string): boolean {
  const month = Number(compact.slice(6, 8));
  return isDate(compact.slice(4, 6), String(month > 50 ? month - 50 : month), compact.slice(8, 10));
}

export const isQuebecTax = (compact: string): boolean =>
  !compact.endsWith("0000") && hasCheck(compact.slice(0, 10), [4, 3, 2, 7, 6, 5, 4, 3, 2], "10987654321");
