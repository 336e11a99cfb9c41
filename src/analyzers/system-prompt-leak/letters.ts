import { type Escape, escapeAt, ESCAPE_MAX, ESCAPE_SIGNS, mayBeEscape } from "./escapes.ts";
import { FOREIGN_FIRST, FOREIGN_LAST, FOREIGN_LOOKALIKES, LOOKALIKES } from "../../text/fold/confusables.ts";
import { characterAt } from "../../text/units.ts";

/**
 * Longest stretch between two letters that are still read as one run, UTF-16 units: a line break, indentation and the mark of a
 * list, or the signs that were put between the letters of a word.
 */
export const GAP_MAX = 24;
/** Letters that there is room for at first. */
const ROOM = 1024;
/** Most symbols that one character becomes. */
const SYMBOLS_MAX = 18;

/** Digits that stand for letters in leet: both sides are read this way, and numbers differ in their other digits. */
const LEET: Readonly<Record<string, string>> = { 0: "o", 1: "i", 3: "e", 4: "a", 5: "s", 7: "t" };
const ACCENTS =
  /[\u0300-\u036f]|[\u0483-\u0489]|[\u0591-\u05bd]|[\u05bf-\u05c7]|[\u0610-\u061a]|\u0640|[\u064b-\u065f]|\u0670|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/g;
const LETTER = /[\p{L}\p{M}\p{N}]/u;
const IDEOGRAPH = /\p{Script=Han}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

/** First and last of the code points that stand for ASCII ones, and the first of those: tags, which are invisible, and letters in signs. */
const STAND_INS: readonly (readonly [first: number, last: number, ascii: number])[] = [
  [0x1f150, 0x1f169, 0x41],
  [0x1f170, 0x1f189, 0x41],
  [0x1f1e6, 0x1f1ff, 0x41],
  [0xe0020, 0xe007e, 0x20],
];

/** Bound on the table of characters beyond ASCII, entries. */
const KNOWN_MAX = 16_384;
const known = new Map<number, readonly number[]>();
const NONE: readonly number[] = [];

/** ASCII unit → its symbol; 0 = it is no letter. */
const ASCII = Uint16Array.from({ length: 128 }, (_, code) => symbolsOf(code)[0] ?? 0);

/**
 * The letters and digits of a text, one after the other, as both a prompt and an answer are compared: case, accents, spacing,
 * punctuation and marks between letters are gone. What a character becomes depends on nothing around it, escapes aside, so a
 * window of a text has the letters of the whole text. Buffers grow.
 */
export class Letters {
  /** A sign that says much (an ideograph, kana) is several symbols, so that as many symbols say about as much in any script. */
  symbols: Uint16Array<ArrayBuffer>;
  /** Where each symbol's character begins and ends, UTF-16 units. */
  starts: Int32Array<ArrayBuffer>;
  ends: Int32Array<ArrayBuffer>;
  count = 0;

  /** @param room for so many letters at first */
  constructor(room = ROOM) {
    this.symbols = new Uint16Array(room);
    this.starts = new Int32Array(room);
    this.ends = new Int32Array(room);
  }

  clear(): void {
    this.count = 0;
  }

  /**
   * Reads `raw` from `at`, which begins a character, and adds its letters.
   * @param isOpen more may follow: what could be the beginning of a pair or of an escape is left
   * @returns where the reading ended
   */
  read(raw: string, at: number, isOpen = false): number {
    const end = isOpen ? openEnd(raw, at) : raw.length;
    let index = at;
    while (index < end) {
      const code = raw.charCodeAt(index);
      if (code < 128 && ESCAPE_SIGNS[code] === 0) {
        const symbol = ASCII[code] ?? 0;
        if (symbol !== 0) this.#add(symbol, index, index + 1);
        index += 1;
        continue;
      }
      const { point, length } = escapeAt(raw, index) ?? plainAt(raw, index);
      for (const symbol of knownSymbols(point)) this.#add(symbol, index, index + length);
      index += length;
    }
    // An escape that began before the end may reach over it.
    return index;
  }

  /** Whether the gap before the letter at `at` is so wide that no run continues across it. */
  isApart(at: number): boolean {
    return at > 0 && (this.starts[at] ?? 0) - (this.ends[at - 1] ?? 0) > GAP_MAX;
  }

  #add(symbol: number, start: number, end: number): void {
    if (this.count === this.symbols.length) this.#grow();
    this.symbols[this.count] = symbol;
    this.starts[this.count] = start;
    this.ends[this.count++] = end;
  }

  #grow(): void {
    const length = this.symbols.length * 2;
    const { symbols, starts, ends } = this;
    this.symbols = new Uint16Array(length);
    this.starts = new Int32Array(length);
    this.ends = new Int32Array(length);
    this.symbols.set(symbols);
    this.starts.set(starts);
    this.ends.set(ends);
  }
}

function plainAt(raw: string, at: number): Escape {
  const point = characterAt(raw, at);
  return { point, length: point > 0xffff ? 2 : 1 };
}

/** Where the end of a text begins that may be half of a character or of an escape. */
function openEnd(raw: string, from: number): number {
  const last = raw.charCodeAt(raw.length - 1);
  if (last >= 0xd800 && last <= 0xdbff) return raw.length - 1;
  for (let at = Math.max(from, raw.length - ESCAPE_MAX + 1); at < raw.length; at++)
    if (ESCAPE_SIGNS[raw.charCodeAt(at)] === 1 && mayBeEscape(raw.slice(at))) return at;
  return raw.length;
}

function knownSymbols(point: number): readonly number[] {
  let symbols = known.get(point);
  if (symbols === undefined) {
    symbols = symbolsOf(point);
    if (known.size >= KNOWN_MAX) known.clear();
    known.set(point, symbols);
  }
  return symbols;
}

function symbolsOf(point: number): readonly number[] {
  if (point >= 0xd800 && point <= 0xdfff) return NONE;
  const character = String.fromCodePoint(shownPoint(point));
  if (INVISIBLE.test(character)) return NONE;
  const symbols: number[] = [];
  for (const part of character.normalize("NFKD").toLowerCase().replaceAll(ACCENTS, "")) {
    if (!LETTER.test(part)) continue;
    for (const letter of LEET[part] ?? LOOKALIKES.get(part) ?? part) addLetter(symbols, letter);
  }
  return symbols.slice(0, SYMBOLS_MAX);
}

function shownPoint(point: number): number {
  const standIn = STAND_INS.find(([first, last]) => point >= first && point <= last);
  return standIn === undefined ? point : point - standIn[0] + standIn[2];
}

/** An ideograph says about as much as three letters, kana as two; the added symbols stand in a private area. */
function addLetter(symbols: number[], letter: string): void {
  const point = letter.codePointAt(0) ?? 0;
  const unit = point & 0xffff;
  const ascii = unit >= FOREIGN_FIRST && unit <= FOREIGN_LAST ? (FOREIGN_LOOKALIKES[unit - FOREIGN_FIRST] ?? 0) : 0;
  symbols.push(ascii === 0 ? unit : ascii);
  if (IDEOGRAPH.test(letter)) symbols.push(PRIVATE + ((unit * 7) & 0x3ff), PRIVATE + ((unit * 13) & 0x3ff));
  else if (KANA.test(letter)) symbols.push(PRIVATE + (unit & 0x3ff));
}

const PRIVATE = 0xe000;
