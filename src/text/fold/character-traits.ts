import { isSelector, SOFT_HYPHEN } from "./unexplained-invisibles.ts";

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
