import { isAscii } from "./units.ts";

/** What an invisible character is, as far as hiding text is concerned. */
export type InvisibleKind =
  | "unicode_tags"
  | "variation_selectors"
  | "zero_width"
  | "soft_hyphens"
  | "hangul_fillers"
  | "deprecated_format";

/** An invisible character that nothing around it accounts for. */
export interface Stray {
  readonly kind: InvisibleKind;
  readonly point: number;
  /** UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Whether another invisible character stands right before it. */
  readonly isGlued: boolean;
}

/**
 * Characters without a shape (Unicode 17, Default_Ignorable_Code_Point, less the bidirectional controls, which move text rather
 * than hide some), and interlinear annotation marks.
 */
const FIRST_PLANE =
  "\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2060-\\u2065\\u206a-\\u206f\\u3164" +
  "\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff9-\\ufffb";
const RUN = new RegExp(`[${FIRST_PLANE}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}]+`, "gu");
/** For a first look, by units: it stops at the first one that may begin such a character. */
const MAY_HIDE = new RegExp(`[${FIRST_PLANE}\\udb40]|\\ud834[\\udd73-\\udd7a]`);

const ZERO_WIDTH_JOINER = 0x200d;
const BYTE_ORDER_MARK = 0xfeff;
const BLACK_FLAG = 0x1f3f4;
const CANCEL_TAG = 0xe007f;
const SOFT_HYPHEN = 0xad;

/** Longest run of joiners and spaces that scripts with them are written with. */
const JOINERS_MAX = 2;
/** Flags of subdivisions: region and subdivision in letters and digits (UTS #51 §C.1). */
const FLAG_TAGS = /^[\u{e0061}-\u{e007a}]{2}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,4}(?:\u{e007f}|$)/u;
/** The three that Unicode recommends for interchange; others are drawn as a black flag and may carry words. */
const KNOWN_FLAG = /^(?:gbeng|gbsct|gbwls)$/;
/** Flags of other subdivisions that a text may have. */
const OTHER_FLAGS_MAX = 12;

const isEmoji = (sign: string): boolean =>
  /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]$/u.test(sign);
const isHan = (sign: string): boolean => /^\p{Script=Han}$/u.test(sign);
/** Scripts whose letters join, stack or stand without spaces: they need joiners, and places where a line may break. */
const isJoining = (sign: string): boolean =>
  /^[\p{L}\p{M}\p{Nd}]$/u.test(sign) && !/^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}0-9]$/u.test(sign);
const isMongolian = (sign: string): boolean => /^\p{Script_Extensions=Mongolian}$/u.test(sign);
/** Letters, digits and signs of formulas. */
const isOfFormula = (sign: string): boolean => /^[\p{N}\p{Sm}()[\]{}|^_\\/*\u2212-]$/u.test(sign);
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|\ud803[\udc00-\udfff]|\ud83a/;
/** How far around a mark of direction the letters stand that it is for, units. */
const MARK_REACH = 80;
/** How far around an invisible operator its formula stands, units. */
const FORMULA_REACH = 12;

/** Invisible characters that nothing in the text accounts for, in order. Most texts have none, and that is known soon. */
export function straysIn(raw: string): readonly Stray[] {
  if (isAscii(raw) || !MAY_HIDE.test(raw)) return [];
  const strays: Stray[] = [];
  const flags = new OtherFlags();
  for (const match of raw.matchAll(RUN)) {
    const start = match.index;
    readRun({ raw, run: match[0], start, before: signBefore(raw, start), flags }, strays);
  }
  return strays;
}

interface Run {
  readonly raw: string;
  readonly run: string;
  readonly start: number;
  /** The character before; "" at the beginning. */
  readonly before: string;
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

function readRun(given: Run, strays: Stray[]): void {
  const { raw, run, start } = given;
  const end = start + run.length;
  const after = end < raw.length ? String.fromCodePoint(raw.codePointAt(end) ?? 0) : "";
  let at = start + flagLength(given);
  let { before } = given;
  let isFirst = true;
  while (at < end) {
    const point = raw.codePointAt(at) ?? 0;
    const next = at + (point > 0xffff ? 2 : 1);
    const place: Place = { point, at, next, before, after: next < end ? "" : after, isFirst, given };
    if (!isExcused(place)) strays.push({ kind: kindOf(point), point, start: at, end: next, isGlued: at > start });
    // A selector belongs to its base: a joiner behind it stands behind an emoji.
    if (!(isFirst && isSelector(point))) before = "";
    isFirst = false;
    at = next;
  }
}

interface Place {
  readonly point: number;
  readonly at: number;
  readonly next: number;
  /** The character that it stands behind; "" behind an invisible one. */
  readonly before: string;
  /** The character that it stands before; "" before an invisible one, or the end. */
  readonly after: string;
  readonly isFirst: boolean;
  readonly given: Run;
}

/** Units of tags that write a flag. */
function flagLength({ run, before, flags }: Run): number {
  if (before.codePointAt(0) !== BLACK_FLAG) return 0;
  const tags = FLAG_TAGS.exec(run)?.[0];
  if (tags === undefined) return 0;
  const name = Array.from(tags, (tag) => {
    const point = tag.codePointAt(0) ?? 0;
    return point === CANCEL_TAG ? "" : String.fromCharCode(point - 0xe0000);
  }).join("");
  return flags.admits(name) ? tags.length : 0;
}

/** Whether something around the character accounts for it. */
function isExcused(place: Place): boolean {
  const { point, at, before, after } = place;
  if (isSelector(point)) return place.isFirst && before !== "" && isVariant(before, point);
  if (point === ZERO_WIDTH_JOINER && isEmoji(before) && isEmoji(after)) return true;
  return (point === BYTE_ORDER_MARK && at === 0) || isOfScript(place);
}

/** Whether the script around it is written with such characters. */
function isOfScript({ point, at, given }: Place): boolean {
  const { raw, run } = given;
  if (isWithin(point, MONGOLIAN)) return isBeside(given, isMongolian);
  if (run.length > JOINERS_MAX) return false;
  if (DIRECTION_MARKS.has(point)) return isNearRtl(raw, at);
  if (isWithin(point, OPERATORS)) return run.length === 1 && isInFormula(raw, at);
  return JOINERS.has(point) && isBeside(given, isJoining);
}

const isBeside = (run: Run, test: (sign: string) => boolean): boolean => test(run.before) || test(signAfter(run));

type Range = readonly [first: number, last: number];
const isWithin = (point: number, [first, last]: Range): boolean => point >= first && point <= last;
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
const isSelector = (point: number): boolean =>
  (point >= 0xfe00 && point <= 0xfe0f) || (point >= 0xe0100 && point <= 0xe01ef);

/** Selectors of ideographic variants that collections use. */
const IDEOGRAPHIC_LAST = 0xe011f;

/** Whether a selector may follow: text or emoji, standardized variants of signs, ideographic variants. */
function isVariant(base: string, selector: number): boolean {
  if (selector > 0xfe0f) return selector <= IDEOGRAPHIC_LAST && isHan(base);
  if (selector >= 0xfe0e) return !/^[\p{L}\s]$/u.test(base) || isHan(base) || isEmoji(base);
  return !isEmoji(base) && /^[\p{Sm}\p{Lo}\p{No}\p{So}0]$/u.test(base);
}

const isNearRtl = (raw: string, at: number): boolean =>
  RTL.test(raw.slice(Math.max(0, at - MARK_REACH), at + MARK_REACH));

function isInFormula(raw: string, at: number): boolean {
  const around = raw.slice(Math.max(0, at - FORMULA_REACH), at + FORMULA_REACH);
  return Array.from(around).some(isOfFormula);
}

function kindOf(point: number): InvisibleKind {
  if (isSelector(point)) return "variation_selectors";
  if (point >= 0xe0000) return "unicode_tags";
  if (point === SOFT_HYPHEN) return "soft_hyphens";
  if (HANGUL_FILLERS.has(point)) return "hangul_fillers";
  return point > 0xffff || DEPRECATED.some((range) => isWithin(point, range)) ? "deprecated_format" : "zero_width";
}

const HANGUL_FILLERS: ReadonlySet<number> = new Set([0x115f, 0x1160, 0x3164, 0xffa0]);
/** Shaping and digit controls; marks of annotations, which no plain text should have. */
const DEPRECATED: readonly Range[] = [
  [0x206a, 0x206f],
  [0xfff9, 0xfffb],
];

function signBefore(raw: string, at: number): string {
  if (at === 0) return "";
  const low = raw.charCodeAt(at - 1);
  const isPair = low >= 0xdc00 && low < 0xe000 && at > 1;
  return isPair ? raw.slice(at - 2, at) : raw.charAt(at - 1);
}

function signAfter({ raw, run, start }: Run): string {
  const end = start + run.length;
  return end < raw.length ? String.fromCodePoint(raw.codePointAt(end) ?? 0) : "";
}
