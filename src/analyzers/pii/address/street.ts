import type { Span } from "../../../core/model.ts";
import type { Meter } from "../../step-meter.ts";
import { isAsciiDigit } from "../numbers.ts";
import { type Tokens, type Word } from "./tokens.ts";
import {
  BEFORE,
  BEHIND,
  COMPOUND,
  ENGLISH_TOO,
  KIND,
  MARK,
  NAME,
  NUMBER,
  PARTICLE,
  PLAIN_NAME,
  RARE,
  SMALL_BEFORE,
  SMALL_NAME,
  STRANGER,
  SURE_BEFORE,
  SURE_BEHIND,
  UNCASED,
  UNIT,
  WITH_ORDINAL,
} from "./traits.ts";

/** Street and number, or what stands for them, before postcode and place are added. */
export interface Core {
  readonly start: number;
  readonly end: number;
  /**
   * `sure`: an address by itself. `unsure`: a kind of street that is also another word; it takes an announcement, a postcode or
   * a part of a home. `name`: a name and a number; it takes a label or a postcode. `unit`: a flat, with a street behind it.
   */
  readonly trust: "sure" | "unsure" | "name" | "unit";
  /** Written in small letters throughout: then what follows is, too. */
  readonly isLower: boolean;
}

/** What a closer look at the words beside a number costs. */
const BESIDE_STEPS = 150;
/** Words before the number, its own sign included. */
const WORDS_MAX = 8;
/** Words of a street's name. */
const NAME_MAX = 6;
/** … in small letters, before its kind. */
const SMALL_NAME_MAX = 2;
/** Words before a kind of street that is also another word. */
const UNSURE_NAME_MAX = 3;
/** How far around a street small letters must reign to count as a habit of the writer. */
const SMALL_REACH = 40;

const coreOf = (start: number, end: number, isSure: boolean, isLower = false): Core => ({
  start,
  end,
  trust: isSure ? "sure" : "unsure",
  isLower,
});

const isSureCore = (core: Core | null): core is Core => core?.trust === "sure";

/** A house number, and the words on both its sides. */
interface House {
  readonly tokens: Tokens;
  readonly start: number;
  readonly end: number;
  /** The nearest words. */
  readonly before: Word | null;
  readonly after: Word | null;
}

/** The street beside the house number in `[start, end)`. */
export function streetBeside(tokens: Tokens, number: Span, meter: Meter | undefined): Core | null {
  const house = houseAt(tokens, number);
  if (isOfStreet(house.before) || isOfStreet(house.after)) meter?.spend(BESIDE_STEPS);
  const before = streetBefore(house);
  if (isSureCore(before)) return before;
  const after = streetAfter(house);
  if (isSureCore(after)) return isYear(tokens.raw, house.start) ? { ...after, trust: "name" } : after;
  return before ?? unitBefore(house) ?? after ?? smallStreet(house) ?? named(house);
}

function houseAt(tokens: Tokens, { start, end }: Span): House {
  const { raw } = tokens;
  const first = nameAfter(raw, end);
  const after = first === end ? null : tokens.after(first);
  return { tokens, start, end, before: tokens.before(skipBack(raw, start)), after };
}

/** Whether a look at the words beyond it may be worth its while. */
const isOfStreet = (word: Word | null): boolean =>
  word !== null && word.is(KIND | RARE | COMPOUND | UNIT | MARK | PLAIN_NAME);

/** `In 2008 Wall Street …`. */
const isYear = (raw: string, start: number): boolean =>
  /^(?:19|20)\d\d(?!\d)/.test(raw.slice(start, start + 5)) &&
  !/[\n:"'>@]\s{0,3}$|\bat $/.test(raw.slice(Math.max(0, start - 4), start));

/** Over spaces, a comma, and the signs of a number. */
function skipBack(raw: string, start: number): number {
  let at = start;
  for (let step = 0; step < 4 && at > 0; step++) {
    const code = raw.charCodeAt(at - 1);
    const isMarked = code === 0x3a && /[oOrRנ]$/.test(raw.slice(Math.max(0, at - 2), at - 1));
    if (code !== 0x20 && code !== 0x2c && code !== 0x23 && code !== 0x2116 && !isMarked) break;
    at -= 1;
  }
  return at;
}

/** Where a name behind the number that ends at `end` begins; `end` when nothing parts them. */
function nameAfter(raw: string, end: number): number {
  const hasComma = raw.charCodeAt(end) === 0x2c;
  const at = hasComma ? end + 1 : end;
  const code = raw.charCodeAt(at);
  return code === 0x20 || (code === 0x0a && !hasComma) ? at + 1 : at;
}

/** Words that lead to a number: the nearest, and how many may count. */
interface Row {
  readonly first: Word;
  readonly max: number;
}

/** `Hauptstr. 5`, `rue de la Paix 12`, `Dezső utca 11.`, `ул. Ленина, д. 5`: the street before the number. */
function streetBefore({ tokens, before, end }: House): Core | null {
  const { raw } = tokens;
  const row = unsigned(tokens, before);
  return row === null ? null : (compound(raw, row, end) ?? behindName(raw, row, end) ?? beforeName(raw, row, end));
}

/** The words before the signs of the number (`No.`, `д.`). */
function unsigned(tokens: Tokens, nearest: Word | null): Row | null {
  let max = WORDS_MAX;
  let last = nearest;
  for (let word = nearest; word !== null && max > 0; word = word.previous, max--) {
    if (!word.is(MARK)) return { first: word, max };
    last = word;
  }
  const first = last === null ? null : tokens.before(skipBack(tokens.raw, last.start));
  return first === null ? null : { first, max: WORDS_MAX };
}

function compound(raw: string, row: Row, end: number): Core | null {
  const { first } = row;
  // `HAVE_CONFSTR 1` is a name of code.
  if (!first.is(COMPOUND) || raw.charCodeAt(first.start - 1) === 0x5f) return null;
  if (first.is(NAME | UNCASED)) return coreOf(nameStart(row), end, true);
  return isSmall(raw, first.start, end) ? coreOf(first.start, end, true, true) : null;
}

/** The first of the capitalised words and particles that lead to the row's nearest word. */
function nameStart({ first, max }: Row): number {
  let { start } = first;
  let word = first.previous;
  for (let at = 1; word !== null && at < max && at <= NAME_MAX; at++, word = word.previous) {
    if (word.is(STRANGER) || !word.is(NAME | NUMBER | PARTICLE)) break;
    if (!word.is(PARTICLE) || word.is(NAME)) start = word.start;
  }
  return start;
}

function behindName(raw: string, row: Row, end: number): Core | null {
  const { first: type, max } = row;
  // In Norwegian `gate` is a street, in English `Gate` is none.
  if (!type.is(BEHIND) || max < 2 || type.text === "Gate") return null;
  const name = type.previous;
  if (name === null || !(name.is(NAME) || ORDINAL_WORD.test(name.text))) return null;
  const hasPoint = type.is(WITH_ORDINAL) && raw.charCodeAt(end) === 0x2e;
  const isSure = type.is(SURE_BEHIND) && (hasPoint || type.bare.length > 1);
  return coreOf(nameStart(row), hasPoint ? end + 1 : end, isSure);
}

const ORDINAL_WORD = /^\d+(?:st|nd|rd|th)$/;

function beforeName(raw: string, row: Row, end: number): Core | null {
  let names = 0;
  let small = 0;
  let behind = row.first;
  for (let word: Word | null = row.first, at = 0; word !== null && at < row.max; word = word.previous, at++) {
    if (opensStreet(word, names, small)) return coreOf(word.start, end, isSureBefore(word, behind));
    if (word.is(NAME) || (at === 0 && isSigned(raw, word))) names += 1;
    else if (word.is(STRANGER)) break;
    else if (!word.is(NUMBER | PARTICLE)) small += 1;
    if (small > SMALL_NAME_MAX) break;
    behind = word;
  }
  return small > 0 && names === 0 ? smallBefore(raw, row, end) : null;
}

/** In Colombia streets have numbers, and a sign parts them from the house's: `Carrera 7 # 71-21`. */
function isSigned(raw: string, word: Word): boolean {
  SIGN.lastIndex = word.end;
  return word.is(NUMBER) && SIGN.test(raw);
}

const SIGN = / ?(?:#|N[°ºo])/y;

const isSureKind = (type: Word): boolean => type.is(SURE_BEFORE) && (type.bare.length > 1 || type.hasPoint);

/** Whether it is a kind, and may have `names` capitalised and `small` other words behind it. */
function opensStreet(type: Word, names: number, small: number): boolean {
  if (!type.is(BEFORE) || names + small === 0) return false;
  return (small === 0 && names > 0) || (isSureKind(type) && takesSmall(type));
}

/** Small words belong to the name behind a capitalised kind of another language than English. */
const takesSmall = (type: Word): boolean => type.text.toLowerCase() !== type.text && !type.is(ENGLISH_TOO);

/** Surely a kind, or written as one: `Via Roma`, `Str. Victoriei`. In small letters they would be words of the sentence. */
const isSureBefore = (type: Word, name: Word): boolean =>
  isSureKind(type) || type.text === "Str." || (type.text === "Via" && /\p{Ll}/u.test(name.text));

/** `rua augusta 12` in a text without capitals: one or two words behind the kind. */
function smallBefore(raw: string, { first, max }: Row, end: number): Core | null {
  let word = first.previous;
  for (let at = 1; word !== null && at < max && at <= NEAR_MAX; at++, word = word.previous) {
    if (word.is(STRANGER)) return null;
    if (!word.is(SMALL_BEFORE)) continue;
    return isSmall(raw, word.start, end) ? coreOf(word.start, end, word.text.length > 2, true) : null;
  }
  return null;
}

/** So far before a number stands a kind with a name in small letters, words. */
const NEAR_MAX = 3;

/** `221B Baker Street`, `12, rue de la Paix`, `12/4, Gandhi Nagar`: the street behind the number. */
function streetAfter({ tokens, start, end, after }: House): Core | null {
  if (after === null) return null;
  const { raw } = tokens;
  const found = typeFirst(raw, after, start) ?? typeLast(raw, after, start);
  const isParted = raw.charCodeAt(end) === 0x2c;
  return isSureCore(found) && isParted && isEnglish(raw, found) ? { ...found, trust: "unsure" } : found;
}

const isEnglish = (raw: string, { end }: Core): boolean =>
  /(?:street|road|lane|avenue|st|rd|ave)\.?$/i.test(raw.slice(end - 8, end));

function typeFirst(raw: string, type: Word, start: number): Core | null {
  const name = type.is(BEFORE) ? type.next : null;
  if (name === null) return null;
  const isSure = type.is(SURE_BEFORE);
  const end = namesEnd(name);
  if (end > 0) return coreOf(start, raw.charCodeAt(end - 1) === 0x2e ? end - 1 : end, isSure);
  return isSure && !name.is(STRANGER) && type.text.length > 2 ? smallAfter(raw, name, start) : null;
}

/** `5 rue victor hugo` in a text without capitals: two words, and a particle. */
function smallAfter(raw: string, name: Word, start: number): Core | null {
  const second = name.next;
  const last = (name.is(PARTICLE) ? second?.next : null) ?? second ?? name;
  return isSmall(raw, start, last.end) ? coreOf(start, last.end, true, true) : null;
}

/** End of the names, numbers and particles from `first` on; -1 without a name. */
function namesEnd(first: Word): number {
  let end = -1;
  for (let word: Word | null = first, at = 0; word !== null && at < NAME_MAX; word = word.next, at++) {
    const isPart = word.is(NAME) || /^\d/.test(word.text);
    if ((!isPart && !word.is(PARTICLE)) || word.endsAddress) break;
    if (isPart) end = word.end;
  }
  return end;
}

/** What stands between a number and a kind of street behind it. */
interface Between {
  readonly start: number;
  readonly first: Word;
  /** How many words. */
  readonly count: number;
  /** Whether one of them is written as a name. */
  readonly hasName: boolean;
  /** Whether all of them may be of a name. */
  readonly isWhole: boolean;
}

function typeLast(raw: string, first: Word, start: number): Core | null {
  let hasName = false;
  let isWhole = true;
  for (let word: Word | null = first, count = 0; word !== null && count <= NAME_MAX; word = word.next, count++) {
    if (word.is(BEHIND | RARE | COMPOUND)) {
      const found = streetOf(raw, word, { start, first, count, hasName, isWhole });
      if (found !== null) return found;
    }
    if (word.is(STRANGER) && !word.is(KIND)) return null;
    hasName ||= word.is(NAME);
    isWhole &&= word.is(NAME | NUMBER | PARTICLE) && !word.endsAddress;
    if (!isWhole && count >= SMALL_NAME_MAX) return null;
  }
  return null;
}

/** The street that ends with `word`: behind parts of a name, or few words in small letters. */
function streetOf(raw: string, word: Word, between: Between): Core | null {
  const { start, count, hasName, isWhole } = between;
  const isNamed = hasName ? isWhole : count > 0 && count <= SMALL_NAME_MAX;
  const found = isNamed && isKind(word, count) ? namedBy(raw, word, between) : null;
  if (found !== null || !isWhole || !word.is(COMPOUND)) return found;
  return word.is(NAME | UNCASED) ? coreOf(start, word.end, word.is(UNCASED)) : null;
}

/** `5 Mill Creek` is a street, in `5 Mill Creek Road` the creek is of the name. */
function isKind(word: Word, count: number): boolean {
  if (!word.is(BEHIND | RARE) || word.bare.length < 2) return false;
  if (word.is(BEHIND)) return true;
  const next = nextOf(word, count);
  return !goesOn(next) && !goesOn(next === null ? null : nextOf(next, count + 1));
}

/** The word behind one with so many before it, as long as they are of a name. */
const nextOf = (word: Word, count: number): Word | null => (count < NAME_MAX ? word.next : null);

const goesOn = (word: Word | null): boolean => word !== null && word.is(NAME) && word.is(BEHIND | RARE);

/** The street of the kind `type`, with the words before it as its name. */
function namedBy(raw: string, type: Word, between: Between): Core | null {
  const { start, count, hasName } = between;
  const next = nextOf(type, count);
  if (type.is(WITH_ORDINAL) && next?.is(NUMBER) === true) return null;
  if (!hasName) return smallNamed(raw, type, between);
  const isSure = type.is(SURE_BEHIND) && type.bare !== "gate";
  return count > UNSURE_NAME_MAX && !isSure ? null : coreOf(start, typeEnd(raw, type, next), isSure);
}

/** Behind a street in small letters: the end of its line, a comma or what goes on with a part of the home. */
const SMALL_END = /^(?:[,\n]|\.?$| (?:apt|suite|unit)| ?\()/;

/** `45 king street` in a text without capitals, at the end of its line or before a comma. */
function smallNamed(raw: string, type: Word, { start, first }: Between): Core | null {
  if (!type.is(SURE_BEHIND) || type.text.length < 4 || !SMALL_END.test(raw.slice(type.end, type.end + 7))) return null;
  let last: Word | null = null;
  for (let word: Word | null = first; word !== null && word.start < type.start; word = word.next) {
    if (!word.is(NUMBER) && (word.is(STRANGER | PARTICLE) || !/^\p{L}{3,}$/u.test(word.text))) return null;
    last = word;
  }
  const isName = last !== null && /\p{L}{3}/u.test(last.text);
  return isName && isSmall(raw, start, type.end) ? coreOf(start, type.end, true, true) : null;
}

/** The kind of street ends it, a point of an abbreviation and a direction included. */
function typeEnd(raw: string, type: Word, next: Word | null): number {
  const hasSide = next !== null && /^(?:[NSEW]|NE|NW|SE|SW|North|South|East|West)\.?$/.test(next.text);
  const word = hasSide ? next : type;
  if (!word.hasPoint || /^[nsew]{1,2}$/.test(word.bare)) return word.end;
  // The point of a whole word, or before another sentence, ends the sentence.
  const isShort = /^(?:st|rd|ave|av|blvd|dr|ln|pl|ct|sq|cres|hwy|pkwy|ter|cir|trl|gdns|pde|str|cd|sk)$/.test(word.bare);
  return isShort && !/^(?:\s*$| \p{Lu}\p{Ll}+ \p{Ll})/u.test(raw.slice(word.end, word.end + 24))
    ? word.end
    : word.end - 1;
}

/** Nothing is written with a capital around it. */
const isSmall = (raw: string, start: number, end: number): boolean =>
  !/\p{Lu}/u.test(raw.slice(Math.max(0, start - SMALL_REACH), end + SMALL_REACH));

/** `Flat 5`: a part of a house; an address where a street stands behind it. */
function unitBefore(house: House): Core | null {
  const { tokens, before, end } = house;
  const unit = before?.is(MARK) === true ? before.previous : before;
  // Units of one or two letters are words of many languages.
  if (unit === null || !unit.is(UNIT) || unit.is(MARK) || unit.bare.length < 3) return null;
  // `Aleea Dealului, Bloc 5`: the house stands for the number.
  const isParted = tokens.raw.slice(unit.start - 2, unit.start) === ", ";
  const nearest = isParted ? tokens.before(skipBack(tokens.raw, unit.start)) : null;
  const street = nearest === null ? null : streetBefore({ ...house, before: nearest });
  return isSureCore(street) ? street : { start: unit.start, end, trust: "unit", isLower: false };
}

/**
 * `1428 elm st` in any text: an address where a label says so, and mostly where a sentence leads to it. Kinds that are another
 * word, too (`4 wheel drive`), take the label.
 */
function smallStreet({ tokens, start, end, after }: House): Core | null {
  const { raw } = tokens;
  const first = raw.charCodeAt(end + 1);
  if (raw.charCodeAt(end) !== 0x20 || first < 0x30 || (first > 0x39 && first < 0x61)) return null;
  for (let word = after, at = 0; word !== null && at <= SMALL_NAME_MAX; word = word.next, at++) {
    if (at > 0 && isSmallKind(word))
      return { start, end: word.end - (word.hasPoint ? 1 : 0), trust: "unsure", isLower: true };
    if (!word.is(SMALL_NAME)) return null;
  }
  return null;
}

const isSmallKind = (word: Word): boolean => word.is(BEHIND | RARE) && !word.is(NAME) && /^[a-z]/.test(word.bare);

/** `Perseverancia 209`, `13, Ahmet Haxhiu`: names with a number; an address only where more tells so. */
function named({ tokens, start, end, before, after }: House): Core | null {
  if (before !== null && before.end < start && before.is(PLAIN_NAME))
    return { start: nameStart({ first: before, max: NAME_MAX }), end, trust: "name", isLower: false };
  const at = tokens.raw.charCodeAt(end) === 0x2c ? end + 1 : end;
  const first = tokens.raw.charCodeAt(at) === 0x20 ? after : null;
  const isAfter = first !== null && first.is(PLAIN_NAME) && first.text.length > 2;
  return isAfter ? { start, end: first.end, trust: "name", isLower: false } : null;
}

/** The house number: `221B`, `12-14`, `343/10`, `12 bis`. */
const HOUSE =
  /\d{1,5}(?:[-/]\d{1,5}){0,2}(?:[-/][A-Za-z0-9]{1,3}(?![\p{L}\p{N}]))?(?: ?[A-Za-z](?![\p{L}\p{N}'’.:])|[А-Яа-я](?!\p{L}))?(?: ?(?:bis|ter|quater)(?!\p{L}))?(?![\p{L}\p{N}_])/uy;
const ORDINAL = /\d{1,3}(?:st|nd|rd|th) (?=\p{Lu})/uy;
/** Digits of a house number. */
const DIGITS_MAX = 5;

/** End of the house number or ordinal that begins at `start`; `start` when there is none. */
export function houseEnd(raw: string, start: number): number {
  let end = start;
  while (end - start <= DIGITS_MAX && isAsciiDigit(raw.charCodeAt(end))) end += 1;
  if (end === start || end - start > DIGITS_MAX) return start;
  for (const pattern of [HOUSE, ORDINAL]) {
    pattern.lastIndex = start;
    if (pattern.test(raw)) return pattern === HOUSE ? pattern.lastIndex : pattern.lastIndex - 1;
  }
  return start;
}
