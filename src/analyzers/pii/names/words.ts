import { Arena } from "../../../core/arena.ts";
import { bareLetter, KIND, kindOf, WORD_MIN } from "../../../text/letters.ts";
import { stepHash, UNSURE, unstepHash, type Words } from "../../../text/tokens.ts";
import { attributes as facts, type Lexicon, ROLE_SHIFT, roleIndex } from "./lexicon.ts";

/** What separates a word from the previous one. */
export const GAP = {
  /** The text begins, or the previous word is too far away. */
  start: 0,
  space: 1,
  newline: 2,
  hyphen: 3,
  apostrophe: 4,
  /** A full stop and a space. */
  stop: 5,
  comma: 6,
  /** A colon, an equals sign, the end of a tag: the text before may be a label. */
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
const GAP_MAX = 12;
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

/** The character right before the word decides, whatever else is in the gap. */
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

/** The gap between a word's end and the next word's start. */
function gapOf(raw: string, from: number, to: number): number {
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
  // The letter of an escape that the tokeniser skipped.
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

/** How a word is written. */
export const SHAPE = {
  lower: 0,
  capital: 1,
  allCapital: 2,
  initial: 3,
  /** As in McDonald: two capitals, the second after one to five letters. */
  twoCapital: 4,
  mixed: 5,
  digits: 6,
  uncased: 7,
} as const;

export const CANDIDACY = { no: 1, yes: 2 } as const;
const UNASKED = 0;

/** A word longer than that is no name, UTF-16 units. */
export const WORD_MAX = 32;

/** Shorter words have no ending to strip. */
const STEM_MIN = 6;
/** Last letters of names that Slavic languages replace by others: `a`, `а`, `я`, `ь`. */
const ENDINGS = [0x61, 0x430, 0x44f, 0x44c].map(bareLetter);
/** Words after a label that may be a name even in lower case. */
const LABELLED_MAX = 3;
const PERSON_LABEL = roleIndex("personLabel");
const PLACE_LABEL = roleIndex("placeLabel");
const COPULA = roleIndex("copula");
const NAMING = roleIndex("naming");
/** Only words with these roles, and words that follow a label themselves, precede a labelled word; a bit set. */
const LABELLING = (1 << PERSON_LABEL) | (1 << PLACE_LABEL) | (1 << COPULA) | (1 << NAMING);

/** Bytes of a word: its attributes, and what else is known of it. */
const WORD_BYTES = 6;

/** The words of a text as the tagger sees them. */
export class NameWords {
  readonly #words: Words;
  readonly #lexicon: Lexicon;
  raw = "";
  count = 0;
  start!: Int32Array;
  end!: Int32Array;
  /** Hash of the bare word. */
  hash!: Int32Array;
  attributes: Uint16Array = new Uint16Array(0);
  shape: Uint8Array = new Uint8Array(0);
  /** The gap before the word. */
  gap: Uint8Array = new Uint8Array(0);
  /** How many words from here may still be labelled. */
  labelled: Uint8Array = new Uint8Array(0);
  /** Whether the word may belong to a name: 0 = not asked yet, else `CANDIDACY`. */
  candidacy: Uint8Array = new Uint8Array(0);
  signs!: Signs;

  constructor(words: Words, lexicon: Lexicon) {
    this.#words = words;
    this.#lexicon = lexicon;
    this.goOn();
  }

  /** Looks the words up that the text has now: at first all of them, then those that have come and the last ones before. */
  goOn(): void {
    const { text, starts, ends, hashes, count } = this.#words;
    const { raw } = text;
    const known = Math.max(0, this.count - UNSURE);
    this.raw = raw;
    this.count = count;
    this.start = starts;
    this.end = ends;
    this.hash = hashes;
    this.signs = { star: new NextSign("*", raw), opener: new NextSign("<", raw), closer: new NextSign(">", raw) };
    if (starts.length > this.shape.length) this.#makeRoom(starts.length);
    // The next word affects whether a word may be a name.
    if (known > 0) this.candidacy[known - 1] = UNASKED;
    this.#look(known);
  }

  #makeRoom(length: number): void {
    const { attributes, shape, gap, labelled, candidacy } = this;
    const arena = new Arena(length * WORD_BYTES);
    this.attributes = arena.uint16(length);
    this.shape = arena.bytes(length);
    this.gap = arena.bytes(length);
    this.labelled = arena.bytes(length);
    this.candidacy = arena.bytes(length);
    this.attributes.set(attributes);
    this.shape.set(shape);
    this.gap.set(gap);
    this.labelled.set(labelled);
    this.candidacy.set(candidacy);
  }

  /** Looks up the words from the first unknown one, and reads the gaps between them. */
  #look(known: number): void {
    const { start, end, gap, attributes, shape, labelled, candidacy, raw, count } = this;
    const { kinds, text } = this.#words;
    const { units } = text;
    let before = end[known - 1] ?? -GAP_MAX - 1;
    let mayAnswer = known > 0 && this.#mayLabel(known - 1);
    for (let index = known; index < count; index++) {
      const at = start[index] ?? 0;
      const wordEnd = end[index] ?? 0;
      const written = shapeOf(raw, kinds[index] ?? 0, { start: at, end: wordEnd });
      shape[index] = written;
      gap[index] = isSpace(units, before, at) ? SPACE_GAP : gapOf(raw, before, at);
      before = wordEnd;
      const packed = this.#lookUp(index, written);
      attributes[index] = packed;
      const answers = mayAnswer ? this.#labelledAt(index) : 0;
      labelled[index] = answers;
      candidacy[index] = isPlain(written, answers, packed) ? PLAIN : UNASKED;
      mayAnswer = answers !== 0 || isLabelling(packed);
    }
  }

  #lookUp(index: number, written: number): number {
    if (written === DIGITS_SHAPE || !this.#isWord(index)) return 0;
    const packed = this.#lexicon.lookup(this.hash[index] ?? 0);
    return packed === 0 && written === CAPITAL_SHAPE ? this.#lookStem(index) : packed;
  }

  /** Attributes of an unknown word without its last one or two letters, as a name: `Japans`, `Zagrebu`, `Trumpom`, `Ostravy`. */
  #lookStem(index: number): number {
    const end = this.end[index] ?? 0;
    if (end - (this.start[index] ?? 0) < STEM_MIN) return 0;
    let hash = this.hash[index] ?? 0;
    for (let cut = 1; cut <= 2; cut++) {
      hash = unstepHash(hash, bareLetter(this.raw.charCodeAt(end - cut)));
      const packed = this.#lexicon.lookup(hash);
      if (facts.isName(packed)) return facts.stem(packed);
      if (cut > 1) continue;
      for (const ending of ENDINGS) {
        const other = this.#lexicon.lookup(stepHash(hash, ending));
        if (facts.isName(other)) return facts.stem(other);
      }
    }
    return 0;
  }

  /** How many words from here may still be labelled (`name: …`, `my name is …`); 0 = none. */
  #labelledAt(index: number): number {
    if (!this.#isWord(index)) return 0;
    const role = this.#roleAt(index - 1);
    const gap = this.gap[index];
    const before = this.labelled[index - 1] ?? 0;
    if (gap === GAP.label) return role === PERSON_LABEL || role === PLACE_LABEL ? LABELLED_MAX : 0;
    if (gap !== GAP.space) return 0;
    if (role === NAMING || (index > 1 && this.#answersPair(index, role))) return LABELLED_MAX;
    return role === 0 ? Math.max(0, before - 1) : 0;
  }

  /** Whether the two words before ask for a name: `name is`, `nazywam się`, `jmenuji se`. */
  #answersPair(index: number, role: number): boolean {
    const first = this.#roleAt(index - 2);
    if (role === COPULA) return first === PERSON_LABEL;
    return first === NAMING && role !== 0 && this.labelled[index - 1] === LABELLED_MAX;
  }

  /** Whether the next word may follow a label. */
  #mayLabel(index: number): boolean {
    return this.labelled[index] !== 0 || isLabelling(this.attributes[index] ?? 0);
  }

  #isWord(index: number): boolean {
    return (this.end[index] ?? 0) - (this.start[index] ?? 0) <= WORD_MAX;
  }

  #roleAt(index: number): number {
    return (this.attributes[index] ?? 0) >> ROLE_SHIFT;
  }
}

const isSpace = (units: Uint16Array, from: number, to: number): boolean => to - from === 1 && units[from] === SPACE;
/** Whether a word is a label, or comes between a label and its value. */
const isLabelling = (packed: number): boolean => ((1 << (packed >> ROLE_SHIFT)) & LABELLING) !== 0;
/** Whether a word is not part of a name in any context, as most are not. */
const isPlain = (shape: number, answers: number, packed: number): boolean =>
  shape === LOWER_SHAPE && answers === 0 && !facts.isOnlyName(packed);

// What the loop over each word needs, as constants of this module: others are looked up each time.
const SPACE_GAP = GAP.space;
const LOWER_SHAPE = SHAPE.lower;
const DIGITS_SHAPE = SHAPE.digits;
const CAPITAL_SHAPE = SHAPE.capital;
const PLAIN = CANDIDACY.no;

const SPACE = 0x20;
const DIGITS = 1 << KIND.digit;
const LOWER = 1 << KIND.lower;
const UNCASED = 1 << KIND.uncased;

function shapeOf(raw: string, kinds: number, word: { readonly start: number; readonly end: number }): number {
  if (kinds === LOWER) return SHAPE.lower;
  if ((kinds & DIGITS) !== 0 || kinds === 0) return SHAPE.digits;
  if ((kinds & UNCASED) !== 0) return SHAPE.uncased;
  const { start, end } = word;
  if ((kinds & LOWER) === 0) return end - start === 1 ? SHAPE.initial : SHAPE.allCapital;
  const upperAt = lastCapital(raw, start, end);
  if (upperAt === start) return SHAPE.capital;
  const isTwo = upperAt - start <= 5 && end - upperAt >= 3 && hasTwoCapitals(raw, start, upperAt);
  return isTwo ? SHAPE.twoCapital : SHAPE.mixed;
}

function lastCapital(raw: string, start: number, end: number): number {
  let at = end - 1;
  while (at > start && kindOf(raw.charCodeAt(at)) !== KIND.upper) at -= 1;
  return at;
}

function hasTwoCapitals(raw: string, start: number, upperAt: number): boolean {
  if (kindOf(raw.charCodeAt(start)) !== KIND.upper) return false;
  for (let at = start + 1; at < upperAt; at++) if (kindOf(raw.charCodeAt(at)) === KIND.upper) return false;
  return true;
}

/** Finds a character in stretches of a text that are requested from left to right: each part is searched once. */
export class NextSign {
  readonly #sign: string;
  readonly #raw: string;
  /** From `#from` on the first one stands at `#at`; the text's length without one. */
  #from = 0;
  #at = -1;

  constructor(sign: string, raw: string) {
    this.#sign = sign;
    this.#raw = raw;
  }

  /** Whether it occurs in `[start, end)`. */
  isIn(start: number, end: number): boolean {
    const { length } = this.#raw;
    if (start < this.#from || start > this.#at) {
      const at = this.#raw.indexOf(this.#sign, start);
      this.#at = at < 0 ? length : at;
      this.#from = start;
    }
    return this.#at < end && this.#at < length;
  }
}

/** The characters of masks. */
interface Signs {
  readonly star: NextSign;
  readonly opener: NextSign;
  readonly closer: NextSign;
}
