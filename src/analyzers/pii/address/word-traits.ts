import { WORD_MAX } from "./word-signs.ts";
import {
  BOX_ENDS,
  COMPOUND_MIN,
  ENDING_MIN,
  ENDING_SET,
  KINDS,
  MARK_SET,
  PARTICLE_SET,
  RARE_SET,
  STRANGER_SET,
  SURE_BEFORE,
  UNIT_SET,
} from "./words.ts";

/**
 * What a word may be, told from its letters without a copy of it. Where a trait is missing, the word has it for certain not;
 * where it is there, the lists have the last word.
 */
export const BEFORE = 1;
export const SURELY_BEFORE = 2;
export const BEHIND = 4;
export const RARE = 8;
export const UNIT = 16;
export const PARTICLE = 32;
export const MARK = 64;
export const BOX = 128;
export const STRANGER = 256;
export const COMPOUND = 512;
/** Signs beyond ASCII, or too many of them: it may be anything. */
const ANYTHING = 1023;
/** It has a letter in lower case, a digit or slash, an apostrophe. */
const LOWER = 1024;
const DIGIT = 2048;
const APOSTROPHE = 4096;
/** It begins with a letter in lower case. */
const LOWER_FIRST = 8192;

/** Slots of the lists' words: with some 1,000 words, one of ten others shares a slot with them. */
const SLOT_BITS = 13;
const slots = new Uint16Array(1 << SLOT_BITS);
const endings = new Uint8Array(1 << SLOT_BITS);

const isAscii = (word: string): boolean => !/[^\0-\x7f]/.test(word);
const codesOf = (word: string): Uint16Array => Uint16Array.from(word, (sign) => sign.charCodeAt(0));

function note(words: Iterable<string>, trait: number): void {
  for (const word of words)
    if (isAscii(word)) {
      const slot = slotOf(codesOf(word), 0, word.length);
      slots[slot] = (slots[slot] ?? 0) | trait;
    }
}

/** Multiplicative hash over the units in lower case. */
function slotOf(units: Uint16Array, start: number, end: number): number {
  let hash = 0;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ ((units[at] ?? 0) | SMALL), PRIME);
  return hash >>> (32 - SLOT_BITS);
}

/** What parts capitals from small letters, and changes no other sign of words. */
const SMALL = 0x20;
/** Knuth's, of multiplicative hashes. */
const PRIME = 0x9e3779b1;

for (const [word, kind] of KINDS) {
  if (kind !== "behind" && kind !== "behindUnsure") note([word], BEFORE);
  if (kind !== "before" && kind !== "beforeUnsure") note([word], BEHIND);
}
note([...SURE_BEFORE, "via"], SURELY_BEFORE);
note(RARE_SET, RARE);
note(UNIT_SET, UNIT);
note(PARTICLE_SET, PARTICLE);
note(MARK_SET, MARK);
note(STRANGER_SET, STRANGER);
note([...BOX_ENDS, "aa", "ae", "ap"], BOX);
for (const ending of ENDING_SET)
  if (isAscii(ending)) endings[slotOf(codesOf(ending), ending.length - ENDING_MIN, ending.length)] = 1;

/** Traits that the signs themselves give, by code. */
const SIGNS = new Uint16Array(128);
for (let code = 0; code < 128; code++) {
  const sign = String.fromCharCode(code);
  if (/[a-z]/.test(sign)) SIGNS[code] = LOWER;
  else if (/[\d/]/.test(sign)) SIGNS[code] = DIGIT;
  else if (sign === "'") SIGNS[code] = APOSTROPHE;
}

/** The traits of the word in `[start, end)`, of signs of words only. */
export function traitsOf(units: Uint16Array, start: number, end: number): number {
  if (end - start >= WORD_MAX) return longTraits(units, start, end);
  // The word's point is none of its letters.
  const last = units[end - 1] === POINT ? end - 1 : end;
  let hash = 0;
  let traits = 0;
  for (let at = start; at < last; at++) {
    const code = units[at] ?? 0;
    if (code >= 0x80) return ANYTHING;
    hash = Math.imul(hash ^ (code | SMALL), PRIME);
    traits |= SIGNS[code] ?? 0;
  }
  traits |= slots[hash >>> (32 - SLOT_BITS)] ?? 0;
  if (last - start >= COMPOUND_MIN && endings[slotOf(units, last - ENDING_MIN, last)] === 1) traits |= COMPOUND;
  return SIGNS[units[start] ?? 0] === LOWER ? traits | LOWER_FIRST : traits;
}

const POINT = 0x2e;

/** Of a word that is longer than all of the lists, and of which the first or last units count. */
function longTraits(units: Uint16Array, start: number, end: number): number {
  for (let at = 0; at < WORD_MAX; at++)
    if ((units[start + at] ?? 0) >= 0x80 || (units[end - 1 - at] ?? 0) >= 0x80) return ANYTHING;
  const isCompound = mayEndCompound(units, end) || mayEndCompound(units, start + WORD_MAX);
  return LOWER | PARTICLE | (isCompound ? COMPOUND : 0);
}

function mayEndCompound(units: Uint16Array, end: number): boolean {
  const last = units[end - 1] === POINT ? end - 1 : end;
  return endings[slotOf(units, last - ENDING_MIN, last)] === 1;
}

/** Whether it is, for certain, a word in small letters that no name of a street has: no particle, and no number. */
export const isPlain = (traits: number): boolean => (traits & (LOWER_FIRST | PARTICLE | APOSTROPHE)) === LOWER_FIRST;

/** Whether it may be written as a name is, and not all in capitals. */
export const mayBeName = (traits: number): boolean =>
  (traits & ANYTHING) === ANYTHING ||
  ((traits & (LOWER | DIGIT)) === LOWER && (traits & (LOWER_FIRST | APOSTROPHE)) !== LOWER_FIRST);
