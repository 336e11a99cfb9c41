import { forgetLater } from "./reading-memory.ts";

/** Longer texts share a buffer of their own, so that a look at something small does not drive them out, UTF-16 units. */
const SMALL_MAX = 4096;
/** A buffer for a longer text is given up for the next one, UTF-16 units. */
const KEPT_MAX = 1 << 18;

/** Stored numbers and the units of Node's `utf16le` have their lowest byte first. */
export const IS_BIG_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 0;

/** A text that was copied. */
interface Copy {
  text: string;
  units: Uint16Array<ArrayBuffer>;
  readonly forget: () => void;
  /** What `signsIn` has told of it; -1: it was not asked. */
  signs: number;
}

function newCopy(): Copy {
  const forget = (): void => {
    copy.units.fill(0, 0, copy.text.length);
    copy.text = "";
    copy.signs = -1;
  };
  const copy: Copy = { text: "", units: new Uint16Array(SMALL_MAX + 1), signs: -1, forget };
  return copy;
}

const small = newCopy();
const large = newCopy();

/**
 * The UTF-16 units of a text, and a 0 behind them: strings have many forms in memory, and reading them unit by unit costs several
 * times as much. Shared: valid until the next text is asked for, so only for loops that call nothing which reads another one.
 */
export const unitsOf = (text: string): Uint16Array => copyOf(text).units;

function copyOf(text: string): Copy {
  const copy = text.length <= SMALL_MAX ? small : large;
  if (text === copy.text) {
    // Also when it is another string of the same units: it is asked for often, and they would be compared each time.
    copy.text = text;
    return copy;
  }
  const isTooLong = copy.units.length > KEPT_MAX && text.length < KEPT_MAX;
  if (copy.units.length <= text.length || isTooLong) copy.units = new Uint16Array(text.length + (text.length >> 2) + 1);
  const bytes = Buffer.from(copy.units.buffer, 0, text.length * 2);
  bytes.write(text, "utf16le");
  if (IS_BIG_ENDIAN) bytes.swap16();
  copy.units[text.length] = 0;
  if (copy.text === "") forgetLater(copy.forget);
  copy.text = text;
  copy.signs = -1;
  return copy;
}

/**
 * The character that begins at `at`; half of a pair that stands alone is one. The 0 behind a text ends no pair, while `codePointAt` of
 * V8 14, optimised, reads on behind the end of a piece that was cut out of a longer string in the midst of a pair.
 */
export function pointAt(units: Uint16Array, at: number): number {
  const code = units[at] ?? 0;
  if ((code & HALF_MASK) !== FIRST_HALF) return code;
  const next = units[at + 1] ?? 0;
  return (next & HALF_MASK) === SECOND_HALF ? pairOf(code, next) : code;
}

/** The same of a text that is looked at in few places, so that its units need no copy. */
export function characterAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if ((code & HALF_MASK) !== FIRST_HALF || at + 1 >= text.length) return code;
  return text.codePointAt(at) ?? code;
}

/** The character that two halves write: ten bits each, behind what tells that they are halves. */
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
  /** A run of at least `RUN_MIN` units of base64, or more than ASCII, where nobody has looked for one. */
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

/** The signs that stand in a text. */
export function signsIn(text: string): number {
  const copy = copyOf(text);
  if (copy.signs < 0) copy.signs = readSigns(copy.units, text.length);
  return copy.signs;
}

/** Reads two units at a time: the 0 behind a text is none of the signs. */
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

export const isAscii = (text: string): boolean => (signsIn(text) & SIGN.nonAscii) === 0;
