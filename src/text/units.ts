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
  /** What `signsIn` has told of it; -1: it was not asked. */
  signs: number;
}

const small: Copy = { text: "", units: new Uint16Array(SMALL_MAX + 1), signs: -1 };
const large: Copy = { text: "", units: new Uint16Array(SMALL_MAX + 1), signs: -1 };

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
  return (next & HALF_MASK) === SECOND_HALF
    ? PAIRS_FIRST + ((code & ~HALF_MASK) << HALF_BITS) + (next & ~HALF_MASK)
    : code;
}

/** The character that two halves write: ten bits each, behind what tells that they are halves. */
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
} as const;

const SIGNS = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code);
  if (/\d/.test(sign)) return SIGN.digit;
  if (/[)\]}>]/.test(sign)) return SIGN.closer;
  if (sign === "%") return SIGN.percent;
  if (sign === "\\") return SIGN.backslash;
  if (sign === "&") return SIGN.ampersand;
  return sign === "=" ? SIGN.equals : 0;
});

/** The signs that stand in a text. */
export function signsIn(text: string): number {
  const copy = copyOf(text);
  if (copy.signs >= 0) return copy.signs;
  const { units } = copy;
  let signs = 0;
  let all = 0;
  for (let at = 0; at < text.length; at++) {
    const code = units[at] ?? 0;
    all |= code;
    signs |= SIGNS[code & 127] ?? 0;
  }
  // Beyond ASCII the lowest bits stand for another sign: there each is looked at whole.
  copy.signs = all < 128 ? signs : SIGN.nonAscii | signsOfAscii(units, text.length);
  return copy.signs;
}

function signsOfAscii(units: Uint16Array, length: number): number {
  let signs = 0;
  for (let at = 0; at < length; at++) {
    const code = units[at] ?? 0;
    if (code < 128) signs |= SIGNS[code] ?? 0;
  }
  return signs;
}

export const isAscii = (text: string): boolean => (signsIn(text) & SIGN.nonAscii) === 0;
