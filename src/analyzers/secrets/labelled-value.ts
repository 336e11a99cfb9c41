import type { KeywordHit } from "../../text/match/automaton.ts";
import { Reading } from "../../text/reading.ts";
import type { Match } from "../detector.ts";
import type { Meter } from "../step-meter.ts";
import { holdValue } from "../hold-run.ts";
import { wordinessOf } from "../wordiness.ts";
import {
  assignedAt,
  type ValueCandidate,
  GAP,
  isNameChain,
  isValueCode,
  neighbourAt,
  restOfName,
  saidOf,
  spacedAt,
} from "./assignment.ts";
import {
  FORM_WORDS,
  isPlainPassword,
  isReference,
  type Label,
  NEAR_LENGTH_MIN,
  scoreBeside,
  scoreNearPassword,
  scoreValue,
  SHORTEST_VALUE,
} from "./gate.ts";
import { isOtherName, labelOf, labelOfWord, namesOwner } from "./labels.ts";
import { isIn, tableOf } from "./bare-value.ts";
import { inAscii } from "./letters.ts";
import { namesProvider } from "./providers.ts";
import { isConcatenated, VALUE_MAX } from "./quoted-value.ts";
import { tangledAfter } from "./said.ts";
import { isWeakPassword, WEAK_PASSWORD_SCORE } from "./weak-password.ts";
import { isStandIn } from "../value.ts";

/** Value, its quotes and escapes, UTF-16 units. */
export const LABELLED_MAX = VALUE_MAX + 34;

interface Place {
  readonly start: number;
  readonly end: number;
}

/** Longest name before the word that is looked at for what begins it, UTF-16 units. */
const NAME_BEFORE_MAX = 32;
const OPTION = /(?:^|[\s"'`([])--?[A-Za-z][A-Za-z0-9-]{0,30}$/;

/** What is known of a word before it is read. */
interface Said {
  /** What it says, wherever it stands. */
  readonly given?: Label | null;
  /** What it says alone; absent: it is looked up. */
  readonly known?: Label;
  /** What its values are drawn from. */
  readonly meter?: Meter | undefined;
}

/** Measured cost of searching for a word's value, and of judging a value: a fixed part and a part per unit. */
const WORD_STEPS = 15;
const VALUE_STEPS = 10;
const VALUE_UNIT_STEPS = 6;

/** What belongs to the word at `word`. */
export function readLabelled(
  reading: Reading,
  word: Place,
  { given = null, known, meter }: Said = {},
): readonly Match[] {
  const { raw } = reading;
  const name = nameOf(reading, word, { given, known: known ?? given ?? labelOfWord(raw, word), meter });
  if (given === null && goesOnAsOther(reading, word, name.rest)) return NO_MATCHES;
  const match = givenTo(reading, name);
  const said = isSayable(raw, name) ? judge(reading, saidOf(reading, name.end), name) : null;
  if (match === null) return said === null ? NO_MATCHES : [said];
  return said === null || said.start === match.start ? [match] : [match, said];
}

/** A password, or the word of a language for keys of doors and of accounts. */
const isSayable = (raw: string, { isPassword, word }: Name): boolean =>
  isPassword || (word.end - word.start === CLAVE && /^c(?:lave|have)$/i.test(raw.slice(word.start, word.end)));
const CLAVE = 5;

/** The first value that something gives the name and that is likely one; else the likeliest. */
function givenTo(reading: Reading, name: Name): Match | null {
  let best: Match | null = null;
  for (const candidateOf of CANDIDATES) {
    const match = candidateOf(reading, name);
    if (match !== null && match.score >= LIKELY) return match;
    if (match !== null && match.score > (best?.score ?? 0)) best = match;
  }
  return best;
}

const LIKELY = 0.5;
const CANDIDATES: readonly ((reading: Reading, name: Name) => Match | null)[] = [
  (reading, name) => judge(reading, assignedAt(reading, name.end, name), name),
  (reading, name) => judge(reading, spaced(reading, name), name),
  (reading, name) => neighbour(reading, name),
  (reading, name) => passwordNear(reading, name),
];

const NO_MATCHES: readonly Match[] = [];

/** `passport`, `keyboard`: cheap to recognise, and far more common in texts than names of values. */
const goesOnAsOther = (reading: Reading, word: Place, rest: string): boolean =>
  isSmall(rest.charCodeAt(0)) && isOtherName(reading, word, rest);

const isSmall = (code: number): boolean => code >= 0x61 && code <= 0x7a;

const neighbour = (reading: Reading, name: Name): Match | null =>
  isInRun(reading.raw, name.word.start) ? null : judge(reading, neighbourAt(reading, name.end), name);

/** A password of all kinds of signs that stands in the sentence after the word, whatever the language puts between them. */
function passwordNear(reading: Reading, name: Name): Match | null {
  if (!(name.isPassword || isSecretWord(reading.raw, name.word)) || name.label() === null) return null;
  const found = tangledAfter(reading.raw, name.end);
  return found === null || isReference(reading.raw.slice(found.start, found.end)) ? null : { ...found, score: SCORE };
}

const isSecretWord = (raw: string, { start, end }: Place): boolean => /^secret$/i.test(raw.slice(start, end));

interface Name {
  readonly word: Place;
  readonly rest: string;
  readonly end: number;
  /** What the word says alone. */
  readonly known: Label;
  /** What it says with all that stands around it; `null` where the name says something else. Read when first asked for: each candidate asks. */
  readonly label: () => Label | null;
  readonly isPassword: boolean;
  readonly meter: Meter | undefined;
}

/** `Key: …` in the settings of a wireless network: what people choose, as a password. */
const NETWORK = /(?:^|[^a-z])(?:ssid|wpa[23]?|wi-?fi|wlan|hotspot|(?:guest|wireless) network|router)(?![a-z])/i;
const NETWORK_MAX = 120;
const isNetworkKey = (raw: string, { start, end }: Place): boolean =>
  raw.charCodeAt(end) === COLON &&
  end - start === 3 &&
  /^key$/i.test(raw.slice(start, end)) &&
  NETWORK.test(raw.slice(Math.max(0, start - NETWORK_MAX), start));
const COLON = 0x3a;

/** What Korean puts after the word. */
const PARTICLE = /[\ub294\uc740\uc774\uac00]/;

function nameOf(
  reading: Reading,
  word: Place,
  { given, known: asked, meter }: Said & Required<Pick<Said, "given" | "known">>,
): Name {
  meter?.spend(WORD_STEPS);
  const rest = restOfName(reading.raw, word.end);
  const known = isNetworkKey(reading.raw, word) ? "password" : asked;
  let label: Label | null | undefined;
  const readLabel = (): Label | null => {
    if (given === null && isOtherName(reading, word, rest)) return null;
    return known === "weak" ? labelOf(reading, word, rest) : known;
  };
  return {
    word,
    rest,
    end: word.end + rest.length + Number(given !== null && PARTICLE.test(reading.raw.charAt(word.end))),
    known,
    label: () => (label === undefined ? (label = readLabel()) : label),
    isPassword: known === "password",
    meter,
  };
}

const holdAscii = holdValue({ maxLength: LABELLED_MAX, gap: GAP });

/** `stableUntil` of a detector of labelled values; `labelOfWord` says what a word is known to say. */
export function holdLabelled(
  reading: Reading,
  hits: readonly KeywordHit[],
  { from, given }: { readonly from: number; readonly given: (word: Place) => Label | null },
): number {
  const { raw } = reading;
  const held = holdAscii(reading, hits, from);
  // A value with spaces or letters beyond ASCII is longer than the run that the text ends with.
  for (const hit of hits) {
    if (hit.end >= held) break;
    if (hit.end + GAP + LABELLED_MAX > raw.length && isUndecided(reading, hit, given(hit))) return hit.end;
  }
  return held;
}

function isUndecided(reading: Reading, word: Place, given: Label | null): boolean {
  const { raw } = reading;
  const name = nameOf(reading, word, { given, known: given ?? labelOfWord(raw, word) });
  const candidates = [
    assignedAt(reading, name.end, name),
    spaced(reading, name),
    isSayable(raw, name) ? saidOf(reading, name.end) : null,
  ];
  return candidates.some((candidate) => candidate?.isOpen === true);
}

/** What the word says as a part of a name that stands alone; `null` where the name says something else. */
export function labelOfName(name: string, word: Place): Label | null {
  const reading = new Reading(name);
  const rest = restOfName(name, word.end);
  return isOtherName(reading, word, rest) ? null : labelOf(reading, word, rest);
}

/** The score of a value that stands below such a name, as if it were assigned to it. */
export function scoreBelow(reading: Reading, text: string, label: Label): number {
  if (text.length < SHORTEST_VALUE || /\s/.test(text)) return 0;
  const candidate: ValueCandidate = {
    start: 0,
    text,
    value: text,
    link: "assigned",
    isQuoted: false,
    reading,
    nameEnd: 0,
    isSet: false,
    isOpen: false,
  };
  return scoreOf(candidate, label, { isConstant: false });
}

/** Longest name with what joins it, UTF-16 units. */
const RUN_MAX = 32;

/** Whether the word stands deep inside a run of base64 or alike, where letters make words by chance. */
function isInRun(raw: string, start: number): boolean {
  let at = start;
  while (at > 0 && start - at < RUN_MAX && isValueCode(raw.charCodeAt(at - 1))) at -= 1;
  return start - at >= RUN_MAX;
}

function spaced(reading: Reading, name: Name): ValueCandidate | null {
  const { raw } = reading;
  // Two arguments in quotes: a name, its value.
  if (ARGUMENT.test(raw.slice(name.end, name.end + 3))) return spacedAt(reading, name.end + 1, "near", name);
  const code = raw.charCodeAt(name.end);
  if (code !== 0x20 && code !== 0x09) return null;
  const isGiven = isOption(raw, name.word.start, name.end) || isSetByCommand(raw, name);
  return spacedAt(reading, name.end, isGiven ? "assigned" : "near", name);
}

const ARGUMENT = /^(["'])[ \t]\1/;

/** Commands and directives that a space parts the name and the value of: `ENV DB_PASS …`. */
const SETS_BY_SPACE =
  /(?:^|\s)(?:ENV|ARG|setx|setenv|SetEnv|fastcgi_param|proxy_set_header|set)[ \t]{1,3}["']?[A-Za-z_][A-Za-z0-9_-]{0,31}$/;
const SETS_BEFORE_MAX = 56;

const isSetByCommand = (raw: string, { word, end }: Name): boolean =>
  isCapital(raw.charCodeAt(word.start)) && SETS_BY_SPACE.test(raw.slice(Math.max(0, end - SETS_BEFORE_MAX), end));

function isOption(raw: string, start: number, end: number): boolean {
  const lowest = Math.max(0, start - NAME_BEFORE_MAX);
  let at = end;
  while (at > lowest && isIn(IN_OPTION, raw.charCodeAt(at - 1))) at -= 1;
  return raw.charAt(at) === "-" && OPTION.test(raw.slice(lowest, end));
}

const IN_OPTION = tableOf(/[A-Za-z0-9-]/);

const isInReach = ({ start, text }: ValueCandidate, word: Place): boolean =>
  text.length >= SHORTEST_VALUE && start - word.end <= GAP;

/** Cheap tests first: what the name says matters only where the value would be a secret after a strong one. */
function judge(reading: Reading, candidate: ValueCandidate | null, name: Name): Match | null {
  if (candidate === null || !isInReach(candidate, name.word) || isTooShort(candidate, name.known)) return null;
  name.meter?.spend(VALUE_STEPS + candidate.value.length * VALUE_UNIT_STEPS);
  const score = scoreNamed(reading, candidate, name);
  return score === 0 ? null : { start: candidate.start, end: candidate.start + candidate.text.length, score };
}

function scoreNamed({ raw }: Reading, candidate: ValueCandidate, { word, rest, known, label }: Name): number {
  const isConstant = rest === "" && isCapital(raw.charCodeAt(word.start)) && isCapital(raw.charCodeAt(word.start + 1));
  const score = scoreOf(candidate, known === "weak" ? "strong" : known, { isConstant });
  const said = score === 0 ? null : label();
  if (said === null || isElsewhere(raw, candidate, word)) return 0;
  return known === "weak" ? scoreOf(candidate, said, { isConstant }) || scoreOwned(raw, candidate, word) : score;
}

/** `arn:aws:secretsmanager:…:secret:name`, the name of a resource; `badge.svg?token=…`, what a page shows to everybody. */
const OF_ADDRESS = /(?:\barn:[A-Za-z0-9:/_-]{1,100}:|\.(?:svg|png|gif|jpe?g)\?)$/;
const ADDRESS_MAX = 110;
const isOfAddress = (raw: string, start: number): boolean =>
  /[:?]/.test(raw.charAt(start - 1)) && OF_ADDRESS.test(raw.slice(Math.max(0, start - ADDRESS_MAX), start));

/** `exports.Md5Password = Md5Password`: the name once more. */
const isOwnName = (raw: string, { value, nameEnd, isQuoted }: ValueCandidate): boolean =>
  !isQuoted && raw.startsWith(value, nameEnd - value.length);

/** Sealed and encrypted values are safe where they stand. */
const ENCRYPTED = /encrypted_?(?:data|value)["']?[ \t]{0,2}[:=][^}]{0,80}$/i;
const ENCRYPTED_MAX = 100;

const isElsewhere = (raw: string, candidate: ValueCandidate, { start }: Place): boolean =>
  isOfAddress(raw, start) ||
  isOwnName(raw, candidate) ||
  ENCRYPTED.test(raw.slice(Math.max(0, start - ENCRYPTED_MAX), start));

/** What an id or a digest scores that a key has which is named after somebody. */
const OWNED_SCORE = 0.55;
const ID_OR_DIGEST = /^(?:[0-9a-f]{32,128}|[0-9A-F]{32,128}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/;

const scoreOwned = (raw: string, { link, value }: ValueCandidate, { start, end }: Place): number =>
  link !== "beside" &&
  ID_OR_DIGEST.test(value) &&
  /^key$/i.test(raw.slice(start, end)) &&
  !isStandIn(value) &&
  namesOwner(raw, { start, end })
    ? OWNED_SCORE
    : 0;

/** Whether nothing else needs to be asked: letters beyond ASCII never become longer by being exchanged. */
const isTooShort = ({ link, value }: ValueCandidate, label: Label): boolean =>
  link !== "assigned" && label !== "password" && value.length < NEAR_LENGTH_MIN;

const isCapital = (code: number): boolean => code >= 0x41 && code <= 0x5a;

function scoreOf(candidate: ValueCandidate, label: Label, { isConstant }: { readonly isConstant: boolean }): number {
  const { link, isQuoted, isSet } = candidate;
  const value = inAscii(candidate.value);
  if (value.includes(" ")) return scoreSpaced(candidate, label);
  if (link === "said") return scoreInProse(candidate, value);
  if (label === "password" && isSet) {
    if (link === "near") return scoreInProse(candidate, value);
    if ((isQuoted || isConstant) && isPlainPassword(value)) return PLAIN_SCORE;
  }
  if (isCode(value, isQuoted)) return 0;
  return link === "assigned" ? scoreAssigned(value, label, candidate) : scoreUnassigned(value, label, candidate);
}

const scoreInProse = (candidate: ValueCandidate, value: string): number =>
  scoreNearPassword(candidate.reading, value, candidate.link === "said" || isGivenByPlace(candidate));

/** Right after the word in quotes, or in a language that has no word between them, or beside a user. */
const isGivenByPlace = (candidate: ValueCandidate): boolean =>
  candidate.isQuoted || isAfterForeign(candidate) || isAfterUser(candidate);

/** Products with a year or a version; they stand after words for a password in questions about them. */
const PRODUCT =
  /^(?:windows|office|server|word|excel|outlook|visual|sql|photoshop|python|project|exchange|acrobat|ubuntu|debian|android|iphone|galaxy)/i;

const isAfterForeign = ({ reading, nameEnd, value }: ValueCandidate): boolean =>
  reading.raw.charCodeAt(nameEnd - 1) > ASCII_LAST && !PRODUCT.test(value);
const ASCII_LAST = 0x7f;

/** `user anna, pass …`: both halves of a login. */
const USER_BEFORE =
  /\b(?:user(?:name)?|login|usuario|utilisateur|utente|benutzer)[ \t:=]{1,3}["'`]?[^\s,;"'`]{2,32}["'`]?[,;]?\s(?:and |und |et |y |e )?[a-z]{2,12}["'`]?$/i;
const USER_BEFORE_MAX = 72;

const isAfterUser = ({ reading, nameEnd }: ValueCandidate): boolean =>
  USER_BEFORE.test(reading.raw.slice(Math.max(0, nameEnd - USER_BEFORE_MAX), nameEnd));

const isCode = (value: string, isQuoted: boolean): boolean =>
  isQuoted ? isConcatenated(value) : isNameChain(value) && wordinessOf(value).bits > NAME_BITS;

const SECRET_NAME = /secret$/i;
const endsSecret = (raw: string, end: number): boolean => SECRET_NAME.test(raw.slice(Math.max(0, end - 6), end));

function scoreAssigned(value: string, label: Label, candidate: ValueCandidate): number {
  const { reading, isQuoted, isSet, nameEnd } = candidate;
  if (isNextName(value, candidate)) return 0;
  const score = scoreValue(reading, value, label);
  if (score === 0 && label === "password" && isDiceware(value.split(/[-_.]/))) return SCORE;
  // People choose secrets as they choose passwords.
  if (score === 0 && label === "strong" && isQuoted && endsSecret(reading.raw, nameEnd))
    return scoreNearPassword(reading, value, true);
  return label === "password" && isQuoted && isSet ? Math.max(score, weakScore(value, score)) : score;
}

/** `["user", "password", "address_line1"]`: fields, columns and codes of errors, one after the other. */
const isNextName = (value: string, { reading, start, nameEnd }: ValueCandidate): boolean =>
  FIELD_NAME.test(value) && wordinessOf(value).bits > 0 && LISTED.test(reading.raw.slice(nameEnd, start));
// As code spells them; a longer number alone is one that people choose.
const FIELD_NAME =
  /^[a-z]{2,24}(?:\d{0,3}(?:[-_](?:[a-z]{1,24}\d{0,3}|\d[a-z]{0,8})){1,8}|(?:[A-Z][a-z]{1,24}){1,8}\d?)$/;
const LISTED = /^["'`][ \t\r\n]{0,16},/;

const weakScore = (value: string, score: number): number =>
  score < WEAK_PASSWORD_SCORE && isWeakPassword(value) ? WEAK_PASSWORD_SCORE : 0;

function scoreUnassigned(value: string, label: Label, candidate: ValueCandidate): number {
  const isLinked = candidate.link !== "beside";
  const named = label === "weak" ? labelBeside(candidate) : label;
  return scoreBeside(candidate.reading, value, { label: named, isLinked });
}

/** What a weak word says with the text between it and the value; a field of its own in there (`key1: a, data: …`) names the value. */
function labelBeside({ reading, nameEnd, start }: ValueCandidate): Label | null {
  if (namesProvider(reading, { start: nameEnd, end: start })) return "strong";
  return /[:=>]["'`\s]*$/.test(reading.raw.slice(nameEnd, start)) ? null : "weak";
}

const scoreSpaced = ({ link, value }: ValueCandidate, label: Label): number =>
  label === "password" && link === "assigned" ? scorePassphrase(value) : 0;

/** What a word scores that is set as a password. */
const PLAIN_SCORE = 0.55;
/** Bits per pair of letters of what is read as a name; see `wordinessOf`. */
const NAME_BITS = -0.5;

/** Words of a passphrase. */
const WORDS_MIN = 3;
const WORDS_MAX = 12;
const WORD_MAX = 24;
const SCORE = 0.6;

/** Short words that hold a sentence together, in the languages that have words for a password here. Each is among the most common of its language. */
const SENTENCE_WORDS: ReadonlySet<string> = new Set(
  [
    "a an the and or not is are be been was were has have must may can will shall should to of in on at by for from with as if it its",
    "your you my our this that than more less least most only no please enter use type minimum maximum must too up per all any",
    "der die das den dem ein eine einen und oder nicht ist sind muss bitte mit im am zu von aus bei mindestens ihr sie nur",
    "le la les un une des du de et ou est sont pas votre vos avec pour dans sur au aux moins plus doit",
    "el los las una y o es son no su tu con para por en del al debe menos mas que",
    "os um uma e ou sua seu com para em da do das dos deve",
    "il lo gli i uno che con per di del della deve tuo tua",
    "het een en of met voor van op uw je niet moet",
  ].flatMap((line) => line.split(" ")),
);
// What counts or names steps of a form.
const COUNTED =
  /char|digit|letter|symbol|zeichen|caract|signe|step|level|version|minute|hour|day|week|month|year|second|attempt|tries|retr|page|phase|code|number|min$|max$|length|limit|rule|policy|item|test|suite|passed/i;

/** Words that a password is drawn of, as dice draw them: at least five, in small letters, hardly one twice. */
const DRAWN_WORDS_MIN = 5;
const DRAWN_WORD = /^[a-z]{3,10}$/;
const isDiceware = (words: readonly string[]): boolean =>
  words.length >= DRAWN_WORDS_MIN &&
  new Set(words).size >= DRAWN_WORDS_MIN - 1 &&
  words.every((word) => DRAWN_WORD.test(word) && !SENTENCE_WORDS.has(word) && !FORM_WORDS.test(word));

/**
 * The score of words with spaces between them that a quoted value after the name of a password is made of: words with a
 * digit and another sign of choice (a capital inside, a sign), and none that sentences and forms are made of.
 */
export function scorePassphrase(value: string): number {
  const words = value.split(" ");
  if (words.length < 2 || words.length > WORDS_MAX || isReference(value) || isStandIn(value)) return 0;
  if (!words.every((word) => word.length <= WORD_MAX && /^[\p{L}\p{M}\d!?@#$%&*+_.~^§€£-]+$/u.test(word))) return 0;
  if (words.some((word) => SENTENCE_WORDS.has(word.toLowerCase()) || COUNTED.test(word) || FORM_WORDS.test(word)))
    return 0;
  if (isDiceware(words)) return SCORE;
  return /\d/.test(value) && choicesIn(value) >= (words.length >= WORDS_MIN ? 1 : 2) ? SCORE : 0;
}

/** How many kinds of signs someone has chosen in it. */
function choicesIn(value: string): number {
  const isSentence = /^\p{Lu}/u.test(value) && /[.!?]$/.test(value);
  return [
    /\p{L}\d|\d\p{L}/u.test(value),
    /\p{Ll}.*\p{Lu}/u.test(value),
    /[@#$%&*+_~^§€£?!]/.test(isSentence ? value.slice(0, -1) : value),
  ].filter(Boolean).length;
}
