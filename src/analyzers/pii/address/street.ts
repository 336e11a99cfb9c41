import type { Span } from "../../../core/model.ts";
import type { Meter } from "../../step-meter.ts";
import { isAsciiDigit } from "../numbers.ts";
import { type Tokens, type Word } from "./tokens.ts";
import {
  AFTER,
  AFTER_NUMBERED,
  BEFORE,
  COMPOUND,
  ENGLISH_TOO,
  MARK,
  NAME,
  NUMBER,
  PARTICLE,
  PLAIN_NAME,
  SMALL_BEFORE,
  SMALL_NAME,
  STOP_WORD,
  STREET_TYPE,
  SURE_AFTER,
  SURE_BEFORE,
  UNCASED,
  UNIT,
  WITH_ORDINAL,
} from "./traits.ts";

/** Street and number, or their equivalent, without postcode and place. */
export interface Core {
  readonly start: number;
  readonly end: number;
  /**
   * `sure`: an address by itself. `unsure`: the street type is also an ordinary word; needs an announcement, a postcode or a
   * unit. `name`: a name and a number; needs a label or a postcode. `unit`: a flat; needs a street after it.
   */
  readonly trust: "sure" | "unsure" | "name" | "unit";
  /** All in lower case: then the rest of the address is too. */
  readonly isLower: boolean;
}

/** Cost of a closer look at the words beside a number. */
const BESIDE_STEPS = 150;
/** Words before the number, including the number sign. */
const WORDS_MAX = 8;
/** Words of a street name. */
const NAME_MAX = 6;
/** … in lower case, before the street type. */
const SMALL_NAME_MAX = 2;
/** Words before a street type that is also an ordinary word. */
const UNSURE_NAME_MAX = 3;
/** How far around a street the text must be in lower case for that to count as the writer's habit, UTF-16 units. */
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

/** Whether the words beyond it are worth reading. */
const isOfStreet = (word: Word | null): boolean =>
  word !== null && word.is(STREET_TYPE | AFTER_NUMBERED | COMPOUND | UNIT | MARK | PLAIN_NAME);

/** `In 2008 Wall Street …`. */
const isYear = (raw: string, start: number): boolean =>
  /^(?:19|20)\d\d(?!\d)/.test(raw.slice(start, start + 5)) &&
  !/[\n:"'>@]\s{0,3}$|\bat $/.test(raw.slice(Math.max(0, start - 4), start));

/** Skips spaces, a comma and number signs. */
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

/** Start of a name after the number that ends at `end`; `end` if nothing separates them. */
function nameAfter(raw: string, end: number): number {
  const hasComma = raw.charCodeAt(end) === 0x2c;
  const at = hasComma ? end + 1 : end;
  const code = raw.charCodeAt(at);
  return code === 0x20 || (code === 0x0a && !hasComma) ? at + 1 : at;
}

/** Words before a number: the nearest, and how many may count. */
interface Row {
  readonly first: Word;
  readonly max: number;
}

/** `Hauptstr. 5`, `rue de la Paix 12`, `Dezső utca 11.`, `ул. Ленина, д. 5`: the street before the number. */
function streetBefore({ tokens, before, end }: House): Core | null {
  const { raw } = tokens;
  const row = unsigned(tokens, before);
  return row === null
    ? null
    : (compound(raw, row, end) ?? typeAfterName(raw, row, end) ?? typeBeforeName(raw, row, end));
}

/** The words before the number signs (`No.`, `д.`). */
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
  // `HAVE_CONFSTR 1` is an identifier in code.
  if (!first.is(COMPOUND) || raw.charCodeAt(first.start - 1) === 0x5f) return null;
  if (first.is(NAME | UNCASED)) return coreOf(nameStart(row), end, true);
  return isSmall(raw, first.start, end) ? coreOf(first.start, end, true, true) : null;
}

/** Start of the capitalised words and particles that end with the nearest word. */
function nameStart({ first, max }: Row): number {
  let { start } = first;
  let word = first.previous;
  for (let at = 1; word !== null && at < max && at <= NAME_MAX; at++, word = word.previous) {
    if (word.is(STOP_WORD) || !word.is(NAME | NUMBER | PARTICLE)) break;
    if (!word.is(PARTICLE) || word.is(NAME)) start = word.start;
  }
  return start;
}

function typeAfterName(raw: string, row: Row, end: number): Core | null {
  const { first: type, max } = row;
  // In Norwegian, `gate` is a street; in English, `Gate` is not.
  if (!type.is(AFTER) || max < 2 || type.text === "Gate") return null;
  const name = type.previous;
  if (name === null || !(name.is(NAME) || ORDINAL_WORD.test(name.text))) return null;
  const hasPoint = type.is(WITH_ORDINAL) && raw.charCodeAt(end) === 0x2e;
  const isSure = type.is(SURE_AFTER) && (hasPoint || type.bare.length > 1);
  return coreOf(nameStart(row), hasPoint ? end + 1 : end, isSure);
}

const ORDINAL_WORD = /^\d+(?:st|nd|rd|th)$/;

function typeBeforeName(raw: string, row: Row, end: number): Core | null {
  let names = 0;
  let small = 0;
  let following = row.first;
  for (let word: Word | null = row.first, at = 0; word !== null && at < row.max; word = word.previous, at++) {
    if (opensStreet(word, names, small)) return coreOf(word.start, end, isSureBefore(word, following));
    if (word.is(NAME) || (at === 0 && isSigned(raw, word))) names += 1;
    else if (word.is(STOP_WORD)) break;
    else if (!word.is(NUMBER | PARTICLE)) small += 1;
    if (small > SMALL_NAME_MAX) break;
    following = word;
  }
  return small > 0 && names === 0 ? smallBefore(raw, row, end) : null;
}

/** In Colombia, streets have numbers; a sign separates them from the house number: `Carrera 7 # 71-21`. */
function isSigned(raw: string, word: Word): boolean {
  SIGN.lastIndex = word.end;
  return word.is(NUMBER) && SIGN.test(raw);
}

const SIGN = / ?(?:#|N[°ºo])/y;

const isSureType = (type: Word): boolean => type.is(SURE_BEFORE) && (type.bare.length > 1 || type.hasPoint);

/** Whether it is a street type that `names` capitalised and `small` other words may follow. */
function opensStreet(type: Word, names: number, small: number): boolean {
  if (!type.is(BEFORE) || names + small === 0) return false;
  return (small === 0 && names > 0) || (isSureType(type) && takesSmall(type));
}

/** After a capitalised street type that is not also English, lower-case words belong to the name. */
const takesSmall = (type: Word): boolean => type.text.toLowerCase() !== type.text && !type.is(ENGLISH_TOO);

/** A sure street type, or written like one: `Via Roma`, `Str. Victoriei`. In lower case, these would be ordinary words. */
const isSureBefore = (type: Word, name: Word): boolean =>
  isSureType(type) || type.text === "Str." || (type.text === "Via" && /\p{Ll}/u.test(name.text));

/** `rua augusta 12` in a lower-case text: one or two words after the street type. */
function smallBefore(raw: string, { first, max }: Row, end: number): Core | null {
  let word = first.previous;
  for (let at = 1; word !== null && at < max && at <= NEAR_MAX; at++, word = word.previous) {
    if (word.is(STOP_WORD)) return null;
    if (!word.is(SMALL_BEFORE)) continue;
    return isSmall(raw, word.start, end) ? coreOf(word.start, end, word.text.length > 2, true) : null;
  }
  return null;
}

/** Distance from a street type with a lower-case name to the number, words. */
const NEAR_MAX = 3;

/** `221B Baker Street`, `12, rue de la Paix`, `12/4, Gandhi Nagar`: the street after the number. */
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
  return isSure && !name.is(STOP_WORD) && type.text.length > 2 ? smallAfter(raw, name, start) : null;
}

/** `5 rue victor hugo` in a lower-case text: two words, and a particle. */
function smallAfter(raw: string, name: Word, start: number): Core | null {
  const second = name.next;
  const last = (name.is(PARTICLE) ? second?.next : null) ?? second ?? name;
  return isSmall(raw, start, last.end) ? coreOf(start, last.end, true, true) : null;
}

/** End of the names, numbers and particles that begin with `first`; -1 without a name. */
function namesEnd(first: Word): number {
  let end = -1;
  for (let word: Word | null = first, at = 0; word !== null && at < NAME_MAX; word = word.next, at++) {
    const isPart = word.is(NAME) || /^\d/.test(word.text);
    if ((!isPart && !word.is(PARTICLE)) || word.endsAddress) break;
    if (isPart) end = word.end;
  }
  return end;
}

/** The words between a number and a street type that follows. */
interface Between {
  readonly start: number;
  readonly first: Word;
  readonly count: number;
  /** Whether one of them is written like a name. */
  readonly hasName: boolean;
  /** Whether all of them may belong to a name. */
  readonly isWhole: boolean;
}

function typeLast(raw: string, first: Word, start: number): Core | null {
  let hasName = false;
  let isWhole = true;
  for (let word: Word | null = first, count = 0; word !== null && count <= NAME_MAX; word = word.next, count++) {
    if (word.is(AFTER | AFTER_NUMBERED | COMPOUND)) {
      const found = streetOf(raw, word, { start, first, count, hasName, isWhole });
      if (found !== null) return found;
    }
    if (word.is(STOP_WORD) && !word.is(STREET_TYPE)) return null;
    hasName ||= word.is(NAME);
    isWhole &&= word.is(NAME | NUMBER | PARTICLE) && !word.endsAddress;
    if (!isWhole && count >= SMALL_NAME_MAX) return null;
  }
  return null;
}

/** The street that ends with `word`, after parts of a name or a few lower-case words. */
function streetOf(raw: string, word: Word, between: Between): Core | null {
  const { start, count, hasName, isWhole } = between;
  const isNamed = hasName ? isWhole : count > 0 && count <= SMALL_NAME_MAX;
  const found = isNamed && isStreetType(word, count) ? namedBy(raw, word, between) : null;
  if (found !== null || !isWhole || !word.is(COMPOUND)) return found;
  return word.is(NAME | UNCASED) ? coreOf(start, word.end, word.is(UNCASED)) : null;
}

/** `5 Mill Creek` is a street; in `5 Mill Creek Road`, the creek is part of the name. */
function isStreetType(word: Word, count: number): boolean {
  if (!word.is(AFTER | AFTER_NUMBERED) || word.bare.length < 2) return false;
  if (word.is(AFTER)) return true;
  const next = nextOf(word, count);
  return !continuesName(next) && !continuesName(next === null ? null : nextOf(next, count + 1));
}

/** The word after one that `count` words precede, up to the longest name. */
const nextOf = (word: Word, count: number): Word | null => (count < NAME_MAX ? word.next : null);

const continuesName = (word: Word | null): boolean => word !== null && word.is(NAME) && word.is(AFTER | AFTER_NUMBERED);

/** The street that `type` and the words before it name. */
function namedBy(raw: string, type: Word, between: Between): Core | null {
  const { start, count, hasName } = between;
  const next = nextOf(type, count);
  if (type.is(WITH_ORDINAL) && next?.is(NUMBER) === true) return null;
  if (!hasName) return smallNamed(raw, type, between);
  const isSure = type.is(SURE_AFTER) && type.bare !== "gate";
  return count > UNSURE_NAME_MAX && !isSure ? null : coreOf(start, typeEnd(raw, type, next), isSure);
}

/** After a lower-case street: the end of its line, a comma, a bracket or a unit. */
const SMALL_END = /^(?:[,\n]|\.?$| (?:apt|suite|unit)| ?\()/;

/** `45 king street` in a lower-case text. */
function smallNamed(raw: string, type: Word, { start, first }: Between): Core | null {
  if (!type.is(SURE_AFTER) || type.text.length < 4 || !SMALL_END.test(raw.slice(type.end, type.end + 7))) return null;
  let last: Word | null = null;
  for (let word: Word | null = first; word !== null && word.start < type.start; word = word.next) {
    if (!word.is(NUMBER) && (word.is(STOP_WORD | PARTICLE) || !/^\p{L}{3,}$/u.test(word.text))) return null;
    last = word;
  }
  const isName = last !== null && /\p{L}{3}/u.test(last.text);
  return isName && isSmall(raw, start, type.end) ? coreOf(start, type.end, true, true) : null;
}

/** The end of the street type, including the period of an abbreviation and a direction. */
function typeEnd(raw: string, type: Word, next: Word | null): number {
  const hasSide = next !== null && /^(?:[NSEW]|NE|NW|SE|SW|North|South|East|West)\.?$/.test(next.text);
  const word = hasSide ? next : type;
  if (!word.hasPoint || /^[nsew]{1,2}$/.test(word.bare)) return word.end;
  // A period after a whole word or before another sentence ends the sentence.
  const isShort = /^(?:st|rd|ave|av|blvd|dr|ln|pl|ct|sq|cres|hwy|pkwy|ter|cir|trl|gdns|pde|str|cd|sk)$/.test(word.bare);
  return isShort && !/^(?:\s*$| \p{Lu}\p{Ll}+ \p{Ll})/u.test(raw.slice(word.end, word.end + 24))
    ? word.end
    : word.end - 1;
}

/** Whether there are no capitals around it. */
const isSmall = (raw: string, start: number, end: number): boolean =>
  !/\p{Lu}/u.test(raw.slice(Math.max(0, start - SMALL_REACH), end + SMALL_REACH));

/** `Flat 5`: a unit; an address if a street follows. */
function unitBefore(house: House): Core | null {
  const { tokens, before, end } = house;
  const unit = before?.is(MARK) === true ? before.previous : before;
  // In many languages, units of one or two letters are ordinary words.
  if (unit === null || !unit.is(UNIT) || unit.is(MARK) || unit.bare.length < 3) return null;
  // `Aleea Dealului, Bloc 5`: the block takes the place of the house number.
  const isParted = tokens.raw.slice(unit.start - 2, unit.start) === ", ";
  const nearest = isParted ? tokens.before(skipBack(tokens.raw, unit.start)) : null;
  const street = nearest === null ? null : streetBefore({ ...house, before: nearest });
  return isSureCore(street) ? street : { start: unit.start, end, trust: "unit", isLower: false };
}

/**
 * `1428 elm st` in any text: an address after a label, and mostly after an announcing phrase. Street types that are also ordinary
 * words (`4 wheel drive`) need the label.
 */
function smallStreet({ tokens, start, end, after }: House): Core | null {
  const { raw } = tokens;
  const first = raw.charCodeAt(end + 1);
  if (raw.charCodeAt(end) !== 0x20 || first < 0x30 || (first > 0x39 && first < 0x61)) return null;
  for (let word = after, at = 0; word !== null && at <= SMALL_NAME_MAX; word = word.next, at++) {
    if (at > 0 && isSmallType(word))
      return { start, end: word.end - (word.hasPoint ? 1 : 0), trust: "unsure", isLower: true };
    if (!word.is(SMALL_NAME)) return null;
  }
  return null;
}

const isSmallType = (word: Word): boolean =>
  word.is(AFTER | AFTER_NUMBERED) && !word.is(NAME) && /^[a-z]/.test(word.bare);

/** `Perseverancia 209`, `13, Ahmet Haxhiu`: names with a number; an address only with further evidence. */
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

/** End of the house number or ordinal that begins at `start`; `start` if there is none. */
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
