/** What a UTF-16 unit is to the tagger. Kinds from `LETTER_MIN` on are part of a word. */
export const KIND = { other: 0, space: 1, newline: 2, mark: 3, digit: 4, lower: 5, upper: 6, uncased: 7 } as const;
export const WORD_MIN: number = KIND.mark;

/** Scripts with case, and the small ones, lie below; above are kana, ideographs and hangul. */
const TABLE_END = 0x3000;

/** Unit → its kind as one of the lowest eight bits, so that a word's kinds are or-ed; the letter without case and accent above. */
const table = new Int32Array(TABLE_END);
const KIND_BITS = 8;
const KIND_MASK = 255;
/** The kinds that are part of a word. */
export const WORD_KINDS: number = KIND_MASK & -(1 << WORD_MIN);
let isReady = false;

/** Letters that Unicode does not decompose, folded as names are respelled. */
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
  ["ё", "е"],
]);

/** Builds the tables, once; a few milliseconds. */
export function prepareCharacters(): void {
  if (isReady) return;
  isReady = true;
  for (let code = 0; code < TABLE_END; code++) {
    const character = String.fromCharCode(code);
    const kind = kindByUnicode(character);
    const lower = character.toLowerCase();
    const folded = kind < WORD_MIN ? code : (RESPELLED.get(lower) ?? lower.normalize("NFD")).charCodeAt(0);
    table[code] = entryFor(kind, folded);
  }
}

function kindByUnicode(character: string): number {
  if (/[\n\r\u2028\u2029]/.test(character)) return KIND.newline;
  if (/\s/.test(character)) return KIND.space;
  if (/\p{Lu}|\p{Lt}/u.test(character)) return KIND.upper;
  if (/\p{Ll}/u.test(character)) return KIND.lower;
  if (/\p{L}/u.test(character)) return KIND.uncased;
  if (/\p{M}/u.test(character)) return KIND.mark;
  return /\p{Nd}/u.test(character) ? KIND.digit : KIND.other;
}

const entryFor = (kind: number, folded: number): number => (1 << kind) | (folded << KIND_BITS);

export const kindOf = (code: number): number => 31 - Math.clz32(kindsOfEntry(entryOf(code)));

/** The letter without case and accent. */
export const foldOf = (code: number): number => (code < TABLE_END ? (table[code] ?? 0) >>> KIND_BITS : code);

/** Kind and folded letter at once, for the loop over every unit of a text. */
export const entryOf = (code: number): number =>
  code < TABLE_END ? (table[code] ?? 0) : entryFor(kindAbove(code), code);
/** The kinds of one entry, or of several that were or-ed, as a set of bits. */
export const kindsOfEntry = (entry: number): number => entry & KIND_MASK;
export const foldOfEntry = (entry: number): number => entry >>> KIND_BITS;

function kindAbove(code: number): number {
  const isLetter =
    (code >= 0x3041 && code <= 0x30fe) || (code >= 0x3400 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7a3);
  return isLetter || code === 0x3005 ? KIND.uncased : KIND.other;
}

/** Where a hash begins: FNV-1a's offset basis and prime, 32 bits with a sign, as the operators on bits have them. */
export const HASH_SEED: number = 0x811c9dc5 | 0;
export const stepHash = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x01000193);

/** 0x01000193 times this is 1, 32 bits. */
const HASH_INVERSE = 0x359c449b;
/** The hash of a word before its last unit was added. */
export const unstepHash = (hash: number, unit: number): number => Math.imul(hash, HASH_INVERSE) ^ unit;

/** Hash of a word as the tokeniser makes it: combining marks do not count. */
export function hashWord(word: string): number {
  let hash = HASH_SEED;
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at);
    if (kindOf(code) !== KIND.mark) hash = stepHash(hash, foldOf(code));
  }
  return hash;
}

/** Spreads two numbers over 32 bits. */
export function mix(a: number, b: number): number {
  let hash = Math.imul(a ^ Math.imul(b, 0x9e3779b1), 0x85ebca6b);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0xc2b2ae35) ^ (hash >>> 13);
}
