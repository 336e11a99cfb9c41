import { facet, type Reading } from "../../text/reading.ts";
import { isIn, isShortWord, isSpaceCode, readBare, tableOf } from "./bare-value.ts";
import { NEAR_LENGTH_MIN, SHORTEST_VALUE } from "./gate.ts";
import { operatorEnd } from "./operator.ts";
import { readQuoted, unquoted, VALUE_MAX } from "./quoted-value.ts";
import { saidAt } from "./said-password.ts";

/**
 * How a value stands behind its name: in an assignment of some kind, right behind it, farther on behind a colon or a copula
 * (`my key for the staging shop is …`), or only in its neighbourhood.
 */
export type Link = "assigned" | "near" | "linked" | "beside";

export interface Candidate {
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
  /** Whether it may go on, or prove to be none, where more text follows. */
  readonly isOpen: boolean;
}

/** What is asked of a value: that of a password may have spaces, `,` and `;`. */
interface Asked {
  readonly isPassword: boolean;
}

/** Longest rest of the name behind the word, UTF-16 units. */
const NAME_MAX = 24;
/** The farthest that a value begins behind its word, UTF-16 units. */
export const GAP = 120;

/** Of a name; `\u00f1` is, too. */
const IN_NAME = tableOf(/[A-Za-z0-9_.-]/);
const ENYE = 0xf1;
/** Spaces and tabs between a name and the value right behind it. */
const SPACES_MAX = 4;

/** A value so close to its name may be shorter than one farther off, UTF-16 units. */
const NEAR_MAX = 4;
const SETS = /=|\bis\b|\best\b/;
/** How far behind its word a value is looked for that nothing connects with it, UTF-16 units. */
const BESIDE_MAX = 60;
/** Its shortest length, UTF-16 units. */
const BESIDE_MIN = 16;
/** Character code → whether it may stand in such a value, or right before or behind one without being a boundary. */
const IN_VALUE = tableOf(/[A-Za-z0-9_+/.~=-]/);
export const isValueCode = (code: number): boolean => isIn(IN_VALUE, code);
const JOINS = new Set("@$%#&({");
/** What links a value to a name that stands farther before it. */
const LINKED = /(?:[:=>\uff1a\u662f\u4e3a\u306f]|\b(?:is|est|es|lautet|ist|to)|[\u00e8\u00e9])[\s"'\x60(*]{0,8}$/;

/** With a digit, or of letters only and as long as words are not. */
const DRAWN = /\d|^[A-Za-z]{20,64}\.?$/;

/**
 * What is known of a text: of the runs that begin behind `from`, none before `to` is long enough for a value.
 * Labels that stand close together ask for the same stretch.
 */
const SCANNED = facet(() => ({ from: 0, to: 0 }));

/** Where the run of value characters ends that `at` stands in; `limit` at the latest. */
function runEnd(raw: string, at: number, limit: number): number {
  let end = at;
  while (end < limit && isValueCode(raw.charCodeAt(end))) end += 1;
  return end;
}

/** Where a run of value characters begins that is long enough, behind `end` and before `last`; -1 without one. */
function longRunStart(reading: Reading, end: number, last: number): number {
  const { raw } = reading;
  const scanned = reading.of(SCANNED);
  const isKnown = scanned.from <= end && scanned.to > end;
  // A run that `end` stands in goes on with the name.
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

/** A sign of code right before the value; a bracket behind a space is one of prose. */
const isJoined = (raw: string, start: number): boolean =>
  JOINS.has(raw.charAt(start - 1)) && !/^[ \t]\($/.test(raw.slice(Math.max(0, start - 2), start));

// What tells that the value is something else: a digest, an id, a place.
const OTHER_BETWEEN =
  /^\)|enc\[|encrypted|hash|sha\d|digest|checksum|commit|(?<![a-z])id|uuid|guid|public|version|integrity|fingerprint|etag|revision|path|url|file|:\/\/|import|require|class|cipher|certificate|signature|modulus/i;
const ID_BETWEEN = /[a-z](?:Id|ID)(?![a-z])/;

/** The rest of the name behind the word that ends at `end`. */
export function restOfName(raw: string, end: number): string {
  let at = end;
  while (at - end < NAME_MAX && isNameCode(raw.charCodeAt(at))) at += 1;
  return at === end ? "" : raw.slice(end, at);
}

const isNameCode = (code: number): boolean => isIn(IN_NAME, code) || code === ENYE;

/** The value that an operator, or an option's space, gives the name that ends at `end`. */
export function assignedAt(reading: Reading, end: number, asked: Asked): Candidate | null {
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
export function spacedAt(reading: Reading, end: number, link: "assigned" | "near", asked: Asked): Candidate | null {
  const { raw } = reading;
  let at = end;
  while (at - end < SPACES_MAX && isSpaceCode(raw.charCodeAt(at))) at += 1;
  if (at === end || raw.charAt(at) === "-") return null;
  const min = link === "near" && !asked.isPassword ? NEAR_LENGTH_MIN : SHORTEST_VALUE;
  return isShortWord(raw, at, min) ? null : valueAt(reading, at, { link, isSet: true, nameEnd: end }, asked);
}

/** The value that a sentence gives the password whose name ends at `end`. */
export function saidOf(reading: Reading, end: number): Candidate | null {
  const start = saidAt(reading.raw, end);
  return start < 0 ? null : valueAt(reading, start, { link: "near", isSet: true, nameEnd: end }, { isPassword: true });
}

/** A value near the name that ends at `end` which nothing gives it. */
export function neighbourAt(reading: Reading, end: number): Candidate | null {
  const { raw } = reading;
  const beside = besideAt(reading, end);
  if (beside === null) return null;
  const between = raw.slice(end, beside.start);
  if (OTHER_BETWEEN.test(between) || ID_BETWEEN.test(between)) return null;
  const how = { link: linkOf(between), isQuoted: false, isSet: false, isOpen: false };
  return { ...beside, ...how, value: beside.text, reading, nameEnd: end };
}

function linkOf(between: string): Link {
  if (between.length <= NEAR_MAX) return "near";
  return LINKED.test(between) ? "linked" : "beside";
}

function valueAt(
  reading: Reading,
  at: number,
  how: Pick<Candidate, "link" | "isSet" | "nameEnd">,
  { isPassword }: Asked,
): Candidate | null {
  const { raw } = reading;
  // A passphrase is told from a sentence only where something gives it to the name.
  const quoted = readQuoted(raw, at, { hasSpaces: isPassword && how.link === "assigned" });
  const span = quoted ?? readBare(reading, at, { isPassword });
  if (span === null) return null;
  const text = raw.slice(span.start, span.end);
  const isQuoted = quoted !== null;
  return {
    ...how,
    start: span.start,
    text,
    value: isQuoted ? unquoted(text) : text,
    isQuoted,
    reading,
    isOpen: span.isOpen,
  };
}

// `user.name`, `getToken`, `TOKEN_NAME`: names, which stand unquoted where code refers to a value.
const NAME_CHAIN = /^[A-Za-z_$][A-Za-z_$]*\d?(?:\.[A-Za-z_$][\w$]*)*$/;

const SNAKE_CASE = /^_*[A-Za-z]+\d{0,2}(?:_[A-Za-z]+\d{0,2})+$/;

export const isNameChain = (text: string): boolean => NAME_CHAIN.test(text) || SNAKE_CASE.test(text);
