/** What each UTF-16 unit is to a reader of words, and which letter it is without case and accent: one table for all readers. */

/** How a unit is written. Kinds from `WORD_MIN` on are part of a word. */
export const KIND = { other: 0, space: 1, newline: 2, mark: 3, digit: 4, lower: 5, upper: 6, uncased: 7 } as const;
export const WORD_MIN: number = KIND.mark;

/** Role of a unit in folded text: `_`, accents and numerals such as `Ⅳ` are letters; `unparted` are scripts that part no words. */
export const CLASS = { space: 0, letter: 1, digit: 2, unparted: 3, other: 4, newline: 5 } as const;

/** An entry of the table, from its lowest bits: the kind as one of eight bits, the bare letter, the class. */
const KIND_BITS = 8;
const KIND_MASK = (1 << KIND_BITS) - 1;
const LETTER_BITS = 16;
const LETTER_MASK = (1 << LETTER_BITS) - 1;
/** Bits below the class of an entry. */
export const CLASS_SHIFT = KIND_BITS + LETTER_BITS;
/** The kinds that are part of a word, as a set of bits. */
export const WORD_KINDS: number = KIND_MASK & -(1 << WORD_MIN);

/** First and last code of the blocks whose scripts part no words. */
const UNPARTED_BLOCKS: readonly (readonly [first: number, last: number])[] = [
  [0x0e00, 0x0eff],
  [0x1000, 0x109f],
  [0x1780, 0x17ff],
  [0x3040, 0x30ff],
  [0x3400, 0x9fff],
  [0xf900, 0xfaff],
];
/** Scripts with case, and the small ones, lie below; above, only kana, ideographs and hangul are of words as written. */
const CASED_END = 0x3000;

/** Letters that Unicode does not decompose, as names are respelled. */
const RESPELLED: ReadonlyMap<string, string> = new Map([
  ["ß", "s"],
  ["ø", "o"],
  ["ł", "l"],
  ["đ", "d"],
  ["ð", "d"],
  ["æ", "a"],
  ["œ", "o"],
  ["ı", "i"],
  ["þ", "t"],
]);

/** Unit → its entry, filled in as units are seen; 0: not seen yet. For loops over every unit of a text. */
export const ENTRIES = new Int32Array(0x10000);

/** Everything about a unit at once. @param code no unit counts as U+0000 */
export const entryOf = (code: number): number => (ENTRIES[code | 0] ||= readEntry(code | 0));
/** The kind of one entry, or those of several that were or-ed, as a set of bits. */
export const kindsOfEntry = (entry: number): number => entry & KIND_MASK;
export const letterOfEntry = (entry: number): number => (entry >>> KIND_BITS) & LETTER_MASK;

export const kindOf = (code: number): number => 31 - Math.clz32(entryOf(code) & KIND_MASK);
/** The letter without case and accent. */
export const bareLetter = (code: number): number => letterOfEntry(entryOf(code));
/** The same of a unit of a word, read anew: for tables that need nothing else about many units. */
export function readLetter(unit: string): number {
  const lower = unit.toLowerCase();
  return (RESPELLED.get(lower) ?? lower.normalize("NFD")).charCodeAt(0);
}
/** Whether a unit belongs to a script that parts no words. */
export const isUnparted = (code: number): boolean => entryOf(code) >>> CLASS_SHIFT === CLASS.unparted;

function readEntry(code: number): number {
  const unit = String.fromCharCode(code);
  const kind = code < CASED_END ? readKind(unit) : kindAbove(code);
  const letter = kind >= WORD_MIN && code < CASED_END ? readLetter(unit) : code;
  return (1 << kind) | (letter << KIND_BITS) | (readClass(code, unit) << CLASS_SHIFT);
}

function readKind(unit: string): number {
  if (/[\n\r\u2028\u2029]/.test(unit)) return KIND.newline;
  if (/\s/.test(unit)) return KIND.space;
  if (/\p{Lu}|\p{Lt}/u.test(unit)) return KIND.upper;
  if (/\p{Ll}/u.test(unit)) return KIND.lower;
  if (/\p{L}/u.test(unit)) return KIND.uncased;
  if (/\p{M}/u.test(unit)) return KIND.mark;
  return /\p{Nd}/u.test(unit) ? KIND.digit : KIND.other;
}

function kindAbove(code: number): number {
  const isLetter =
    (code >= 0x3041 && code <= 0x30fe) || (code >= 0x3400 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7a3);
  return isLetter || code === 0x3005 ? KIND.uncased : KIND.other;
}

function readClass(code: number, unit: string): number {
  if (unit === "\n") return CLASS.newline;
  if (code < 0x20 || /\s/.test(unit)) return CLASS.space;
  if (/\p{Nd}/u.test(unit)) return CLASS.digit;
  if (!/[\p{L}\p{M}\p{N}_]/u.test(unit)) return CLASS.other;
  return UNPARTED_BLOCKS.some(([first, last]) => code >= first && code <= last) ? CLASS.unparted : CLASS.letter;
}
