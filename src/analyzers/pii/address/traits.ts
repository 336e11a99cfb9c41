import type { Span } from "../../../core/model.ts";
import { MONTHS } from "../dates.ts";
import { isAsciiDigit } from "../numbers.ts";
import { LANGUAGES, type Language } from "./languages.ts";

// What a word is, wherever it stands, as bits. By the tables of the languages:
/** A kind of street that stands before the name; surely so, or one that is another word, too. */
export const SURE_BEFORE = 1 << 0;
const UNSURE_BEFORE = 1 << 1;
export const BEFORE = SURE_BEFORE | UNSURE_BEFORE;
/** The same behind the name. */
export const SURE_BEHIND = 1 << 2;
const UNSURE_BEHIND = 1 << 3;
export const BEHIND = SURE_BEHIND | UNSURE_BEHIND;
export const KIND = BEFORE | BEHIND;
/** It ends the name of a street that has its number before it. */
export const RARE = 1 << 4;
export const ENGLISH_TOO = 1 << 5;
export const WITH_ORDINAL = 1 << 6;
/** Its last part is a kind of street: `hauptstr`, `storgatan`. */
export const COMPOUND = 1 << 7;
export const UNIT = 1 << 9;
export const PARTICLE = 1 << 10;
export const MARK = 1 << 11;
export const OPENING = 1 << 12;
const NOUN = 1 << 13;
/** No name of a street. */
export const STRANGER = OPENING | NOUN;
export const BOX_OPENING = 1 << 14;
export const BOX_END = 1 << 15;
const MONTH = 1 << 16;
/** A kind that may stand before a name in small letters. */
export const SMALL_BEFORE = 1 << 23;
// By its letters:
/** Written as a name is: with a capital, or in a script that has none. */
export const NAME = 1 << 17;
/** A name that may be all that a street is called by: no month, and not all in capitals. */
export const PLAIN_NAME = 1 << 18;
/** It may be of a street's name in small letters: three and more of them, or a number. */
export const SMALL_NAME = 1 << 19;
/** `5`, `12a`, `343/10`, `12-14`, `4.` */
export const NUMBER = 1 << 20;
export const DIGIT = 1 << 21;
/** Of a script between Thai and Georgian. */
export const UNCASED = 1 << 22;

/** What a language writes: its words of one kind, or a pattern. */
type Column = keyof Language;

const ALL: readonly Language[] = Object.values(LANGUAGES);

/** The words of a column in all languages. */
const wordsOf = (column: Column): readonly string[] => [
  ...new Set(ALL.flatMap((language) => language[column]?.split(/\s+/) ?? [])),
];

/** The patterns of a column as one. */
export const patternOf = (column: Column): string => ALL.flatMap((language) => language[column] ?? []).join("|");

/** A pattern of the words of a column, the longest first; `_` stands for a space inside of one. */
export const oneOf = (column: Column): string =>
  wordsOf(column)
    .toSorted((one, other) => other.length - one.length)
    .join("|")
    .replaceAll("_", " ");

const COLUMN_TRAITS: readonly (readonly [column: Column, traits: number])[] = [
  ["before", SURE_BEFORE | SMALL_BEFORE],
  ["beforeUnsure", UNSURE_BEFORE],
  ["behind", SURE_BEHIND],
  ["behindUnsure", UNSURE_BEHIND],
  ["behindNumbered", RARE],
  ["englishToo", ENGLISH_TOO],
  ["withOrdinal", WITH_ORDINAL],
  ["units", UNIT],
  ["particles", PARTICLE],
  ["marks", MARK],
  ["openings", OPENING],
  ["nouns", NOUN],
  ["boxWords", BOX_OPENING | BOX_END],
  ["boxOpenings", BOX_OPENING],
  ["boxEnds", BOX_END],
];

const TABLE = new Map<string, number>(Array.from(MONTHS, (month) => [month, MONTH]));
for (const [column, traits] of COLUMN_TRAITS)
  for (const word of wordsOf(column)) TABLE.set(word, (TABLE.get(word) ?? 0) | traits);
// Italian writes `via roma 5`, though `via` is another word in many languages.
TABLE.set("via", (TABLE.get("via") ?? 0) | SMALL_BEFORE);
const ENDINGS: ReadonlySet<string> = new Set(wordsOf("endings"));

/** Letters of the shortest ending, and how many must stand before one. */
const ENDING_MIN = 3;
const STEM_MIN = 3;
const ENDING_LENGTHS = [...new Set(Array.from(ENDINGS, (ending) => ending.length))];

const isCompound = (bare: string): boolean =>
  (bare.charCodeAt(0) >= 0xe00 && THAI.test(bare)) ||
  ENDING_LENGTHS.some((length) => bare.length >= length + STEM_MIN && ENDINGS.has(bare.slice(-length)));

/** Thai has no spaces: the kind of the street or district opens the word. */
const THAI = /^(?:ถนน|ซอย|แขวง|เขต|ตำบล|อำเภอ|หมู่)/;

/** What the tables say of a word in lower case and without its point. */
export const tableTraits = (bare: string): number => TABLE.get(bare) ?? 0;

const listedTraits = (bare: string): number => tableTraits(bare) | (isCompound(bare) ? COMPOUND : 0);

// Most words are of ASCII and in no table. They are looked for by their units, so that no copy of them is made.
const PRIME = 0x9e3779b1;
/** What parts capitals from small letters, and changes no other sign of words. */
const SMALL = 0x20;
const SLOT_BITS = 12;

/** A word of ASCII and its traits. */
interface Entry {
  readonly word: string;
  readonly traits: number;
}

/** The words of the tables by the hash of their units. */
const SLOTS: readonly (readonly Entry[])[] = (() => {
  const slots = Array.from({ length: 1 << SLOT_BITS }, (): Entry[] => []);
  for (const [word, traits] of TABLE) slots[slotOf(unitsIn(word), 0, word.length)]?.push({ word, traits });
  return slots;
})();
/** 1: an ending has this hash of its last letters. */
const ENDING_SLOTS = new Uint8Array(1 << SLOT_BITS);
for (const ending of ENDINGS) ENDING_SLOTS[slotOf(unitsIn(ending), ending.length - ENDING_MIN, ending.length)] = 1;

function unitsIn(word: string): Uint16Array {
  return Uint16Array.from(word, (sign) => sign.charCodeAt(0));
}

/** Multiplicative hash over the units of ASCII in lower case: Knuth's, the upper bits are spread best. */
function slotOf(units: Uint16Array, start: number, end: number): number {
  let hash = 0;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ ((units[at] ?? 0) | SMALL), PRIME);
  return hash >>> (32 - SLOT_BITS);
}

/** Longest word of an address, UTF-16 units: a compound of German or Dutch. */
export const WORD_MAX = 40;

/** What a sign of ASCII is inside of words. */
const LOWER_SIGN = 1;
const UPPER_SIGN = 2;
const DIGIT_SIGN = 4;
const OTHER_SIGN = 8;
const POINT_SIGN = 16;
const ASCII = new Uint8Array(128);
for (let code = 0; code < 128; code++) ASCII[code] = signOf(String.fromCharCode(code));

function signOf(sign: string): number {
  if (/[a-z]/.test(sign)) return LOWER_SIGN;
  if (/[A-Z]/.test(sign)) return UPPER_SIGN;
  if (/\d/.test(sign)) return DIGIT_SIGN;
  return /[-.'/]/.test(sign) ? OTHER_SIGN : 0;
}

/** The comma, semicolon and question mark of Arabic, the space and the stops of Chinese. */
const PUNCTUATION = new Set([0x60c, 0x61b, 0x61f, 0x3000, 0x3001, 0x3002, 0x3003, 0x3004]);

/** Letters, digits and the signs inside of words; punctuation of typography and of East Asia parts words, and so do emoji. */
export const isWordCode = (code: number): boolean => (code < 0x80 ? ASCII[code] !== 0 : isWordCodeBeyond(code));

function isWordCodeBeyond(code: number): boolean {
  if (code < 0xc0) return code === 0xaa || code === 0xb0 || code === 0xba;
  if (code >= 0x2000 && code <= 0x2bff) return code === 0x2019 || code === 0x2116;
  return (code < 0xd800 || code > 0xdfff) && !PUNCTUATION.has(code);
}

const POINT = 0x2e;
const FIRST_CAPITAL = 0x41;
const LAST_CAPITAL = 0x5a;

/** The traits of the word in `[start, end)`. */
export function traitsOf(units: Uint16Array, raw: string, { start, end }: Span): number {
  // The word's point is none of its letters.
  const points = units[end - 1] === POINT ? 1 : 0;
  const last = end - points;
  let hash = 0;
  let signs = points * POINT_SIGN;
  for (let at = start; at < last; at++) {
    const code = units[at] ?? 0;
    if (code >= 0x80) return traitsBeyondAscii(raw.slice(start, end));
    hash = Math.imul(hash ^ (code | SMALL), PRIME);
    signs |= ASCII[code] ?? 0;
  }
  return asciiTraits(units, raw, { start, end, last, signs, slot: hash >>> (32 - SLOT_BITS) });
}

/** A word of ASCII: what stands in it, and where it is looked for in the tables. */
interface AsciiWord extends Span {
  /** Its end without its point. */
  readonly last: number;
  readonly signs: number;
  readonly slot: number;
}

function asciiTraits(units: Uint16Array, raw: string, word: AsciiWord): number {
  const { start, end, last, signs } = word;
  if ((signs & ~POINT_SIGN) === DIGIT_SIGN && last - start <= NUMBER_MAX) return DIGIT | NUMBER | SMALL_NAME;
  let listed = entryTraits(units, word);
  if (mayEndInKind(units, start, last) && isCompound(raw.slice(start, last).toLowerCase())) listed |= COMPOUND;
  if ((signs & (DIGIT_SIGN | OTHER_SIGN)) !== 0) return listed | writtenTraits(raw.slice(start, end), listed);
  if (isCapital(units[start] ?? 0)) return listed | nameTraits(signs, listed);
  const isSmallName = signs === LOWER_SIGN && end - start >= SMALL_NAME_MIN;
  return isSmallName && (listed & (STRANGER | PARTICLE)) === 0 ? listed | SMALL_NAME : listed;
}

const mayEndInKind = (units: Uint16Array, start: number, last: number): boolean =>
  last - start >= ENDING_MIN + STEM_MIN && ENDING_SLOTS[slotOf(units, last - ENDING_MIN, last)] === 1;

/** Of a capitalised word of letters, perhaps with a point. */
function nameTraits(signs: number, listed: number): number {
  if ((listed & STRANGER) !== 0) return 0;
  return (signs & LOWER_SIGN) !== 0 && (listed & MONTH) === 0 ? NAME | PLAIN_NAME : NAME;
}

/** What the tables say of a word. */
function entryTraits(units: Uint16Array, { start, last, slot }: AsciiWord): number {
  for (const { word, traits } of SLOTS[slot] ?? []) {
    if (word.length !== last - start) continue;
    let at = 0;
    while (at < word.length && word.charCodeAt(at) === ((units[start + at] ?? 0) | SMALL)) at += 1;
    if (at === word.length) return traits;
  }
  return 0;
}

const SMALL_NAME_MIN = 3;
/** Digits of a number. */
const NUMBER_MAX = 6;
const isCapital = (code: number): boolean => code >= FIRST_CAPITAL && code <= LAST_CAPITAL;

function traitsBeyondAscii(text: string): number {
  const listed = listedTraits((text.endsWith(".") ? text.slice(0, -1) : text).toLowerCase());
  return listed | writtenTraits(text, listed);
}

/** The traits that its letters give to a word of any script, of which the tables say `listed`. */
function writtenTraits(text: string, listed: number): number {
  const first = text.charCodeAt(0);
  if (isAsciiDigit(first)) return NUMBER_FORM.test(text) ? DIGIT | NUMBER | SMALL_NAME : DIGIT;
  let traits = first >= 0xe00 && first < 0x1100 ? UNCASED : 0;
  if (PARTICLE_FIRST.test(text)) traits |= PARTICLE;
  if (/\d/.test(text)) traits |= DIGIT;
  return traits | letterTraits(text, listed | traits);
}

/** Whether it is a name, or one in small letters. */
function letterTraits(text: string, traits: number): number {
  const isStranger = (traits & STRANGER) !== 0;
  if (isUncasedLetter(text.charCodeAt(0)) || (!isStranger && hasCapital(text)))
    return (traits & MONTH) === 0 && isPlainForm(text) ? NAME | PLAIN_NAME : NAME;
  return (traits & (STRANGER | PARTICLE)) === 0 && /^\p{Ll}{3,}$/u.test(text) ? SMALL_NAME : 0;
}

/** Of letters and the signs between them, and not all in capitals of Latin. */
const isPlainForm = (text: string): boolean =>
  /^\p{L}[\p{L}\p{M}'’.-]+$/u.test(text) && /\p{Ll}|[^\0-\u024f]/u.test(text);

/** `d'`, `l’` and what they are joined to. */
const PARTICLE_FIRST = /^[dl]['’]/i;
const NUMBER_FORM = /^\d{1,6}(?:[-/.]\d{1,5}|[-/][A-Za-z])?(?:[A-Za-z]|st|nd|rd|th)?\.?$/;

/** Hebrew, Arabic, the scripts of India and Georgia's have no capitals. */
const isUncasedLetter = (code: number): boolean =>
  (code >= 0x590 && code < 0xe00) || (code >= 0x10d0 && code <= 0x10ff);

/** It begins with a capital, or an article does: `l'Église`, `dell'Orso`. */
function hasCapital(text: string): boolean {
  const first = text.charCodeAt(0);
  if (first < 0x80) return isCapital(first) || /^(?:[dl]|dell|nell|qu)['’]\p{Lu}/u.test(text);
  const letter = text.charAt(0);
  return letter !== letter.toLowerCase();
}
