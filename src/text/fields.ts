import type { Span } from "../core/model.ts";

/** Longest name of a column. */
const NAME_MAX = 40;
/** Ranks of the signs: a line is parted by the first of these that stands in it. */
const SIGNS = ["|", "\t", ";", ","];
/** Of ASCII: 1 for what may stand in a line of names, the rank of a sign plus 2, 0 for anything else. */
const IN_HEAD = Uint8Array.from({ length: 128 }, (_, code) => {
  const rank = SIGNS.indexOf(String.fromCharCode(code));
  return rank >= 0 ? rank + 2 : /[\w \r.#/'&?()@$"*`-]/.test(String.fromCharCode(code)) ? 1 : 0;
});

/** What parts a line that may be one of names: a look at its characters, which refuses most lines of code at once. */
export function signOf(raw: string, { start, end }: Span): string | undefined {
  let first = SIGNS.length;
  for (let at = start; at < end; at++) {
    const code = raw.charCodeAt(at);
    const kind = code < IN_HEAD.length ? (IN_HEAD[code] ?? 0) : 1;
    if (kind === 0) return undefined;
    if (kind > 1 && kind - 2 < first) first = kind - 2;
  }
  return SIGNS[first];
}
const QUOTE = 0x22;
/** A name: a few words that begin with a letter. Neither an assignment nor a call, a sum or a sentence. */
const NAME = /^[\p{L}_#@$][\p{L}\p{M}\p{N}_ .#/'’&?()-]*$/u;
const ABBREVIATION = /(?<=(?:^|[ _])(?:acct|id|no|nr|num|tel))\.$/i;
const WORDS_MAX = 5;

export function isName(name: string): boolean {
  if (name.length > NAME_MAX || !NAME.test(name)) return false;
  if (/[.?]/.test(name) && /[.?](?:$| )/.test(name.replace(ABBREVIATION, ""))) return false;
  if (name.includes("(") && name.split("(").length !== name.split(")").length) return false;
  return !name.includes(" ") || name.split(" ").length <= WORDS_MAX;
}

/** Calls `found` at each sign that parts two fields; in quotes it parts nothing. */
function eachSign(raw: string, { start, end }: Span, sign: string, found: (at: number) => void): void {
  const code = sign.charCodeAt(0);
  const isQuotable = sign === "," || sign === ";";
  let isQuoted = false;
  for (let at = start; at < end; at++) {
    const unit = raw.charCodeAt(at);
    if (isQuotable && unit === QUOTE) isQuoted = !isQuoted;
    else if (unit === code && !isQuoted) found(at);
  }
}

export function countFields(raw: string, line: Span, sign: string): number {
  let count = 1;
  eachSign(raw, line, sign, () => (count += 1));
  return count;
}

export function fieldsOf(raw: string, line: Span, sign: string): readonly Span[] {
  const fields: Span[] = [];
  let start = line.start;
  eachSign(raw, line, sign, (at) => {
    fields.push({ start, end: at });
    start = at + 1;
  });
  fields.push({ start, end: line.end });
  return fields;
}

const isSpace = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
/** What is set around a field, on both sides. */
const QUOTES = new Set(Array.from("\"'`*", (sign) => sign.charCodeAt(0)));

/** Without the space around it, and the quotes or stars within. */
export function unquoted(raw: string, field: Span): Span {
  let { start, end } = field;
  while (start < end && isSpace(raw.charCodeAt(start))) start += 1;
  while (end > start && isSpace(raw.charCodeAt(end - 1))) end -= 1;
  for (let pairs = 0; pairs < PAIRS_MAX && end - start > 1; pairs++) {
    const code = raw.charCodeAt(start);
    if (!QUOTES.has(code) || raw.charCodeAt(end - 1) !== code) break;
    start += 1;
    end -= 1;
  }
  return { start, end };
}

const PAIRS_MAX = 3;
