/** Check digits that several countries share. All take digits (or upper-case letters and digits) without separators. */

const ZERO = 48;

/** The digit at `at`. */
export const digitAt = (digits: string, at: number): number => digits.charCodeAt(at) - ZERO;

/** The sum of digits times weights, over as many digits as there are weights. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  let sum = 0;
  for (const [at, weight] of weights.entries()) sum += digitAt(digits, at) * weight;
  return sum;
}

/** A decimal number of any length modulo `divisor`. */
export function remainder(digits: string, divisor: number): number {
  let rest = 0;
  for (let at = 0; at < digits.length; at++) rest = (rest * 10 + digitAt(digits, at)) % divisor;
  return rest;
}

/** Whether `YYMMDD`, `YYYYMMDD`, `DDMMYY` or `DDMMYYYY` names a day; a year of two digits may be of any century. */
export function isDate(year: string, month: string, day: string): boolean {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  if (m < 1 || m > 12 || d < 1) return false;
  const isLeap = year.length === 2 ? y % 4 === 0 : (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0;
  const days = m === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(m) ? 30 : 31;
  return d <= days && (year.length === 2 || (y >= 1850 && y <= 2100));
}
