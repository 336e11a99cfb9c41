import type { Span } from "../../core/model.ts";
import { FOREIGN_FIRST, FOREIGN_LAST, FOREIGN_LOOKALIKES, LOOKALIKES } from "./confusables.ts";
import { pointAt, type RawText } from "../units.ts";

/** Bound on remembered foldings; a text of more different characters than that only folds more slowly. */
const CACHE_MAX = 8192;
/** Unicode tag characters (E0020–E007E) are invisible copies of ASCII. */
const TAG_BASE = 0xe0000;
const TAG_FIRST = 0xe0020;
const TAG_LAST = 0xe007e;
/** First letters of alphabets without a compatibility form: negative circled, negative squared, flag letters. */
const ALPHABETS = [0x1f150, 0x1f170, 0x1f1e6];
type Range = readonly [first: number, last: number];
const SURROGATES: Range = [0xd800, 0xdfff];
const JAMO_LEADS: Range = [0x1100, 0x115e];
const JAMO_REST: Range = [0x1160, 0x11ff];
/** Full and half width. */
const KANA: readonly Range[] = [
  [0x3041, 0x30ff],
  [0xff66, 0xff9d],
];
const VOICE_MARKS = new Set([0x3099, 0x309a, 0xff9e, 0xff9f]);
const isWithin = (code: number, [first, last]: Range): boolean => code >= first && code <= last;

const UNKNOWN = 0;
const COMPLEX = 0xffff;
/** Folds to nothing: an invisible character, an accent. Surrogates never are the folding of anything. */
const NOTHING = 0xd800;
/**
 * What each UTF-16 unit folds to: filled as units are seen, `COMPLEX` where it is not one unit or depends on the next.
 * U+0000 stays unknown for ever and takes the long way, to the same end.
 */
const SINGLES = singles();

function singles(): Uint16Array {
  const folded = new Uint16Array(0x10000).fill(UNKNOWN);
  for (let code = 0; code < 0x80; code++) folded[code] = code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
  return folded;
}

/** The same of the characters of the first supplementary plane, such as mathematical letters; `UNKNOWN` where it is not one unit. */
const PLANE_1 = new Uint16Array(0x10000);
const PLANE_1_FIRST = 0x10000;
/** Foldings of everything else. */
const cache = new Map<string, string>();
const UTF_16 = new TextDecoder("utf-16le", { ignoreBOM: true });

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
/** Accents, Hebrew points, Arabic vowel signs and tatweel: no reader needs them to read an order. */
const MARKS =
  /[\u0300-\u036f]|[\u0483-\u0489]|[\u0591-\u05bd]|[\u05bf-\u05c7]|[\u0610-\u061a]|\u0640|[\u064b-\u065f]|\u0670|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/g;

/** A text as a reader sees it, with the way back to the submitted text. */
export interface Folded {
  /** Lower case, NFKC, without accents and invisible characters, look-alikes undone. */
  readonly text: string;
  /** Where `[start, end)` of the folded text stands in the submitted one, UTF-16 units. */
  readonly span: (start: number, end: number) => Span;
}

/** Folds a text. ASCII only needs lower case, and its offsets stay as they are. */
export function fold({ raw, units, isAscii }: RawText): Folded {
  if (isAscii) return { text: raw.toLowerCase(), span: (start, end) => ({ start, end }) };
  const writer = new FoldWriter(raw.length);
  for (let at = writer.putSingles(units, 0, raw.length); at < raw.length;) {
    at = putCluster({ raw, units }, at, writer);
    at = writer.putSingles(units, at, raw.length);
  }
  return writer.finish(raw.length);
}

/** A text and its units, with the terminating 0. */
interface Read {
  readonly raw: string;
  readonly units: Uint16Array;
}

/** Writes what the character at `at` folds to, or the parts that must be normalised together; returns where they end. */
function putCluster({ raw, units }: Read, at: number, writer: FoldWriter): number {
  const point = pointAt(units, at);
  const place = point - PLANE_1_FIRST;
  const known = PLANE_1[place] ?? UNKNOWN;
  if (known !== UNKNOWN) {
    writer.put(known, at, at + 2);
    return at + 2;
  }
  const end = clusterEnd(units, at, point);
  const folded = foldCluster(raw.slice(at, end));
  if (folded.length === 1 && place >= 0 && place < PLANE_1.length) PLANE_1[place] = folded.charCodeAt(0);
  for (let index = 0; index < folded.length; index++) writer.put(folded.charCodeAt(index), at, end);
  return end;
}

/** End of the units that must be normalised together: one code point, or the parts of a Hangul syllable or voiced kana. */
function clusterEnd(units: Uint16Array, at: number, point: number): number {
  if (point > 0xffff) return at + 2;
  let end = at + 1;
  if (isWithin(point, JAMO_LEADS)) while (end < at + 3 && isWithin(units[end] ?? 0, JAMO_REST)) end++;
  else if (KANA.some((range) => isWithin(point, range)) && VOICE_MARKS.has(units[end] ?? 0)) end++;
  return end;
}

function foldCluster(cluster: string): string {
  const known = cache.get(cluster);
  if (known !== undefined) return known;
  const folded = foldCharacter(cluster);
  const code = cluster.charCodeAt(0);
  if (cluster.length === 1 && SINGLES[code] === UNKNOWN) {
    SINGLES[code] = isOpen(code) || folded.length > 1 ? COMPLEX : folded === "" ? NOTHING : folded.charCodeAt(0);
    if (SINGLES[code] !== COMPLEX) return folded;
  }
  if (cache.size >= CACHE_MAX) cache.clear();
  cache.set(cluster, folded);
  return folded;
}

/** Whether the unit can be the first of a cluster: a half of a pair, a Hangul jamo, kana. */
function isOpen(code: number): boolean {
  return [SURROGATES, JAMO_LEADS, ...KANA].some((range) => isWithin(code, range));
}

function foldCharacter(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  if (point >= TAG_FIRST && point <= TAG_LAST) return String.fromCharCode(point - TAG_BASE).toLowerCase();
  const alphabet = ALPHABETS.find((first) => point >= first && point < first + 26);
  if (alphabet !== undefined) return String.fromCharCode(point - alphabet + 97);
  if (INVISIBLE.test(character)) return "";
  const bare = character.normalize("NFKC").toLowerCase().normalize("NFD").replace(MARKS, "").normalize("NFC");
  let folded = "";
  for (const letter of bare) folded += LOOKALIKES.get(letter) ?? letter;
  return folded;
}

/** Writes the folded units, and where each came from. */
class FoldWriter {
  #units: Uint16Array;
  /** Where the character begins that a unit came from, and in the lowest bits how many units it has: at most three, a Hangul syllable. */
  #origins: Uint32Array;
  #length = 0;
  /** Whether Greek or Cyrillic letters have been seen. */
  #hasForeign = false;

  constructor(capacity: number) {
    const room = capacity + 16;
    this.#units = new Uint16Array(room);
    this.#origins = new Uint32Array(room);
  }

  /** Folds from `from` on what folds unit by unit, in a loop of its own; returns where something else stands, or the end. */
  putSingles(source: Uint16Array, from: number, end: number): number {
    while (this.#units.length < this.#length + end - from) this.#grow();
    const [units, origins] = [this.#units, this.#origins];
    let length = this.#length;
    let hasForeign = this.#hasForeign;
    let at = from;
    for (; at < end; at++) {
      const code = source[at] ?? 0;
      const unit = SINGLES[code] ?? COMPLEX;
      hasForeign ||= code >= FOREIGN_FIRST && code <= FOREIGN_LAST;
      if (unit === NOTHING) continue;
      if (unit === COMPLEX || unit === UNKNOWN) break;
      units[length] = unit;
      origins[length] = (at << ORIGIN_BITS) | 1;
      length += 1;
    }
    this.#length = length;
    this.#hasForeign = hasForeign;
    return at;
  }

  put(unit: number, start: number, end: number): void {
    if (this.#length === this.#units.length) this.#grow();
    this.#units[this.#length] = unit;
    this.#origins[this.#length] = (start << ORIGIN_BITS) | (end - start);
    this.#length++;
  }

  /** @param rawLength of the submitted text, UTF-16 units */
  finish(rawLength: number): Folded {
    const units = this.#units.subarray(0, this.#length);
    const origins = this.#origins.subarray(0, this.#length);
    if (this.#hasForeign) undoForeign(units);
    return {
      text: UTF_16.decode(units),
      span: (start, end) => {
        const from = start < origins.length ? (origins[start] ?? 0) >>> ORIGIN_BITS : rawLength;
        if (end <= start) return { start: from, end: from };
        const last = origins[end - 1];
        return { start: from, end: last === undefined ? rawLength : (last >>> ORIGIN_BITS) + (last & ORIGIN_MASK) };
      },
    };
  }

  #grow(): void {
    // A single character can fold to eighteen (U+FDFA), so a text can outgrow its own length.
    const room = this.#units.length * 2;
    const [units, origins] = [new Uint16Array(room), new Uint32Array(room)];
    units.set(this.#units);
    origins.set(this.#origins);
    this.#units = units;
    this.#origins = origins;
  }
}

/** No string is as long as the other thirty bits could count. */
const ORIGIN_BITS = 2;
const ORIGIN_MASK = (1 << ORIGIN_BITS) - 1;

/** What a text's words say about Greek and Cyrillic letters. */
interface Word {
  end: number;
  hasAscii: boolean;
  hasForeign: boolean;
  /** Every letter from Greek or Cyrillic has an ASCII look-alike. */
  isLookalike: boolean;
}

/**
 * Undoes Greek and Cyrillic look-alikes, in place: in words that mix them with ASCII letters, and in words made of nothing
 * else when no word of the text needs these scripts.
 */
function undoForeign(units: Uint16Array): void {
  const word: Word = { end: 0, hasAscii: false, hasForeign: false, isLookalike: true };
  let isScriptUsed = false;
  for (let at = 0; at < units.length && !isScriptUsed; at = word.end + 1) {
    readWord(units, at, word);
    isScriptUsed = word.hasForeign && !word.hasAscii && !word.isLookalike;
  }
  for (let start = 0; start < units.length; start = word.end + 1) {
    readWord(units, start, word);
    const isDisguised = word.hasAscii || (word.isLookalike && !isScriptUsed);
    if (word.hasForeign && isDisguised) undoWord(units, start, word.end);
  }
}

function undoWord(units: Uint16Array, start: number, end: number): void {
  for (let at = start; at < end; at++) {
    const ascii = FOREIGN_LOOKALIKES[(units[at] ?? 0) - FOREIGN_FIRST] ?? 0;
    if (ascii !== 0) units[at] = ascii;
  }
}

/** Reads the letters from `start` into `word`, which is reused: a text has many words. */
function readWord(units: Uint16Array, start: number, word: Word): void {
  word.hasAscii = false;
  word.hasForeign = false;
  word.isLookalike = true;
  let at = start;
  for (; at < units.length; at++) {
    const unit = units[at] ?? 0;
    const isForeign = unit >= FOREIGN_FIRST && unit <= FOREIGN_LAST;
    if (!isForeign && (unit < 97 || unit > 122)) break;
    if (!isForeign) word.hasAscii = true;
    else {
      word.hasForeign = true;
      if (FOREIGN_LOOKALIKES[unit - FOREIGN_FIRST] === 0) word.isLookalike = false;
    }
  }
  word.end = at;
}

/** The disguises that folding undoes; any other is an encoding or a cipher. */
export const FOLDED_DISGUISES: ReadonlySet<string> = new Set([
  "combining_marks",
  "full_width",
  "homoglyph",
  "invisible_characters",
  "styled_letters",
  "unicode_tags",
]);

/** The disguise that folding undid in a piece of the submitted text, or `null` when it stands there in the open. */
export function disguiseOf(piece: string): string | null {
  if (!/[^\0-\x7f]/.test(piece)) return null;
  if (/[\u{e0020}-\u{e007e}]/u.test(piece)) return "unicode_tags";
  if (/[a-z]\p{Default_Ignorable_Code_Point}+[a-z]/iu.test(piece)) return "invisible_characters";
  if (/[a-z][\u0370-\u03ff\u0400-\u052f]|[\u0370-\u03ff\u0400-\u052f][a-z]/i.test(piece)) return "homoglyph";
  if (/[\uff21-\uff5a]{3}/.test(piece)) return "full_width";
  if (/[\u{1d400}-\u{1d7ff}\u{1f130}-\u{1f189}\u24b6-\u24e9\u1d00-\u1d22]{3}/u.test(piece)) return "styled_letters";
  if (/(?:[a-z][\u0300-\u036f]{2,}){3}/i.test(piece)) return "combining_marks";
  return null;
}
