import type { KeywordHit } from "../../../text/match/automaton.ts";
import type { Reading } from "../../../text/reading.ts";
import { SIGN } from "../../../text/units.ts";
import type { Match, SpanDetector } from "../../detector.ts";
import type { Meter } from "../../step-meter.ts";
import { ALPHABET, drawToken, run } from "../../token-rule.ts";
import { isValueCode } from "../assignment.ts";
import { isIn, tableOf } from "../bare-value.ts";
import { scoreBeside } from "../gate.ts";
import { heldForName, namedBefore } from "../named-password.ts";

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
/** Words of a password; before them a password that somebody chose counts too. */
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

/** A drawn value that is named behind it. */
export const TRAILING_LABEL: SpanDetector = {
  id: "trailing-label",
  placeholder: "SECRET",
  keywords: [...WORDS, ...PASSWORD_WORDS],
  maxLength: VALUE_MAX + GAP_MAX + WORD_MAX,
  source: "https://owasp.org/www-community/vulnerabilities/Use_of_hard-coded_password",
  about: {
    name: "value that is named behind it",
    form: "a drawn value, then `is my API key`, `as the token` and the like",
  },
  find: (reading, hits, from, meter) => {
    const { raw } = reading;
    spendFor(hits, meter);
    const matches: Match[] = [];
    // Nobody calls what has none a password.
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

/** What the value that ends at `end` is to the label behind it. */
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
