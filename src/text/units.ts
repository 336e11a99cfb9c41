/** Longer texts' units are not kept, UTF-16 units. */
const KEPT_MAX = 1 << 18;
const ROOM_MIN = 4096;

/** Stored numbers and the units of Node's `utf16le` have their lowest byte first. */
export const IS_BIG_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 0;

let units = new Uint16Array(ROOM_MIN);
let known = "";
/** What `signsIn` has told of the known text; -1: it was not asked. */
let knownSigns = -1;

/**
 * The UTF-16 units of a text, and a 0 behind them: strings have many forms in memory, and reading them unit by unit costs several
 * times as much. Shared: valid until the next text is asked for, so only for loops that call nothing which reads another one.
 */
export function unitsOf(text: string): Uint16Array {
  if (text === known) return units;
  const isKept = text.length < KEPT_MAX;
  if (units.length <= text.length || (isKept && units.length > KEPT_MAX))
    units = new Uint16Array(isKept ? Math.min(KEPT_MAX, Math.max(ROOM_MIN, text.length * 2)) : text.length + 1);
  const bytes = Buffer.from(units.buffer, 0, text.length * 2);
  bytes.write(text, "utf16le");
  if (IS_BIG_ENDIAN) bytes.swap16();
  units[text.length] = 0;
  known = text;
  knownSigns = -1;
  return units;
}

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
  const codes = unitsOf(text);
  if (knownSigns >= 0) return knownSigns;
  let signs = 0;
  let all = 0;
  for (let at = 0; at < text.length; at++) {
    const code = codes[at] ?? 0;
    all |= code;
    signs |= SIGNS[code & 127] ?? 0;
  }
  // Beyond ASCII the lowest bits stand for another sign: there each is looked at whole.
  knownSigns = all < 128 ? signs : SIGN.nonAscii | signsOfAscii(codes, text.length);
  return knownSigns;
}

function signsOfAscii(codes: Uint16Array, length: number): number {
  let signs = 0;
  for (let at = 0; at < length; at++) {
    const code = codes[at] ?? 0;
    if (code < 128) signs |= SIGNS[code] ?? 0;
  }
  return signs;
}

export const isAscii = (text: string): boolean => (signsIn(text) & SIGN.nonAscii) === 0;
