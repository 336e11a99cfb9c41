import { isLuhnValid } from "../candidates.ts";

/** Whether a number is one of its kind. `compact`: digits and upper-case letters, no separators. */
export type Check = (compact: string) => boolean;

/**
 * A check as cards write it: terms, separated by `, `, which must all hold. ` or ` separates alternatives.
 *
 * - `luhn`, `varied` and others of `TESTS`, or the name of one of the cards' own checks
 * - `/^[^0]/` the pattern matches
 * - `range 8 01..28` the digits from offset 8 on are in the range
 * - `date DDMMYY at 2` the digits from offset 2 on (without `at`: 0) are a date
 * - `weights 7,1,3 0-987654321` the sign after the weighted ones is the one at their sum in the table, modulo its length
 * - `weightsFromRight 2,3,4 0K987654321` likewise for the last sign; the first weight is that of the sign before it
 * - `rounds 1,2,3 3,4,5 0123456789-` the sign after the weighted ones is their sum modulo 11, or where that is 10, the one
 *   in the table at the second sum
 * - `sum 3,7,1 mod 10 = 2` the weighted sum leaves 2 (without `=`: 0); `values`: letters count, from A = 10 on
 * - `mod 97 = 1` the whole number leaves 1
 *
 * These change the input of the terms after them: `drop PL` (a pattern) removes the beginning, `pad 9` adds leading zeros,
 * `first 9` and `last 9` remove the rest.
 *
 * @param fail Called with a term that cannot be read.
 */
export function compileCheck(text: string, own: Readonly<Record<string, Check>>, fail: (term: string) => never): Check {
  const alternatives = text.split(" or ").map((terms) => {
    let check: Check | undefined;
    for (const term of terms.split(", ").toReversed()) check = withTerm(term, { own, fail, next: check });
    return check ?? fail(terms);
  });
  const [first = fail(text), ...others] = alternatives;
  return others.length === 0 ? first : (compact) => alternatives.some((check) => check(compact));
}

interface Context {
  readonly own: Readonly<Record<string, Check>>;
  readonly fail: (term: string) => never;
  /** What the terms after it check. */
  readonly next: Check | undefined;
}

function withTerm(term: string, { own, fail, next }: Context): Check {
  const [name = "", ...words] = term.split(" ");
  const change = CHANGES[name]?.(words.join(" "));
  if (change !== undefined) return (compact) => next?.(change(compact)) !== false;
  const test =
    own[term] ?? (term.startsWith("/") ? patternTest(term.slice(1, -1)) : TESTS[name]?.(words)) ?? fail(term);
  return next === undefined ? test : (compact) => test(compact) && next(compact);
}

function patternTest(source: string): Check {
  const pattern = new RegExp(source);
  return (compact) => pattern.test(compact);
}

const CHANGES: Readonly<Record<string, (word: string) => (compact: string) => string>> = {
  drop: (source) => {
    const pattern = new RegExp(`^(?:${source})`);
    return (compact) => compact.replace(pattern, "");
  },
  pad: (length) => (compact) => compact.padStart(Number(length), "0"),
  first: (length) => (compact) => compact.slice(0, Number(length)),
  last: (length) => (compact) => compact.slice(-Number(length)),
};

const TESTS: Readonly<Record<string, (words: readonly string[]) => Check>> = {
  luhn: () => isLuhnValid,
  /** ISO/IEC 7064. */
  mod1110: () => isMod1110Valid,
  varied: () => (compact) => !isOneSign(compact),
  /** Both letters and digits. */
  mixed: () => (compact) => /\d/.test(compact) && /[A-Z]/.test(compact),
  /** Begins with a letter: without a label a number of this kind needs its country before it. */
  lettered: () => (compact) => /^[A-Z]/.test(compact),
  range: ([at, bounds = ""]) => {
    const [lowest = "", highest] = bounds.split("..");
    const start = Number(at);
    return (compact) => {
      const value = Number(compact.slice(start, start + lowest.length));
      return value >= Number(lowest) && value <= Number(highest);
    };
  },
  date: ([layout = "", , at = "0"]) => dateCheck(layout, Number(at)),
  weights: ([weights, table = ""]) => {
    const list = numbersOf(weights);
    return (compact) => hasCheck(compact, list, table);
  },
  weightsFromRight: ([weights, table = ""]) => {
    const list = numbersOf(weights);
    return (compact) => hasCheck(compact, list.slice(0, compact.length - 1).toReversed(), table);
  },
  rounds: ([first, second, table = ""]) => {
    const [weights, others] = [numbersOf(first), numbersOf(second)];
    return (compact) => hasCheckOfRounds(compact, weights, { others, table });
  },
  sum: ([weights, , divisor, , rest = "0"]) => {
    const list = numbersOf(weights);
    return (compact) => weightedSum(compact, list) % Number(divisor) === Number(rest);
  },
  values: ([weights, , divisor]) => {
    const list = numbersOf(weights);
    return (compact) =>
      list.reduce((sum, weight, at) => sum + valueAt(compact, at) * weight, 0) % Number(divisor) === 0;
  },
  mod: ([divisor, , rest]) => {
    const [by, left] = [Number(divisor), Number(rest)];
    return (compact) => remainder(compact, by) === left;
  },
};

const numbersOf = (list = ""): readonly number[] => list.split(",").map(Number);

const ZERO = 48;

/** The digit at `at`. */
export const digitAt = (digits: string, at: number): number => digits.charCodeAt(at) - ZERO;

/** The sum of digits times weights, over as many digits as there are weights. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < weights.length; at++) sum += digitAt(digits, at) * (weights[at] ?? 0);
  return sum;
}

/** Whether the sign after the weighted ones is the one that the table names for their sum, modulo the table's length. */
export const hasCheck = (compact: string, weights: readonly number[], table: string): boolean =>
  compact.charAt(weights.length) === table.charAt(weightedSum(compact, weights) % table.length);

/** Whether the sign after the weighted ones is their sum modulo 11, or where that is 10, what the table names for the other weights. */
export function hasCheckOfRounds(
  digits: string,
  weights: readonly number[],
  { others, table }: { readonly others: readonly number[]; readonly table: string },
): boolean {
  const first = weightedSum(digits, weights) % 11;
  return first === 10 ? hasCheck(digits, others, table) : first === digitAt(digits, weights.length);
}

/** A decimal number of any length modulo `divisor`. */
export function remainder(digits: string, divisor: number): number {
  let rest = 0;
  for (let at = 0; at < digits.length; at++) rest = (rest * 10 + digitAt(digits, at)) % divisor;
  return rest;
}

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether the parts of a date form a valid day; a two-digit year may be in any century. */
export function isDate(year: string, month: string, day: string): boolean {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  if (d < 1 || d > (DAYS[m - 1] ?? 0)) return false;
  if (year.length === 4 && (y < 1850 || y > 2100)) return false;
  return m !== 2 || d < 29 || (y % 4 === 0 && (year.length === 2 || y % 100 !== 0 || y % 400 === 0));
}

/** Whether the digits from `at` on are a date of that layout, `DDMMYY` or `YYYYMMDD`; two digits of a year are of any century. */
export function dateCheck(layout: string, at: number): Check {
  const [year, month, day] = ["Y", "M", "D"].map((unit) => at + layout.indexOf(unit));
  const [yearStart = 0, monthStart = 0, dayStart = 0] = [year, month, day];
  const yearEnd = at + layout.lastIndexOf("Y") + 1;
  return (compact) =>
    isDate(
      compact.slice(yearStart, yearEnd),
      compact.slice(monthStart, monthStart + 2),
      compact.slice(dayStart, dayStart + 2),
    );
}

/** Digits count as they are, letters from `A` = 10 on, as in ISO 7064 and ICAO 9303. */
export function valueAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 65 ? code - 48 : code - 55;
}

/** ISO/IEC 7064 MOD 11,10: the last digit checks the others. */
export function isMod1110Valid(digits: string): boolean {
  let product = 10;
  for (let at = 0; at < digits.length - 1; at++) {
    const sum = (product + digitAt(digits, at)) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (product + digitAt(digits, digits.length - 1)) % 10 === 1;
}

/** Sum of the digits of a number below 100. */
export const digitSum = (value: number): number => Math.floor(value / 10) + (value % 10);

/** Whether the text repeats a single character, as in a form that someone filled in as a test. */
export const isOneSign = (compact: string): boolean => compact === compact.charAt(0).repeat(compact.length);

// The dihedral group of order 10: J. Verhoeff, Error Detecting Decimal Codes, 1969.
const MULTIPLY =
  "0123456789 1234067895 2340178956 3401289567 4012395678 5987604321 6598710432 7659821043 8765932104 9876543210".split(
    " ",
  );
const PERMUTE = "0123456789 1576283094 5803796142 8916043527 9453126870 4286573901 2793806415 7046913258".split(" ");

/** Verhoeff's check, over the whole number. */
export function isVerhoeffValid(digits: string): boolean {
  let state = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits.charAt(digits.length - 1 - at));
    state = Number(MULTIPLY[state]?.charAt(Number(PERMUTE[at % PERMUTE.length]?.charAt(digit))));
  }
  return state === 0;
}
