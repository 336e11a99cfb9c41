import { isSelector, isWithin, type Range, SOFT_HYPHEN, Strays } from "./strays.ts";
import { isAscii, unitsOf } from "./units.ts";

/**
 * Characters without a shape (Unicode 17, Default_Ignorable_Code_Point, less the bidirectional controls, which move text rather
 * than hide some), and interlinear annotation marks.
 */
const FIRST_PLANE =
  "\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2060-\\u2065\\u206a-\\u206f\\u3164" +
  "\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff9-\\ufffb";
const INVISIBLE = new RegExp(`^[${FIRST_PLANE}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}]$`, "u");
/** For a first look, by units: it stops at the first one that may begin such a character. */
const MAY_HIDE = new RegExp(`[${FIRST_PLANE}\\udb40]|\\ud834[\\udd73-\\udd7a]`);

const ZERO_WIDTH_JOINER = 0x200d;
const BYTE_ORDER_MARK = 0xfeff;
const BLACK_FLAG = 0x1f3f4;
const CANCEL_TAG = 0xe007f;

/** Longest run of joiners and spaces that scripts with them are written with. */
const JOINERS_MAX = 2;
/** Flags of subdivisions: region and subdivision in letters and digits (UTS #51 §C.1). */
const FLAG_TAGS = /^[\u{e0061}-\u{e007a}]{2}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,4}(?:\u{e007f}|$)/u;
/** The three that Unicode recommends for interchange; others are drawn as a black flag and may carry words. */
const KNOWN_FLAG = /^(?:gbeng|gbsct|gbwls)$/;
/** Flags of other subdivisions that a text may have. */
const OTHER_FLAGS_MAX = 12;

/** What a character is to the invisible ones beside it, as bits. */
const IS = { seen: 1, invisible: 2, emoji: 4, han: 8, joining: 16, mongolian: 32 } as const;
/** Character → its bits, as it is seen: a hostile text asks for every letter. A megabyte, of which texts touch a few pages. */
const seen = new Uint8Array(0x110000);
/** Stands for no character: where a text begins or ends, and beside another invisible one. */
const NONE = -1;

const is = (point: number, bit: number): boolean =>
  point !== NONE && ((seen[point] ||= bitsOf(String.fromCodePoint(point))) & bit) !== 0;

function bitsOf(sign: string): number {
  let bits: number = IS.seen;
  if (INVISIBLE.test(sign)) bits |= IS.invisible;
  if (/^[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]$/u.test(sign)) bits |= IS.emoji;
  if (/^\p{Script=Han}$/u.test(sign)) bits |= IS.han;
  // Scripts whose letters join, stack or stand without spaces: they need joiners, and places where a line may break.
  const isLatin = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}0-9]$/u.test(sign);
  if (/^[\p{L}\p{M}\p{Nd}]$/u.test(sign) && !isLatin) bits |= IS.joining;
  if (/^\p{Script_Extensions=Mongolian}$/u.test(sign)) bits |= IS.mongolian;
  return bits;
}

/** Letters, digits and signs of formulas. */
const isOfFormula = (sign: string): boolean => /^[\p{N}\p{Sm}()[\]{}|^_\\/*\u2212-]$/u.test(sign);
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|\ud803[\udc00-\udfff]|\ud83a/;
/** How far around a mark of direction the letters stand that it is for, units. */
const MARK_REACH = 80;
/** How far around an invisible operator its formula stands, units. */
const FORMULA_REACH = 12;

const NO_STRAYS = new Strays();
/** The last text that had any: it is asked about them as what is hidden, and as what says something. */
let last = { raw: "", strays: NO_STRAYS };

/** Invisible characters that nothing in the text accounts for, in order. Most texts have none, and that is known soon. */
export function straysIn(raw: string): Strays {
  if (isAscii(raw) || !MAY_HIDE.test(raw)) return NO_STRAYS;
  if (last.raw !== raw) last = { raw, strays: readStrays(raw) };
  return last.strays;
}

function readStrays(raw: string): Strays {
  const strays = new Strays();
  const units = unitsOf(raw);
  // One for all runs: a hostile text has one behind every letter.
  const run: Run = { raw, start: 0, end: 0, before: NONE, after: NONE, flags: new OtherFlags() };
  for (let at = 0; at < raw.length; at++) {
    if ((units[at] ?? 0) < INVISIBLE_FIRST || !isInvisibleAt(raw, at)) continue;
    run.start = at;
    run.end = invisibleEnd(raw, at);
    run.before = at === 0 ? NONE : signBefore(raw, at);
    run.after = run.end < raw.length ? (raw.codePointAt(run.end) ?? NONE) : NONE;
    readRun(run, strays);
    at = run.end - 1;
  }
  return strays;
}

const INVISIBLE_FIRST = SOFT_HYPHEN;

const isInvisibleAt = (raw: string, at: number): boolean => is(raw.codePointAt(at) ?? NONE, IS.invisible);

/** Where the run of invisible characters ends that begins at `at`. */
function invisibleEnd(raw: string, at: number): number {
  let end = at;
  while (end < raw.length && isInvisibleAt(raw, end)) end += lengthOf(raw.codePointAt(end) ?? 0);
  return end;
}

const lengthOf = (point: number): number => (point > 0xffff ? 2 : 1);

interface Run {
  readonly raw: string;
  start: number;
  end: number;
  /** The characters around it; `NONE` at the beginning and at the end. */
  before: number;
  after: number;
  readonly flags: OtherFlags;
}

/** Flags of subdivisions that few have heard of. */
class OtherFlags {
  readonly #seen = new Set<string>();

  /** Whether a text may have this one, too. */
  admits(name: string): boolean {
    if (KNOWN_FLAG.test(name)) return true;
    if (this.#seen.size < OTHER_FLAGS_MAX) this.#seen.add(name);
    return this.#seen.has(name);
  }
}

function readRun(run: Run, strays: Strays): void {
  const { raw, start, end } = run;
  /** The character that the one at `at` stands behind; `NONE` behind an invisible one. */
  let { before } = run;
  let at = start + flagLength(run);
  for (let isFirst = true; at < end; isFirst = false) {
    const point = raw.codePointAt(at) ?? 0;
    const next = at + lengthOf(point);
    // A selector belongs to its base: a joiner behind it stands behind an emoji.
    const isOfBase = isFirst && isSelector(point);
    const isExcused = isSelector(point)
      ? isOfBase && before !== NONE && isVariant(before, point)
      : isJoinedEmoji(point, before, next < end ? NONE : run.after) || isOfPlace(point, at, run);
    if (!isExcused) strays.add(point, at, at > start);
    if (!isOfBase) before = NONE;
    at = next;
  }
}

/** Units of tags that write a flag. */
function flagLength({ raw, start, end, before, flags }: Run): number {
  if (before !== BLACK_FLAG) return 0;
  const tags = FLAG_TAGS.exec(raw.slice(start, end))?.[0];
  if (tags === undefined) return 0;
  const name = Array.from(tags, (tag) => {
    const point = tag.codePointAt(0) ?? 0;
    return point === CANCEL_TAG ? "" : String.fromCharCode(point - 0xe0000);
  }).join("");
  return flags.admits(name) ? tags.length : 0;
}

const isJoinedEmoji = (point: number, before: number, after: number): boolean =>
  point === ZERO_WIDTH_JOINER && is(before, IS.emoji) && is(after, IS.emoji);

const isOfPlace = (point: number, at: number, run: Run): boolean =>
  (point === BYTE_ORDER_MARK && at === 0) || isOfScript(point, at, run);

/** Whether the script around it is written with such characters. */
function isOfScript(point: number, at: number, run: Run): boolean {
  const { raw, start, end } = run;
  if (isWithin(point, MONGOLIAN)) return isBeside(run, IS.mongolian);
  if (end - start > JOINERS_MAX) return false;
  if (DIRECTION_MARKS.has(point)) return isNearRtl(raw, at);
  if (isWithin(point, OPERATORS)) return end - start === 1 && isInFormula(raw, at);
  return JOINERS.has(point) && isBeside(run, IS.joining);
}

const isBeside = ({ before, after }: Run, bit: number): boolean => is(before, bit) || is(after, bit);

const MONGOLIAN: Range = [0x180b, 0x180f];
/** Of formulas: function application, times, comma, plus. */
const OPERATORS: Range = [0x2061, 0x2064];
/** Zero-width space and joiners, soft hyphen, grapheme joiner, inherent vowels of Khmer. */
const JOINERS: ReadonlySet<number> = new Set([
  0x200b,
  0x200c,
  ZERO_WIDTH_JOINER,
  0x2060,
  SOFT_HYPHEN,
  0x34f,
  0x17b4,
  0x17b5,
  BYTE_ORDER_MARK,
]);
const DIRECTION_MARKS: ReadonlySet<number> = new Set([0x200e, 0x200f, 0x61c]);

/** Selectors of ideographic variants that collections use. */
const IDEOGRAPHIC_LAST = 0xe011f;

/** Whether a selector may follow: text or emoji, standardized variants of signs, ideographic variants. */
function isVariant(point: number, selector: number): boolean {
  if (selector > 0xfe0f) return selector <= IDEOGRAPHIC_LAST && is(point, IS.han);
  const base = String.fromCodePoint(point);
  if (selector >= 0xfe0e) return !/^[\p{L}\s]$/u.test(base) || is(point, IS.han) || is(point, IS.emoji);
  return !is(point, IS.emoji) && /^[\p{Sm}\p{Lo}\p{No}\p{So}0]$/u.test(base);
}

const isNearRtl = (raw: string, at: number): boolean =>
  RTL.test(raw.slice(Math.max(0, at - MARK_REACH), at + MARK_REACH));

function isInFormula(raw: string, at: number): boolean {
  const around = raw.slice(Math.max(0, at - FORMULA_REACH), at + FORMULA_REACH);
  return Array.from(around).some(isOfFormula);
}

/** The character that ends at `at`; half of a pair that stands alone is one. */
function signBefore(raw: string, at: number): number {
  const point = at > 1 ? (raw.codePointAt(at - 2) ?? 0) : 0;
  return point > 0xffff ? point : raw.charCodeAt(at - 1);
}
