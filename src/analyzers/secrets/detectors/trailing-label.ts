import type { KeywordHit } from "../../../text/match/automaton.ts";
import type { Reading } from "../../../text/reading.ts";
import { SIGN } from "../../../text/units.ts";
import type { Match, SpanDetector } from "../../detector.ts";
import type { Meter } from "../../step-meter.ts";
import { ALPHABET, drawToken, run } from "../../token-rule.ts";
import { isValueCode } from "../assignment.ts";
import { isIn, tableOf } from "../bare-value.ts";
import { scoreBeside, scoreNearPassword } from "../gate.ts";
import { inAscii, isLetterBeyond } from "../letters.ts";

/** What it takes to look before a word, measured. */
const WORD_STEPS = 10;
const VALUE_MIN = 16;
const VALUE_MAX = 256;
/** From the end of the value to the word that says what it was, UTF-16 units. */
const GAP_MAX = 48;
// `… is my Foo API key`, `… as the token`, `… (the signing key)`, `… # api key`.
const BETWEEN =
  /^["'`]{0,2}[ \t]{1,3}(?:(?:is|as|was|for|=|<-|←|->|#|\/\/|--|-) [("']?|\()(?:(?:the|my|our|your|their|its|a|an|new|old|current) )?(?:[A-Za-z0-9]{1,20}[ _-]){0,4}$/i;
/** What the value is when this stands before it. */
const OTHER_BEFORE = /(?:commit|hash|sha\d*|digest|(?<![a-z])id|revision|checksum|version)["'`:= ]{0,3}$/i;
const BEFORE_MAX = 16;
/** Longest word below, UTF-16 units. */
const WORD_MAX = 11;
const WORDS: readonly string[] = [
  "api key",
  "apikey",
  "api_key",
  "api-key",
  "access key",
  "secret key",
  "signing key",
  "secret",
  "token",
  "credential",
];
/** Words of a password; before them a password that someone chose counts too. */
const PASSWORD_WORDS: ReadonlySet<string> = new Set([
  "password",
  "passphrase",
  "passwort",
  "kennwort",
  "mot de passe",
  "contrase",
  "senha",
  "wachtwoord",
]);
const sample = drawToken([run(ALPHABET.base62, 32)], 12);

/** A drawn value whose label follows it. */
export const TRAILING_LABEL: SpanDetector = {
  id: "trailing-label",
  placeholder: "SECRET",
  keywords: [...WORDS, ...PASSWORD_WORDS],
  maxLength: VALUE_MAX + GAP_MAX + WORD_MAX,
  source: "https://owasp.org/www-community/vulnerabilities/Use_of_hard-coded_password",
  about: {
    name: "value that is named after it",
    form: "a drawn value, then `is my API key`, `as the token` and the like",
  },
  find: (reading, hits, from, meter) => {
    const { raw } = reading;
    spendFor(hits, meter);
    const matches: Match[] = [];
    // No one calls what has none a password.
    const hasDigits = (reading.signs & SIGN.digit) !== 0;
    // No value ends in the stretch before it: labels that stand close together do not look there again.
    let cleared = 0;
    for (const hit of hits) {
      const named = hasDigits && isNamed(raw, hit) ? namedBefore(reading, hit.start) : null;
      if (named !== null && named.start >= from) matches.push(named);
      const reach = Math.max(0, hit.start - GAP_MAX);
      const end = valueEnd(raw, hit.start, cleared > hit.start ? reach : Math.max(cleared, reach));
      if (end < 0) {
        cleared = hit.start;
        continue;
      }
      const match = readBefore(reading, hit, end);
      if (match !== null && match.start >= from && match.start !== matches.at(-1)?.start) matches.push(match);
    }
    return matches;
  },
  stableUntil: (reading) => Math.min(lastValueStart(reading), heldForName(reading)),
  examples: {
    hits: [
      [`I'm using ${sample} as the token.`, sample],
      [`"${sample}" is our Foo API key`, sample],
      [["use Rabbit", "!Hole7 as the password"].join(""), "Rabbit!Hole7"],
    ],
    misses: ["getUserNameFromRequest as the token", "the commit 2024-01-01 is the secret"],
  },
};

const spendFor = (hits: readonly KeywordHit[], meter: Meter | undefined): void =>
  meter?.spend(hits.length * WORD_STEPS);

/** Whether a password is named there, and not the beginning of another word. */
const isNamed = (raw: string, hit: KeywordHit): boolean =>
  raw.charCodeAt(hit.start - 1) === SPACE && isPasswordWord(raw, hit);
const SPACE = 0x20;

const isPasswordWord = (raw: string, { start, end }: KeywordHit): boolean =>
  !goesOn(raw, end) && PASSWORD_WORDS.has(raw.slice(start, end).toLowerCase());

const IN_WORD = tableOf(/[A-Za-z0-9_]/);
const goesOn = (raw: string, end: number): boolean => isIn(IN_WORD, raw.charCodeAt(end));

/** What the value that ends at `end` is to the label after it. */
function readBefore(reading: Reading, hit: KeywordHit, end: number): Match | null {
  const { raw } = reading;
  if (!BETWEEN.test(raw.slice(end, hit.start))) return null;
  const start = valueStart(raw, end);
  const text = raw.slice(start, end);
  if (start < 0 || goesOn(raw, hit.end)) return null;
  if (OTHER_BEFORE.test(raw.slice(Math.max(0, start - BEFORE_MAX), start))) return null;
  const score = scoreBeside(reading, text, { label: "strong", isLinked: true });
  return score === 0 ? null : { start, end, score };
}

/** The end of the last run of value characters before `at` that is long enough; -1 without one. */
function valueEnd(raw: string, at: number, lowest: number): number {
  let end = at;
  while (end > lowest) {
    while (end > lowest && !isValueCode(raw.charCodeAt(end - 1))) end -= 1;
    let start = end;
    while (start > 0 && end - start < VALUE_MIN && isValueCode(raw.charCodeAt(start - 1))) start -= 1;
    if (end - start >= VALUE_MIN) return end;
    end = start;
  }
  return -1;
}

/** The start of the run that ends at `end`; -1 when it is too long. */
function valueStart(raw: string, end: number): number {
  let start = end;
  while (start > 0 && end - start <= VALUE_MAX && isValueCode(raw.charCodeAt(start - 1))) start -= 1;
  return end - start > VALUE_MAX ? -1 : start;
}

/** Where the last value begins that a word to come may still name, or that is not complete. */
function lastValueStart(reading: Reading): number {
  const { raw } = reading;
  const open = valueStart(raw, raw.length);
  const held = open < 0 ? raw.length : open;
  const end = valueEnd(raw, held, Math.max(0, raw.length - GAP_MAX - WORD_MAX));
  if (end < 0 || raw.length - held >= VALUE_MIN) return held;
  const start = valueStart(raw, end);
  // Nothing but a few words of the same line may follow.
  if (!/^["'`]{0,2}(?:$|[ \t][^\r\n]*$)/.test(raw.slice(end))) return held;
  return start >= 0 && scoreBeside(reading, raw.slice(start, end), { label: "strong", isLinked: true }) > 0
    ? start
    : held;
}

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

/** The password that ends at `end`, as far as its form shows. */
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
