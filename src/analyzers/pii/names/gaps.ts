import { kindOf, WORD_MIN } from "./characters.ts";

/** What stands between a word and the one before it. */
export const GAP = {
  /** The text begins, or the word before is far. */
  start: 0,
  space: 1,
  newline: 2,
  hyphen: 3,
  apostrophe: 4,
  /** A full stop and a space. */
  stop: 5,
  comma: 6,
  /** A colon, an equals sign, the end of a tag: what stands before may be a label. */
  label: 7,
  quote: 8,
  mark: 9,
  slash: 10,
  at: 11,
  other: 12,
  /** A dot and no space. */
  dot: 13,
  /** The border of a table's cell. */
  cell: 14,
  underscore: 15,
  tag: 16,
  open: 17,
  dash: 18,
} as const;

/** A gap longer than that is `start`, UTF-16 units. */
export const GAP_MAX = 12;
/** One unit between two words: unit → gap. */
const SINGLE: ReadonlyMap<number, number> = new Map([
  [0x20, GAP.space],
  [0x0a, GAP.newline],
  [0x2d, GAP.hyphen],
  [0x27, GAP.apostrophe],
  [0x2019, GAP.apostrophe],
  [0x60, GAP.apostrophe],
  [0x2e, GAP.dot],
  [0x5f, GAP.underscore],
  [0x09, GAP.cell],
  [0x2c, GAP.cell],
  [0x3d, GAP.label],
  [0x3a, GAP.label],
  [0x3e, GAP.label],
  [0xff1a, GAP.label],
  [0x2f, GAP.slash],
  [0x5c, GAP.slash],
]);

/** What stands right before the word decides, whatever else is in the gap. */
const CLOSEST: ReadonlyMap<number, number> = new Map([
  [0x40, GAP.at],
  [0x23, GAP.at],
  [0x24, GAP.at],
  [0x5f, GAP.underscore],
  [0x2f, GAP.slash],
  [0x5c, GAP.slash],
  [0x3c, GAP.tag],
]);

/** The same for ASCII, in arrays: unit → 1 + gap, 0 = none. */
const single = asTable(new Map([...CLOSEST, ...SINGLE]));
const closest = asTable(CLOSEST);

function asTable(map: ReadonlyMap<number, number>): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => 1 + (map.get(code) ?? -1));
}

/** What stands between a word's end and the next one's start. */
export function gapOf(raw: string, from: number, to: number): number {
  const length = to - from;
  if (length > GAP_MAX) return GAP.start;
  if (length === 0) return GAP.other;
  const last = raw.charCodeAt(to - 1);
  if (length === 1) return tabled(single, last) ?? (last < 128 ? GAP.other : (SINGLE.get(last) ?? GAP.other));
  const decided = tabled(closest, last);
  if (decided !== undefined) return decided;
  let found = 0;
  for (let at = from; at < to; at++) found |= signOf(raw, at);
  return GAPS[found] ?? GAP.other;
}

function tabled(table: Uint8Array, code: number): number | undefined {
  const entry = code < 128 ? (table[code] ?? 0) : 0;
  return entry === 0 ? undefined : entry - 1;
}

const SIGN = {
  newline: 1,
  label: 2,
  cell: 4,
  end: 8,
  stop: 16,
  comma: 32,
  open: 64,
  quote: 128,
  dash: 256,
  other: 512,
};

const SIGNS: ReadonlyMap<number, number> = new Map([
  [0x20, 0],
  [0x0a, SIGN.newline],
  [0x0d, SIGN.newline],
  [0x3a, SIGN.label],
  [0x3d, SIGN.label],
  [0x3e, SIGN.label],
  [0xff1a, SIGN.label],
  [0x7c, SIGN.cell],
  [0x09, SIGN.cell],
  [0x21, SIGN.end],
  [0x3f, SIGN.end],
  [0x3b, SIGN.end],
  [0x2026, SIGN.end],
  [0x2e, SIGN.stop],
  [0x2c, SIGN.comma],
  [0x28, SIGN.open],
  [0x5b, SIGN.open],
  [0x22, SIGN.quote],
  [0x27, SIGN.quote],
  [0x60, SIGN.quote],
  [0xab, SIGN.quote],
  [0xbb, SIGN.quote],
  [0x2018, SIGN.quote],
  [0x2019, SIGN.quote],
  [0x201c, SIGN.quote],
  [0x201d, SIGN.quote],
  [0x201e, SIGN.quote],
  [0x2d, SIGN.dash],
  [0x2014, SIGN.dash],
  [0x2a, SIGN.dash],
]);

const signs = Uint16Array.from({ length: 128 }, (_, code) => SIGNS.get(code) ?? (code === 0x5c ? 0 : SIGN.other));

function signOf(raw: string, at: number): number {
  const code = raw.charCodeAt(at);
  if (code === 0x20) return 0;
  // The letter of an escape that the tokeniser stepped over.
  if (kindOf(code) >= WORD_MIN) return SIGN.newline;
  return code < 128 ? (signs[code] ?? SIGN.other) : (SIGNS.get(code) ?? SIGN.other);
}

const BY_PRIORITY: readonly (readonly [sign: number, gap: number])[] = [
  [SIGN.label, GAP.label],
  [SIGN.newline, GAP.newline],
  [SIGN.cell, GAP.cell],
  [SIGN.end, GAP.mark],
  [SIGN.stop, GAP.stop],
  [SIGN.open, GAP.open],
  [SIGN.comma, GAP.comma],
  [SIGN.quote, GAP.quote],
  [SIGN.dash, GAP.dash],
  [SIGN.other, GAP.other],
];

const byPriority = (signs: number): number => BY_PRIORITY.find(([sign]) => (signs & sign) !== 0)?.[1] ?? GAP.space;

/** Signs that stand in a gap → what it is. */
const GAPS = Uint8Array.from({ length: 2 * SIGN.other }, (_, signs) => byPriority(signs));
