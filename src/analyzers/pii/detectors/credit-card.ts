import type { Match } from "../../detector.ts";
import type { PiiDetector } from "../groups.ts";
import { digitsOf, findCandidates, holdDigits, isLuhnValid } from "../candidates.ts";
import { SignSet } from "../sign-set.ts";
import { findAtRuns } from "../find-at-runs.ts";
import type { Meter } from "../../step-meter.ts";
import { isLooseGap } from "../ids/label-gap.ts";
import { digitRuns, hasDigitNear, isAsciiDigit, longestRun, type DigitRun } from "../numbers.ts";
import { CARD_DIGITS_MAX, CARD_DIGITS_MIN, CARD_JOINT_MAX, CARD_ROW_MAX, SHAPE } from "../digit-run-classes.ts";
import { EndPattern } from "../end-pattern.ts";
import type { Reading } from "../../../text/reading.ts";

/** Lengths of the groups after the first that the networks print; other groupings are other numbers. */
const REST_OF_FOUR = new Set([44, 45, 56, 333, 441, 442, 443, 444, 445, 446, 447, 64, 65, 4443]);
/** Groups of other lengths, which pairs of other numbers have as well: a label must precede them. */
const PAIRS = new Set(["8 8", "6 10", "6 13"]);
// Issuer ranges and lengths as the networks publish them: American Express, Diners, JCB, Visa, Mastercard, Maestro, Discover, UnionPay, Mir, RuPay,
// Verve, Elo, UzCard, BelCard, Mada, NAPAS, Troy, Humo.
const ISSUER =
  /^(?:3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|35(?:2[89]|[3-8]\d)\d{12,15}|4\d{12}(?:\d{3}(?:\d{3})?)?|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|(?:501[89]|5020|5038|5893|6304|6759|676[1-3])\d{8,15}|6(?:011|5\d\d|4[4-9]\d)\d{12,15}|62\d{14,17}|220[0-4]\d{12,15}|(?:60|81|82|508)\d{13,14}|(?:506[0-7]|507[89]|636[23])\d{12}(?:\d{3})?|(?:8600|9112|968[12]|9704|9792|9860)\d{12}|9704\d{15})$/;
/** Maestro and the networks of single countries have the rest of these ranges: a label must precede the number. */
const WIDE_ISSUER = /^[56](?:\d{11}|\d{12}|\d{15}|\d{18})$/;
/** Airline cards (UATP): many other numbers have the same length, so a label must precede them. */
const AIRLINE = /^1\d{14}$/;

const MAX_LENGTH = 40;
/** Broken over two lines; columns of numbers look the same, so a label must precede the number. */
const WRAPPED_MIN = 4;
const WRAPPED = /(?<![A-Za-z0-9]|[.-])\d{4,15}\r?\n\d{4,15}(?![A-Za-z0-9]|[.-]\d)/g;
const OPEN_LINE = /(?<![A-Za-z0-9])\d{4,15}(?:\r|\r?\n\d{0,15})[.-]?$/;
/** Groups joined by underscores that may go on. */
const OPEN_UNDERSCORES = /[\d_]{1,23}$/;
const LABEL = new EndPattern(
  /(?:card|(?<![A-Za-z])cc|uatp|airplus|visa|amex|maestro|karte|kort(?:nummer)?|carte|carta|cart[aã]o|tarjeta|kaart|karta|kart|карт[аы]|卡号|卡號|カード|카드|\bpan)[^\d\n]{0,32}$/i,
);
const LABEL_REACH = 48;
/** The card itself as a word, and what is between it and a number. */
const NAMED = new EndPattern(
  /(?<!\p{L})(?:(?:credit|debit|payment|bank|master|visa)?[ _-]?card|cc|visa|amex|maestro|(?:kredit|bank|zahlungs)?karte|(?:carte|carta|cart[aã]o|tarjeta)(?: (?:bancaire|de cr[eé]dit|di credito|de cr[eé]dito))?|kredi kart[ıi]|kartu kredit|卡号|卡號|カード(?:番号)?)(?!\p{Ll})([^\d\n]{0,24})$/iu,
);
/** A label may be joined with the number. */
const GLUED = new EndPattern(
  /(?<![A-Za-z])(?:(?:credit|debit|payment)?card(?:no|nr|num(?:ber)?)?|cc(?:no|nr|num(?:ber)?)?|pan|visa|master(?:card)?|maestro|amex|discover|jcb)$/i,
);
const GLUED_REACH = 24;

/** Payment card numbers: issuer range, length, grouping and check digit. */
export const CREDIT_CARD: PiiDetector = {
  id: "CREDIT_CARD",
  placeholder: "CREDIT_CARD",
  group: "financial",
  keywords: [],
  maxLength: MAX_LENGTH,
  source: "https://www.iso.org/standard/70484.html",
  about: {
    name: "number of a payment card",
    form: "issuer's range, length, printed groups and Luhn digit; no label needed, but for a number with another digit",
  },
  find: (reading, _hits, from, meter) => {
    const { raw } = reading;
    const whole = findWhole(reading, from, meter);
    if (!hasWrapped(reading)) return whole;
    const wrapped = findCandidates(raw, { pattern: WRAPPED, from, meter }, (start, candidate) =>
      isCard(digitsOf(candidate)) && isLabelled(raw, start) ? { end: start + candidate.length, score: 0.9 } : null,
    );
    return wrapped.length === 0 ? whole : [...whole, ...wrapped];
  },
  stableUntil: (reading) => {
    const { raw } = reading;
    const digits = holdDigits(raw);
    if (!hasDigitNear(reading, MAX_LENGTH) && !raw.endsWith("_")) return digits;
    const open = OPEN_LINE.exec(raw.slice(-MAX_LENGTH));
    const held = Math.min(digits, raw.length - (OPEN_UNDERSCORES.exec(raw.slice(-MAX_LENGTH))?.[0].length ?? 0));
    return open === null ? held : Math.min(held, raw.length - open[0].length);
  },
  examples: {
    hits: [
      ["card 4111 1111 1111 1111.", "4111 1111 1111 1111"],
      ["Amex 3782-822463-10005 exp", "3782-822463-10005"],
      ['{"pan":"5555555555554444"}', "5555555555554444"],
      ["item 12 4111 1111 1111 1111", "4111 1111 1111 1111"],
      ["17,4111111111111111,123", "4111111111111111"],
      ["my card is 41111111\n11111111.", "41111111\n11111111"],
      ["card 4539 1488 0343 6467 12/26 cvv 123", "4539 1488 0343 6467"],
      ["4539-1488-0343-6467-124", "4539-1488-0343-6467"],
      ["4539.1488.0343.6467", "4539.1488.0343.6467"],
      ["pay 4539_1488_0343_6467.", "4539_1488_0343_6467"],
      ["UATP card 135412345678911", "135412345678911"],
      ["my card number is 4123-4567-8901-2345", "4123-4567-8901-2345"],
      ["it is 4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1", "4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1"],
    ],
    misses: [
      "41111111\n11111111",
      "EAN 4028845317400",
      "4111 1111 1111 1112",
      "version 4539.1488.0343.6467.2",
      "order 135412345678911",
      "order 1234567812345678",
      "discard 4123456789012345 rows",
      "the card game had 4123456789012345 moves",
      "0000 0000 0000 0000",
      "id 41111111111111111111111",
      "3.4111111111111111",
    ],
  },
};

/** Whether a line ends between two groups of that many digits. */
function hasWrapped(reading: Reading): boolean {
  if (longestRun(reading) < WRAPPED_MIN) return false;
  let after = -LINE_END_MAX;
  return digitRuns(reading).some(({ start, end }) => {
    const isWrapped = start - after <= LINE_END_MAX && reading.raw.charCodeAt(start - 1) === LINE_FEED;
    after = end;
    return isWrapped;
  });
}

/** Units of a line end. */
const LINE_END_MAX = 2;
const LINE_FEED = 0x0a;

/** Cards written on one line: in one group, in the networks' groups, or digit by digit. */
function findWhole(reading: Reading, from: number, meter: Meter | undefined): readonly Match[] {
  const { raw } = reading;
  const runs = digitRuns(reading);
  return findAtRuns(reading, { from, meter, shape: SHAPE.card }, (run, at) => {
    if (isWithin(raw, run.start) || isWordCode(raw.charCodeAt(run.end))) return null;
    // What follows a number may be its date or code, set apart by the same sign; where that makes a longer number, it is masked as well.
    const ends = lastGroups(raw, runs, at);
    const last = ends.findLast(({ end }) => isNumberAt(raw, run.start, end));
    if (last !== undefined) return { start: run.start, end: last.end, score: 1 };
    const mistyped = ends.findLast(({ end }) => isMistypedAt(raw, run.start, end));
    return mistyped === undefined ? null : { start: run.start, end: mistyped.end, score: MISTYPED_SCORE };
  });
}

function isNumberAt(raw: string, start: number, end: number): boolean {
  if (isInside(raw, start, end) || !hasCheckDigit(raw, start, end)) return false;
  const digits = digitsOf(raw.slice(start, end));
  const isPlain = isCard(digits) && (digits.length !== end - start || !isArticle(digits));
  return isPlain || ((isCard(digits) || AIRLINE.test(digits) || WIDE_ISSUER.test(digits)) && isLabelled(raw, start));
}

/** Whether a label right before says that these digits are a card's, though their check digit is wrong. */
function isMistypedAt(raw: string, start: number, end: number): boolean {
  if (isInside(raw, start, end)) return false;
  const digits = digitsOf(raw.slice(start, end));
  if (!MISTYPED_LENGTHS.has(digits.length) || !ISSUER.test(digits) || /(\d)\1{7}/.test(digits)) return false;
  const gap = NAMED.exec(raw.slice(Math.max(0, start - LABEL_REACH), start))?.[1];
  return gap !== undefined && !isLooseGap(gap);
}

const MISTYPED_SCORE = 0.6;
const MISTYPED_LENGTHS = new Set([15, 16]);

/** Whether the digits may be the number of an article (GS1): those of twelve and thirteen digits begin like cards, and a tenth pass their check. */
function isArticle(digits: string): boolean {
  if (digits.length > ARTICLE_DIGITS_MAX) return false;
  let sum = 0;
  for (let at = 0; at < digits.length; at++)
    sum += Number(digits.charAt(digits.length - 1 - at)) * (at % 2 === 0 ? 1 : 3);
  return sum % 10 === 0;
}

const ARTICLE_DIGITS_MAX = 13;

const isLabelled = (raw: string, start: number): boolean =>
  LABEL.test(raw.slice(Math.max(0, start - LABEL_REACH), start));

/** Where a number whose first group is `runs[at]` may end; nowhere when its groups are not those of a card. */
function lastGroups(raw: string, runs: readonly DigitRun[], at: number): readonly DigitRun[] {
  const length = lengthOf(runs[at]);
  if (length === 4) return groupsOfFour(raw, runs, at);
  if (length === 6 || length === 8) return pairOf(raw, runs, at);
  const last = length === 1 ? lastSingle(raw, runs, at) : runs[at];
  return last === undefined || (length > 1 && (length < CARD_DIGITS_MIN || length > CARD_DIGITS_MAX)) ? [] : [last];
}

function groupsOfFour(raw: string, runs: readonly DigitRun[], at: number): readonly DigitRun[] {
  const joint = jointAfter(raw, runs, at);
  if (joint === 0) return [];
  let next = at;
  let rest = 0;
  const ends: DigitRun[] = [];
  for (let digits = 4; jointAfter(raw, runs, next) === joint; next++) {
    const group = lengthOf(runs[next + 1]);
    digits += group;
    if (digits > CARD_DIGITS_MAX) break;
    rest = rest * 10 + group;
    const end = runs[next + 1];
    if (end !== undefined && REST_OF_FOUR.has(rest)) ends.push(end);
  }
  return ends;
}

/** The second of two groups. */
function pairOf(raw: string, runs: readonly DigitRun[], at: number): readonly DigitRun[] {
  const [first, last] = [runs[at], runs[at + 1]];
  if (first === undefined || last === undefined || !PAIRS.has(`${lengthOf(first)} ${lengthOf(last)}`)) return [];
  return jointAfter(raw, runs, at) !== 0 && isLabelled(raw, first.start) ? [last] : [];
}

const lengthOf = (run: DigitRun | undefined): number => (run === undefined ? 0 : run.end - run.start);

/** What separates the run from the next one, as a number: 0 where that does not separate the groups of one number. */
function jointAfter(raw: string, runs: readonly DigitRun[], at: number): number {
  const end = runs[at]?.end ?? 0;
  const length = (runs[at + 1]?.start ?? end) - end;
  if (length < 1 || length > CARD_JOINT_MAX) return 0;
  const sign = raw.charCodeAt(end);
  if (length === 1) return JOINTS.has(sign) ? sign : 0;
  return sign === SPACE ? -1 - WIDE_JOINTS.indexOf(raw.slice(end, end + length)) : 0;
}

const SPACE = 0x20;
const DASH = 0x2d;
const POINT = 0x2e;
const JOINTS = new SignSet(" -._/");
const WIDE_JOINTS: readonly string[] = ["  ", "   ", " - "];

/** The last of a row of single digits that begins at `runs[at]`, if the row is no longer than that of a number. */
function lastSingle(raw: string, runs: readonly DigitRun[], at: number): DigitRun | undefined {
  let last = at;
  while (last - at < CARD_ROW_MAX && isPairOfRow(raw, runs, last)) last += 1;
  const digits = Math.min(last - at + 1, CARD_DIGITS_MAX);
  if (digits < CARD_DIGITS_MIN) return undefined;
  let first = at;
  while (last - first < CARD_ROW_MAX && isPairOfRow(raw, runs, first - 1)) first -= 1;
  return last - first >= CARD_ROW_MAX ? undefined : runs[at + digits - 1];
}

/** Whether the run and the next one are single digits with a space between. */
const isPairOfRow = (raw: string, runs: readonly DigitRun[], at: number): boolean =>
  lengthOf(runs[at]) === 1 && lengthOf(runs[at + 1]) === 1 && jointAfter(raw, runs, at) === SPACE;

/** Whether the digits are a part of a word, or of a longer number. */
function isInside(raw: string, start: number, end: number): boolean {
  const after = raw.charCodeAt(end);
  if (isWithin(raw, start) || isWordCode(after)) return true;
  return after === POINT && isAsciiDigit(raw.charCodeAt(end + 1));
}

/** The same for the text before. */
function isWithin(raw: string, start: number): boolean {
  const before = raw.charCodeAt(start - 1);
  if (isAsciiDigit(before)) return true;
  if (isWordCode(before)) return !GLUED.test(raw.slice(Math.max(0, start - GLUED_REACH), start));
  return (before === DASH || before === POINT) && isAsciiDigit(raw.charCodeAt(start - 2));
}

/** See `isLuhnValid`; other signs between the digits are passed over. */
function hasCheckDigit(raw: string, start: number, end: number): boolean {
  let sum = 0;
  let count = 0;
  for (let at = end - 1; at >= start; at--) {
    const code = raw.charCodeAt(at);
    if (!isAsciiDigit(code)) continue;
    const doubled = (code - 0x30) * (count % 2 === 0 ? 1 : 2);
    sum += doubled > 9 ? doubled - 9 : doubled;
    count += 1;
  }
  return sum % 10 === 0;
}

const isWordCode = (code: number): boolean =>
  isAsciiDigit(code) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);

const isCard = (digits: string): boolean => ISSUER.test(digits) && isLuhnValid(digits) && !/^(\d)\1+$/.test(digits);
