import { IS_BIG_ENDIAN } from "../../text/units.ts";

/** What a token is made of. */
export const WORD = 0;
/** One sign of a script that parts no words: Chinese, Japanese, Thai, Lao, Khmer, Burmese. */
export const SIGN = 1;
export const NUMBER = 2;
/** One punctuation character, or several equal ones in a row. */
export const MARK = 3;
/** One or more line ends. */
export const LINE = 4;

/** Longest token, UTF-16 units: a longer run is cut into several. */
export const TOKEN_MAX = 40;
/** Equal marks in a row that are told apart. */
const MARKS_MAX = 3;
const FNV_PRIME = 0x01000193;
const FNV_BASIS = 0x811c9dc5;

const SPACE = 0;
const LETTER = 1;
const DIGIT = 2;
const UNPARTED = 3;
const OTHER = 4;
const NEWLINE = 5;

/** First and last code of the blocks whose scripts part no words. */
const UNPARTED_BLOCKS: readonly (readonly [first: number, last: number])[] = [
  [0x0e00, 0x0eff],
  [0x1000, 0x109f],
  [0x1780, 0x17ff],
  [0x3040, 0x30ff],
  [0x3400, 0x9fff],
  [0xf900, 0xfaff],
];

const APOSTROPHE = 0x27;
const UNKNOWN = 0xff;
/** UTF-16 unit → class; units beyond ASCII are looked up as they are met. */
const CLASSES = new Uint8Array(0x10000).fill(UNKNOWN);
for (let code = 0; code < 0x80; code++) CLASSES[code] = classify(code);

function classify(code: number): number {
  const unit = String.fromCharCode(code);
  if (unit === "\n") return NEWLINE;
  if (code < 0x20 || /\s/.test(unit)) return SPACE;
  if (/\p{Nd}/u.test(unit)) return DIGIT;
  if (!/[\p{L}\p{M}\p{N}_]/u.test(unit)) return OTHER;
  return UNPARTED_BLOCKS.some(([first, last]) => code >= first && code <= last) ? UNPARTED : LETTER;
}

function classOf(code: number): number {
  const known = CLASSES[code] ?? OTHER;
  return known === UNKNOWN ? (CLASSES[code] = classify(code)) : known;
}

/** Whether a unit goes on in a word: an apostrophe does before a letter. */
const isOfWord = (code: number, next: number): boolean =>
  isAlphanumeric(classOf(code)) || (code === APOSTROPHE && classOf(next) === LETTER);
/** Whether a unit belongs to a script that parts no words. */
export const isUnparted = (code: number): boolean => classOf(code) === UNPARTED;
const isAlphanumeric = (kind: number): boolean => kind === LETTER || kind === DIGIT;
const isBlank = (kind: number): boolean => kind === NEWLINE || kind === SPACE;

/** Copies the UTF-16 units of a text to the beginning of `units`, which has room for them. */
function copyUnits(text: string, units: Uint16Array<ArrayBuffer>): void {
  const bytes = Buffer.from(units.buffer, 0, text.length * 2);
  bytes.write(text, "utf16le");
  if (IS_BIG_ENDIAN) bytes.swap16();
}

// Of this module alone: what a module exports is looked up each time.
const step = (hash: number, code: number): number => Math.imul(hash ^ code, FNV_PRIME);
/** Continues a hash by one UTF-16 unit (FNV-1a, 32 bits). */
export const hashUnit = step;
/** What the hash of a token begins with. */
export const hashStart = (kind: number): number => FNV_BASIS ^ kind;

/**
 * The tokens of a text in parallel arrays, reused from text to text. The text's units are copied first: strings have many
 * forms in memory, and reading them unit by unit costs several times as much.
 */
export class Tokens {
  /** The text's UTF-16 units, and a 0 behind them. */
  units = new Uint16Array(4096);
  count = 0;
  starts = new Int32Array(1024);
  ends = new Int32Array(1024);
  hashes = new Int32Array(1024);
  kinds = new Uint8Array(1024);

  /** Reads a folded text. */
  read(text: string): void {
    if (this.units.length <= text.length)
      this.units = new Uint16Array(Math.max(text.length + 1, this.units.length * 2));
    const { units } = this;
    copyUnits(text, units);
    const length = text.length;
    units[length] = 0;
    this.count = 0;
    for (let at = 0; at < length;) {
      const code = units[at] ?? 0;
      const kind = classOf(code);
      if (kind === SPACE) at += 1;
      else if (kind === LETTER) at = this.#word(at, length);
      else if (kind === UNPARTED) at = this.#push(at, at + 1, SIGN, hashUnit(hashStart(SIGN), code));
      else if (kind === DIGIT) at = this.#number(at, length);
      else if (kind === NEWLINE) at = this.#line(at, length);
      else at = this.#mark(at, length);
    }
  }

  #word(start: number, length: number): number {
    const { units } = this;
    const limit = Math.min(length, start + TOKEN_MAX);
    let hash = hashStart(WORD);
    let at = start;
    while (at < limit) {
      const code = units[at] ?? 0;
      // Most are letters, and known: no other question is asked of them.
      if (CLASSES[code] !== LETTER && !isOfWord(code, units[at + 1] ?? 0)) break;
      hash = step(hash, code);
      at += 1;
    }
    return this.#push(start, at, WORD, hash);
  }

  /** Of numbers only the length counts. */
  #number(start: number, length: number): number {
    const { units } = this;
    const limit = Math.min(length, start + TOKEN_MAX);
    let at = start + 1;
    while (at < limit && isAlphanumeric(classOf(units[at] ?? 0))) at += 1;
    return this.#push(start, at, NUMBER, hashUnit(hashStart(NUMBER), Math.min(at - start, 6)));
  }

  #line(start: number, length: number): number {
    const { units } = this;
    let at = start + 1;
    while (at < length && isBlank(classOf(units[at] ?? 0))) at += 1;
    return this.#push(start, at, LINE, hashStart(LINE));
  }

  #mark(start: number, length: number): number {
    const { units } = this;
    const code = units[start] ?? 0;
    const limit = Math.min(length, start + TOKEN_MAX);
    let at = start + 1;
    while (at < limit && units[at] === code) at += 1;
    const hash = hashUnit(hashUnit(hashStart(MARK), code), Math.min(at - start, MARKS_MAX));
    return this.#push(start, at, MARK, hash);
  }

  #push(start: number, end: number, kind: number, hash: number): number {
    const { count } = this;
    if (count === this.starts.length) this.#grow();
    this.starts[count] = start;
    this.ends[count] = end;
    this.kinds[count] = kind;
    this.hashes[count] = hash;
    this.count = count + 1;
    return end;
  }

  #grow(): void {
    const length = this.starts.length * 2;
    const [{ starts }, { ends }, { hashes }, { kinds }] = [this, this, this, this];
    this.starts = new Int32Array(length);
    this.ends = new Int32Array(length);
    this.hashes = new Int32Array(length);
    this.kinds = new Uint8Array(length);
    this.starts.set(starts);
    this.ends.set(ends);
    this.hashes.set(hashes);
    this.kinds.set(kinds);
  }
}
