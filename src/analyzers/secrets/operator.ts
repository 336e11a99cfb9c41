import { isBreakCode, isIn, isSpaceCode, tableOf } from "./bare-value.ts";
import { QUOTE } from "./quoted-value.ts";

const BREAK = String.raw`(?:\r?\n|\\r?\\?n)`;
// A type is one of a few words, all of which the gate rejects as values: the reading cannot change as text arrives.
const TYPE = String.raw`(?:\??:[ \t]{0,2}&?(?:'static )?(?:string|str|String|any|bytes|text)[ \t]{0,2}(?==))?`;
const COPULA = String.raw`(?<=[ \t"'\x60*])(?:is|was|are|lautet|ist|est|es|er|\u00e8|\u00e9|to|or)(?: (?:now|still|set to|currently|also))?(?=[ \t:])`;
/** What stands between a name and its value in code, configuration, JSON, XML, headers, command output and prose. */
export const OPERATOR = new RegExp(
  [
    String.raw`(?:[ \t]\([^()\r\n]{1,20}\))?(?:\\{0,3}["'\x60\])*]){0,3}[ \t]{0,4}(?:[#№]?\d{1,2}(?=:))?`,
    TYPE,
    String.raw`(?:`,
    // Name and value in two fields: {"name": "API_KEY", "value": "…"}, <name>…</name><value>…</value>.
    String.raw`[,;]?(?:\s|\\n){0,24}\\{0,3}["']?value\\{0,3}["']?[ \t]{0,2}[:=][ \t]{0,2}|[:=][ \t]{0,2}\{\s{0,12}["']?value["']?[ \t]{0,2}[:=][ \t]{0,2}|<\/[A-Za-z]{1,16}>\s{0,16}<[A-Za-z]{1,16}>`,
    // A block that the name heads: variable "db_password" { type = string, default = "…" }, a line each.
    String.raw`|\{\s{0,12}(?:(?:type|sensitive|nullable|ephemeral|description)[ \t]{0,12}=[^\r\n]{0,60}\r?\n[ \t]{0,12}){0,4}default[ \t]{0,12}=[ \t]{0,2}(?=${QUOTE})`,
    String.raw`|(?:=>|:=|={1,3}|!==?|->|<{1,2}-|::?|[\uff1a\uff1d\u662f\u4e3a\u70ba\u306f]|>|\||\?\?|\|\||${COPULA}(?:[ \t]?[:=](?=\s))?|,(?=[ \t]{0,4}${QUOTE})|\(${QUOTE}[^"'\x60\r\n]{0,48}${QUOTE},[ \t]{0,2}(?=${QUOTE})|\((?=${QUOTE}))`,
    String.raw`[ \t]{0,6}(?:[|>][-+]?(?=\s))?(?:${BREAK}{1,2}[ \t]{0,16}(?:\x60{3}[a-z]{0,8}\r?\n)?)?`,
    String.raw`)[ \t]{0,6}\*{0,2}[ \t]?`,
    // A scheme, a prefix of the literal, a call that only wraps it, the first of a list.
    String.raw`(?:(?:Bearer|Basic|Token|ApiKey|Key|Bot|SSWS|GenieKey|OAuth)[ \t]|(?:SecretStr|SecureString|String|str|bytes|Some|sensitive|Buffer\.from|\[\]byte)\((?=${QUOTE})|\[\s{0,12}(?=${QUOTE}))?(?:[brfu@](?=${QUOTE}))?`,
  ].join(""),
  "y",
);
/** What such an operator may begin with behind spaces, where it is neither a word nor a comma. */
const OPENS = tableOf(/[:=\-!<>|?({[\])"'\x60*\\#]/);
/** Words that are one, and the name of the field that a value stands in. */
const WORD_OPERATOR = /(?:is|was|are|lautet|ist|est|es|er|to|or)[ \t:]|value/y;
/** What may stand behind a comma or a line end that belongs to one: a quote, `value`. */
const BEHIND_COMMA = tableOf(/["'\x60\\v]/);
/** Longest space in an operator, UTF-16 units. */
const OPERATOR_SPACE_MAX = 32;

/** Where the operator ends that stands behind the name that ends at `end`; -1 without one. */
export function operatorEnd(raw: string, end: number): number {
  if (!mayAssign(raw, end)) return -1;
  OPERATOR.lastIndex = end;
  return OPERATOR.test(raw) ? OPERATOR.lastIndex : -1;
}

/** Whether an operator may begin at `end`: most names have none behind them, and its pattern takes long to say so. */
export function mayAssign(raw: string, end: number): boolean {
  const at = spacesEnd(raw, end);
  const code = raw.charCodeAt(at);
  if (code > ASCII_LAST || at - end >= OPERATOR_SPACE_MAX || isIn(OPENS, code)) return true;
  if (code === COMMA || code === SEMICOLON || isBreakCode(code)) return mayBeBehindComma(raw, at + 1);
  if (isDigitCode(code)) return raw.charCodeAt(at + 1) === COLON || raw.charCodeAt(at + 2) === COLON;
  WORD_OPERATOR.lastIndex = at;
  return WORD_OPERATOR.test(raw);
}

function mayBeBehindComma(raw: string, from: number): boolean {
  let at = from;
  while (at - from < OPERATOR_SPACE_MAX && (isSpaceCode(raw.charCodeAt(at)) || isBreakCode(raw.charCodeAt(at))))
    at += 1;
  const code = raw.charCodeAt(at);
  return code > ASCII_LAST || at - from >= OPERATOR_SPACE_MAX || isIn(BEHIND_COMMA, code);
}

function spacesEnd(raw: string, from: number): number {
  let at = from;
  while (at - from < OPERATOR_SPACE_MAX && isSpaceCode(raw.charCodeAt(at))) at += 1;
  return at;
}

const isDigitCode = (code: number): boolean => code >= 0x30 && code <= 0x39;
const ASCII_LAST = 0x7f;
const COMMA = 0x2c;
const SEMICOLON = 0x3b;
const COLON = 0x3a;
