import type { Json } from "./model.ts";

/**
 * Numbers that JavaScript would round (`1234567890123456789` → `1234567890123456800`) stay as they were written: they are
 * values of `JSON.rawJSON`, which `JSON.stringify` writes as they came. All others are numbers.
 */

declare global {
  interface JSON {
    parse(text: string, reviver: (key: string, value: Json, context: { readonly source?: string }) => Json): Json;
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

/** The same of a text that has long numbers: several times as dear. */
export function parseLong(text: string): Json {
  return JSON.parse(text, (_, value, { source }) =>
    typeof value === "number" && source !== undefined && isRounded(value, source) ? JSON.rawJSON(source) : value,
  );
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
