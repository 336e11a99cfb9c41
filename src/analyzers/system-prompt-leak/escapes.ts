/** A character of a text as it is written there, or as an escape: `\u0041`, `\x41`, `\101`, `%41`, `0x41`, `&#65;`, `&auml;`. */
export interface Escape {
  /** UTF-16 units. */
  readonly length: number;
  /** The character's code point; 0: no letter, such as a line break or a quote. */
  readonly point: number;
}

/** Longest escape or line number that is read, UTF-16 units: four bytes of UTF-8, each as `\xf0`. */
export const ESCAPE_MAX = 16;

const NEWLINE = 0x0a;
const PERCENT = 0x25;
const AMPERSAND = 0x26;
const ZERO = 0x30;
const BACKSLASH = 0x5c;
const SIGNS = new Set([NEWLINE, PERCENT, AMPERSAND, ZERO, BACKSLASH]);

/** 1 for the ASCII units that an escape, or the number of a line, begins with. */
export const ESCAPE_SIGNS: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) => (SIGNS.has(code) ? 1 : 0));

/** What the end of a text may be of an escape, its first sign included. */
const BEGUN = /^(?:\\[\\ux{0-9a-f]*|%[%0-9a-f]*|0x[0-9a-f]?|0|&#?[a-z0-9]{0,8}|\n[ \t]{0,4}\d{0,4}[.):]?)$/i;

/** Whether the text, an end of a longer one, may be the beginning of an escape. */
export const mayBeEscape = (end: string): boolean => end.length < ESCAPE_MAX && BEGUN.test(end);

/** Backslashes that belong to one escape: JSON nested three deep has this many, and the escape then still fits `ESCAPE_MAX`. */
const BACKSLASHES_MAX = 7;
/** The number that a list or a listing puts before a line. */
const LINE_NUMBER = /\n[ \t]{0,4}\d{1,4}[.):]?[ \t]/y;
const UNIT = /\\{1,7}u(?:([0-9a-f]{4})|\{([0-9a-f]{1,6})\})/iy;
const LONG_UNIT = /\\U([0-9a-f]{8})/y;
const REFERENCE =
  /&(?:#(\d{2,7})|#x([0-9a-f]{2,6})|([a-z])(?:uml|acute|grave|circ|tilde|cedil|ring|slash|caron)|[a-z0-9]{2,8});/iy;
/** A lead byte of UTF-8 and its continuation bytes, one entry per notation. */
const BYTES: readonly {
  readonly sign: number;
  readonly first: RegExp;
  readonly next: RegExp;
  readonly radix: number;
}[] = [
  { sign: PERCENT, first: /%([0-9a-f]{2})/iy, next: /%([89ab][0-9a-f])/iy, radix: 16 },
  { sign: ZERO, first: /0x([0-9a-f]{2})(?![0-9a-f])/iy, next: /(?!)/y, radix: 16 },
  { sign: BACKSLASH, first: /\\x([0-9a-f]{2})/iy, next: /\\x([89ab][0-9a-f])/iy, radix: 16 },
  { sign: BACKSLASH, first: /\\([0-3][0-7]{2}|[0-7]{2})/y, next: /\\(2[0-7]{2})/y, radix: 8 },
];
/** `n`, `r`, `t`. */
const LINE_ESCAPES = new Set([0x6e, 0x72, 0x74]);
const NO_LETTER = 0;
const LAST_POINT = 0x10ffff;

/** The escape that begins at `at`; `null` where a sign stands for itself. */
export function escapeAt(raw: string, at: number): Escape | null {
  const sign = raw.charCodeAt(at);
  if (ESCAPE_SIGNS[sign] !== 1) return null;
  if (sign === NEWLINE) return lengthOf(matchAt(LINE_NUMBER, raw, at));
  if (sign === AMPERSAND) return referenceAt(raw, at);
  // Most zeros are digits.
  if (sign === ZERO && (raw.charCodeAt(at + 1) | 0x20) !== 0x78) return null;
  return (sign === BACKSLASH ? backslashAt(raw, at) : null) ?? bytesAt(raw, at, sign);
}

function matchAt(pattern: RegExp, raw: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(raw);
}

const lengthOf = (match: RegExpExecArray | null): Escape | null =>
  match === null ? null : { length: match[0].length, point: NO_LETTER };

const escapeOf = (length: number, point: number): Escape => ({
  length,
  point: point <= LAST_POINT ? point : NO_LETTER,
});

function referenceAt(raw: string, at: number): Escape | null {
  const match = matchAt(REFERENCE, raw, at);
  if (match === null) return null;
  const [whole, decimal, hex, letter] = match;
  if (letter !== undefined) return escapeOf(whole.length, letter.charCodeAt(0));
  if (hex !== undefined) return escapeOf(whole.length, Number.parseInt(hex, 16));
  return escapeOf(whole.length, decimal === undefined ? NO_LETTER : Number(decimal));
}

function backslashAt(raw: string, at: number): Escape | null {
  const next = raw.charCodeAt(at + 1);
  if (next === BACKSLASH) {
    // Of a row only the last ones belong to what follows. The others are passed at once: looking on from each would be quadratic.
    const passed = rowEnd(raw, at) - BACKSLASHES_MAX - at;
    if (passed > 0) return { length: passed, point: NO_LETTER };
  }
  if (LINE_ESCAPES.has(next)) return { length: 2, point: NO_LETTER };
  const match = matchAt(UNIT, raw, at) ?? matchAt(LONG_UNIT, raw, at);
  return match === null ? null : escapeOf(match[0].length, Number.parseInt(match[1] ?? match[2] ?? "", 16));
}

function rowEnd(raw: string, at: number): number {
  let end = at;
  while (raw.charCodeAt(end) === BACKSLASH) end += 1;
  return end;
}

function bytesAt(raw: string, at: number, sign: number): Escape | null {
  for (const way of BYTES) {
    const match = way.sign === sign ? matchAt(way.first, raw, at) : null;
    if (match === null) continue;
    const byte = Number.parseInt(match[1] ?? "", way.radix);
    return byte < 0x80
      ? escapeOf(match[0].length, byte)
      : charactersAt(raw, at, { byte, way, length: match[0].length });
  }
  return null;
}

/** The character of several bytes; `null` where the bytes are none of UTF-8. */
function charactersAt(
  raw: string,
  at: number,
  { byte, way, length }: { readonly byte: number; readonly way: (typeof BYTES)[number]; readonly length: number },
): Escape | null {
  const more = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : byte >= 0xc2 ? 1 : 0;
  if (more === 0) return null;
  let point = byte & (0x3f >> more);
  let end = at + length;
  for (let count = 0; count < more; count++) {
    const next = matchAt(way.next, raw, end);
    if (next === null) return null;
    point = point * 64 + (Number.parseInt(next[1] ?? "", way.radix) & 0x3f);
    end += next[0].length;
  }
  return escapeOf(end - at, point);
}
