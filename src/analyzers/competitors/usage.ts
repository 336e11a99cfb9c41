import { isOrdinary } from "./ordinary.ts";
import { isDigit, isUpper, isWordUnit } from "./units.ts";

/**
 * Whether an ordinary word that is also somebody's name is used as the name: an apple, Apple. A capital must say so, and nothing else
 * may explain it: no beginning of a sentence, no title, no text in capitals, no program.
 */

/** How far a look at the words around goes, UTF-16 units. */
export const LEFT_CONTEXT = 64;
export const RIGHT_CONTEXT = 48;

const list = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** Words behind a name at the beginning of a sentence that ordinary words hardly have there. */
const COMPANY_WORDS = list(
  "announced announces launched launches acquired acquires released releases unveiled unveils hired hires fired sells sold charges offers " +
    "said says claims claimed denied reported reports refused sued employs employees invests invested raised plans wants owns bought " +
    "inc corp corporation ltd llc plc gmbh ag sa co company ceo cfo cto pay shares stock customers support subscription",
);
/** Words of programs before the name of a type. */
const CODE_WORDS = list(
  "class new extends implements interface import from struct enum type def function const let var public private return instanceof throws package",
);
/** Small words do not say whether a line is a title. */
const SMALL_WORDS = list("a an the of in on at to for and or by with from vs as is");
const HANDLE = /[@#]$/;
const DOMAIN =
  /^\.(?:com|org|net|io|ai|co|so|eu|de|fr|it|es|nl|pl|se|ch|at|uk|us|in|jp|cn|br|ca|au|be|dk|no|fi|pt|cz|ru|kr|tr|me|tv|to|gg|info|app|dev|shop|store|cloud|tech|online|site|xyz|biz)(?![\p{L}\p{N}_(])/iu;
const DOMAIN_LEFT = /(?:^|[\s"'“(<[/]|www\.)$/i;

export interface Place {
  readonly raw: string;
  readonly start: number;
  readonly end: number;
}

/** Behind a number or a sign of money a short name is a unit: 300 HP, $3M. */
const AMOUNT = /[\p{N}\p{Sc}]\s?$/u;

/** Whether a name of one or two characters is one: in an address, as it is written in the configuration, or in capitals. */
export function isShortName(place: Place, written: string): boolean {
  const { raw, start, end } = place;
  const left = raw.slice(Math.max(0, start - LEFT_CONTEXT), start);
  if (isAddress(left, raw.slice(end, end + RIGHT_CONTEXT))) return true;
  const name = raw.slice(start, start + written.length);
  return (name === written || !/\p{Ll}/u.test(name)) && !AMOUNT.test(left);
}

const isAddress = (left: string, right: string): boolean =>
  HANDLE.test(left) || (DOMAIN.test(right) && DOMAIN_LEFT.test(left));

/** Whether the word at the place is used as a name. */
export function isUsedAsName(place: Place): boolean {
  const { raw, start, end } = place;
  const left = raw.slice(Math.max(0, start - LEFT_CONTEXT), start);
  const right = raw.slice(end, end + RIGHT_CONTEXT);
  if (isAddress(left, right)) return true;
  if (!hasCapitals(raw.slice(start, end)) || isInCode(left, right)) return false;
  if (isShouted(raw.slice(start, end)))
    return !neighbours(left, right).some(isShouted) && !/=|&&|\$/.test(lineOf(left));
  if (/[:;]\s{1,2}$/.test(left) && /^(?:['’]s?)?(?:,|;|\)|\s(?:and|or|und|oder|et|ou|y|o|e)\s)/u.test(right))
    return true;
  if (isSentenceStart(left, start <= LEFT_CONTEXT)) return isFollowedAsName(right);
  return !isInTitle(left, right);
}

/** Whether every word of some length begins with a capital. */
export function hasCapitals(text: string): boolean {
  return (text.match(WORDS) ?? []).every((word) => SMALL_WORDS.has(word) || !/^\p{Ll}/u.test(word));
}

/** What of the left context stands in the same line. */
const lineOf = (left: string): string => left.slice(left.lastIndexOf("\n") + 1);

const WORDS = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const LAST_WORD = /([\p{L}\p{N}][\p{L}\p{N}\p{M}]*)[^\p{L}\p{N}\n.!?:;]{1,4}$/u;
const NEXT_WORD = /^(?:['’]s)?[^\p{L}\p{N}\n.!?:;]{1,4}([\p{L}\p{N}][\p{L}\p{N}\p{M}]*)/u;

const isShouted = (word: string): boolean => word.length > 1 && !/\p{Ll}/u.test(word) && /\p{Lu}/u.test(word);

function neighbours(left: string, right: string): readonly string[] {
  return [LAST_WORD.exec(left)?.[1], NEXT_WORD.exec(right)?.[1]].filter((word) => word !== undefined);
}

function isInCode(left: string, right: string): boolean {
  if (/[\w$)\]]\.$|[<$_\\]$|\{\s?$|::$|->$/.test(left)) return true;
  if (/^(?:[({[<>=_$]|::|->|\.[a-z_]|\s*=[^=]|\s*\{|s?:\s*["'{[\d])/.test(right)) return true;
  const before = /([a-z]+)\s{1,4}$/.exec(left)?.[1];
  return before !== undefined && CODE_WORDS.has(before) && before !== "from" && before !== "new" && before !== "type"
    ? true
    : /\b(?:new|type)\s$/.test(left) && /^\s*[({<=]/.test(right);
}

/** Marks and signs that a sentence may begin with. */
const OPENING = /[\s"'“”‘’„«»*_#>()[\]|•·–—+-]/;

/** Whether the text before a word says that a sentence begins with it; where nothing says otherwise it may. */
function isSentenceStart(left: string, isFromStart: boolean): boolean {
  let at = left.length;
  let hasLineBreak = false;
  while (at > 0 && OPENING.test(left.charAt(at - 1))) {
    at -= 1;
    hasLineBreak ||= left.charAt(at) === "\n";
  }
  if (at === 0) return isFromStart || hasLineBreak || left !== "";
  if (hasLineBreak) return true;
  const code = left.charCodeAt(at - 1);
  if (isDigit(code)) return /(?:^|\n)\s*\d+\s*$/.test(left);
  if (!isWordUnit(code))
    return ".!?:;…。！？".includes(left.charAt(at - 1)) && !/\b(?:vs|e\.g|i\.e|incl|resp)\.\s*$/i.test(left);
  return false;
}

function isFollowedAsName(right: string): boolean {
  if (/^['’]s\b/.test(right)) return true;
  const next = NEXT_WORD.exec(right)?.[1];
  return next !== undefined && COMPANY_WORDS.has(next.toLowerCase());
}

/** Whether the words around have capitals although they are ordinary: then a capital says nothing. */
function isInTitle(left: string, right: string): boolean {
  const before = (lineOf(left).match(WORDS) ?? []).slice(-3);
  const breakAt = right.search(/[\n.!?]/);
  const after = ((breakAt < 0 ? right : right.slice(0, breakAt)).match(WORDS) ?? []).slice(0, 2);
  const counted = [...before, ...after].filter((word) => word.length > 1 && !SMALL_WORDS.has(word.toLowerCase()));
  if (counted.length < 2) return false;
  const capital = counted.filter((word) => isUpper(word.charCodeAt(0)) && isOrdinary(word.toLowerCase()));
  return capital.length >= 2 && capital.length > counted.length * 0.6;
}
