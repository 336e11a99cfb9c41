import type { Match } from "../../detector.ts";
import type { PiiDetector } from "../groups.ts";
import { columnLabel, HEADERS_MAX } from "../column-label.ts";
import { digitsOf, holdDigits, type CandidateJudgement, mayEndInNumber } from "../candidates.ts";
import { isLooseGap } from "../ids/label-gap.ts";
import { isPlausible } from "../ids/rules/phone.ts";
import { phoneVerdict } from "../phone-plans.ts";
import { SignSet } from "../sign-set.ts";
import { findAtRuns } from "../find-at-runs.ts";
import { type DigitRun, digitRuns, isAsciiDigit, isLetterCode } from "../numbers.ts";
import { SHAPE } from "../digit-run-classes.ts";
import { EndPattern } from "../end-pattern.ts";
import { memo, type Reading } from "../../../text/reading.ts";

// A colon may precede it (`tel:+49…`, RFC 3966), and so may a comma that separates the columns of a table; between digits
// they make a time or a sum.
const CANDIDATE =
  /(?<![A-Za-z0-9]|[\d+][.\-/]|\d:|[.,:]\d|(?:CVE|ISO|RFC|PMC)-)(?:\(?\+ ?|00 ?)?\(?\d(?:[ \u00a0.\-()/]{0,3}\d){5,17}(?: ?(?:x|ext\.?) ?\d{1,6})?(?![A-Za-z0-9]|[.:]\d)/y;
const EXTENSION = / ?(?:x|ext\.?) ?\d+$/;
/** An extension, or the word after a number, that has only begun. */
const OPEN_EXTENSION = /(?: ?(?:x|e|ex|ext|ext\.) ?\d{0,6})?(?:(?: ?\(|-)\p{L}{0,10})?$/u;
const OPEN_MAX = 30;
// The word for telephone, and what people write for it, in the languages of the public number plans' countries. Words that
// are parts of many others (`hotel`, `string`) must be whole words.
const LABEL = new EndPattern(
  /(?:phone|mobile|fax|whatsapp|hotline|handy|rufnummer|téléphone|teléfono|móvil|celular|telefone|telefono|cellulare|telefoon|telefon|тел(?:ефон)?|电话|電話|手机|전화|هاتف|फ़ोन|number on file|(?<!\p{L})(?:tel|tél|tlf|puh|mob|cell|sms|portable))(?!\p{Ll})([^\d\n,;]{0,24})$/iu,
);
/** Phrases before a number, with little in between. */
const VERB = new EndPattern(
  /(?<!\p{L})(?:call|contact|ring|dial|reach|text)(?:ed|ing|s)?(?: (?:me|us|him|her|them|back|now|at|on|to|the|my|our|this|number|line|office|desk|home|work|directly)){0,5}[ :.=#"'-]{0,4}$/iu,
);
/** What address books call a number, after it: `-Office`, `(mobile)`; the types of RFC 6350 §6.4.1, and in other languages. */
const KIND_AFTER =
  /(?:-| ?\()(?:office|work|home|mobile|cell|cellular|fax|phone|tel|landline|desk|direct|handy|mobil|privat|büro|festnetz|móvil|movil|celular|casa|oficina|trabajo|trabalho|telefone|portable|domicile|bureau|fixe|cellulare|ufficio|mobiel|kantoor|thuis)(?!\p{L})/iuy;
const US_SHAPE = /^(?:1(?:[ .-]|(?=\()))?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-])\d{3}[.-]\d{4}$/;
const DATE = /^(?:(?:19|20)\d{2}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./](?:19|20)\d{2})/;
/** Cost of a search for a number where there is evidence of one. */
const PHONE_STEPS = 40;
/** UTF-16 units before the number in which a label counts. */
const LABEL_REACH = 40;
/** The shortest national numbers that people write down; fewer digits are a year or a quantity. */
const DIGITS_MIN = 7;
/** Country code and national number (E.164), after `00`. */
const DIGITS_MAX = 17;
/** After a verb, fewer digits in one piece are a quantity. */
const PIECE_MIN = 9;

/** Phone numbers: international ones by their country's plan, national ones by a label or the North American shape. */
export const PHONE_NUMBER: PiiDetector = {
  id: "PHONE_NUMBER",
  placeholder: "PHONE_NUMBER",
  group: "contact",
  about: {
    name: "phone number",
    form: "`+` or `00` and a number of the country's plan, or the North American shape; else a label or a national printed form",
  },
  keywords: [],
  maxLength: 90,
  source: "https://www.itu.int/rec/T-REC-E.164",
  find: (reading, _hits, from, meter) => {
    const { raw } = reading;
    const runs = digitRuns(reading);
    const rows = new DigitRows(raw, runs);
    return findAtRuns(reading, { from, meter, shape: SHAPE.phone }, (run, at, done) => {
      const last = rows.lastOf(at);
      if (!hasDigits(runs, at, last)) return null;
      const lead = leadStart(raw, run.start);
      if (!isSpokenFor(reading, runs, { at, last, lead })) return null;
      meter?.spend(PHONE_STEPS);
      const found = phoneAt(reading, lead, run.start);
      // What begins before is decided, so the digits are a part of it.
      return found === null || found.start < done ? null : found;
    });
  },
  stableUntil: (reading) => {
    const { raw } = reading;
    if (!mayEndInNumber(reading, OPEN_MAX)) return raw.length;
    const open = OPEN_EXTENSION.exec(raw.slice(-OPEN_MAX));
    const held = holdDigits(raw);
    if (open === null || open[0] === "") return held;
    // After a letter, `holdDigits` no longer finds the number: search from before the extension.
    const number = raw.slice(0, raw.length - open[0].length);
    const start = holdDigits(number);
    return start < number.length ? Math.min(held, start) : held;
  },
  examples: {
    hits: [
      ["call +49 30 901820 today", "+49 30 901820"],
      ["Ring me on (415) 555-2671.", "(415) 555-2671"],
      ["tel: 0431 350690", "0431 350690"],
      ["電話 03-1234-5678", "03-1234-5678"],
      ["0049 30 901820", "0049 30 901820"],
      ["(+41) 44 668 18 00", "(+41) 44 668 18 00"],
      ["home (0049 30 901820)", "(0049 30 901820"],
      ["<a href='tel:+4930901820'>", "+4930901820"],
      ["17,+14155552671,2024-03-01", "+14155552671"],
      ['{"customer_phone":4155552671}', "4155552671"],
      ["+14155552671 2 missed calls", "+14155552671"],
      ["name,phone,age\nAnna,0431 350690,30\nIda,0431 350691,31\n", "0431 350691"],
      ["+1 415 555 2671 24/7", "+1 415 555 2671"],
      ["Office: (415) 555-2671 ext. 204", "(415) 555-2671 ext. 204"],
      ["0431 350690-Office", "0431 350690"],
      ["Anna Kern, 0431 350690 (mobile)", "0431 350690"],
      ["0431 350690x12-Home", "0431 350690x12"],
    ],
    misses: [
      "2024-01-15 10:30",
      "order 4155552671",
      "1.2.3.4",
      "lines 100-200-3000",
      "+1 000 000",
      "id 0431 350690",
      "0431 350690-Officer",
      "2024-01-15-Office",
      "the string 12345678 is long",
      "hotel 12345678",
      "recall 1234567 rows",
      "a file called 3.1.2-3.3.8",
      '{"item":"Smartphone","product_id":"1801728040"}',
      "call the function with 1000000 items",
      "+0049 30 901",
      "SKU 1688-600-1966",
      "the mobile site had 12345678 visits",
      "Phone System CVE-2021-45967",
      "-0.891974669, 0.035868267, 0.673154770",
    ],
  },
};

const [ZERO, PLUS, BRACKET, SPACE, HYPHEN] = [0x30, 0x2b, 0x28, 0x20, 0x2d];

/** Where the signs of a number before its first digit begin: `+`, `(`, and a space after the plus. */
function leadStart(raw: string, start: number): number {
  let at = start;
  if (raw.charCodeAt(at - 1) === BRACKET) at -= 1;
  const plus = raw.charCodeAt(at - 1) === SPACE ? at - 1 : at;
  if (raw.charCodeAt(plus - 1) !== PLUS) return at;
  return raw.charCodeAt(plus - 2) === BRACKET ? plus - 2 : plus - 1;
}

/** A cheap test of a group of digits for evidence of a number: there is no digit between a label and its number. */
function isSpokenFor(
  reading: Reading,
  runs: readonly DigitRun[],
  { at, last, lead }: { readonly at: number; readonly last: number; readonly lead: number },
): boolean {
  const { raw } = reading;
  const run = runs[at];
  if (run === undefined) return false;
  return (
    isInternational(raw, lead, run.start) ||
    hasWordBetween(raw, runs[at - 1]?.end ?? 0, run) ||
    isUsShape(runs, at) ||
    hasWordAfter(raw, runs[Math.min(last, at + GROUPS_MAX)]?.end ?? raw.length) ||
    columnLabel(reading, lead) !== null
  );
}

/** Groups of one number, its extension with them. */
const GROUPS_MAX = 7;

/** Whether a letter follows the groups after at most two signs: an extension, or the number's label. */
function hasWordAfter(raw: string, end: number): boolean {
  const sign = raw.charCodeAt(end);
  return sign === HYPHEN || OPENERS.has(sign === SPACE ? raw.charCodeAt(end + 1) : sign);
}

/** Of an extension, or of the number's label. */
const OPENERS = new SignSet("(xe");

/** After a plus, whatever its brackets, or `00`. */
const isInternational = (raw: string, lead: number, start: number): boolean =>
  start - lead > 1 ||
  raw.charCodeAt(lead) === PLUS ||
  (raw.charCodeAt(start) === ZERO && raw.charCodeAt(start + 1) === ZERO);

/** Whether there is a letter between a group of digits and the previous one, near enough for a label. */
function hasWordBetween(raw: string, end: number, { start, spacesBefore }: DigitRun): boolean {
  if (spacesBefore > WORDS_MAX) return false;
  const lowest = Math.max(end, start - LABEL_REACH);
  for (let at = start - 1; at >= lowest; at--) if (isLetterCode(raw.charCodeAt(at))) return true;
  return false;
}

/** Most spaces between a label's last letter and the number. */
const WORDS_MAX = 8;

/** Groups of three, three and four digits, and perhaps a 1 before. */
function isUsShape(runs: readonly DigitRun[], at: number): boolean {
  const first = lengthOf(runs[at]) === 1 ? at + 1 : at;
  return lengthOf(runs[first]) === 3 && lengthOf(runs[first + 1]) === 3 && lengthOf(runs[first + 2]) === 4;
}

const lengthOf = (run: DigitRun | undefined): number => (run === undefined ? 0 : run.end - run.start);

/** Whether the groups from `first` on have as many digits as a number needs. */
function hasDigits(runs: readonly DigitRun[], first: number, last: number): boolean {
  let digits = 0;
  for (let at = first; at <= last && digits < DIGITS_NEEDED; at++) digits += lengthOf(runs[at]);
  return digits >= DIGITS_NEEDED;
}

const DIGITS_NEEDED = 6;
/** The number that begins with the digits at `start`, or with the signs between `lead` and them. */
function phoneAt(reading: Reading, lead: number, start: number): Match | null {
  const { raw } = reading;
  for (let at = lead; at <= start; at++) {
    if (raw.charCodeAt(at) === SPACE) continue;
    CANDIDATE.lastIndex = at;
    if (CANDIDATE.test(raw)) return longestOf(reading, at, raw.slice(at, CANDIDATE.lastIndex));
  }
  return null;
}

/** Groups after a number that may be another one: `+1 415 555 2671 24/7`. */
const GROUPS_LEFT_OUT = 3;

/** The number itself, or the number without the last groups. */
function longestOf(reading: Reading, start: number, candidate: string): Match | null {
  // If it is neither, it is not a number without its last groups either.
  if (!hasPrefix(candidate) && !PIECE.test(candidate)) return null;
  let number = candidate;
  const said = new Said(reading, start);
  for (let left = 0; left <= GROUPS_LEFT_OUT; left++) {
    const judgement = judge(said, number);
    if (judgement !== null) return { start, ...judgement };
    number = withoutLastGroup(number);
    if (number === "") return null;
  }
  return null;
}

/** Without the last digits and the signs before them. */
function withoutLastGroup(number: string): string {
  let at = number.length;
  while (isAsciiDigit(number.charCodeAt(at - 1))) at -= 1;
  while (at > 0 && !isAsciiDigit(number.charCodeAt(at - 1))) at -= 1;
  return number.slice(0, at);
}

/** The evidence before the number that begins at an offset; also applies to the number without its last groups. */
class Said {
  readonly reading: Reading;
  readonly start: number;
  readonly #known: (boolean | undefined)[] = [];

  constructor(reading: Reading, start: number) {
    this.reading = reading;
    this.start = start;
  }

  /** Whether a label says that a number follows, or a verb does, which a quantity may follow as well. */
  of(isQuantity: boolean): boolean {
    const { reading, start } = this;
    return (this.#known[Number(isQuantity)] ??=
      hasHeaderLabel(reading, start, isQuantity) || isSaidBefore(reading.raw, start, isQuantity));
  }
}

function judge(said: Said, candidate: string): CandidateJudgement {
  const number = candidate.includes("x") ? candidate.replace(EXTENSION, "") : candidate;
  const digits = digitsOf(number);
  if (digits.length > DIGITS_MAX || DATE.test(number)) return null;
  const end = said.start + candidate.length;
  const score = internationalScore(number, digits) ?? nationalScore(number, digits, { said, end });
  return score === null ? null : { end, score };
}

/** Numbers of single digits count the sections of a document. */
const PIECE = /\d\d/;

/** Whether it is written in an international form. */
function hasPrefix(number: string): boolean {
  const first = number.charCodeAt(0) === BRACKET ? 1 : 0;
  return number.charCodeAt(first) === PLUS || number.startsWith("00", first);
}

/** `null` when the number is not written in an international form, or is of no country. */
function internationalScore(number: string, digits: string): number | null {
  if (!hasPrefix(number)) return null;
  const hasPlus = number.charCodeAt(number.charCodeAt(0) === BRACKET ? 1 : 0) === PLUS;
  const verdict = phoneVerdict(hasPlus ? digits : digits.slice(2));
  if (verdict === "valid") return 1;
  return hasPlus && verdict === "possible" ? 0.6 : null;
}

function nationalScore(
  number: string,
  digits: string,
  { said, end }: { readonly said: Said; readonly end: number },
): number | null {
  if (digits.length < DIGITS_MIN || !PIECE.test(number) || !isPlausible(digits)) return null;
  const isQuantity = digits.length < PIECE_MIN && number.length === digits.length;
  if (said.of(isQuantity)) return 0.75;
  KIND_AFTER.lastIndex = end;
  if (hasWordAfter(said.reading.raw, end) && KIND_AFTER.test(said.reading.raw)) return 0.75;
  return digits.length >= US_DIGITS && US_SHAPE.test(number) ? 0.6 : null;
}

/** Digits of the North American shape. */
const US_DIGITS = 10;

const isSaidBefore = (raw: string, start: number, isQuantity: boolean): boolean =>
  mayBeSaid(raw, start) && isSaid(raw.slice(Math.max(0, start - LABEL_REACH), start), isQuantity);

/** Whether a word comes before what no label or verb reaches over, going back: in a row of a table a comma or another number does. */
function mayBeSaid(raw: string, start: number): boolean {
  const lowest = Math.max(0, start - LABEL_REACH);
  for (let at = start - 1; at >= lowest; at--) {
    const code = raw.charCodeAt(at);
    if (isLetterCode(code)) return true;
    if (isAsciiDigit(code) || PARTING.has(code)) return false;
  }
  return false;
}

const PARTING = new SignSet(",;\n");

/** Whether a label says that a number follows, or a verb does, which a quantity may follow as well. */
const isSaid = (before: string, isQuantity: boolean): boolean =>
  isLabelled(before) || (!isQuantity && VERB.test(before));

/** Whether a label precedes, and no other words make a quantity of the number. */
function isLabelled(before: string): boolean {
  const gap = LABEL.exec(before)?.[1];
  return gap !== undefined && !isLooseGap(gap);
}

const NUMBER_HEADERS = memo(HEADERS_MAX, (header: string) => isSaid(header, false));
const QUANTITY_HEADERS = memo(HEADERS_MAX, (header: string) => isSaid(header, true));

function hasHeaderLabel(reading: Reading, start: number, isQuantity: boolean): boolean {
  const header = columnLabel(reading, start);
  return header !== null && reading.of(isQuantity ? QUANTITY_HEADERS : NUMBER_HEADERS)(header);
}

/** Groups of digits with few signs between them; each row is read once for all its groups. */
export class DigitRows {
  readonly #raw: string;
  readonly #runs: readonly DigitRun[];
  /** Indexes of the first and the last group of the row that was walked last. */
  #first = 0;
  #last = -1;

  constructor(raw: string, runs: readonly DigitRun[]) {
    this.#raw = raw;
    this.#runs = runs;
  }

  /** Index of the last group in the row of the one at `at`; after all groups if the text ends with its signs. */
  lastOf(at: number): number {
    if (at >= this.#first && at <= this.#last) return this.#last;
    let last = at;
    while (this.#continues(last)) last += 1;
    this.#first = at;
    this.#last = last;
    return last;
  }

  /** Whether few signs follow the group; if the text ends after them, so does the row. */
  #continues(at: number): boolean {
    const run = this.#runs[at];
    return run !== undefined && isGap(this.#raw, run.end, this.#runs[at + 1]?.start ?? this.#raw.length);
  }
}

/** Space, no-break space, `( ) - . /` */
const GAP = new Set([0x20, 0xa0, 0x28, 0x29, 0x2d, 0x2e, 0x2f]);
const GAP_MAX = 3;

function isGap(raw: string, start: number, end: number): boolean {
  if (end - start > GAP_MAX) return false;
  for (let at = start; at < end; at++) if (!GAP.has(raw.charCodeAt(at))) return false;
  return true;
}
