/** What of a sentence is wording: what no language owns is left out. */

/**
 * Addresses, handles, inline code, masks and whatever has a digit, an underscore or a slash inside a word: each with the sign without
 * which there is none, since most sentences have few of these signs.
 */
const NO_WORDS: readonly (readonly [sign: RegExp, pattern: RegExp])[] = [
  [/:\/\/|www\./i, /\b(?:(?:https?|ftp):\/\/|www\.)\S+/giu],
  [/@/, /[^\s@<>]{1,64}@[^\s@<>]{1,128}|@[\p{L}\p{N}_.-]+/gu],
  [/#/, /#[\p{L}\p{N}_.-]+/gu],
  [/`/, /`[^`\n]{1,200}`/g],
  [/</, /<[^<>\n]{1,80}>/g],
  [/&/, /&[a-z#0-9]{2,8};/gi],
  [/[\p{N}_/\\$=~^|]/u, /[A-Za-z\p{N}_.:\-/\\$=~^|]*[\p{N}_/\\$=~^|]+[A-Za-z\p{N}_/\\$=~^|.:-]*/gu],
  [/[A-Za-z0-9]\.[A-Za-z0-9]/, /\b[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+\b/g],
  // A capital inside a word, as names of programs have it.
  [/\p{Ll}\p{Lu}/u, /(?<!\p{L})\p{L}*\p{Ll}\p{Lu}\p{L}*/gu],
];
const QUOTED =
  /"[^"\n]{2,200}"|“[^”\n]{2,200}”|„[^“”\n]{2,200}[“”]|«[^»\n]{2,200}»|»[^«\n]{2,200}«|「[^」\n]{1,200}」|『[^』\n]{1,200}』|《[^》\n]{1,100}》|(?<!\p{L})[‘'][^‘’'\n]{4,200}[’'](?!\p{L})/gu;
const QUOTE = /["“„«»「『《‘'’]/;
/** Letters that must be left of a sentence without what it quotes. */
const UNQUOTED_MIN = 10;
/** Signs of programs among all that is no space: from that share on it is one. */
const CODE_SHARE = 0.06;
const CODE_SIGNS = /[{}[\]=<>|\\_$^~`;&+]|\(\)|::|->|\/\/|--/g;
const CODE_SIGN = /[{}[\]=<>|\\_$^~`;&+(:/-]/;
const COMMENT = /^\s*(?:\/\/|\/\*|<!--|--\s|#!|\$ |>>> |@\w+\()/;
/** A line of JSON, or of settings with one value each. */
const DATA =
  /^\s*(?:[{[]\s*["'{[]|"[\w .-]{1,40}"\s*:|"[^"\s]*"\s*[,:]?\s*$|return \S+\s*$|- \w+:\s|[\w.-]{1,40}:\s{1,4}\S{1,80}\s*$)/;
const CODE_WORDS =
  /^\s*(?:import|from|export|const|let|var|function|class|def|return|public|private|static|if|else|for|while|try|catch|select|insert|update|delete|create|npm|pip|git|docker|curl|sudo)\b.*(?:[;{(:=]\s*$|\bfrom\s+['"\w.]+\s*;?$|\bwhere\b|\s--?\w|\bimport\b.*\w$)/i;
/** An assignment, or a call of a method and nothing else. */
const STATEMENT = /^\s*(?:[\w.[\]]{1,40}\s{0,4}[-+*/]?=\s?[^=\s]|[\w.]{1,40}\.\w{1,40}\(.{0,200}\)\s*;?\s*$)/;
/** A line of a log: when, and how grave it is or which program says so. */
const LOG =
  /^\W*(?:(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|CRITICAL)\W{1,4})?(?:\d{4}-\d\d-\d\d[T ]|\d{1,2}:\d\d:\d\d|\p{Lu}\p{Ll}\p{Ll} [ \d]\d \d\d:)\S*.{0,40}(?:\b(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|CRITICAL)\b|[\w.-]\[\d+\]:| \w+ \w+: )/iu;
/** Full width and mathematical letters, which look like others. */
const STYLED = /[\uff21-\uff5a]|\ud835/;
/** Share of words with capitals from which on a row of names or a title is no sentence. */
const NAMES_SHARE = 0.6;
const NAMES_MIN = 3;
/** Commas for each word from which on a row of words is no sentence. */
const LIST_SHARE = 0.45;

/** The wording of a sentence; empty where it is a program or a row of names. */
export function wordingOf(sentence: string): string {
  const written = unpiped(STYLED.test(sentence) ? sentence.normalize("NFKC") : sentence);
  if (isCode(written) || LOG.test(written)) return "";
  let words = written;
  for (const [sign, pattern] of NO_WORDS) if (sign.test(words)) words = words.replace(pattern, " ");
  const unquoted = QUOTE.test(words) ? words.replace(QUOTED, " ") : words;
  const rest = lettersIn(unquoted) >= UNQUOTED_MIN ? unquoted : words;
  return isNames(rest) ? "" : rest;
}

/** A row of a table is prose, cell by cell. */
const unpiped = (line: string): string => (/^\s*\||\|\s*$/.test(line) ? line.replaceAll("|", " ") : line);

const lettersIn = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

function isCode(sentence: string): boolean {
  if (COMMENT.test(sentence) || DATA.test(sentence) || STATEMENT.test(sentence) || CODE_WORDS.test(sentence))
    return true;
  if (!CODE_SIGN.test(sentence)) return false;
  const signs = sentence.match(CODE_SIGNS)?.length ?? 0;
  return signs >= 2 && signs >= CODE_SHARE * sentence.replaceAll(/\s/g, "").length;
}

/** Names, titles and headings say little of the language of a text: most words have capitals, and some small letter. */
function isNames(text: string): boolean {
  const words = text.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? [];
  if (words.length < NAMES_MIN) return false;
  const capitals = words.filter((word) => /^\p{Lu}/u.test(word) && (word.length === 1 || /\p{Ll}/u.test(word))).length;
  const commas = text.match(/[,;،、|]/g)?.length ?? 0;
  return capitals > NAMES_SHARE * words.length || commas > LIST_SHARE * words.length;
}

/** How far back a block of code is looked for, UTF-16 units. */
export const FENCE_REACH = 1200;
const FENCE = /^[ \t]{0,8}(?:```|~~~)([^\n`]*)$/gm;

/** Where fences of code blocks stand, and whether each opens one for sure: it names a language. */
export interface Fence {
  readonly at: number;
  readonly isOpening: boolean;
}

export function fencesOf(raw: string, from: number): readonly Fence[] {
  if (!raw.includes("```", from) && !raw.includes("~~~", from)) return [];
  const found: Fence[] = [];
  // From the beginning of a line on, or a fence in mid-line would look like one.
  FENCE.lastIndex = from === 0 ? 0 : raw.indexOf("\n", from) + 1 || raw.length;
  for (let match = FENCE.exec(raw); match !== null; match = FENCE.exec(raw)) {
    found.push({ at: match.index, isOpening: (match[1] ?? "").trim() !== "" });
    if (match[0] === "") FENCE.lastIndex += 1;
  }
  return found;
}

/** Whether the place lies in a block of code, or on a fence of one. */
export function isFenced(fences: readonly Fence[], at: number): boolean {
  let isInside = false;
  for (const fence of fences) {
    if (fence.at > at) break;
    if (fence.at < at - FENCE_REACH) continue;
    isInside = fence.isOpening;
    if (fence.at === at) return true;
  }
  return isInside;
}
