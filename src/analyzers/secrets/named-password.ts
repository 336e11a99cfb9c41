import type { Reading } from "../../text/reading.ts";
import { SIGN } from "../../text/units.ts";
import { scoreNearPassword } from "./gate.ts";
import { inAscii, isLetterBeyond } from "./letters.ts";
import type { Match } from "../detector.ts";

/** Longest password that is looked for, UTF-16 units. */
const PASSWORD_MAX = 96;
/** From the end of the password to the word, UTF-16 units. */
const BETWEEN_MAX = 48;
/** What a sentence says that makes a password of what stands before it, in the languages that have a word for one here. */
const VERB = "is|as|was|ist|als|war|est|comme|sera|es|como|ser\\u00e1|\u00e9|\u00e8|come";
const OWN =
  "the|my|our|your|their|his|her|its|a|new|old|current|temporary|initial|default|now|still|also|das|dein|mein|ihr|unser|neues?|aktuelles?|jetzt|nun|le|la|un|une|mon|ton|son|notre|votre|nouveau|ancien|maintenant|el|mi|tu|su|nueva|actual|ahora|minha|sua|nova|uma|atual|agora|una|mia|tua|nuova|ora|het|mijn|jouw|nieuwe";
const NAMED = new RegExp(
  String.raw`["'\x60]{0,2}[ \t]{1,2}(?:${VERB})[ \t](?:(?:${OWN}) ){0,3}(?:[a-z]{1,16} )?$`,
  "i",
);
/** What may become it: a word more, or less. */
const NAMED_OPEN = new RegExp(
  String.raw`["'\x60]{0,2}(?:[ \t]{1,2}(?:[a-z\u00c0-\u00ff]{0,5}|(?:${VERB})[ \t](?:[a-z]{1,16} ){0,4}[a-z]{0,16}))$`,
  "i",
);
/** Addresses and files stand before such words too. */
const OTHER =
  /:\/\/|^[^@]{1,64}@[\w.-]{1,64}\.[A-Za-z]{2,8}$|\.[a-z]{2,4}$|[=:]["']?\S|^[\w.-]+\/|^[A-Z0-9]{2,6}-[A-Za-z]?[a-z]+$/;

/** The password that the word at `at` is the name of (`… is the password`), if one stands before it. */
export function namedBefore(reading: Reading, at: number): Match | null {
  const { raw } = reading;
  if (raw.charCodeAt(at - 1) !== 0x20) return null;
  const lowest = Math.max(0, at - BETWEEN_MAX);
  const found = NAMED.exec(raw.slice(lowest, at));
  return found === null ? null : passwordBefore(reading, lowest + found.index);
}

/** The password that ends at `end`, as far as its looks go. */
function passwordBefore(reading: Reading, end: number): Match | null {
  const { raw } = reading;
  let start = end;
  while (start > 0 && end - start <= PASSWORD_MAX && isInWord(raw.charCodeAt(start - 1))) start -= 1;
  if (end - start > PASSWORD_MAX) return null;
  while (start < end && /["'`(]/.test(raw.charAt(start))) start += 1;
  const text = raw.slice(start, end);
  if (!/\d/.test(text) || OTHER.test(text)) return null;
  const score = scoreNearPassword(reading, inAscii(text));
  return score === 0 ? null : { start, end, score };
}

/** Where a password may begin that words to come name; never before the last word unless it looks like one. */
export function heldForName(reading: Reading): number {
  const { raw } = reading;
  let last = raw.length;
  while (last > 0 && raw.length - last <= PASSWORD_MAX && isInWord(raw.charCodeAt(last - 1))) last -= 1;
  if (raw.length - last > PASSWORD_MAX) last = raw.length;
  if ((reading.signs & SIGN.digit) === 0) return last;
  const lowest = Math.max(0, raw.length - BETWEEN_MAX - PASSWORD_MAX);
  const tail = raw.slice(lowest);
  if (!/\d/.test(tail)) return last;
  const found = NAMED_OPEN.exec(tail);
  const named = found === null ? null : passwordBefore(reading, lowest + found.index);
  return Math.min(last, named?.start ?? last);
}

const isInWord = (code: number): boolean => (code > 0x20 && code < 0x7f) || isLetterBeyond(code);
