import type { Json } from "./model.ts";

/**
 * Numbers that JavaScript would round (`1234567890123456789` → `1234567890123456800`) stay as they were written: they are
 * values of `JSON.rawJSON`, which `JSON.stringify` writes as they came. All others are numbers.
 */

declare global {
  interface JSON {
    rawJSON(text: string): { readonly rawJSON: string };
    isRawJSON(value: unknown): boolean;
  }
}

/** More digits than a double surely keeps, or an exponent that may leave its range. */
const LONG_NUMBER = /(?:\d\.?){16}|\d[eE][+-]?\d{3}/;

/** Whether a number in JSON may be another one as a double; of a text with many, whether one may be. */
export const isLongNumber = (text: string): boolean => LONG_NUMBER.test(text);

/** `JSON.parse` with every number as it was written. @throws {SyntaxError} when it is not JSON */
export function parseExact(text: string): Json {
  return isLongNumber(text) ? parseLong(text) : JSON.parse(text);
}

/** The same of a text that has long numbers: it is walked over once more. Names of fields are unique, or it is not what was parsed. */
export function parseLong(text: string): Json {
  const value: Json = JSON.parse(text);
  // A reviver would be called for each value there is, which takes many times as long.
  return new LongNumbers(text).restore(value);
}

/** A list or an object around the place that is read. */
interface Level {
  /** What the parser made of it, not shared with any other code. */
  readonly values: Record<string | number, Json>;
  readonly isObject: boolean;
  key: string | number;
  expectsKey: boolean;
}

/** Walks over JSON that parses beside what was made of it, and puts numbers that were rounded back as they were written. */
class LongNumbers {
  readonly #text: string;
  readonly #numberToken = /-?\d[\d.eE+-]*/y;
  readonly #levels: Level[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  restore(value: Json): Json {
    const root: Level = { values: { 0: value }, isObject: false, key: 0, expectsKey: false };
    this.#levels.push(root);
    let level = root;
    for (let at = 0; at < this.#text.length; at++) {
      const sign = this.#text.charAt(at);
      if (sign === '"') at = this.#string(at, level);
      else if (sign === "{" || sign === "[") level = this.#open(sign === "{", level);
      else if (sign === "}" || sign === "]") level = this.#close(root);
      else if (sign === ",") next(level);
      else if (sign === "-" || (sign >= "0" && sign <= "9")) at = this.#number(at, level);
    }
    return root.values[0] ?? value;
  }

  /** @returns index of its last quote */
  #string(start: number, level: Level): number {
    const end = stringEnd(this.#text, start + 1);
    if (level.expectsKey) {
      const key = this.#text.slice(start + 1, end);
      level.key = key.includes("\\") ? String(JSON.parse(`"${key}"`)) : key;
      level.expectsKey = false;
    }
    return end;
  }

  #open(isObject: boolean, { values, key }: Level): Level {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a bracket begins an object or a list
    const level = { values: values[key] as Level["values"], isObject, key: 0, expectsKey: isObject };
    this.#levels.push(level);
    return level;
  }

  #close(root: Level): Level {
    this.#levels.pop();
    return this.#levels.at(-1) ?? root;
  }

  /** @returns index of its last character */
  #number(start: number, { values, key }: Level): number {
    this.#numberToken.lastIndex = start;
    const [source = ""] = this.#numberToken.exec(this.#text) ?? [];
    const value = values[key];
    // Of two fields of one name the parser takes the last.
    if (typeof value === "number" && Number(source) === value && isRounded(value, source))
      values[key] = JSON.rawJSON(source);
    return start + source.length - 1;
  }
}

function next(level: Level): void {
  if (level.isObject) level.expectsKey = true;
  else level.key = Number(level.key) + 1;
}

/** Whether the value is a number that was kept as it was written. It is no object, though it has the type of one. */
export function isExactNumber(value: Json | undefined): boolean {
  return JSON.isRawJSON(value);
}

function isRounded(value: number, source: string): boolean {
  return LONG_NUMBER.test(source) && !(Number.isFinite(value) && canonical(String(value)) === canonical(source));
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;
const ZERO = 0x30;

/** Equal for equal values: digits without zeros at the ends, and the power of ten that they count. */
function canonical(source: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = NUMBER.exec(source) ?? [];
  const digits = whole + fraction;
  let start = 0;
  while (start < digits.length && digits.charCodeAt(start) === ZERO) start += 1;
  let end = digits.length;
  while (end > start && digits.charCodeAt(end - 1) === ZERO) end -= 1;
  if (start === end) return "0";
  return `${sign}${digits.slice(start, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}

const BACKSLASH = 0x5c;

/** Index of the quote that ends the string beginning at `from`, or -1. */
function stringEnd(text: string, from: number): number {
  return searchEnd(text, from, from, Infinity);
}

/**
 * The same of a string that begins at `start`, from a place in it on.
 * @param quotesMax quotes of its own that are passed over before the search stops
 * @returns below -1: the search stopped, and may go on from there, the sign changed
 */
export function searchEnd(text: string, start: number, from: number, quotesMax: number): number {
  let passed = 0;
  for (let end = text.indexOf('"', from); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (end - backslashes > start && text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
    if (++passed > quotesMax) return -(end + 1);
  }
  return -1;
}
