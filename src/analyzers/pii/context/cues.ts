import { columnLabel } from "../column-label.ts";
import type { Reading } from "../../../text/reading.ts";
import type { Span } from "../../../core/model.ts";
import { PHRASE_WORDS_MAX, phrases, plainWord, WORD, type Phrases } from "./phrases.ts";

/** How far before a value its cues are read, UTF-16 units. */
export const CUE_REACH = 96;
/** … and how far words of labels and phrases, UTF-16 units. */
const WORDS_REACH = 56;

/** A word before a value. */
interface Word {
  readonly text: string;
  /** In the text before the value. */
  readonly start: number;
  readonly end: number;
}

/** What stands before a value, as cues are looked for. */
interface Lead {
  /** All of it, and the words in it from the last on. */
  readonly text: string;
  readonly words: readonly Word[];
  /** Where the value's line begins in it; -1: before it. */
  readonly line: number;
}

/** Between a label and its value: quotes and brackets, and a sign or nothing. */
const SIGN = /^["'`\])*_}.]{0,3}\s{0,3}(?:[:：=|>\t-]|=>|->|–|—)\s{0,4}["'`([*_<]{0,3}\s{0,2}$/;
/** … in a form. */
const FIELD = /^[*_]{0,2}\s?[:：][*_]{0,2}\s{1,4}[*_]{0,2}$/;
/** … in running text: `Patient Maria Lopez`. */
const SPACE = /^\.? {1,2}["'“„«*_]{0,2}$/;
/** A line has at most these before its first word. */
const LINE_START = /^[\s>*#•–-]{0,6}$/;

/** Longest line of a salutation or of what stands above a signature, UTF-16 units. */
const SHORT_LINE_MAX = 48;

/** Whether words before a name say that it is one of a private person. Reads `CUE_REACH` to its left, and its column header. */
export function isNamed(reading: Reading, span: Span): boolean {
  const known = phrases();
  const lead = withoutTitles(leadOf(reading.raw, span.start), known);
  return (
    isIntroduced(lead, known) ||
    isLabelled(lead, { known, value: reading.raw.slice(span.start, span.end) }) ||
    isSaluted(lead, known) ||
    (isFullName(reading.raw.slice(span.start, span.end)) && isSigned(lead, known)) ||
    isBelowHeader(reading, span.start, known)
  );
}

/** Whether words before an address say that somebody lives there, or wants something delivered. */
export const isHome = (raw: string, start: number): boolean =>
  endsIn(leadOf(raw, start), phrases().homes, SPACE_OR_SIGN);

/** Whether a label before a date makes it a date of birth, or whoever speaks says so. A sentence about somebody else is none. */
export function isOwnBirth(reading: Reading, start: number): boolean {
  const { births } = phrases();
  if (endsIn(leadOf(reading.raw, start), births, SPACE_OR_SIGN)) return true;
  const header = columnLabel(reading, start);
  return header !== null && births.has(plainWords(header).join(" "));
}

const SPACE_OR_SIGN = new RegExp(`${SIGN.source}|${SPACE.source}`);

const NO_WORDS: readonly Word[] = [];
/** In a list of names nothing that a cue could end with stands between. */
const IN_LIST = /[\p{L}\p{M}][,;] $/u;

function leadOf(raw: string, start: number): Lead {
  const from = Math.max(0, start - CUE_REACH);
  const text = raw.slice(from, start);
  const newline = text.lastIndexOf("\n");
  return {
    text,
    words: IN_LIST.test(text.slice(-3)) ? NO_WORDS : wordsOf(text.slice(-WORDS_REACH), text.length),
    line: newline >= 0 || from > 0 ? (newline < 0 ? -1 : newline + 1) : 0,
  };
}

/**
 * Words of a text from the last on; `customerName` and `customer_name` are two.
 * @param end offset of the text's end, where it is that of a longer one
 */
function wordsOf(text: string, end = text.length): readonly Word[] {
  const base = end - text.length;
  const words: Word[] = [];
  for (const { 0: run, index } of text.matchAll(WORD)) {
    let start = 0;
    const add = (to: number): void => {
      words.push({ text: plainWord(run.slice(start, to)), start: base + index + start, end: base + index + to });
      start = to;
    };
    if (!PLAIN.test(run)) for (const { index: at } of run.matchAll(HUMP)) add(at);
    add(run.length);
  }
  return words.reverse();
}

/** A word without a hump. */
const PLAIN = /^[A-Za-z]?[a-z]*$/;
const HUMP = /(?<=\p{Ll})(?=\p{Lu})/gu;

const plainWords = (text: string): readonly string[] =>
  wordsOf(text)
    .map((word) => word.text)
    .reverse();

/** Titles right before the name are passed over. */
function withoutTitles(lead: Lead, { titles }: Phrases): Lead & { readonly titled: boolean } {
  let end = lead.text.length;
  let first = 0;
  for (let word = lead.words[0]; word !== undefined && titles.has(word.text); word = lead.words[first]) {
    if (!/^\.?[\s/]{0,2}$/.test(lead.text.slice(word.end, end))) break;
    end = word.start;
    first += 1;
  }
  return { ...lead, text: lead.text.slice(0, end), words: lead.words.slice(first), titled: first > 0 };
}

/** How many of the last words make a phrase of the list; 0 without one. The longest counts. */
function phraseLength(words: readonly Word[], list: ReadonlySet<string>): number {
  let phrase = "";
  let longest = 0;
  for (let count = 1; count <= Math.min(PHRASE_WORDS_MAX, words.length); count++) {
    const { text = "" } = words[count - 1] ?? {};
    phrase = count === 1 ? text : `${text} ${phrase}`;
    if (list.has(phrase)) longest = count;
  }
  return longest;
}

/** Whether a phrase of the list stands right before the value, nothing but that between. */
function endsIn({ text, words }: Pick<Lead, "text" | "words">, list: ReadonlySet<string>, gap: RegExp): boolean {
  const [last] = words;
  return last !== undefined && gap.test(text.slice(last.end)) && phraseLength(words, list) > 0;
}

const INTRODUCED = /^\s{0,2}[:：]?\s{0,3}["'“„«*_]{0,2}$/;

function isIntroduced(lead: Lead, { introductions, unspaced }: Phrases): boolean {
  if (endsIn(lead, introductions, INTRODUCED)) return true;
  const text = lead.text.trimEnd();
  // Thai is the first of those scripts.
  return text.charCodeAt(text.length - 1) >= 0x0e00 && unspaced.some((phrase) => text.endsWith(phrase));
}

/** `Patient: …`, `customer_name=…`, `the tenant's name is …`, `Name: …` of a form. */
function isLabelled(lead: Lead, { known, value }: { readonly known: Phrases; readonly value: string }): boolean {
  const { text, words } = lead;
  const [last] = words;
  if (last === undefined) return false;
  const gap = text.slice(last.end);
  if (FIELD.test(gap) && isFullName(value) && isFormField(lead, known)) return true;
  if (SIGN.test(gap)) return isNameLabel(words, known) || isRole(words, known);
  if (!SPACE.test(gap)) return false;
  return known.copulas.has(last.text) ? isNameLabel(words.slice(1), known) : isRole(words, known);
}

/** `first name`, `customer name`, `tenant's name`. */
function isNameLabel(words: readonly Word[], known: Phrases): boolean {
  if (phraseLength(words, known.nameKeys) > 0) return true;
  const length = phraseLength(words, known.names);
  return length > 0 && isRole(words.slice(words[length]?.text === "s" ? length + 1 : length), known);
}

/** `Name: …` alone: names of things are labelled so as well, but a person's has two words and is the field of a form. */
function isFormField({ text, words, line }: Lead, { names }: Phrases): boolean {
  const first = words[phraseLength(words, names) - 1];
  return first !== undefined && line >= 0 && LINE_START.test(text.slice(line, first.start));
}

/** A first name alone singles no one out. */
const isFullName = (value: string): boolean => /\S\s+\S/.test(value);

const isRole = (words: readonly Word[], { roles }: Phrases): boolean => phraseLength(words, roles) > 0;

/** `Dear Mr Jones`, at the beginning of a line. */
function isSaluted(lead: Lead & { readonly titled: boolean }, { salutations }: Phrases): boolean {
  const { text, words, line, titled } = lead;
  if (!titled || line < 0 || text.length - line > SHORT_LINE_MAX) return false;
  const length = phraseLength(words, salutations);
  const first = words[length - 1];
  return first !== undefined && LINE_START.test(text.slice(line, first.start));
}

/** The name begins a line, and the line above it takes leave. */
function isSigned({ text, line }: Lead, { signOffs }: Phrases): boolean {
  if (line <= 0 || !LINE_START.test(text.slice(line))) return false;
  const above = text.slice(0, line).trimEnd();
  const from = above.lastIndexOf("\n") + 1;
  // The beginning of a line that is cut off is unknown.
  if (from === 0 && text.length >= CUE_REACH) return false;
  const isNear = (text.slice(above.length, line).match(/\n/g) ?? []).length <= 2;
  return isNear && above.length - from <= SHORT_LINE_MAX && signOffs.has(plainWords(above.slice(from)).join(" "));
}

function isBelowHeader(reading: Reading, start: number, known: Phrases): boolean {
  const header = columnLabel(reading, start);
  if (header === null) return false;
  const words = wordsOf(header);
  return isNameLabel(words, known) || isRole(words, known);
}
