import { NAME_MAX, nameStart, skipBack, streetBefore, type Core } from "./street.ts";
import { wordsAfter, wordsBefore } from "./tokens.ts";
import { smallStreet } from "./small.ts";
import { NAME_BESIDE, SMALL_BEHIND, STREET_AFTER } from "./address-prefilter.ts";
import { isMark, isUnit } from "./words.ts";

/** `Flat 5`: a part of a house; an address where a street stands behind it. */
export function unitBefore(raw: string, start: number, end: number): Core | null {
  const before = wordsBefore(raw, skipBack(raw, start), 2);
  const unit = before.find((word) => !isMark(word.bare));
  // Units of one or two letters are words of many languages.
  if (unit === undefined || !isUnit(unit.bare) || unit.bare.length < 3) return null;
  // `Aleea Dealului, Bloc 5`: the house stands for the number.
  const street = PARTED.test(raw.slice(unit.start - 2, unit.start)) ? streetBefore(raw, unit.start, end) : null;
  if (street?.trust === "sure") return street;
  return { start: unit.start, end, trust: "unit", isLower: false };
}

const PARTED = /, $/;

/** `Perseverancia 209`, `13, Ahmet Haxhiu`: names with a number; an address only where more tells so. */
export function untyped(
  raw: string,
  start: number,
  { end, around }: { readonly end: number; readonly around: number },
): Core | null {
  const small = (around & (SMALL_BEHIND | STREET_AFTER)) === 0 ? null : smallStreet(raw, start, end);
  return small ?? ((around & NAME_BESIDE) === 0 ? null : named(raw, start, end));
}

function named(raw: string, start: number, end: number): Core | null {
  const before = wordsBefore(raw, skipBack(raw, start), NAME_MAX);
  const [nearest] = before;
  if (nearest !== undefined && nearest.end < start && nearest.isPlainName)
    return { start: nameStart(before, 0), end, trust: "name", isLower: false };
  const at = raw.charCodeAt(end) === 0x2c ? end + 1 : end;
  const [first] = raw.charCodeAt(at) === 0x20 ? wordsAfter(raw, at + 1, 1) : [];
  const isAfter = first !== undefined && first.isPlainName && first.text.length > 2;
  return isAfter ? { start, end: first.end, trust: "name", isLower: false } : null;
}
