import { facet, type Reading } from "../../text/reading.ts";
import { isBreakCode, isIn, isShortWord, isSpaceCode, readBare, tableOf } from "./bare-value.ts";
import { NEAR_LENGTH_MIN, SHORTEST_VALUE } from "./gate.ts";
import { QUOTE, readQuoted, unquoted, VALUE_MAX, type ValueSpan } from "./quoted-value.ts";
import { saidAt } from "./said.ts";

/**
 * How a value stands after its name: in an assignment of some kind, where a sentence says that it is it, right after it, farther on
 * after a colon or a copula (`my key for the staging shop is …`), or only in its neighbourhood.
 */
type Link = "assigned" | "said" | "near" | "linked" | "beside";

export interface ValueCandidate {
  readonly start: number;
  readonly text: string;
  /** What the text says: escapes of a quoted value resolved. */
  readonly value: string;
  readonly link: Link;
  readonly isQuoted: boolean;
  /** The text that it stands in, and where the name ends that it is asked for. */
  readonly reading: Reading;
  readonly nameEnd: number;
  /** Whether it is set or compared there (`=`, `is`), not only listed under the name. */
  readonly isSet: boolean;
  /** Whether it may continue, or turn out to be none, if more text follows. */
  readonly isOpen: boolean;
}

/** What is asked of a value: that of a password may have spaces, `,` and `;`. */
interface Asked {
  readonly isPassword: boolean;
}

/** Longest rest of the name after the word, UTF-16 units. */
const NAME_MAX = 24;
/** The farthest that a value begins after its word, UTF-16 units. */
export const GAP = 120;

/** Of a name; `\u00f1` is, too. */
const IN_NAME = tableOf(/[A-Za-z0-9_.-]/);
const ENYE = 0xf1;
/** Spaces and tabs between a name and the value right after it. */
const SPACES_MAX = 4;

/** A value so close to its name may be shorter than one farther off, UTF-16 units. */
const NEAR_MAX = 4;
const SETS = /=|\bis\b|\best\b/;
/** How far after its word a value is looked for that nothing connects with it, UTF-16 units. */
const BESIDE_MAX = 60;
/** Its shortest length, UTF-16 units. */
const BESIDE_MIN = 16;
/** Character code → whether it may stand in such a value, or right before or after one without being a boundary. */
const IN_VALUE = tableOf(/[A-Za-z0-9_+/.~=-]/);
export const isValueCode = (code: number): boolean => isIn(IN_VALUE, code);
const JOINS = new Set("@$%#&({");
/** What links a value to a name that stands farther before it. */
const LINKED =
  /(?:[:=>\uff1a\u662f\u4e3a\u306f]|['\u2019]s(?=\s)|\b(?:is|est|es|lautet|ist|to|value)|[\u00e8\u00e9])[\s"'\x60(*]{0,8}$/;

/** With a digit, or of letters only and as long as words are not. */
const DRAWN = /\d|^[A-Za-z]{20,64}\.?$/;

/**
 * What is known of a text: of the runs that begin after `from`, none before `to` is long enough for a value.
 * Labels that stand close together ask for the same stretch.
 */
const SCANNED = facet(() => ({ from: 0, to: 0 }));

/** Where the run of value characters ends that `at` stands in; `limit` at the latest. */
function runEnd(raw: string, at: number, limit: number): number {
  let end = at;
  while (end < limit && isValueCode(raw.charCodeAt(end))) end += 1;
  return end;
}

/** Where a run of value characters begins that is long enough, after `end` and before `last`; -1 without one. */
function longRunStart(reading: Reading, end: number, last: number): number {
  const { raw } = reading;
  const scanned = reading.of(SCANNED);
  const isKnown = scanned.from <= end && scanned.to > end;
  // A run that contains `end` continues with the name.
  let at = isKnown ? scanned.to : runEnd(raw, end, last);
  if (at === last) return -1;
  const from = isKnown ? scanned.from : end;
  while (at < last) {
    const length = runEnd(raw, at, Math.min(raw.length, at + BESIDE_MIN)) - at;
    if (length === BESIDE_MIN) break;
    at += length + 1;
  }
  scanned.from = from;
  scanned.to = at;
  return at < last ? at : -1;
}

/** The next run of value characters that begins within `BESIDE_MAX`, is long enough and no word. */
function besideAt(reading: Reading, end: number): { readonly start: number; readonly text: string } | null {
  const { raw } = reading;
  const last = Math.min(raw.length, end + BESIDE_MAX);
  let start = longRunStart(reading, end, last);
  while (start >= 0) {
    const at = runEnd(raw, start, Math.min(raw.length, start + VALUE_MAX + 1));
    const text = raw.slice(start, at);
    if (DRAWN.test(text)) {
      const isCode = isJoined(raw, start) || JOINS.has(raw.charAt(at));
      return isCode || text.length > VALUE_MAX ? null : { start, text: text.replace(/\.+$/, "") };
    }
    start = longRunStart(reading, at, last);
  }
  return null;
}

/** A sign of code right before the value; a bracket after a space is one of prose. */
const isJoined = (raw: string, start: number): boolean =>
  JOINS.has(raw.charAt(start - 1)) && !/^[ \t]\($/.test(raw.slice(Math.max(0, start - 2), start));

// What shows that the value is something else: a digest, an id, a place.
const OTHER_BETWEEN =
  /^\)|enc\[|encrypted|hash|sha\d|digest|checksum|commit|verif(?:y|ication)|(?<![a-z])id|uuid|guid|public|version|integrity|fingerprint|etag|revision|path|url|file|:\/\/|import|require|class|cipher|certificate|signature|modulus|\$ansible_vault|\{(?:ssha|sha|smd5|md5|crypt)|shasum|\bv?\d{1,4}\.\d{1,4}\.\d/i;
const ID_BETWEEN = /[a-z](?:Id|ID)(?![a-z])/;

/** The rest of the name after the word that ends at `end`. */
export function restOfName(raw: string, end: number): string {
  let at = end;
  while (at - end < NAME_MAX && isNameCode(raw.charCodeAt(at))) at += 1;
  return at === end ? "" : raw.slice(end, at);
}

const isNameCode = (code: number): boolean => isIn(IN_NAME, code) || code === ENYE;

/** The value that an operator, or an option's space, gives the name that ends at `end`. */
export function assignedAt(reading: Reading, end: number, asked: Asked): ValueCandidate | null {
  const { raw } = reading;
  const at = operatorEnd(raw, end);
  if (at < 0 || isShortWord(raw, at, SHORTEST_VALUE)) return null;
  return valueAt(reading, at, { link: "assigned", isSet: isSetting(raw, end, at), nameEnd: end }, asked);
}

/** The commonest operators are one sign. */
const isSetting = (raw: string, start: number, end: number): boolean =>
  raw.charCodeAt(start) === EQUALS || (end - start > 1 && SETS.test(raw.slice(start, end)));
const EQUALS = 0x3d;

/** The value that a space parts from the name that ends at `end`: `--token abc`, `password abc`. */
export function spacedAt(
  reading: Reading,
  end: number,
  link: "assigned" | "near",
  asked: Asked,
): ValueCandidate | null {
  const { raw } = reading;
  let at = end;
  while (at - end < SPACES_MAX && isSpaceCode(raw.charCodeAt(at))) at += 1;
  if (at === end || raw.charAt(at) === "-") return null;
  const min = link === "near" && !asked.isPassword ? NEAR_LENGTH_MIN : SHORTEST_VALUE;
  return isShortWord(raw, at, min) ? null : valueAt(reading, at, { link, isSet: true, nameEnd: end }, asked);
}

/** The value that a sentence gives the password whose name ends at `end`. */
export function saidOf(reading: Reading, end: number): ValueCandidate | null {
  const start = saidAt(reading.raw, end);
  return start < 0 ? null : valueAt(reading, start, { link: "said", isSet: true, nameEnd: end }, { isPassword: true });
}

/** A value near the name that ends at `end` which nothing gives it. */
export function neighbourAt(reading: Reading, end: number): ValueCandidate | null {
  const { raw } = reading;
  const beside = besideAt(reading, end);
  if (beside === null) return null;
  const between = raw.slice(end, beside.start);
  if (
    isBracketedDigest(raw, beside) ||
    OTHER_BETWEEN.test(between) ||
    ID_BETWEEN.test(between) ||
    isOfOtherField(between)
  )
    return null;
  const how = { link: linkOf(between), isQuoted: false, isSet: false, isOpen: false };
  return { ...beside, ...how, value: beside.text, reading, nameEnd: end };
}

/** `rotate the token (9fceb02…)`: a commit. */
const isBracketedDigest = (raw: string, { start, text }: { readonly start: number; readonly text: string }): boolean =>
  raw.charAt(start - 1) === "(" && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);

/** A field of its own in a list of them, such as JSON: what the text before calls a token is not this one's value. */
const FIELD =
  /[,{][ \t\r\n]{0,16}["'](?!(?:value|data|content|default|text|key|secret|token|pass))[A-Za-z_]{1,24}["'][ \t]{0,2}[:=][ \t]{0,2}["']?$/i;
const isOfOtherField = (between: string): boolean => FIELD.test(between);

function linkOf(between: string): Link {
  if (between.length <= NEAR_MAX) return "near";
  return LINKED.test(between) ? "linked" : "beside";
}

function valueAt(
  reading: Reading,
  at: number,
  how: Pick<ValueCandidate, "link" | "isSet" | "nameEnd">,
  { isPassword }: Asked,
): ValueCandidate | null {
  const { raw } = reading;
  // A passphrase differs from a sentence only where something gives it to the name.
  const quoted = readQuoted(raw, at, { hasSpaces: isPassword && how.link === "assigned" });
  const isEquated = (): boolean => how.link === "assigned" && /[=:]/.test(raw.slice(how.nameEnd, at));
  const span = quoted ?? readBare(reading, at, { isPassword, isEquated: !isPassword && isEquated() });
  if (span === null) return null;
  const isQuoted = quoted !== null;
  const wrapped = isQuoted || how.link !== "assigned" ? span : withNextLines(raw, span);
  const text = raw.slice(wrapped.start, wrapped.end);
  return {
    ...how,
    start: span.start,
    text,
    value: isQuoted ? unquoted(text) : unwrapped(text.slice(0, text.length - Number(wrapped.isMarked === true))),
    isQuoted,
    reading,
    isOpen: wrapped.isOpen,
  };
}

/** The shortest first line of a value that continues on the next one, UTF-16 units. */
const WRAPPED_MIN = 40;
const LINES_MAX = 4;
/** Nothing but a piece of a drawn value on a line: letters of both cases and a digit. */
const NEXT_LINE =
  /\r?\n[ \t]{0,16}(?=[^\s\d]{0,75}\d)(?=[^\sa-z]{0,75}[a-z])(?=[^\sA-Z]{0,75}[A-Z])[A-Za-z0-9+/_-]{12,76}={0,2}(?=\s|$)/y;
const NEXT_LINE_OPEN = /\r?(?:\n[ \t]{0,16}[A-Za-z0-9+/_-]{0,76}={0,2})?\r?$/y;

function withNextLines(raw: string, span: ValueSpan): ValueSpan {
  let { end } = span;
  if (end - span.start < WRAPPED_MIN) return span;
  for (let line = 0; line < LINES_MAX; line++) {
    NEXT_LINE.lastIndex = end;
    if (!NEXT_LINE.test(raw) || NEXT_LINE.lastIndex - span.start > VALUE_MAX) break;
    end = NEXT_LINE.lastIndex;
  }
  NEXT_LINE_OPEN.lastIndex = end;
  const isOpen = span.isOpen || NEXT_LINE_OPEN.test(raw);
  return end === span.end ? { ...span, isOpen } : { start: span.start, end, isOpen };
}

const unwrapped = (text: string): string => (text.length > WRAPPED_MIN ? text.replaceAll(/\s+/g, "") : text);

// `user.name`, `getToken`, `TOKEN_NAME`: names, which stand unquoted where code refers to a value.
const NAME_CHAIN = /^[A-Za-z_$][A-Za-z_$]*\d?(?:\.[A-Za-z_$][\w$]*)*$/;

const SNAKE_CASE = /^_*[A-Za-z]+\d{0,2}(?:_[A-Za-z]+\d{0,2})+$/;

export const isNameChain = (text: string): boolean => NAME_CHAIN.test(text) || SNAKE_CASE.test(text);

const BREAK = String.raw`(?:\r?\n|\\r?\\?n)`;
// A type is one of a few words, all of which the gate rejects as values: the reading cannot change as text arrives.
const TYPE = String.raw`(?: string(?= = ')|\??:[ \t]{0,2}&?(?:'static )?(?:string|str|String|any|bytes|text)[ \t]{0,2}(?==))?`;
const COPULA = String.raw`(?<=[ \t"'\x60*])(?:is|was|are|lautet|ist|est|es|er|\u00e8|\u00e9|to|or)(?: (?:now|still|set to|currently|also))?(?=[ \t:])`;
/** What stands between a name and its value in code, configuration, JSON, XML, headers, command output and prose. */
export const OPERATOR = new RegExp(
  [
    String.raw`(?:[ \t]\([^()\r\n]{1,20}\))?(?:\\{0,3}["'\x60\])*]){0,3}(?: [A-Za-z]{1,16}="[A-Za-z]{0,16}"(?=>))?[ \t]{0,4}(?:[#№]?\d{1,2}(?=:))?`,
    TYPE,
    String.raw`(?:`,
    // Name and value in two fields: {"name": "API_KEY", "value": "…"}, <name>…</name><value>…</value>.
    String.raw`[,;]?(?:\s|\\n){0,24}\\{0,3}["']?value\\{0,3}["']?[ \t]{0,2}[:=][ \t]{0,2}|[:=][ \t]{0,2}\{\s{0,12}["']?value["']?[ \t]{0,2}[:=][ \t]{0,2}|<\/[A-Za-z]{1,16}>\s{0,16}(?:<[A-Za-z]{1,16}>){1,2}`,
    // The same in lines below it: a parameter of CloudFormation.
    String.raw`|:\s{1,12}Type: String\r?\n\s{1,12}(?:NoEcho: ["']?true["']?\r?\n\s{1,12})?Default:(?= )`,
    // A block that begins with the name: variable "db_password" { type = string, default = "…" }, a line each.
    String.raw`|\{\s{0,12}(?:(?:type|sensitive|nullable|ephemeral|description)[ \t]{0,12}=[^\r\n]{0,60}\r?\n[ \t]{0,12}){0,4}default[ \t]{0,12}=[ \t]{0,2}(?=${QUOTE})`,
    String.raw`|(?:=>|:=|={1,3}|!==?|->|<{1,2}-|::?|[\uff1a\uff1d\u662f\u4e3a\u70ba\u306f]|>|\||\?\?|\|\||\?:|\.{3,40}|${COPULA}(?:[ \t]?[:=](?=\s))?|,(?=[ \t]{0,4}${QUOTE})|\(${QUOTE}[^"'\x60\r\n]{0,48}${QUOTE},[ \t]{0,2}(?=${QUOTE})|\((?=${QUOTE}))`,
    String.raw`[ \t]{0,6}(?:[|>][-+]?(?=\s))?(?:${BREAK}{1,2}[ \t]{0,16}(?:\x60{3}[a-z]{0,8}\r?\n)?)?`,
    String.raw`)[ \t]{0,6}\*{0,2}[ \t]?(?:(?<=>)\s{0,16}<(?:[Vv]alue|string)>)?`,
    // A scheme, a prefix of the literal, a call that only wraps it, the first of a list.
    String.raw`(?:(?:Bearer|Basic|Token|ApiKey|Key|Bot|SSWS|GenieKey|OAuth)[ \t]|!![a-z]{2,8}[ \t]|&[A-Za-z]\w{0,24}[ \t](?=${QUOTE})|(?:SecretStr|SecureString|String|str|bytes|Some|sensitive|Buffer\.from|\[\]byte)\((?=${QUOTE})|\[\s{0,12}(?=${QUOTE}))?(?:[brfuN@](?=${QUOTE}))?`,
  ].join(""),
  "y",
);
/** What such an operator may begin with after spaces, where it is neither a word nor a comma. */
const OPENS = tableOf(/[.:=\-!<>|?({[\])"'\x60*\\#]/);
/** Words that are one, and the name of the field that a value stands in. */
const WORD_OPERATOR = /(?:is|was|are|lautet|ist|est|es|er|to|or)[ \t:]|value/y;
/** What may stand after a comma or a line end that belongs to one: a quote, `value`. */
const AFTER_COMMA = tableOf(/["'\x60\\v]/);
/** Longest space in an operator, UTF-16 units. */
const OPERATOR_SPACE_MAX = 32;

/** Where the operator ends that stands after the name that ends at `end`; -1 without one. */
export function operatorEnd(raw: string, end: number): number {
  if (!mayAssign(raw, end)) return -1;
  OPERATOR.lastIndex = end;
  return OPERATOR.test(raw) ? OPERATOR.lastIndex : -1;
}

/** Whether an operator may begin at `end`: most names have none after them, and its pattern takes long to say so. */
export function mayAssign(raw: string, end: number): boolean {
  const at = spacesEnd(raw, end);
  const code = raw.charCodeAt(at);
  if (code > ASCII_LAST || at - end >= OPERATOR_SPACE_MAX || isIn(OPENS, code)) return true;
  if (code === COMMA || code === SEMICOLON || isBreakCode(code)) return mayBeAfterComma(raw, at + 1);
  if (isDigitCode(code)) return raw.charCodeAt(at + 1) === COLON || raw.charCodeAt(at + 2) === COLON;
  WORD_OPERATOR.lastIndex = at;
  return WORD_OPERATOR.test(raw);
}

function mayBeAfterComma(raw: string, from: number): boolean {
  let at = from;
  while (at - from < OPERATOR_SPACE_MAX && (isSpaceCode(raw.charCodeAt(at)) || isBreakCode(raw.charCodeAt(at))))
    at += 1;
  const code = raw.charCodeAt(at);
  return code > ASCII_LAST || at - from >= OPERATOR_SPACE_MAX || isIn(AFTER_COMMA, code);
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
