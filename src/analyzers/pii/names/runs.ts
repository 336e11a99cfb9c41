import { tokenTypeAt } from "../../../core/mask-forms.ts";
import { lazy } from "../../../core/lazy.ts";
import { KIND, kindOf, WORD_MIN } from "../../../text/letters.ts";
import { hashWord } from "../../../text/tokens.ts";
import { CATEGORY_LABELS } from "../ids/labels.ts";
import { ID_RULES } from "../ids/registry.ts";
import { attributes, roleIndex } from "./lexicon.ts";
import { CANDIDACY, GAP, type NameWords, SHAPE, WORD_MAX } from "./words.ts";

/** Words of one run; a longer row of capitals is a heading or shouting, and its rest is ignored. */
export const RUN_WORDS_MAX = 8;
/** Longest distance of a word's start from the run's first word, UTF-16 units. */
export const RUN_MAX = 120;
/** How far before a run its left context reaches, UTF-16 units. */
export const LEFT_MAX = 96;
/** How far after a run its right context may begin, UTF-16 units. */
const RIGHT_MAX = 16;
/** Lower-case words inside a name (`de la`, `von der`). */
const PARTICLES_MAX = 3;

/** Words with these roles are never part of a name, whatever their case; a bit set. */
const STOPS = (["stop", "article", "pronoun", "preposition", "copula"] as const).reduce(
  (bits, role) => bits | (1 << roleIndex(role)),
  0,
);
const PARTICLE = roleIndex("particle");

/** Whether the word may belong to a name. Reads the word, the characters around it, up to four words before it and one after. */
export function isCandidate(tokens: NameWords, index: number): boolean {
  const known = tokens.candidacy[index];
  if (known !== undefined && known !== 0) return known === CANDIDACY.yes;
  const isOne = looksLikeName(tokens, index);
  tokens.candidacy[index] = isOne ? CANDIDACY.yes : CANDIDACY.no;
  return isOne;
}

function looksLikeName(tokens: NameWords, index: number): boolean {
  const shape = tokens.shape[index] ?? 0;
  const packed = tokens.attributes[index] ?? 0;
  if (shape === SHAPE.lower) return isSmallCandidate(tokens, index, packed);
  if (shape === SHAPE.uncased) return isUncasedCandidate(tokens, index);
  if (shape === SHAPE.allCapital && (isIdLabel(tokens, index) || isAcronym(tokens, index, packed))) return false;
  if (shape > SHAPE.twoCapital || isOpening(tokens, index, packed)) return false;
  if (((1 << attributes.role(packed)) & STOPS) !== 0 && !isAbbreviation(tokens, index)) return false;
  return isFree(tokens, index);
}

/** Letters of a label in capitals; shorter ones may be initials. */
const LABEL_MIN = 3;
const LABEL_MAX = 6;

/** Labels that other detectors handle: accounts, securities, dates, phone numbers. */
const MORE = "iban isin bic swift ssn dob fax tel";

/** Names of identifiers, one ASCII word each: `mrn`, `pesel`. */
const LABELS: readonly string[] = [
  ...MORE.split(" "),
  ...ID_RULES.flatMap(({ labels }) => labels),
  ...Object.values(CATEGORY_LABELS).flat(),
].filter((label) => label.length <= LABEL_MAX && /^[a-z]{2,}$/.test(label));

/** The labels' word hashes. */
const labelHashes = lazy((): ReadonlySet<number> => new Set(LABELS.map(hashWord)));

/**
 * Whether the word in capitals is the label of an identifier, not a name. If it may also be a name or initials, it is a label
 * only before a number.
 */
function isIdLabel(tokens: NameWords, index: number): boolean {
  const start = tokens.start[index] ?? 0;
  const end = tokens.end[index] ?? 0;
  if (end - start > LABEL_MAX) return false;
  if (!labelHashes().has(tokens.hash[index] ?? 0)) return false;
  const isOnlyLabel = end - start >= LABEL_MIN && !attributes.isName(tokens.attributes[index] ?? 0);
  return isOnlyLabel || (index + 1 < tokens.count && tokens.shape[index + 1] === SHAPE.digits);
}

/** Letters of an acronym. */
const ACRONYM_MAX = 6;
/** Least sign that a word is known as a name: given names and surnames of several languages, larger towns and countries. */
const NAME_MIN = 2;
const PLACE_MIN = 3;

/** Whether a short word in capitals stands alone among words that are not: `CORS`, not `ANNA` or `UK`. */
const isAcronym = (tokens: NameWords, index: number, packed: number): boolean =>
  mayBeAcronym(tokens, index, packed) && !isCapitalBefore(tokens, index) && !isCapitalAfter(tokens, index);

function mayBeAcronym(tokens: NameWords, index: number, packed: number): boolean {
  const length = (tokens.end[index] ?? 0) - (tokens.start[index] ?? 0);
  if (length > ACRONYM_MAX || tokens.labelled[index] !== 0) return false;
  // Two unknown letters may be initials.
  if (length === 2 && attributes.common(packed) === 0) return false;
  if (attributes.given(packed) >= NAME_MIN || attributes.surname(packed) >= NAME_MIN) return false;
  // The state after a town, `Mesa, AZ`.
  return attributes.place(packed) < PLACE_MIN && tokens.gap[index] !== GAP.comma;
}

/** `Einarsson MD`, not `Enable CORS`: any word has a capital at the beginning. */
const isCapitalBefore = (tokens: NameWords, index: number): boolean =>
  index > 0 && isNext(tokens, index) && isCapitalised(tokens, index - 1) && !opensSentence(tokens, index - 1);

const opensSentence = ({ gap, shape }: NameWords, index: number): boolean =>
  shape[index] === SHAPE.capital && ((1 << (gap[index] ?? 0)) & OPENINGS) !== 0;

const isCapitalAfter = (tokens: NameWords, index: number): boolean =>
  index + 1 < tokens.count && isNext(tokens, index + 1) && isCapitalised(tokens, index + 1);

/** Whether the word begins with a capital, wholly or only so. */
function isCapitalised({ shape }: NameWords, index: number): boolean {
  const written = shape[index] ?? SHAPE.lower;
  return written >= SHAPE.capital && written <= SHAPE.twoCapital;
}

/** Gaps after which every word is capitalised; a bit set. */
const OPENINGS = [GAP.start, GAP.newline, GAP.stop, GAP.mark, GAP.quote, GAP.open, GAP.dash].reduce<number>(
  (bits, gap) => bits | (1 << gap),
  0,
);

/** Whether it is an ordinary word, capitalised only because of its position. */
function isOpening(tokens: NameWords, index: number, packed: number): boolean {
  if (attributes.small(packed) < 3 || attributes.isName(packed)) return false;
  return attributes.common(packed) > 0 && opensSentence(tokens, index);
}

/** Longest name in a script without case, UTF-16 units. */
const UNCASED_MAX = 12;

/** In a script without case, only a word that follows a label is known to be a name. */
function isUncasedCandidate(tokens: NameWords, index: number): boolean {
  const length = (tokens.end[index] ?? 0) - (tokens.start[index] ?? 0);
  return length <= UNCASED_MAX && tokens.labelled[index] !== 0 && isFree(tokens, index);
}

/** `US` in a text that is not all in capitals, `N.` */
function isAbbreviation(tokens: NameWords, index: number): boolean {
  if (tokens.shape[index] === SHAPE.initial) return tokens.raw.charCodeAt(tokens.end[index] ?? 0) === 0x2e;
  const length = (tokens.end[index] ?? 0) - (tokens.start[index] ?? 0);
  return tokens.shape[index] === SHAPE.allCapital && length === 2 && tokens.shape[index - 1] !== SHAPE.allCapital;
}

/** Whether nothing adjacent makes the word part of an address, a path or an identifier. */
function isFree(tokens: NameWords, index: number): boolean {
  const start = tokens.start[index] ?? 0;
  const end = tokens.end[index] ?? 0;
  const gap = tokens.gap[index];
  if (end - start > WORD_MAX || gap === GAP.at || gap === GAP.underscore || gap === GAP.tag) return false;
  if (gap === GAP.slash && !isWordBefore(tokens, index)) return false;
  if (isOfZone(tokens, index)) return false;
  return !(gap === GAP.dot && end - start > 1) && endsFree(tokens.raw, end, end - start > 1);
}

/** A non-ASCII letter that JSON escapes: the word continues in the plain view. */
const ESCAPED_LETTER = /\\{1,2}u(?!00[0-9])[\da-f]{4}/iy;

/** Whether no `@`, `_`, `://`, `.name` or escaped letter follows. */
function endsFree(raw: string, end: number, isLong: boolean): boolean {
  const next = raw.charCodeAt(end);
  if (next === 0x40 || next === 0x5f || (next === BACKSLASH && continuesEscaped(raw, end))) return false;
  const second = raw.charCodeAt(end + 1);
  if (next === 0x2e) return !isLong || kindOf(second) < WORD_MIN;
  return !(next === 0x3a && second === 0x2f);
}

function continuesEscaped(raw: string, end: number): boolean {
  ESCAPED_LETTER.lastIndex = end;
  return ESCAPED_LETTER.test(raw);
}

const BACKSLASH = 0x5c;

/** `London/Paris`, not `/home/Paris`. */
function isWordBefore(tokens: NameWords, index: number): boolean {
  if (index === 0) return false;
  const before = tokens.gap[index - 1];
  const isClose = (tokens.end[index - 1] ?? 0) + 1 === tokens.start[index];
  return isClose && before !== GAP.slash && before !== GAP.dot && tokens.shape[index - 1] === SHAPE.capital;
}

/**
 * Areas in the time zone database.
 *
 * @see https://ftp.iana.org/tz/tz-link.html
 */
const ZONE_AREAS: ReadonlySet<string> = new Set(
  "Africa America Antarctica Arctic Asia Atlantic Australia Europe Indian Pacific Etc".split(" "),
);

/** Whether the word is part of a time zone id, `Europe/Berlin`: the area, or the name after it. */
function isOfZone(tokens: NameWords, index: number): boolean {
  const isPlace = tokens.gap[index] === GAP.slash && index > 0;
  return isPlace ? isZoneArea(tokens, index - 1) : isZoneArea(tokens, index);
}

function isZoneArea({ raw, start, end }: NameWords, index: number): boolean {
  const wordEnd = end[index] ?? 0;
  if (raw.charCodeAt(wordEnd) !== SLASH || kindOf(raw.charCodeAt(wordEnd + 1)) !== KIND.upper) return false;
  return ZONE_AREAS.has(raw.slice(start[index] ?? 0, wordEnd));
}

const SLASH = 0x2f;

/** Whether a lower-case word follows a label, or is known only as a name and stands where a name does. */
function isSmallCandidate(tokens: NameWords, index: number, packed: number): boolean {
  const isLabelled = tokens.labelled[index] !== 0;
  if (isLabelled) return attributes.role(packed) === 0 && isFree(tokens, index);
  const isLong = (tokens.end[index] ?? 0) - (tokens.start[index] ?? 0) > 2;
  if (!isLong || !attributes.isOnlyName(packed) || !isFree(tokens, index)) return false;
  if (attributes.given(packed) >= FREQUENT || attributes.place(packed) >= TOWN) return true;
  return followsCue(tokens, index, packed) || isSmallPair(tokens, index - 1) || isSmallPair(tokens, index);
}

/** A given name of several languages; a large town, region or country. */
const FREQUENT = 2;
const TOWN = 4;
/** A word with one of these roles says that a person follows: `my sister leila`; a bit set. */
const PERSON_CUES = (["title", "kin", "greeting"] as const).reduce((bits, role) => bits | (1 << roleIndex(role)), 0);
const PREPOSITION = roleIndex("preposition");
/** Least size of a town that is recognised in lower case. */
const SMALL_PLACE_MIN = 3;

function followsCue(tokens: NameWords, index: number, packed: number): boolean {
  if (index === 0 || !isNext(tokens, index)) return false;
  const role = attributes.role(tokens.attributes[index - 1] ?? 0);
  if (role === PREPOSITION) return attributes.place(packed) >= SMALL_PLACE_MIN;
  return ((1 << role) & PERSON_CUES) !== 0 && (packed & PERSON_BITS) !== 0;
}

/** Given name and surname. */
const PERSON_BITS = 15;

/** Whether only a space separates the word from the one before. */
const isNext = (tokens: NameWords, index: number): boolean =>
  tokens.gap[index] === GAP.space && (tokens.start[index] ?? 0) - (tokens.end[index - 1] ?? 0) <= 2;

/** Whether a given name and a surname in lower case begin there: `keisha thompson`. */
function isSmallPair(tokens: NameWords, first: number): boolean {
  if (!mayOpenPair(tokens, first) || first + 1 >= tokens.count || !isNext(tokens, first + 1)) return false;
  const packed = tokens.attributes[first + 1] ?? 0;
  return tokens.shape[first + 1] === SHAPE.lower && attributes.isOnlyName(packed) && (packed & PERSON_BITS) !== 0;
}

function mayOpenPair(tokens: NameWords, first: number): boolean {
  if (first < 0 || tokens.shape[first] !== SHAPE.lower) return false;
  const packed = tokens.attributes[first] ?? 0;
  return attributes.isOnlyName(packed) && attributes.given(packed) > 0;
}

/**
 * Start of a word that becomes a candidate if the next one is a surname or is in capitals too; the length of the text if there
 * is none.
 */
export function undecidedStart(tokens: NameWords): number {
  const { raw, count, start, end, shape } = tokens;
  const isLastOpen = (end[count - 1] ?? 0) >= raw.length;
  const at = isLastOpen ? count - 2 : count - 1;
  if (at < 0 || raw.length - (end[at] ?? 0) > (isLastOpen ? 2 + WORD_MAX : 2)) return raw.length;
  const isOpen =
    shape[at] === SHAPE.allCapital ? mayBeAcronym(tokens, at, tokens.attributes[at] ?? 0) : mayOpenPair(tokens, at);
  return isOpen ? (start[at] ?? 0) : raw.length;
}

/** End of the run that begins at `first` (index after its last word), and end of the row of capitals that contains it. */
export function readRun(tokens: NameWords, first: number): { readonly end: number; readonly rowEnd: number } {
  const origin = tokens.start[first] ?? 0;
  let end = first + 1;
  let next = nextOfRun(tokens, first);
  while (next > 0 && next < first + RUN_WORDS_MAX && (tokens.start[next] ?? 0) <= origin + RUN_MAX) {
    end = next + 1;
    next = nextOfRun(tokens, next);
  }
  let rowEnd = end;
  while (next > 0) {
    rowEnd = next + 1;
    next = nextOfRun(tokens, next);
  }
  return { end, rowEnd };
}

/** Index of the run's next word after `index`; 0 if there is none. */
function nextOfRun(tokens: NameWords, index: number): number {
  let next = index + 1;
  if (next >= tokens.count || !isJoined(tokens, next)) return 0;
  if (isCandidate(tokens, next)) return next;
  for (let particles = 0; particles < PARTICLES_MAX && isParticle(tokens, next); particles++) {
    next += 1;
    if (next >= tokens.count || !isJoined(tokens, next)) return 0;
    if (tokens.shape[next] !== SHAPE.lower && isCandidate(tokens, next)) return next;
  }
  return 0;
}

function isParticle(tokens: NameWords, index: number): boolean {
  return attributes.role(tokens.attributes[index] ?? 0) === PARTICLE;
}

/** Longest word that ends with the full stop of an abbreviation inside a name (`St. Louis`, `Dr. Jr.`). */
const SHORT_MAX = 2;

/** `St`, `D`, not `IP`. */
const isShortened = ({ start, end, shape }: NameWords, index: number): boolean =>
  (end[index] ?? 0) - (start[index] ?? 0) <= SHORT_MAX && shape[index] !== SHAPE.allCapital;

function isJoined(tokens: NameWords, index: number): boolean {
  const before = tokens.end[index - 1] ?? 0;
  const distance = (tokens.start[index] ?? 0) - before;
  const length = before - (tokens.start[index - 1] ?? 0);
  switch (tokens.gap[index] ?? GAP.start) {
    case GAP.space:
      return distance <= 2;
    case GAP.hyphen:
      return true;
    case GAP.apostrophe:
      return length <= 2 && tokens.shape[index] !== SHAPE.lower;
    case GAP.stop:
      return distance === 2 && isShortened(tokens, index - 1);
    case GAP.dot:
      return length === 1;
    default:
      return false;
  }
}

/** Words of left context. */
const WORDS_BEFORE = 4;

/** Asterisks that are neither Markdown nor a bullet: the remains of a partial mask. */
const STARS = /(?<!\S)[*]{2,}(?![\p{L}\p{N}])|[*]{3}/u;

/**
 * Whether there is a mask in the context of the run. Such a run is ignored: the masked text was already analysed, and masking
 * it again must not find more.
 */
export function isBesideMask(tokens: NameWords, first: number, end: number): boolean {
  if (wordAfter(tokens, end) >= 0 && tokens.gap[end] === GAP.tag && tokens.shape[end] === SHAPE.allCapital) return true;
  const { raw, signs } = tokens;
  const origin = tokens.start[first] ?? 0;
  const farthest = tokens.start[first - countBefore(tokens, first)] ?? 0;
  const from = Math.max(0, farthest - SIGNS_MAX);
  const to = signsEnd(tokens, end, origin);
  if (signs.star.isIn(from, to) && STARS.test(raw.slice(from, to))) return true;
  if (signs.opener.isIn(from, to)) return hasToken(raw, from, origin);
  // The farthest word may be the last one of a mask.
  return signs.closer.isIn(from, to) && tokenTypeAt(raw, { start: farthest, end: farthest + 1 }) !== null;
}

/** End of the characters after the run: at the next word, or at the limit of the context. */
function signsEnd(tokens: NameWords, end: number, origin: number): number {
  const next = end < tokens.count ? Math.min(tokens.start[end] ?? 0, origin + RUN_MAX) : tokens.raw.length;
  return Math.min(next, (tokens.end[end - 1] ?? 0) + RIGHT_MAX);
}

/** Number of words of left context. */
export function countBefore(tokens: NameWords, first: number): number {
  const origin = tokens.start[first] ?? 0;
  let count = 0;
  while (count < WORDS_BEFORE && wordBefore(tokens, first - count, origin) >= 0) count += 1;
  return count;
}

/** Longest start of a mask before its first letter, UTF-16 units. */
const SIGNS_MAX = 8;

function hasToken(raw: string, from: number, to: number): boolean {
  for (let at = raw.indexOf("<", from); at >= 0 && at < to; at = raw.indexOf("<", at + 1))
    if (tokenTypeAt(raw, { start: at, end: at + 1 }) !== null) return true;
  return false;
}

/** Index of the word before the run; -1 beyond the context. */
function wordBefore(tokens: NameWords, index: number, origin: number): number {
  if (index <= 0 || tokens.gap[index] === GAP.start) return -1;
  return (tokens.start[index - 1] ?? 0) >= origin - LEFT_MAX ? index - 1 : -1;
}

/** Index of the word after the run; -1 beyond the context. */
export function wordAfter(tokens: NameWords, end: number): number {
  if (end >= tokens.count || tokens.gap[end] === GAP.start) return -1;
  return (tokens.start[end] ?? 0) - (tokens.end[end - 1] ?? 0) <= RIGHT_MAX ? end : -1;
}

/**
 * Whether more text after `raw` cannot change the run that ends before the word `end`: the next word is complete and not a
 * particle that a name may follow.
 */
export function isClosed(tokens: NameWords, end: number): boolean {
  const { raw } = tokens;
  for (let at = end; at < tokens.count && at <= end + PARTICLES_MAX; at++) {
    if ((tokens.end[at] ?? 0) >= raw.length) return false;
    if (!isParticle(tokens, at)) return (tokens.end[at] ?? 0) + 1 < raw.length;
  }
  return raw.length - (tokens.end[end - 1] ?? 0) > RIGHT_MAX + WORD_MAX;
}

/** Start of the last, perhaps incomplete, word of `raw`; reads at most `bound` units back. */
export function wordStart(raw: string, bound: number): number {
  const lowest = Math.max(0, raw.length - bound);
  let at = raw.length;
  while (at > lowest && kindOf(raw.charCodeAt(at - 1)) >= WORD_MIN) at -= 1;
  return at;
}
