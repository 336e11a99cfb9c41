import type { Span } from "../../../core/model.ts";
import { RawText } from "../../../text/units.ts";
import { MONTHS } from "../dates.ts";
import { isAsciiDigit } from "../numbers.ts";
import { LANGUAGES, type Language } from "./languages.ts";

// The traits of a word, independent of its context, as bits. From the language tables:
/** A street type before the name: always one, or also an ordinary word. */
export const SURE_BEFORE = 1 << 0;
const UNSURE_BEFORE = 1 << 1;
export const BEFORE = SURE_BEFORE | UNSURE_BEFORE;
/** The same after the name. */
export const SURE_AFTER = 1 << 2;
const UNSURE_AFTER = 1 << 3;
export const AFTER = SURE_AFTER | UNSURE_AFTER;
export const STREET_TYPE = BEFORE | AFTER;
/** A street type if the number precedes the name. */
export const AFTER_NUMBERED = 1 << 4;
export const ENGLISH_TOO = 1 << 5;
export const WITH_ORDINAL = 1 << 6;
/** Its last part is a street type: `hauptstr`, `storgatan`. */
export const COMPOUND = 1 << 7;
export const UNIT = 1 << 9;
export const PARTICLE = 1 << 10;
export const MARK = 1 << 11;
export const OPENING = 1 << 12;
const NOUN = 1 << 13;
/** Never part of a street name. */
export const STOP_WORD = OPENING | NOUN;
export const BOX_OPENING = 1 << 14;
export const BOX_END = 1 << 15;
const MONTH = 1 << 16;
/** A street type that may precede a lower-case name. */
export const SMALL_BEFORE = 1 << 23;
// By its letters:
/** Written like a name: capitalised, or in a script without case. */
export const NAME = 1 << 17;
/** A name that may be a whole street name: not a month and not in all capitals. */
export const PLAIN_NAME = 1 << 18;
/** Possibly part of a lower-case street name: at least three lower-case letters, or a number. */
export const SMALL_NAME = 1 << 19;
/** `5`, `12a`, `343/10`, `12-14`, `4.` */
export const NUMBER = 1 << 20;
export const DIGIT = 1 << 21;
/** In a script between Thai and Georgian. */
export const UNCASED = 1 << 22;

/** A column of the language tables: words of one kind, or a pattern. */
type Column = keyof Language;

const ALL: readonly Language[] = Object.values(LANGUAGES);

/** A column's words in all languages. */
const wordsOf = (column: Column): readonly string[] => [
  ...new Set(ALL.flatMap((language) => language[column]?.split(/\s+/) ?? [])),
];

/** A column's patterns in all languages, as one pattern. */
export const patternOf = (column: Column): string => ALL.flatMap((language) => language[column] ?? []).join("|");

/** A pattern of a column's words, longest first; `_` in a word is a space. */
export const oneOf = (column: Column): string =>
  wordsOf(column)
    .toSorted((one, other) => other.length - one.length)
    .join("|")
    .replaceAll("_", " ");

const COLUMN_TRAITS: readonly (readonly [column: Column, traits: number])[] = [
  ["before", SURE_BEFORE | SMALL_BEFORE],
  ["beforeUnsure", UNSURE_BEFORE],
  ["after", SURE_AFTER],
  ["afterUnsure", UNSURE_AFTER],
  ["afterNumbered", AFTER_NUMBERED],
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

/** Letters of the shortest ending, and the fewest letters before an ending. */
const ENDING_MIN = 3;
const STEM_MIN = 3;
const ENDING_LENGTHS = [...new Set(Array.from(ENDINGS, (ending) => ending.length))];

const isCompound = (bare: string): boolean =>
  (bare.charCodeAt(0) >= 0xe00 && THAI.test(bare)) ||
  ENDING_LENGTHS.some((length) => bare.length >= length + STEM_MIN && ENDINGS.has(bare.slice(-length)));

/** Thai has no spaces: the type of street or district opens the word. */
const THAI = /^(?:ถนน|ซอย|แขวง|เขต|ตำบล|อำเภอ|หมู่)/;

/** The listed traits of a word in lower case and without its final period. */
export const tableTraits = (bare: string): number => TABLE.get(bare) ?? 0;

const listedTraits = (bare: string): number => tableTraits(bare) | (isCompound(bare) ? COMPOUND : 0);

// Most words are ASCII and not listed. Looking them up by their code units avoids copying them.
const PRIME = 0x9e3779b1;
/** The case bit of ASCII letters; it is already set in all other characters of words. */
const SMALL = 0x20;
const SLOT_BITS = 12;

/** An ASCII word and its traits. */
interface Entry {
  readonly word: string;
  readonly traits: number;
}

/** The listed words by the hash of their code units. */
const SLOTS: readonly (readonly Entry[])[] = (() => {
  const slots = Array.from({ length: 1 << SLOT_BITS }, (): Entry[] => []);
  const { units } = new RawText([...TABLE.keys()].join(""));
  let start = 0;
  for (const [word, traits] of TABLE) {
    const end = start + word.length;
    slots[slotOf(units, start, end)]?.push({ word, traits });
    start = end;
  }
  return slots;
})();
/** 1: an ending's last letters have this hash. */
const ENDING_SLOTS = new Uint8Array(1 << SLOT_BITS);
for (const ending of ENDINGS)
  ENDING_SLOTS[slotOf(new RawText(ending).units, ending.length - ENDING_MIN, ending.length)] = 1;

/** Knuth's multiplicative hash of lower-cased ASCII; its upper bits are the best distributed. */
function slotOf(units: Uint16Array, start: number, end: number): number {
  let hash = 0;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ ((units[at] ?? 0) | SMALL), PRIME);
  return hash >>> (32 - SLOT_BITS);
}

/** Longest word of an address, UTF-16 units: a compound of German or Dutch. */
export const WORD_MAX = 40;

/** Classes of ASCII characters in words. */
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

/** The Arabic comma, semicolon and question mark; the Chinese space and full stops. */
const PUNCTUATION = new Set([0x60c, 0x61b, 0x61f, 0x3000, 0x3001, 0x3002, 0x3003, 0x3004]);

/** Letters, digits and the characters inside words. Typographic and East Asian punctuation and emoji separate words. */
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
  // The final period is not part of the word.
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

/** An ASCII word: its character classes and its slot in the tables. */
interface AsciiWord extends Span {
  /** Its end without the final period. */
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
  return isSmallName && (listed & (STOP_WORD | PARTICLE)) === 0 ? listed | SMALL_NAME : listed;
}

const mayEndInKind = (units: Uint16Array, start: number, last: number): boolean =>
  last - start >= ENDING_MIN + STEM_MIN && ENDING_SLOTS[slotOf(units, last - ENDING_MIN, last)] === 1;

/** The traits of a capitalised word of letters, with or without a final period. */
function nameTraits(signs: number, listed: number): number {
  if ((listed & STOP_WORD) !== 0) return 0;
  return (signs & LOWER_SIGN) !== 0 && (listed & MONTH) === 0 ? NAME | PLAIN_NAME : NAME;
}

/** The listed traits of an ASCII word. */
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
const NUMBER_MAX = 6;
const isCapital = (code: number): boolean => code >= FIRST_CAPITAL && code <= LAST_CAPITAL;

function traitsBeyondAscii(text: string): number {
  const listed = listedTraits((text.endsWith(".") ? text.slice(0, -1) : text).toLowerCase());
  return listed | writtenTraits(text, listed);
}

/** The traits that follow from the letters of a word in any script; `listed` are those from the tables. */
function writtenTraits(text: string, listed: number): number {
  const first = text.charCodeAt(0);
  if (isAsciiDigit(first)) return NUMBER_FORM.test(text) ? DIGIT | NUMBER | SMALL_NAME : DIGIT;
  let traits = first >= 0xe00 && first < 0x1100 ? UNCASED : 0;
  if (PARTICLE_FIRST.test(text)) traits |= PARTICLE;
  if (/\d/.test(text)) traits |= DIGIT;
  return traits | letterTraits(text, listed | traits);
}

/** `NAME`, `PLAIN_NAME`, `SMALL_NAME` or none. */
function letterTraits(text: string, traits: number): number {
  const isStopWord = (traits & STOP_WORD) !== 0;
  if (isUncasedLetter(text.charCodeAt(0)) || (!isStopWord && hasCapital(text)))
    return (traits & MONTH) === 0 && isPlainForm(text) ? NAME | PLAIN_NAME : NAME;
  return (traits & (STOP_WORD | PARTICLE)) === 0 && /^\p{Ll}{3,}$/u.test(text) ? SMALL_NAME : 0;
}

/** Letters and the characters between them, not all Latin capitals. */
const isPlainForm = (text: string): boolean =>
  /^\p{L}[\p{L}\p{M}'’.-]+$/u.test(text) && /\p{Ll}|[^\0-\u024f]/u.test(text);

/** `d'`, `l’` and the word joined to them. */
const PARTICLE_FIRST = /^[dl]['’]/i;
const NUMBER_FORM = /^\d{1,6}(?:[-/.]\d{1,5}|[-/][A-Za-z])?(?:[A-Za-z]|st|nd|rd|th)?\.?$/;

/** Hebrew, Arabic, Indic and Georgian scripts have no case. */
const isUncasedLetter = (code: number): boolean =>
  (code >= 0x590 && code < 0xe00) || (code >= 0x10d0 && code <= 0x10ff);

/** Whether it begins with a capital, after an article if there is one: `l'Église`, `dell'Orso`. */
function hasCapital(text: string): boolean {
  const first = text.charCodeAt(0);
  if (first < 0x80) return isCapital(first) || /^(?:[dl]|dell|nell|qu)['’]\p{Lu}/u.test(text);
  const letter = text.charAt(0);
  return letter !== letter.toLowerCase();
}
