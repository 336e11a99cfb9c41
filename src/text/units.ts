import { Arena } from "../core/arena.ts";

/** Stored numbers and the units of Node's `utf16le` have their lowest byte first. */
export const IS_BIG_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 0;

/** Spare room of a buffer that longer texts take over, as a share of the text. */
const ROOM = 1 / 4;

/** A text, its UTF-16 units and the signs in it; each is read when it is first asked for. */
export class RawText {
  readonly raw: string;
  #units: Uint16Array<ArrayBuffer> | null = null;
  /** The units of a text that this one begins with, and how many they are. */
  #before: { readonly units: Uint16Array<ArrayBuffer>; readonly length: number } | null = null;
  #signs = -1;

  constructor(raw: string) {
    this.raw = raw;
  }

  /** Takes over the units of a text that this one begins with: any later query of that one reads it again. */
  protected takeUnits(before: RawText): void {
    this.#before = before.#units === null ? before.#before : { units: before.#units, length: before.raw.length };
    before.#units = before.#before = null;
  }

  /** The units, and a 0 after them: strings have many forms in memory, and reading them unit by unit costs several times as much. */
  get units(): Uint16Array {
    return (this.#units ??= this.#read());
  }

  /** The signs that stand in it, see `SIGN`. */
  get signs(): number {
    if (this.#signs < 0) this.#signs = readSigns(this.units, this.raw.length);
    return this.#signs;
  }

  get isAscii(): boolean {
    return (this.signs & SIGN.nonAscii) === 0;
  }

  #read(): Uint16Array<ArrayBuffer> {
    const { length } = this.raw;
    const before = this.#before;
    this.#before = null;
    if (before === null) return write(roomFor(length), this.raw, 0);
    if (before.units.length > length) return write(before.units, this.raw, before.length);
    return write(roomFor(Math.ceil(length * (1 + ROOM))), this.raw, 0);
  }
}

/** Room for so many units and the 0 after them. */
const roomFor = (units: number): Uint16Array<ArrayBuffer> => new Arena((units + 1) * 2).uint16(units + 1);

/** Writes the units of a text from `from` on. */
function write(units: Uint16Array<ArrayBuffer>, raw: string, from: number): Uint16Array<ArrayBuffer> {
  const bytes = Buffer.from(units.buffer, units.byteOffset + from * 2, (raw.length - from) * 2);
  bytes.write(from === 0 ? raw : raw.slice(from), "utf16le");
  if (IS_BIG_ENDIAN) bytes.swap16();
  units[raw.length] = 0;
  return units;
}

/**
 * The character that begins at `at`; a lone surrogate counts as one. The terminating 0 completes no pair, while `codePointAt` of
 * V8 14, once optimised, reads past the end of a slice that cuts a pair of the longer string in two.
 */
export function pointAt(units: Uint16Array, at: number): number {
  const code = units[at] ?? 0;
  if ((code & HALF_MASK) !== FIRST_HALF) return code;
  const next = units[at + 1] ?? 0;
  return (next & HALF_MASK) === SECOND_HALF ? pairOf(code, next) : code;
}

/** The same for a text that is read at few offsets, so that its units need no copy. */
export function characterAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if ((code & HALF_MASK) !== FIRST_HALF || at + 1 >= text.length) return code;
  return text.codePointAt(at) ?? code;
}

/** The character that a surrogate pair encodes: ten bits from each half, after the bits that mark it as a half. */
export const pairOf = (first: number, second: number): number =>
  PAIRS_FIRST + ((first & ~HALF_MASK) << HALF_BITS) + (second & ~HALF_MASK);

const HALF_BITS = 10;
const HALF_MASK = 0xfc00;
const FIRST_HALF = 0xd800;
const SECOND_HALF = 0xdc00;
const PAIRS_FIRST = 0x10000;

/** What stands somewhere in a text, as bits: most texts have few of the signs that disguises are made of. */
export const SIGN = {
  nonAscii: 1,
  percent: 2,
  backslash: 4,
  ampersand: 8,
  equals: 16,
  /** `)`, `]`, `}`, `>` */
  closer: 32,
  digit: 64,
  /** A run of at least `RUN_MIN` units of base64; always set for a text beyond ASCII, which is not searched for one. */
  run: 128,
} as const;

/** The shortest run of base64 that is a sign, units; a power of two. */
export const RUN_MIN = 16;

/** Above all signs. */
const ONE_OF_RUN = 256;
const ALL_SIGNS = ONE_OF_RUN - 1;
/** ASCII unit → its signs, and of a unit of base64 all bits above them: in these the length of a run is counted. */
const SIGNS = Int32Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code);
  return signOf(sign) | (/[A-Za-z0-9+/_-]/.test(sign) ? ~ALL_SIGNS : 0);
});

function signOf(sign: string): number {
  if (/\d/.test(sign)) return SIGN.digit;
  if (/[)\]}>]/.test(sign)) return SIGN.closer;
  if (sign === "%") return SIGN.percent;
  if (sign === "\\") return SIGN.backslash;
  if (sign === "&") return SIGN.ampersand;
  return sign === "=" ? SIGN.equals : 0;
}

/** A unit of base64 in either alphabet; hexadecimal digits are some of them. */
export const isOfRun = (code: number): boolean => code < SIGNS.length && (SIGNS[code] ?? 0) < 0;

/** Reads two units at a time: the terminating 0 is none of the signs. */
function readSigns(units: Uint16Array, length: number): number {
  let all = 0;
  let signs = 0;
  let run = 0;
  let runs = 0;
  for (let at = 0; at < length; at += 2) {
    const one = units[at] ?? 0;
    const two = units[at + 1] ?? 0;
    all |= one | two;
    const first = SIGNS[one & 127] ?? 0;
    const second = SIGNS[two & 127] ?? 0;
    signs |= first | second;
    run = (run + ONE_OF_RUN) & first;
    runs |= run;
    run = (run + ONE_OF_RUN) & second;
    runs |= run;
  }
  // Beyond ASCII the lowest bits stand for another sign.
  if (all >= 128) return SIGN.nonAscii | signsOfAscii(units, length);
  // Who counts up to a power of two, or farther, has had its bit.
  const hasRun = (runs & -(RUN_MIN * ONE_OF_RUN)) !== 0;
  return (signs & ALL_SIGNS) | (hasRun ? SIGN.run : 0);
}

/** The same of a text with more than ASCII: each unit is looked at whole. */
function signsOfAscii(units: Uint16Array, length: number): number {
  let signs: number = SIGN.run;
  for (let at = 0; at < length; at++) {
    const code = units[at] ?? 0;
    if (code < 128) signs |= SIGNS[code] ?? 0;
  }
  return signs & ALL_SIGNS;
}
