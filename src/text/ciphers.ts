import { KeywordAutomaton } from "./automaton.ts";
import type { Decoded } from "./encodings.ts";

/**
 * Disguises that keep a letter a letter. Every line of prose could be one, so each is undone only where a few cheap marks
 * of it stand: frequent English words in their disguised form, or letters that stand apart.
 */

/** Frequent words of English and of attacks in ROT13, with a space where that makes a short word sure. */
const ROT13_MARKS = [
  "gur ",
  "lbhe",
  " naq ",
  "flfgrz",
  "cebzcg",
  "vafgehpgv",
  "vtaber",
  "cerivbhf",
  "ehyrf",
  " zl ",
  "nyy ",
];
/** The same, reversed. */
const REVERSED_MARKS = [
  " eht",
  "ruoy",
  " dna ",
  "metsys",
  "tpmorp",
  "noitcurtsni",
  "erongi",
  "suoiverp",
  "selur",
  " ym ",
  "lla ",
];
const MARKS = new KeywordAutomaton([...ROT13_MARKS, ...REVERSED_MARKS]);
/** Different marks that make a disguise. */
const MARKS_MIN = 2;
const LEET: Readonly<Record<string, string>> = {
  0: "o",
  1: "i",
  3: "e",
  4: "a",
  5: "s",
  7: "t",
  8: "b",
  "@": "a",
  $: "s",
};
/** A digit or sign between letters; this many in a text make it written so, rather than a name or a unit of measure. */
const LEET_MARK = /[a-z][013457@$]{1,2}[a-z]/gi;
const LEET_MARKS_MIN = 3;
/** And at most this many units of text for each: a serial number does not make a page suspicious. */
const LEET_MARK_SPACING = 60;
/** Longer ones are keys and digests, not words. */
const LEET_WORD_MAX = 15;
const HEX = /^[0-9a-f]+$/i;
/** Seven single letters in a row, each followed by a mark; between words a space may stand between two marks. */
const SPACED = /(?<![a-z0-9])(?:[a-z0-9"',.!?;:&$()][ _/.*|~-](?: [ _/.*|~-])?){7}[^\n]{0,4000}/gi;
const SEPARATORS = new Set(Array.from(" _/.*|~-", (mark) => mark.charCodeAt(0)));
/** A run that `SPACED` takes has four marks, one letter apart, at or one behind some multiple of this. */
const SPACED_STEP = 8;
const CONCATENATED = /^[ \t]*\w{1,20}[ \t]*=[ \t]*"([^"\n]{1,400})"[ \t]*;?[ \t]*$/gm;

export function decodeCiphers(raw: string): readonly Decoded[] {
  const found: Decoded[] = [];
  const whole = { start: 0, end: raw.length };
  const marks = new Set(MARKS.scan(raw).map(({ keyword }) => keyword));
  const rotated = [...marks].filter((keyword) => keyword < ROT13_MARKS.length).length;
  if (rotated >= MARKS_MIN) found.push({ disguise: "rot13", text: rot13(raw), span: whole });
  if (marks.size - rotated >= MARKS_MIN)
    found.push({ disguise: "reversed", text: Array.from(raw).toReversed().join(""), span: whole });
  if (isLeet(raw))
    found.push({ disguise: "leet", text: raw.replaceAll(/[013457@$8]/g, (sign) => LEET[sign] ?? sign), span: whole });
  if (mayBeSpaced(raw))
    for (const match of raw.matchAll(SPACED)) {
      const text = closeUp(match[0]);
      found.push({
        disguise: "spaced_letters",
        text,
        span: { start: match.index, end: match.index + match[0].length },
      });
    }
  if (raw.includes('= "')) {
    const parts = Array.from(raw.matchAll(CONCATENATED), (match) => match[1] ?? "");
    if (parts.length >= 3) found.push({ disguise: "concatenation", text: parts.join(" "), span: whole });
  }
  return found;
}

function mayBeSpaced(raw: string): boolean {
  for (let at = 0; at < raw.length; at += SPACED_STEP) if (hasMarks(raw, at) || hasMarks(raw, at + 1)) return true;
  return false;
}

function hasMarks(raw: string, at: number): boolean {
  const mark = raw.charCodeAt(at);
  return (
    raw.charCodeAt(at + 2) === mark &&
    raw.charCodeAt(at + 4) === mark &&
    raw.charCodeAt(at + 6) === mark &&
    raw.charCodeAt(at + 1) !== mark &&
    SEPARATORS.has(mark)
  );
}

function isLeet(raw: string): boolean {
  let marks = 0;
  LEET_MARK.lastIndex = 0;
  while (LEET_MARK.test(raw)) marks++;
  if (marks < Math.max(LEET_MARKS_MIN, raw.length / LEET_MARK_SPACING)) return false;
  const words = raw.match(/[a-z0-9@$]+/gi) ?? [];
  const written = words.filter(
    (word) => word.length <= LEET_WORD_MAX && /[a-z][013457@$]/i.test(word) && !HEX.test(word),
  );
  return written.length >= LEET_MARKS_MIN;
}

function rot13(raw: string): string {
  return raw.replaceAll(/[a-z]/gi, (letter) => {
    const code = letter.charCodeAt(0);
    const base = code < 97 ? 65 : 97;
    return String.fromCharCode(((code - base + 13) % 26) + base);
  });
}

/** Takes one mark away behind each letter; what then still is a space parts words. */
function closeUp(run: string): string {
  const units = Array.from(run);
  const mark = units[1] ?? " ";
  if (units.every((unit, at) => at % 2 === 0 || unit === mark)) return units.filter((_, at) => at % 2 === 0).join("");
  if (mark === " ") return run.replaceAll(/(?<=\S) (?=\S(?: |$))/g, "").replaceAll(/ {2,}/g, " ");
  return run.replaceAll(mark, "");
}
