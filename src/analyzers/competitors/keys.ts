import { foldUnit, isDigit, isSeparator, isUpper, isWordUnit, NOTHING } from "./units.ts";

/** One way to write a name, made ready to be looked up. */
export interface Key {
  /** Folded, without separators. */
  readonly units: string;
  /** Offsets in `units` where separators may stand: between words, and where a capital or a digit begins (`OpenAI`, `Office365`). */
  readonly breaks: ReadonlySet<number>;
  /** The words that separators part, folded. */
  readonly words: readonly string[];
  /** The words, parted at capitals and digits too: `open`, `ai`. */
  readonly parts: readonly string[];
  /** The name as it was configured. */
  readonly written: string;
  /** Only with one of the endings behind it that take the place of a name's last vowel: `Škodu`. */
  readonly isStem: boolean;
}

const SIGNS = "&+/.";
/** Letters that some write as two. */
const RESPELLED: readonly (readonly [RegExp, string])[] = [
  [/ä/gi, "ae"],
  [/ö/gi, "oe"],
  [/ü/gi, "ue"],
  [/ø/gi, "oe"],
  [/å/gi, "aa"],
  [/æ/gi, "ae"],
  [/œ/gi, "oe"],
  [/ß/g, "ss"],
];
const IS_ASCII = /^[\0-\x7f]*$/;
/** How "and" is written where the name has a sign. */
export const ANDS: readonly string[] = ["and", "und", "et", "y", "e", "en", "og", "och"];
/** Letters on both sides of the sign: `vitamin C and A`, `HandM`. */
const AND_PARTS_MIN = 3;
/** A name must be that long to be declined by its last vowel, letters. */
const STEM_MIN = 5;

/** The ways to write one name. Empty when it has no letter or digit. */
export function keysOf(name: string): readonly Key[] {
  const forms = new Set([name.normalize("NFC"), name.normalize("NFD"), name.replaceAll(/['’‘]/g, "")]);
  if (!IS_ASCII.test(name))
    forms.add(RESPELLED.reduce((text, [letter, two]) => text.replaceAll(letter, two), name.normalize("NFC")));
  forms.add(name.replaceAll(/\s*&\s*/g, " ")).add(name.replace(/[.!]+$/, ""));
  // Dr. Oetker, Toys "R" Us
  forms.add(name.replaceAll(/\.(?=\s)|["“”„]/g, ""));
  for (const form of withAnd(name)) forms.add(form);
  if (/ss/.test(name)) forms.add(name.replaceAll("ss", "ß"));
  const keys = new Map<string, Key>();
  for (const form of forms) {
    const key = keyOf(form, name);
    if (key === null) continue;
    keys.set(key.units, key);
    const last = key.words.at(-1) ?? "";
    if (last.length >= STEM_MIN && /[aeoая]$/.test(last) && !keys.has(key.units.slice(0, -1)))
      keys.set(key.units.slice(0, -1), { ...key, units: key.units.slice(0, -1), isStem: true });
  }
  return [...keys.values()];
}

/** `Ben & Jerry's` as `Ben and Jerrys`, … */
function withAnd(name: string): readonly string[] {
  const parts = name
    .replaceAll(/['’‘]/g, "")
    .split("&")
    .map((part) => part.trim());
  if (parts.length < 2 || parts.some((part) => part.length < AND_PARTS_MIN)) return [];
  return ANDS.map((and) => parts.join(` ${and} `));
}

const MAY_BE_NAME = /[\p{L}\p{N}]/u;

function keyOf(form: string, written: string): Key | null {
  const codes: number[] = [];
  // Where words and parts end in `codes`.
  const wordEnds: number[] = [];
  const partEnds: number[] = [];
  const breaks = new Set<number>();
  for (let at = 0; at < form.length; at++) {
    const code = form.charCodeAt(at);
    if (isSeparator(code)) {
      wordEnds.push(codes.length);
      partEnds.push(codes.length);
      breaks.add(codes.length);
      continue;
    }
    if (SIGNS.includes(form.charAt(at))) breaks.add(codes.length).add(codes.length + 1);
    else if (beginsPart(form, at)) {
      breaks.add(codes.length);
      partEnds.push(codes.length);
    }
    const folded = foldUnit(code);
    if (folded !== NOTHING) codes.push(folded);
  }
  const units = String.fromCharCode(...codes);
  if (!MAY_BE_NAME.test(units)) return null;
  breaks.delete(0);
  breaks.delete(units.length);
  return { units, breaks, words: cutAt(units, wordEnds), parts: cutAt(units, partEnds), written, isStem: false };
}

/** What of a text stands between these places, the empty left out. */
function cutAt(text: string, ends: readonly number[]): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  for (const end of ends) {
    if (end > start) pieces.push(text.slice(start, end));
    start = end;
  }
  if (start < text.length) pieces.push(text.slice(start));
  return pieces;
}

/** Whether a capital or a digit at `at` begins a part of a name that is written in one. */
function beginsPart(form: string, at: number): boolean {
  if (at === 0) return false;
  const before = form.charCodeAt(at - 1);
  const code = form.charCodeAt(at);
  if (!isWordUnit(before)) return false;
  if (isDigit(code)) return !isDigit(before);
  if (!isUpper(code)) return false;
  if (!isUpper(before)) return true;
  // IBMCloud: the capital before a small letter begins the next part.
  const next = form.charCodeAt(at + 1);
  return at + 1 < form.length && isWordUnit(next) && !isUpper(next) && !isDigit(next);
}
