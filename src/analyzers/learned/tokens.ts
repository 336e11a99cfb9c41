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
const TOKEN_MAX = 40;
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

/** Continues a hash by one UTF-16 unit (FNV-1a, 32 bits). */
export const hashUnit = (hash: number, code: number): number => Math.imul(hash ^ code, FNV_PRIME);
/** What the hash of a token begins with. */
export const hashStart = (kind: number): number => FNV_BASIS ^ kind;

/** The tokens of a text in parallel arrays, reused from text to text. */
export class Tokens {
  count = 0;
  starts = new Int32Array(1024);
  ends = new Int32Array(1024);
  hashes = new Int32Array(1024);
  kinds = new Uint8Array(1024);

  /** Reads a folded text. */
  read(text: string): void {
    this.count = 0;
    for (let at = 0; at < text.length;) {
      const kind = classOf(text.charCodeAt(at));
      if (kind === SPACE) at += 1;
      else if (kind === LETTER) at = this.#word(text, at);
      else if (kind === UNPARTED) at = this.#push(at, at + 1, SIGN, hashUnit(hashStart(SIGN), text.charCodeAt(at)));
      else if (kind === DIGIT) at = this.#number(text, at);
      else if (kind === NEWLINE) at = this.#line(text, at);
      else at = this.#mark(text, at);
    }
  }

  #word(text: string, start: number): number {
    const limit = Math.min(text.length, start + TOKEN_MAX);
    let hash = hashStart(WORD);
    let at = start;
    while (at < limit) {
      const code = text.charCodeAt(at);
      const kind = classOf(code);
      if (kind !== LETTER && kind !== DIGIT && !(code === 0x27 && classOf(text.charCodeAt(at + 1)) === LETTER)) break;
      hash = hashUnit(hash, code);
      at += 1;
    }
    return this.#push(start, at, WORD, hash);
  }

  /** Of numbers only the length counts. */
  #number(text: string, start: number): number {
    const limit = Math.min(text.length, start + TOKEN_MAX);
    let at = start;
    while (at < limit && (classOf(text.charCodeAt(at)) === DIGIT || classOf(text.charCodeAt(at)) === LETTER)) at += 1;
    return this.#push(start, at, NUMBER, hashUnit(hashStart(NUMBER), Math.min(at - start, 6)));
  }

  #line(text: string, start: number): number {
    let at = start;
    while (at < text.length && (classOf(text.charCodeAt(at)) === NEWLINE || classOf(text.charCodeAt(at)) === SPACE))
      at += 1;
    return this.#push(start, at, LINE, hashStart(LINE));
  }

  #mark(text: string, start: number): number {
    const code = text.charCodeAt(start);
    const limit = Math.min(text.length, start + TOKEN_MAX);
    let at = start + 1;
    while (at < limit && text.charCodeAt(at) === code) at += 1;
    const hash = hashUnit(hashUnit(hashStart(MARK), code), Math.min(at - start, MARKS_MAX));
    return this.#push(start, at, MARK, hash);
  }

  #push(start: number, end: number, kind: number, hash: number): number {
    if (this.count === this.starts.length) this.#grow();
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    this.kinds[this.count] = kind;
    this.hashes[this.count] = hash;
    this.count += 1;
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
