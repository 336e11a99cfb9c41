import type { KeywordHit } from "../../../text/match/automaton.ts";
import { readLetter } from "../../../text/letters.ts";
import { PrefixTree } from "../../../text/match/prefix-tree.ts";
import { isMarked, isOrdinaryWord, isOtherWord } from "./label-marks.ts";
import type { RawText } from "../../../text/units.ts";

/** The span of a label; offsets in UTF-16 units of the text. */
export interface LabelHit {
  /** Index in the list that the finder was built from. */
  readonly label: number;
  readonly start: number;
  readonly end: number;
  /** Whether it may be an ordinary word: nothing marks it as a label. */
  readonly isUnsure: boolean;
}

/** Longest label, UTF-16 units; that much text at a window's edge may hold the rest of one. */
export const LABEL_MAX = 48;
/** From this length on a label may have an ending of its language: `henkilötunnukseni`. */
const INFLECTED_MIN = 8;
const ENDING_MAX = 3;
const SPACE = 32;

/** Latin letters of alphabets end here, after the Azerbaijani `ə`; Vietnamese letters have a separate block. */
const LATIN_END = 0x25a;
const LATIN_MORE = 0x1e00;
const LATIN_MORE_END = 0x1f00;
const isLatinCode = (code: number): boolean => code < LATIN_END || (code >= LATIN_MORE && code < LATIN_MORE_END);

/** What labels have otherwise than words: names of keys are written with `_` and `-`, and some letters stay what they are. */
const OF_LABELS: ReadonlyMap<string, string> = new Map(
  Object.entries({ _: " ", "-": " ", "\u00a0": " ", Ə: "e", ə: "e", Œ: "œ", œ: "œ", ẞ: "ß" }),
);
/** Unit → lower case without accent. Other scripts stay 0: no Latin label continues across them. */
const FOLD = new Uint16Array(LATIN_MORE_END);
for (let code = 0; code < FOLD.length; code++)
  if (isLatinCode(code)) FOLD[code] = readLetter(String.fromCharCode(code));
for (const [sign, as] of OF_LABELS) FOLD[sign.charCodeAt(0)] = as.charCodeAt(0);
/** Of scripts that have no capitals. */
const isEastAsian = (code: number): boolean => (code >= 0x2e80 && code <= 0xa4cf) || (code >= 0xac00 && code <= 0xd7a3);

/** A label that is not, or not wholly, of Latin letters. */
interface OtherLabel {
  readonly text: string;
  /** Latin units before its first other one. */
  readonly lead: number;
  readonly label: number;
}

/** A label as the folded text shows it. */
function foldLabel(label: string): string {
  let folded = "";
  for (const unit of label) folded += String.fromCharCode(foldCode(unit.charCodeAt(0)));
  return folded;
}

/** With spaces and, unless that is another word, joined. */
function spellingsOf(folded: string): readonly string[] {
  const joined = folded.replaceAll(" ", "");
  return joined === folded || isOtherWord(joined) ? [folded] : [folded, joined];
}

const foldCode = (code: number): number => (isLatinCode(code) ? (FOLD[code] ?? code) : code);

/**
 * Finds labels as whole words: case and accents are ignored; words of a label may be separate, joined, or joined by `_` or `-`,
 * and inside names such as `customerTaxId`. Labels in other scripts are found by their first letter.
 */
export class LabelFinder {
  readonly #latin: PrefixTree;
  /** Unit → whether a label begins with it. Most labels begin with a letter, and most words of a table with a digit. */
  readonly #begins: Uint8Array;
  /** Keyword → the name if it is an ordinary word as well. */
  readonly #ordinary: readonly (string | null)[];
  /** Several labels may look the same without accents and spaces. */
  readonly #latinLabels: readonly (readonly number[])[];
  /** By their first unit that is not Latin: `id картка` begins before it. */
  readonly #others: ReadonlyMap<string, readonly OtherLabel[]>;

  constructor(labels: readonly string[]) {
    const latin = new Map<string, Set<number>>();
    const others = new Map<string, OtherLabel[]>();
    for (const [index, label] of labels.entries()) {
      const folded = foldLabel(label);
      if (folded.length > LABEL_MAX) throw new TypeError(`label ${label} is longer than ${LABEL_MAX}`);
      if (/^[\u0001-\u007f]+$/.test(folded))
        for (const written of spellingsOf(folded))
          latin.set(written, (latin.get(written) ?? new Set<number>()).add(index));
      else {
        const lead = Array.from(folded).findIndex((unit) => !isLatinCode(unit.charCodeAt(0)));
        const first = folded.charAt(lead);
        others.set(first, [...(others.get(first) ?? []), { text: folded, lead, label: index }]);
      }
    }
    this.#latin = new PrefixTree([...latin.keys()], FOLD);
    this.#ordinary = Array.from(latin.keys(), (written) => {
      const name = written.replaceAll(" ", "");
      return isOrdinaryWord(name) ? name : null;
    });
    const firsts = new Set(Array.from(latin.keys(), (label) => label.charCodeAt(0)));
    this.#begins = Uint8Array.from(FOLD, (unit) => (firsts.has(unit) ? 1 : 0));
    this.#latinLabels = [...latin.values()].map((labels) => [...labels]);
    this.#others = others;
  }

  /** The labels inside `[start, end)`, in order of their end within each script. */
  find(text: RawText, start: number, end: number): readonly LabelHit[] {
    const { raw } = text;
    const hits: LabelHit[] = [];
    for (const hit of this.#findLatin(text.units, start, end))
      if (isWord(raw, hit.start, hit.end)) {
        const { start, end } = hit;
        const name = this.#ordinary[hit.keyword] ?? null;
        const isUnsure = name !== null && !isMarked(raw, hit, name);
        for (const label of this.#latinLabels[hit.keyword] ?? []) hits.push({ label, start, end, isUnsure });
      }
    if (text.isAscii) return hits;
    for (let at = start; at < end; at++) if (!isLatinCode(raw.charCodeAt(at))) this.#findOthers(raw, { at, end }, hits);
    return hits;
  }

  /** Latin labels, whatever follows them; in order of their end, the longest first. */
  #findLatin(units: Uint16Array, start: number, end: number): readonly KeywordHit[] {
    const hits: KeywordHit[] = [];
    const begins = this.#begins;
    let before = start > 0 ? (units[start - 1] ?? SPACE) : SPACE;
    for (let at = start; at < end; at++) {
      const code = units[at] ?? 0;
      if (begins[code] === 1 && beginsWord(before, code)) this.#latin.find(units, { start: at, end }, hits);
      before = code;
    }
    return hits.length < 2 ? hits : hits.sort((a, b) => a.end - b.end || a.start - b.start);
  }

  /** The labels in other scripts that begin at `at`. */
  #findOthers(raw: string, { at, end }: { readonly at: number; readonly end: number }, hits: LabelHit[]): void {
    const labels = this.#others.get(raw.charAt(at).toLowerCase());
    if (labels === undefined || !startsWord(raw, at)) return;
    const lowest = Math.max(0, at - LABEL_MAX);
    let written: string | undefined;
    for (const { text, lead, label } of labels) {
      const start = at - lead;
      // Of the labels that begin so few end so.
      const last = text.charCodeAt(text.length - 1);
      if (start < lowest || (isEastAsian(last) && raw.charCodeAt(start + text.length - 1) !== last)) continue;
      written ??= raw
        .slice(lowest, Math.min(end, at + LABEL_MAX))
        .toLowerCase()
        .replaceAll(JOINTS, " ");
      if (written.startsWith(text, start - lowest) && (lead === 0 || isWord(raw, start, at)))
        hits.push({ label, start, end: start + text.length, isUnsure: false });
    }
  }
}

/** Between the words of a key. */
const JOINTS = /[_\u00a0-]/g;

const isLower = (code: number): boolean => code >= 97 && code <= 122;
const isUpper = (code: number): boolean => code >= 65 && code <= 90;
const isLatinLetter = (code: number): boolean =>
  isLower(code) || isUpper(code) || (code >= 0xc0 && isLatinCode(code) && code !== 0xd7 && code !== 0xf7);

/** Whether a word, or a part of a name in camel case, begins with a unit after another one. */
const beginsWord = (before: number, code: number): boolean =>
  !isLatinLetter(before) || (isUpper(code) && isLower(before));

/** Whether the label is a whole word, or part of a camel-case name. */
function isWord(raw: string, start: number, end: number): boolean {
  const before = start > 0 ? raw.charCodeAt(start - 1) : SPACE;
  if (!beginsWord(before, raw.charCodeAt(start))) return false;
  const ending = end - start >= INFLECTED_MIN ? ENDING_MAX : raw.charCodeAt(end) === 115 ? 1 : 0;
  const isCapital = isUpper(raw.charCodeAt(end)) && isLower(raw.charCodeAt(end - 1));
  if (isCapital) return true;
  let at = end;
  while (at < raw.length && at <= end + ending && isLatinLetter(raw.charCodeAt(at))) at++;
  return at <= end + ending;
}

/** Scripts with spaces between words: Greek, Cyrillic, Armenian, Georgian. In other scripts, a label may begin anywhere. */
const SPACED = /[\u0370-\u058f\u10a0-\u10ff]/;

function startsWord(raw: string, at: number): boolean {
  return at === 0 || !SPACED.test(raw.charAt(at)) || !SPACED.test(raw.charAt(at - 1));
}
