import { wordsAfter, wordsBefore, type Word } from "./tokens.ts";
import { isMark, isParticle, isSureBefore, isSureBehind } from "./words.ts";

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

/** Words before the number, its own sign included. */
export const WORDS_MAX = 8;
/** Words of a street's name. */
export const NAME_MAX = 6;
/** Words before a kind of street that is also another word. */
const UNSURE_NAME_MAX = 3;
/** In Hungary the number is an ordinal, and has a point. */
const HUNGARIAN =
  /^(?:utca|u|út|útja|tér|körút|krt|rakpart|sétány|köz|fasor|sor|lépcső|dűlő|sugárút|körtér|határút|határsor|lakótelep)$/;
/** Kinds of streets that English has as well: small letters behind them are the sentence. */
const ENGLISH = /^(?:avenue|boulevard|passage|place|route|plaza|strada|plac)$/;
const CAPITAL = /\p{Lu}/u;
/** How far around a street small letters must reign to count as a habit of the writer. */
const SMALL_REACH = 40;

const sure = (start: number, end: number, isLower = false): Core => ({ start, end, trust: "sure", isLower });
const core = (start: number, end: number, isSure: boolean): Core => ({
  start,
  end,
  trust: isSure ? "sure" : "unsure",
  isLower: false,
});

function isBehind(word: Word): boolean {
  const { kind } = word;
  return kind === "behind" || kind === "behindUnsure" || kind === "both";
}

function isBefore(word: Word): boolean {
  const { kind } = word;
  return kind === "before" || kind === "beforeUnsure" || kind === "both";
}

/** `Hauptstr. 5`, `rue de la Paix 12`, `Dezső utca 11.`, `ул. Ленина, д. 5`: the street before the number. */
export function streetBefore(raw: string, start: number, end: number): Core | null {
  const words = streetWords(raw, start);
  const [nearest] = words;
  if (nearest === undefined) return null;
  return compound(raw, words, end) ?? behindName(raw, words, end) ?? beforeName(raw, words, end);
}

/** The words before the number and before its sign (`No.`, `д.`). */
function streetWords(raw: string, start: number): readonly Word[] {
  const words = wordsBefore(raw, skipBack(raw, start), WORDS_MAX);
  const marks = words.findIndex((word) => !isMark(word.bare));
  const last = words.at(-1);
  if (marks >= 0 || last === undefined) return marks > 0 ? words.slice(marks) : words;
  return wordsBefore(raw, skipBack(raw, last.start), WORDS_MAX);
}

/** Over spaces, a comma, and the signs of a number. */
export function skipBack(raw: string, start: number): number {
  let at = start;
  for (let step = 0; step < 4 && at > 0; step++) {
    const code = raw.charCodeAt(at - 1);
    const isMarked = code === 0x3a && /[oOrRנ]$/.test(raw.slice(Math.max(0, at - 2), at - 1));
    if (code !== 0x20 && code !== 0x2c && code !== 0x23 && code !== 0x2116 && !isMarked) break;
    at -= 1;
  }
  return at;
}

function compound(raw: string, words: readonly Word[], end: number): Core | null {
  const [word] = words;
  // `HAVE_CONFSTR 1` is a name of code.
  if (word === undefined || !word.isCompound || raw.charCodeAt(word.start - 1) === 0x5f) return null;
  if (word.isName || isUncased(word)) return sure(nameStart(words, 0), end);
  return isSmall(raw, word.start, end) ? sure(word.start, end, true) : null;
}

const isUncased = (word: Word): boolean => word.text.charCodeAt(0) >= 0xe00 && word.text.charCodeAt(0) < 0x1100;

/** The first of the capitalised words and particles that lead to `words[at]`. */
export function nameStart(words: readonly Word[], at: number): number {
  let start = words[at]?.start ?? 0;
  for (const word of words.slice(at + 1, at + 1 + NAME_MAX)) {
    if (word.isStranger || !(word.isName || word.isNumber || word.isParticle)) break;
    if (!word.isParticle || word.isName) start = word.start;
  }
  return start;
}

function behindName(raw: string, words: readonly Word[], end: number): Core | null {
  const [type, name] = words;
  // In Norwegian `gate` is a street, in English `Gate` is none.
  if (type === undefined || name === undefined || !isBehind(type) || type.text === "Gate") return null;
  if (!name.isName && !ORDINAL_WORD.test(name.text)) return null;
  const hasPoint = HUNGARIAN.test(type.bare) && raw.charCodeAt(end) === 0x2e;
  const isSure = isSureBehind(type.bare) && (hasPoint || type.bare.length > 1);
  return core(nameStart(words, 0), hasPoint ? end + 1 : end, isSure);
}

const ORDINAL_WORD = /^\d+(?:st|nd|rd|th)$/;

const isPlainWord = (word: Word): boolean => !word.isStranger && !word.isParticle;

function beforeName(raw: string, words: readonly Word[], end: number): Core | null {
  let names = 0;
  let small = 0;
  for (const [at, word] of words.entries()) {
    const found = isBefore(word) ? fromType(words, at, { end, names, small }) : null;
    if (found !== null) return found;
    if (word.isName || (at === 0 && isSigned(raw, word))) names += 1;
    else if (word.isStranger) break;
    else if (isSmallWord(word) && ++small > 2) break;
  }
  return small > 0 && names === 0 ? smallBefore(raw, words, end) : null;
}

const isSmallWord = (word: Word): boolean => !word.isName && !word.isNumber && !word.isParticle;

/** In Colombia streets have numbers, and a sign parts them from the house's: `Carrera 7 # 71-21`. */
const isSigned = (raw: string, word: Word): boolean =>
  word.isNumber && /^ ?(?:#|N[°ºo])/.test(raw.slice(word.end, word.end + 3));

/** The street whose kind is `words[at]`, with `names` capitalised and `small` other words behind it. */
function fromType(
  words: readonly Word[],
  at: number,
  { end, names, small }: { readonly end: number; readonly names: number; readonly small: number },
): Core | null {
  const type = words[at];
  if (type === undefined || names + small === 0) return null;
  const isKind = isSureBefore(type.bare) && (type.bare.length > 1 || type.text.endsWith("."));
  if ((small > 0 || names === 0) && !(isKind && takesSmall(type))) return null;
  const start = at === words.length - 1 ? type.start : nameStart(words.slice(0, at + 1), at);
  return core(start, end, isKind || isCapitalKind(type, words[at - 1]));
}

/** Small words belong to the name behind a capitalised kind of another language than English. */
const takesSmall = (type: Word): boolean => type.text.toLowerCase() !== type.text && !ENGLISH.test(type.bare);

/** `Via Roma`, `Str. Victoriei`: small letters would make them a word of the sentence. */
const isCapitalKind = (type: Word, name: Word | undefined): boolean =>
  type.text === "Str." || (type.text === "Via" && name !== undefined && /\p{Ll}/u.test(name.text));

/** `rua augusta 12` in a text without capitals: one or two words behind the kind. */
function smallBefore(raw: string, words: readonly Word[], end: number): Core | null {
  for (const word of words.slice(1, 4)) {
    if (word.isStranger) return null;
    if (!isSureBefore(word.bare) && word.bare !== "via") continue;
    return isSmall(raw, word.start, end) ? { ...core(word.start, end, word.text.length > 2), isLower: true } : null;
  }
  return null;
}

/** `221B Baker Street`, `12, rue de la Paix`, `12/4, Gandhi Nagar`: the street behind the number. */
export function streetAfter(raw: string, start: number, end: number): Core | null {
  const at = nameAfter(raw, end);
  if (at === end) return null;
  const hasComma = raw.charCodeAt(end) === 0x2c;
  const words = wordsAfter(raw, at, NAME_MAX + 1);
  const found = typeFirst(raw, words, start) ?? typeLast(raw, words, start);
  return found !== null && hasComma && found.trust === "sure" && isEnglish(raw, found)
    ? { ...found, trust: "unsure" }
    : found;
}

/** Where a name behind the number that ends at `end` begins; `end` when nothing parts them. */
export function nameAfter(raw: string, end: number): number {
  const hasComma = raw.charCodeAt(end) === 0x2c;
  const at = hasComma ? end + 1 : end;
  const code = raw.charCodeAt(at);
  return code === 0x20 || (code === 0x0a && !hasComma) ? at + 1 : at;
}

const isEnglish = (raw: string, { end }: Core): boolean =>
  /(?:street|road|lane|avenue|st|rd|ave)\.?$/i.test(raw.slice(end - 8, end));

function typeFirst(raw: string, words: readonly Word[], start: number): Core | null {
  const [type, name] = words;
  if (type === undefined || name === undefined || !isBefore(type)) return null;
  const isSure = isSureBefore(type.bare);
  const end = namesEnd(words.slice(1));
  if (end > 0) return core(start, raw.charCodeAt(end - 1) === 0x2e ? end - 1 : end, isSure);
  return isSure && !name.isStranger && type.text.length > 2 ? smallAfter(raw, words, start) : null;
}

/** `5 rue victor hugo` in a text without capitals: two words, and a particle. */
function smallAfter(raw: string, words: readonly Word[], start: number): Core | null {
  const last = words[isParticle(words[1]?.bare ?? "") ? 3 : 2] ?? words.at(-1);
  return last !== undefined && isSmall(raw, start, last.end) ? sure(start, last.end, true) : null;
}

/** End of the names, numbers and particles at the beginning; -1 without a name. */
function namesEnd(words: readonly Word[]): number {
  let end = -1;
  for (const word of words) {
    const isPart = word.isName || /^\d/.test(word.text);
    if (word.endsAddress || (!isPart && !word.isParticle)) break;
    if (isPart) end = word.end;
  }
  return end;
}

function typeLast(raw: string, words: readonly Word[], start: number): Core | null {
  let hasName = false;
  let isWhole = true;
  for (const [at, word] of words.entries()) {
    const found = streetAt(raw, words, { at, start, hasName, isWhole });
    if (found !== null) return found;
    if (word.isStranger && word.kind === null) return null;
    hasName ||= word.isName;
    isWhole &&= isNamePart(word);
    if (!isWhole && at >= SMALL_NAME_MAX) return null;
  }
  return null;
}

interface Place {
  readonly at: number;
  readonly start: number;
  /** Whether a capitalised word stands before it. */
  readonly hasName: boolean;
  /** Whether nothing stands before it that is of no name. */
  readonly isWhole: boolean;
}

/** The street that ends with `words[place.at]`: behind parts of a name or few words in small letters. */
function streetAt(raw: string, words: readonly Word[], place: Place): Core | null {
  const { at, hasName, isWhole } = place;
  const isBehindName = hasName ? isWhole : at > 0 && at <= SMALL_NAME_MAX;
  const found = isBehindName && isKindAt(words, at) ? named(raw, words, place) : null;
  const word = words[at];
  if (found !== null || word === undefined || !isWhole || !word.isCompound) return found;
  return word.isName || isUncased(word) ? core(place.start, word.end, isUncased(word)) : null;
}

/** `5 Mill Creek` is a street, in `5 Mill Creek Road` the creek is of the name. */
function isKindAt(words: readonly Word[], at: number): boolean {
  const word = words[at];
  if (word === undefined || word.bare.length < 2) return false;
  if (isBehind(word)) return true;
  const isMore = (next: Word): boolean => next.isName && (isBehind(next) || next.isRare);
  return word.isRare && !words.slice(at + 1, at + 3).some(isMore);
}

const isNamePart = (word: Word): boolean => !word.endsAddress && (word.isName || word.isNumber || word.isParticle);

/** The street whose kind is `words[at]`, with the words before it as its name. */
function named(raw: string, words: readonly Word[], { at, start, hasName }: Place): Core | null {
  const type = words[at];
  const next = words[at + 1];
  if (type === undefined || (next !== undefined && HUNGARIAN.test(type.bare) && next.isNumber)) return null;
  if (!hasName) return smallNamed(raw, { names: words.slice(0, at), type, start });
  const isSure = isSureBehind(type.bare) && type.bare !== "gate";
  return at > UNSURE_NAME_MAX && !isSure ? null : core(start, typeEnd(raw, words, at), isSure);
}

/** Words in small letters before a kind of street. */
const SMALL_NAME_MAX = 2;
/** Behind a street in small letters: the end of its line, a comma or what goes on with a part of the home. */
const SMALL_END = /^(?:[,\n]|\.?$| (?:apt|suite|unit)| ?\()/;

/** `45 king street` in a text without capitals, at the end of its line or before a comma. */
function smallNamed(
  raw: string,
  { names, type, start }: { readonly names: readonly Word[]; readonly type: Word; readonly start: number },
): Core | null {
  if (!isSureBehind(type.bare) || type.text.length < 4 || !SMALL_END.test(raw.slice(type.end, type.end + 7)))
    return null;
  if (!names.every((name) => name.isNumber || (/^\p{L}{3,}$/u.test(name.text) && isPlainWord(name)))) return null;
  const isName = /\p{L}{3}/u.test(names.at(-1)?.text ?? "");
  return isName && isSmall(raw, start, type.end) ? sure(start, type.end, true) : null;
}

/** The kind of street ends it, a point of an abbreviation and a direction included. */
function typeEnd(raw: string, words: readonly Word[], at: number): number {
  const next = words[at + 1];
  const hasSide = next !== undefined && /^(?:[NSEW]|NE|NW|SE|SW|North|South|East|West)\.?$/.test(next.text);
  const word = hasSide ? next : words[at];
  if (word === undefined) return 0;
  if (!word.text.endsWith(".") || /^[nsew]{1,2}$/.test(word.bare)) return word.end;
  // The point of a whole word, or before another sentence, ends the sentence.
  const isShort = /^(?:st|rd|ave|av|blvd|dr|ln|pl|ct|sq|cres|hwy|pkwy|ter|cir|trl|gdns|pde|str|cd|sk)$/.test(word.bare);
  return isShort && !/^(?:\s*$| \p{Lu}\p{Ll}+ \p{Ll})/u.test(raw.slice(word.end, word.end + 24))
    ? word.end
    : word.end - 1;
}

/** Nothing is written with a capital around it. */
function isSmall(raw: string, start: number, end: number): boolean {
  return !CAPITAL.test(raw.slice(Math.max(0, start - SMALL_REACH), end + SMALL_REACH));
}
