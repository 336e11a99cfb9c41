import { lazy } from "../../../core/lazy.ts";
import type { Span } from "../../../core/model.ts";
import type { Reading } from "../../../text/reading.ts";
import { cleanStretch } from "../clean-stretch.ts";
import { isKnownPlace } from "../names/tagger.ts";
import { isAsciiDigit } from "../numbers.ts";
import { SignSet } from "../sign-set.ts";
import { bare, isRegion, type Tokens } from "./tokens.ts";
import { STREET_TYPE, oneOf, OPENING, STOP_WORD, tableTraits, UNIT } from "./traits.ts";

/** Separators between two parts of an address: a comma, a line end (also escaped in JSON), a dash, a slash. */
const GAP = String.raw`(?: ?[,،] ?| ?,? ?\r?\n[ \t]{0,8}(?:, ?\n?[ \t]{0,2})?|,? ?\\[nr]{1,2}| ?[-–/|] ?|\. (?=(?:Apt|Suite|Unit|Flat|кв|д|корп)\.? )| ?\()`;
const NAME = String.raw`(?:\p{Ll}{0,2}\p{Lu}|['’]s-\p{Lu}|[\u0590-\u10ff]|[dl]['’]\p{Lu})[\p{L}\p{M}.'’]{0,30}(?:[-/][\p{L}\p{M}.]{1,20}){0,3}(?![\p{L}\p{N}])`;
/** Letters and digits of postcodes: `SW1A`, `2AA`, `LV-1010`, `KY1-1103`. */
const CODE = String.raw`(?=[A-Z]{0,3}-?\d)[A-Z0-9]{1,6}(?:(?:-\d{3,5}){1,2}|-[A-Z0-9]{3})?(?![\p{L}\p{N}])`;
const NUMBER = String.raw`\d{1,6}(?:[-/–.]\d{1,5}){0,2}(?:[ºª°]|[A-Za-z]{1,2}(?!\p{L}))?\.?(?![\p{L}\p{N}])`;
const SIGNED = String.raw`(?:(?:[#№]|[nN][°ºo]\.? ?|No\.? ?) ?\d{1,5}(?:-\d{1,5})?[A-Za-z]?|\p{L}{1,6}: ?\d{1,4}(?![\d:.]))`;
const PARTICLE_WORD = oneOf("placeParticles");
const PARTICLE = String.raw`(?:${PARTICLE_WORD})(?= )`;
/** `apt 5`, `кв. 12`, `stan B`; `3. patro`; `3 ajtó`; `étage` after a number that is already read. */
const SMALL_UNIT = [
  String.raw`(?:${oneOf("smallUnits")})\.? ?(?:\d{1,5}[a-zA-Z]?|[A-Z]\d{0,3}(?![\p{L}\p{N}]))`,
  String.raw`\d{1,3}(?:º|ª|°|\.|e|er|ème|th|st|nd|rd)? (?:${oneOf("floors")})(?!\p{L})`,
  String.raw`\d{1,2}\.? ?em\.?(?!\p{L})`,
  String.raw`\d{1,3} (?:${oneOf("doors")})(?!\p{L})`,
  String.raw`(?<=\d )(?:étage|etage|emelet|verdieping|hoog|piętro)(?!\p{L})`,
].join("|");
const PIECE = String.raw`(?:(?:${SMALL_UNIT})|${SIGNED}|${CODE}|${NAME}|${NUMBER}|${PARTICLE})`;
const SEGMENT = new RegExp(String.raw`(${GAP})(${PIECE}(?: ${PIECE}){0,6})\)?`, "uy");
/** Without a comma: a unit, a place with its postcode, or names. */
const BESIDE = new RegExp(String.raw`( )(${PIECE}(?: ${PIECE}){0,6})`, "uy");
/** A region code in any case before a postcode: `, nan 02614`, `, ny 10014`. */
const REGION = new RegExp(String.raw`(${GAP})(\p{Ll}{2,3}\s{1,3}(?:\p{Lu}\p{L}{2,20} ){0,2}\d{4,6})`, "uy");
const LOWER = new RegExp(
  String.raw`(${GAP}| )((?:${SMALL_UNIT})|\p{Ll}[\p{L}\p{M}]{1,20}(?: \p{Ll}[\p{L}\p{M}]{1,20})?(?: \d{4,6}|(?=,|\n|\.?$)))`,
  "uy",
);
/** Groups of digits that are not a postcode, such as phone numbers. */
const PHONE = /^\+|\d{2,}[ .-]\d{2,}[ .-]\d|^\(?\d{7}|^\d{3}-\d{3}|^0\d{2,4}[ -]\d{5}/;
/** Four words in a script without case are a sentence. */
const UNCASED_SENTENCE = /^[\u0590-\u10ff](?:[^ ]{0,40} ){3}/;
/** Longest part that is added at once, UTF-16 units. */
export const SEGMENT_MAX = 64;
const SEGMENTS_MAX = 9;

/** End of the address whose street ends at `end`, with unit, postcode, place and country. */
export function addressEnd(
  tokens: Tokens,
  {
    start,
    end,
    lengthMax,
    isLower,
  }: { readonly start: number; readonly end: number; readonly lengthMax: number; readonly isLower: boolean },
): number {
  const { raw } = tokens;
  let at = end;
  let isPosted = false;
  for (let count = 0; count < SEGMENTS_MAX; count++) {
    const next = segmentEnd(tokens, at, isLower);
    if (next === at || next - start > lengthMax) break;
    if (NEW_LINE.test(raw.slice(at, at + 3)) && !mayBeLine(raw, { start: at, end: next }, isPosted)) break;
    isPosted ||= hasPostcode(raw.slice(at, next));
    at = next;
  }
  return at;
}

const NEW_LINE = /^[ ,]{0,2}(?:\r?\n|\\[nr])/;
/** Separators at the beginning of a line, and the letters of escaped line ends. */
const LINE_LEAD = /^(?:[\s,]|\\[nr])+/;
/** A postcode, and the word before it that may say what it numbers. */
const POSTED =
  /(?:(\p{L}+)\.? )?(?<![\d#№:])(?:\d{4,6}|\d{3} \d{2,3}|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d)(?![\p{L}\d])/gu;

/** A cheap test first: most parts have neither. */
const MAY_POST = /\d{3}|[A-Z]\d/;

const hasPostcode = (text: string): boolean =>
  MAY_POST.test(text) &&
  [...text.matchAll(POSTED)].some(([, word]) => word === undefined || (tableTraits(word.toLowerCase()) & UNIT) === 0);

/**
 * Whether a part that begins a line belongs to the address: no sentence begins there. After a postcode, it must be a known place
 * on its own line, usually a country.
 */
function mayBeLine(raw: string, { start, end }: Span, isPosted: boolean): boolean {
  const text = raw.slice(start, end).replace(LINE_LEAD, "");
  const following = raw.slice(end, end + 2);
  if (isPosted) return !/^ ?[\p{L}\p{N}(]/u.test(following) && isKnownPlace(text);
  return /\d/.test(text) || !/^ \p{Ll}/u.test(following) || isKnownPlace(text);
}

/** Space, comma, line end, backslash, slash, dash, bar, period: most addresses end before any other character. */
const GAP_SIGNS = new SignSet(" ,\n\r\\/-|.\u060c");

/** Characters of `GAP` after a space. Otherwise a single space separates two parts. */
const AFTER_SPACE = new SignSet(",\u060c\r\n \\-–/|(");
const PARTED = [SEGMENT, REGION, BESIDE];
const PARTED_LOWER = [SEGMENT, REGION, LOWER];
const SPACED = [BESIDE];
const SPACED_LOWER = [LOWER];

/** Patterns of the parts that may follow at `at`. */
function patternsAt(raw: string, at: number, isLower: boolean): readonly RegExp[] {
  const isSpaced = raw.charCodeAt(at) === 0x20 && !AFTER_SPACE.has(raw.charCodeAt(at + 1));
  if (isLower) return isSpaced ? SPACED_LOWER : PARTED_LOWER;
  return isSpaced ? SPACED : PARTED;
}

function segmentEnd(tokens: Tokens, at: number, isLower: boolean): number {
  const { raw } = tokens;
  if (!GAP_SIGNS.has(raw.charCodeAt(at))) return at;
  for (const pattern of patternsAt(raw, at, isLower)) {
    pattern.lastIndex = at;
    const found = pattern.exec(raw);
    if (found === null) continue;
    const start = at + (found[1]?.length ?? 0);
    const text = trimmed(beforeStopWord(tokens, start, found[2] ?? ""));
    const end = start + text.length;
    if (!isPlace(tokens, text, start)) continue;
    return raw.charCodeAt(end) === 0x29 && found[1]?.endsWith("(") === true ? end + 1 : end;
  }
  return at;
}

/** The text at `start` up to a stop word, where the address ends. */
function beforeStopWord(tokens: Tokens, start: number, text: string): string {
  if (!mayHoldStopWord(tokens, start, start + text.length)) return text;
  for (const { 0: word, index } of text.matchAll(TYPED))
    if (
      index > 0 &&
      !INSIDE.test(text.slice(index - 1, index)) &&
      (tableTraits(bare(word)) & STOP_WORD) !== 0 &&
      !/^(?:[A-Z]{2,3}|and|the|no)\.?$/.test(word)
    )
      return text.slice(0, index).trimEnd();
  return text;
}

/** A cheap test for a stop word after the first word in `[start, end)`. Non-ASCII text always passes. */
function mayHoldStopWord(tokens: Tokens, start: number, end: number): boolean {
  const { units } = tokens;
  let first = -1;
  for (let at = start; at < end; at++) {
    const code = units[at] ?? 0;
    if (code >= 0x80) return true;
    if (LETTERS.has(code)) {
      if (first < 0) first = at;
    } else if (first >= 0) {
      if (first > start && (tokens.traitsIn(first, at) & STOP_WORD) !== 0) return true;
      first = -1;
    }
  }
  return first > start && (tokens.traitsIn(first, end) & STOP_WORD) !== 0;
}

/** ASCII characters in words. */
const LETTERS = new SignSet("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.'");
/** Before letters of a postcode (`K5A`) or of a name (`Stoke-on-Trent`). */
const INSIDE = /[\d-]/;
/** Longest particle, UTF-16 units. */
const PARTICLE_MAX = Math.max(...PARTICLE_WORD.split("|").map((word) => word.length));
const TRAILING = new RegExp(`(?: (?:${PARTICLE_WORD}))+$`, "u");

/** A cheap test of the last word. */
const mayEndInParticle = (text: string): boolean =>
  text.charCodeAt(text.length - 1) >= 0x61 && text.length - text.lastIndexOf(" ") - 1 <= PARTICLE_MAX;

/** Without trailing particles and without the period of the sentence. */
function trimmed(text: string): string {
  const cut = mayEndInParticle(text) ? text.replace(TRAILING, "") : text;
  if (!cut.endsWith(".")) return cut;
  return /(?:^| )\p{L}{1,3}\.$|\.\p{L}\.$/u.test(cut) ? cut : cut.replace(/\.$/, "");
}

function isPlace(tokens: Tokens, text: string, start: number): boolean {
  const { raw } = tokens;
  if (text === "" || text.length > SEGMENT_MAX || PHONE.test(text) || UNCASED_SENTENCE.test(text)) return false;
  if (startsWithStopWord(tokens, text, start) || (text.length === 1 && /[A-Za-z]/.test(text))) return false;
  const end = start + text.length;
  const following = raw.slice(end, end + 5);
  // A single number is the house number; the name before a colon is a label.
  if (text.length <= 2 && /^\d+$/.test(text)) return !/^(?:[ :./-]?\d|%| \p{Ll})/u.test(following);
  return !/^(?:["']?[ \t]{0,3}[:=@]|\()/.test(following) && !/^[-./]?\d/.test(following);
}

function startsWithStopWord(tokens: Tokens, text: string, start: number): boolean {
  const traits = tokens.traitsIn(start, start + firstEnd(text));
  if ((traits & STOP_WORD) === 0 || (traits & (STREET_TYPE | UNIT)) !== 0) return false;
  // Region codes may look like stop words: `BY`, `SO`.
  return !/^[A-Z]{2,3}(?!\p{L})/u.test(text);
}

function firstEnd(text: string): number {
  let at = 0;
  while (at < text.length && text.charCodeAt(at) !== 0x20 && text.charCodeAt(at) !== 0x3a) at += 1;
  return at;
}

const PLACE = String.raw`(?:${NAME})(?:[ -](?:${NAME}|${PARTICLE})){0,3}`;
const POSTCODE = String.raw`(?:(?:[A-Z]{1,2}-?)?\d{5}(?!\d)(?:-\d{3,4})?|\d{2}-\d{3}|\d{3} \d{2}|\d{4} ?[A-Z]{2}|(?:[A-Z]{1,2}-)?\d{4}|\d{6}|\d{3} \d{3})`;
/** Long to read for V8, so on first use. A postcode before or after its place, following a house number: evidence that a name with a number is an address. */
const placed = lazy(
  () =>
    new RegExp(
      String.raw`${GAP}(?:${PLACE}, ?)?(?:(${POSTCODE})[ -]{1,3}${PLACE}|${PLACE}(?:,? [A-Z]{2,3})?,? (${POSTCODE}|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|[A-Z]\d[A-Z] \d[A-Z]\d|[A-Z]\d[\dW] [A-Z0-9]{4})(?![\p{L}\d]))`,
      "uy",
    ),
);
/** The same in lines; not enough evidence for a mere name, since lists have the same form. */
const lines = lazy(
  () =>
    new RegExp(
      String.raw`,?\n(?:${PLACE},?\n)?${PLACE},?\n(?:${POSTCODE}|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})(?![\p{L}\d])`,
      "uy",
    ),
);
/** A cheap look-ahead: a lower-case word is neither a place nor a unit. */
function isProse(raw: string, from: number): boolean {
  let at = from;
  while (at - from < 3 && GAP_SIGNS.has(raw.charCodeAt(at))) at += 1;
  const code = raw.charCodeAt(at);
  return code >= 0x61 && code <= 0x7a;
}

/** A cheap look-ahead: without a digit, there is neither a postcode nor a unit. */
function hasDigit(raw: string, from: number): boolean {
  const highest = Math.min(raw.length, from + SEGMENT_MAX);
  for (let at = from; at < highest; at++) {
    const code = raw.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39) return true;
  }
  return false;
}

const HOME = new RegExp(
  String.raw`(?:${GAP}| )(?:Apt|Apartment|Suite|Ste|Flat|Unit)\.? ?#?\d{1,5}[A-Z]?(?![\p{L}\d])`,
  "uy",
);

/** Whether a postcode with a place, or a unit, follows `end`. `isStreet`: the text before has a street type. */
export function isPlaced(raw: string, end: number, isStreet: boolean): boolean {
  if (!GAP_SIGNS.has(raw.charCodeAt(end)) || isProse(raw, end) || !hasDigit(raw, end)) return false;
  HOME.lastIndex = end;
  if (HOME.test(raw)) return true;
  const next = raw.charCodeAt(end + 1);
  if (raw.charCodeAt(end) === 0x20 && !GAP_SIGNS.has(next) && next !== 0x28) return false;
  const pattern = placed();
  pattern.lastIndex = end;
  const found = pattern.exec(raw);
  return found === null ? isStreet && isInLines(raw, end) : !hasOpening(found[0]) && isCode(found, isStreet);
}

function isInLines(raw: string, end: number): boolean {
  const inLines = lines();
  inLines.lastIndex = end;
  return inLines.test(raw);
}

const hasOpening = (text: string): boolean =>
  (text.match(TYPED) ?? []).some((word) => (tableTraits(bare(word)) & OPENING) !== 0 && !isRegion(word));

/** Four digits may be a year; after a mere name, they may be anything. */
function isCode([text, first, last]: RegExpExecArray, isStreet: boolean): boolean {
  if (/^(?:19|20)\d\d$/.test(first ?? last ?? "")) return false;
  if (isStreet) return true;
  return /\p{Lu}\p{Ll}|[^\0-\u024f]/u.test(text) && (first !== undefined || !/^\d{4}$/.test(last ?? ""));
}

const TYPED = /[\p{L}\p{M}.'’]+/gu;

const isStreetType = (word: string): boolean => (tableTraits(bare(word)) & STREET_TYPE) !== 0;

/** Whether the text has a street type or a postcode of five or six digits. */
export function hasStreet(text: string): boolean {
  if (/(?<!\d)\d{5,6}(?!\d)/.test(text)) return true;
  return (text.match(TYPED) ?? []).some(isStreetType);
}

/** Longest street type with adjacent punctuation, UTF-16 units. */
const STREET_TYPE_MAX = 24;
/** Look-ahead of each search, UTF-16 units. */
const AHEAD = 512;
const TYPED_OR_CODE = /[\p{L}\p{M}.'’]+|\d{5}/gu;
const CLEAN = cleanStretch(STREET_TYPE_MAX);

/** Whether `[start, end)` may hold or overlap one. Consecutive units share the search: each stretch is read once. */
export function mayHoldStreet(reading: Reading, start: number, end: number): boolean {
  const { raw } = reading;
  const clean = reading.of(CLEAN);
  if (clean.knownTo(start) >= end) return false;
  const ahead = Math.min(raw.length, end + AHEAD);
  TYPED_OR_CODE.lastIndex = clean.lookFrom(start);
  for (let found = TYPED_OR_CODE.exec(raw); found !== null && found.index < ahead; found = TYPED_OR_CODE.exec(raw)) {
    const [word] = found;
    if (!isAsciiDigit(word.charCodeAt(0)) && !isStreetType(word)) continue;
    clean.note(start, found.index);
    return found.index < end;
  }
  clean.note(start, ahead);
  return false;
}
