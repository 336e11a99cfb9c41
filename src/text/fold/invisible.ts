import { isSelector, SOFT_HYPHEN, UnexplainedInvisibles } from "./unexplained-invisibles.ts";
import { pointAt, type RawText } from "../units.ts";

/**
 * Characters without a shape (Unicode 17, Default_Ignorable_Code_Point, less the bidirectional controls, which move text rather
 * than hide some), and interlinear annotation marks.
 */
const FIRST_PLANE =
  "\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2060-\\u2065\\u206a-\\u206f\\u3164" +
  "\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff9-\\ufffb";
const INVISIBLE = new RegExp(`^[${FIRST_PLANE}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}]$`, "u");
/** For a first look at a text, by units: it stops at the first one that may begin such a character. */
export const MAY_HIDE = new RegExp(`[${FIRST_PLANE}\\udb40]|\\ud834[\\udd73-\\udd7a]`);
/** No unit below it is of such a character. */
export const INVISIBLE_FIRST = SOFT_HYPHEN;

/** What a character is to the invisible ones beside it, and what may account for an invisible one, as bits. */
export const IS = {
  seen: 1,
  invisible: 2,
  emoji: 4,
  han: 8,
  /** Of a script whose letters join, stack or stand without spaces: they need joiners, and places where a line may break. */
  joining: 16,
  /** Of a text in Mongolian, and a selector or separator of such a text. */
  mongolian: 32,
  mongolianSelector: 64,
  /** Of any variant: emoji, signs, ideographs. */
  selector: 128,
  /** Zero-width space and joiners, soft hyphen, grapheme joiner, inherent vowels of Khmer. */
  joiner: 256,
  /** Marks of direction. */
  directionMark: 512,
  /** Of formulas: function application, times, comma, plus. */
  operator: 1024,
} as const;

/** Stands for no character: where a text begins or ends, and beside another invisible one. */
export const NONE = -1;

/** Character → its bits, as it is seen: a hostile text asks for every letter. Two megabytes, of which texts touch a few pages. */
const seen = new Uint16Array(0x110000);

/** The bits of a character; 0 of none. */
export const traitsOf = (point: number): number =>
  point === NONE ? 0 : (seen[point] ||= readTraits(point, String.fromCodePoint(point)));

function readTraits(point: number, sign: string): number {
  let bits: number = IS.seen;
  if (INVISIBLE.test(sign)) bits |= IS.invisible;
  if (/^[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]$/u.test(sign)) bits |= IS.emoji;
  if (/^\p{Script=Han}$/u.test(sign)) bits |= IS.han;
  const isLatin = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}0-9]$/u.test(sign);
  if (/^[\p{L}\p{M}\p{Nd}]$/u.test(sign) && !isLatin) bits |= IS.joining;
  if (/^\p{Script_Extensions=Mongolian}$/u.test(sign)) bits |= IS.mongolian;
  return bits | excusesOf(point);
}

/** What may account for an invisible character. */
function excusesOf(point: number): number {
  if (isSelector(point)) return IS.selector;
  if (point >= MONGOLIAN_FIRST && point <= MONGOLIAN_LAST) return IS.mongolianSelector;
  if (point >= OPERATORS_FIRST && point <= OPERATORS_LAST) return IS.operator;
  if (JOINERS.has(point)) return IS.joiner;
  return DIRECTION_MARKS.has(point) ? IS.directionMark : 0;
}

const MONGOLIAN_FIRST = 0x180b;
const MONGOLIAN_LAST = 0x180f;
const OPERATORS_FIRST = 0x2061;
const OPERATORS_LAST = 0x2064;
const JOINERS: ReadonlySet<number> = new Set([
  0x200b,
  0x200c,
  0x200d,
  0x2060,
  SOFT_HYPHEN,
  0x34f,
  0x17b4,
  0x17b5,
  0xfeff,
]);
const DIRECTION_MARKS: ReadonlySet<number> = new Set([0x200e, 0x200f, 0x61c]);

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

/** Letters, digits and signs of formulas. */
const isOfFormula = (sign: string): boolean => /^[\p{N}\p{Sm}()[\]{}|^_\\/*\u2212-]$/u.test(sign);
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|\ud803[\udc00-\udfff]|\ud83a/;
/** How far around a mark of direction the letters stand that it is for, units. */
const MARK_REACH = 80;
/** How far around an invisible operator its formula stands, units. */
const FORMULA_REACH = 12;

const NONE_UNEXPLAINED = new UnexplainedInvisibles();

/** Invisible characters that nothing in the text accounts for, in order. Most texts have none, and that is known soon. */
export function unexplainedIn({ raw, units, isAscii }: RawText): UnexplainedInvisibles {
  if (isAscii || !MAY_HIDE.test(raw)) return NONE_UNEXPLAINED;
  const unexplained = new UnexplainedInvisibles();
  // One for all runs: a hostile text has one after every letter.
  const run: Run = { raw, units, start: 0, end: 0, before: NONE, after: NONE, beside: 0, flags: new OtherFlags() };
  for (let at = 0; at < raw.length; at++) {
    const code = units[at] ?? 0;
    if (code < INVISIBLE_FIRST) continue;
    if (isSurelyUnexplained(units, at)) {
      unexplained.add(code, at, false);
      continue;
    }
    if (!isInvisibleAt(units, at)) continue;
    run.start = at;
    run.end = invisibleEnd(units, at);
    run.before = at === 0 ? NONE : signBefore(units, at);
    run.after = run.end < raw.length ? pointAt(units, run.end) : NONE;
    run.beside = traitsOf(run.before) | traitsOf(run.after);
    readRun(run, unexplained);
    at = run.end - 1;
  }
  return unexplained;
}

/** Whether an invisible character stands alone between two of ASCII, which account for none but a few. */
function isSurelyUnexplained(units: Uint16Array, at: number): boolean {
  if (at === 0 || (traitsOf(units[at] ?? 0) & OF_ASCII) !== IS.invisible) return false;
  const [before, after] = [units[at - 1] ?? 0, units[at + 1] ?? 0];
  // The terminating 0 counts as none.
  return before < 0x80 && after < 0x80 && after !== 0;
}

/** Variants of digits, formulas, and marks of direction have ASCII beside them. */
const OF_ASCII = IS.invisible | IS.selector | IS.operator | IS.directionMark;

const isInvisibleAt = (units: Uint16Array, at: number): boolean => (traitsOf(pointAt(units, at)) & IS.invisible) !== 0;

/** End of the run of invisible characters that begins at `at`. The terminating 0 counts as visible. */
function invisibleEnd(units: Uint16Array, at: number): number {
  let end = at;
  for (let point = pointAt(units, end); (traitsOf(point) & IS.invisible) !== 0; point = pointAt(units, end))
    end += lengthOf(point);
  return end;
}

const lengthOf = (point: number): number => (point > 0xffff ? 2 : 1);

interface Run {
  readonly raw: string;
  readonly units: Uint16Array;
  start: number;
  end: number;
  /** The characters around it; `NONE` at the beginning and at the end. */
  before: number;
  after: number;
  /** What either of the two is. */
  beside: number;
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

function readRun(run: Run, unexplained: UnexplainedInvisibles): void {
  const { units, start, end } = run;
  /** The character before the one at `at`; `NONE` after an invisible one. */
  let { before } = run;
  let at = start + flagLength(run);
  for (let isFirst = true; at < end; isFirst = false) {
    const point = pointAt(units, at);
    const traits = traitsOf(point);
    const next = at + lengthOf(point);
    // A selector belongs to its base: a joiner after it follows an emoji.
    const isOfBase = isFirst && (traits & IS.selector) !== 0;
    const isExcused =
      (traits & IS.selector) !== 0
        ? isOfBase && before !== NONE && isVariant(before, point)
        : isJoinedEmoji(point, before, next < end ? NONE : run.after) || isOfPlace(traits, at, run);
    if (!isExcused) unexplained.add(point, at, at > start);
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
  point === ZERO_WIDTH_JOINER && (traitsOf(before) & traitsOf(after) & IS.emoji) !== 0;

/** Whether the script around it is written with such characters, or formulas are, or they begin a text. */
function isOfPlace(traits: number, at: number, { raw, units, start, end, beside }: Run): boolean {
  if (at === 0 && units[0] === BYTE_ORDER_MARK) return true;
  if ((traits & IS.mongolianSelector) !== 0) return (beside & IS.mongolian) !== 0;
  if (end - start > JOINERS_MAX) return false;
  if ((traits & IS.joiner) !== 0) return (beside & IS.joining) !== 0;
  if ((traits & IS.directionMark) !== 0) return isNearRtl(raw, at);
  return (traits & IS.operator) !== 0 && end - start === 1 && isInFormula(raw, at);
}

/** Selectors of ideographic variants that collections use. */
const IDEOGRAPHIC_LAST = 0xe011f;

const isOf = (point: number, bit: number): boolean => (traitsOf(point) & bit) !== 0;

/** Whether a selector may follow: text or emoji, standardized variants of signs, ideographic variants. */
function isVariant(point: number, selector: number): boolean {
  if (selector > 0xfe0f) return selector <= IDEOGRAPHIC_LAST && isOf(point, IS.han);
  const base = String.fromCodePoint(point);
  if (selector >= 0xfe0e) return !/^[\p{L}\s]$/u.test(base) || isOf(point, IS.han) || isOf(point, IS.emoji);
  return !isOf(point, IS.emoji) && /^[\p{Sm}\p{Lo}\p{No}\p{So}0]$/u.test(base);
}

const isNearRtl = (raw: string, at: number): boolean =>
  RTL.test(raw.slice(Math.max(0, at - MARK_REACH), at + MARK_REACH));

function isInFormula(raw: string, at: number): boolean {
  const around = raw.slice(Math.max(0, at - FORMULA_REACH), at + FORMULA_REACH);
  return Array.from(around).some(isOfFormula);
}

/** The character that ends at `at`; half of a pair that stands alone is one. */
function signBefore(units: Uint16Array, at: number): number {
  const point = at > 1 ? pointAt(units, at - 2) : 0;
  return point > 0xffff ? point : (units[at - 1] ?? 0);
}
