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

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether the parts of a date name a day; a year of two digits may be of any century. */
export function isDate(year: string, month: string, day: string): boolean {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  if (d < 1 || d > (DAYS[m - 1] ?? 0)) return false;
  if (year.length === 4 && (y < 1850 || y > 2100)) return false;
  return m !== 2 || d < 29 || (y % 4 === 0 && (year.length === 2 || y % 100 !== 0 || y % 400 === 0));
}
