import type { Span } from "../../core/model.ts";

/** The number that the digits of a stretch write, to a base of at most 16. */
export function numberIn(raw: string, { start, end }: Span, base: number): number {
  let value = 0;
  for (let at = start; at < end; at++) value = value * base + hexValue(raw.charCodeAt(at));
  return value;
}

/** The same of UTF-16 units. */
export function numberOf(units: Uint16Array, { start, end }: Span, base: number): number {
  let value = 0;
  for (let at = start; at < end; at++) value = value * base + hexValue(units[at] ?? 0);
  return value;
}

/** Value of a hexadecimal digit; -1 of anything else. */
export function hexValue(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
