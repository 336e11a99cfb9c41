import { facet, type Reading } from "../../text/reading.ts";
import { STAND_IN_SCORE } from "../token-rule.ts";
import { entropyBits, isStandIn, isUuid } from "../value.ts";
import { isCutToken } from "./cut-token.ts";
import { wordinessOf } from "../wordiness.ts";

/** How much the name in front of a value says: `password` that people chose it, `strong` that it is a secret, `weak` that it may be. */
export type Label = "password" | "strong" | "weak";

/** Shortest value that counts after each label, UTF-16 units. */
const LENGTH_MIN: Record<Label, number> = { password: 6, strong: 10, weak: 16 };
/** Nothing shorter counts after any label, UTF-16 units. */
export const SHORTEST_VALUE = LENGTH_MIN.password;
/** Bits per character, by label. A random value of the shortest length stays above it in 99 % of draws. */
const ENTROPY_MIN: Record<Label, number> = { password: 2.2, strong: 2.75, weak: 3.2 };
const SCORE: Record<Label, number> = { password: 0.7, strong: 0.75, weak: 0.6 };

// A variable, a template, a path, a call, an address: what code writes where the secret itself is not.
const REFERENCE =
  /^(?:\\?\$|%[A-Za-z_]+%|\{\{|\$?\{|<|@|&|#\{|\[|process\.|os\.|env[.([:]|System\.|secrets?[.[(:/]|vault:|config[.[(]|self\.|this\.|var\.|local\.|data\.|module\.|params?\.|req(?:uest)?\.|ctx\.|options?\.|settings\.|ssm:|arn:|file:|sha\d+[:-]|op:\/\/|(?:pass|file):[$<{%/]|https?:\/\/|(?:git\+|npm:|github:|file:|link:|workspace:)|[,;:)\]}]|![A-Za-z]+(?:$|[ |])|\*[A-Za-z_]\w*$|\.{0,2}\/[a-z._-]*(?:\/|$)|~\/|--|ENC\[|AAAA[BCE]3Nza|LS0tLS1CRUdJTiBDRVJU|LS0tLS1CRUdJTiBQVUJM)|\$\{|\{\{|\}\}|\(\)|=>|::|@sha256:|^-[a-z]+$|^[a-z_]{2,16}=(?:\d{1,6}|[a-z]+)$/i;
/** `port=587`: a field of its own. */
const OWN_FIELD = /^[a-z_][a-z0-9_.-]{1,20}=[a-z0-9._:-]{1,16}$/;
/** An algorithm, a version of a package. */
const ALGORITHM = /^(?:(?:scram|hmac|pbkdf2|rsa|ecdsa)-)?(?:sha|md|aes|chacha)-?\d{1,3}(?:-[a-z0-9]{1,12}){0,2}$/i;
const VERSION = /^v?(?:\d{1,2}:)?\d{1,4}(?:\.\d{1,4}){1,3}(?:[-+~][A-Za-z0-9.+~-]{0,24})?$/;
/** A place in a format, between other signs than letters and digits; at one such edge only in what is not drawn from all signs. */
const FORMAT = /(?:^|[^A-Za-z0-9])%[sd](?:$|[^A-Za-z0-9])/;
const FORMAT_EDGE = /(?:^|[^A-Za-z0-9])%[sd]|%[sd](?:$|[^A-Za-z0-9])/;

// A pattern, a usage line or a path: `[A-Za-z0-9]+`, `^\S{8,}$`, `user[:password]`, `users[0].password`.
const PATTERN =
  /^\^.*\$$|[A-Za-z_]\[\d{1,3}\](?:\.[A-Za-z]|$)|\[:[a-z]+:?\]|\\[.(|)]|A-Z|a-z0-9|0-9A-|\\d|\(\?[:=!<]|^[\w./: -]*\{\w{0,16}\}[\w./:{} -]*$/;

/** A template that is whole, an address: what stands in values that are put together. */
const TEMPLATE =
  /\$\{[A-Za-z_][\w.]{0,40}[}:?-]|\{\{[^{}]{1,64}\}\}|\$\([^()]{1,64}\)|[%#]\{[\w.]{1,40}\}|<%|:\/\/|[?&][A-Za-z_]{2,24}=|^[./~<@]|^\$\w{1,16}\$/;
/** Signs that names, paths and templates have few of. */
const TANGLING = /[!#$%&*+=?^~;,|()[\]{}<>@]/g;
const TANGLED_MIN = 10;
const TANGLING_MIN = 3;

/** Whether all kinds of signs stand there without any order, as in a password that was drawn: what looks like a part of code in it is chance. */
export function isTangled(value: string, signsMin = TANGLING_MIN): boolean {
  if (value.length < TANGLED_MIN || classCount(value) < CLASSES.length + 1 || TEMPLATE.test(value)) return false;
  return new Set(value.match(TANGLING)).size >= signsMin;
}

const isFormat = (value: string): boolean =>
  value.includes("%") && (FORMAT.test(value) || (FORMAT_EDGE.test(value) && classCount(value) <= CLASSES.length));

/** Whether the value points to a secret, or says what one looks like, instead of being one. */
export function isReference(value: string): boolean {
  if (!mayRefer(value)) return false;
  if ((REFERENCE.test(value) || isFormat(value)) && !isTangled(value)) return true;
  return PATTERN.test(value) || OWN_FIELD.test(value) || ALGORITHM.test(value) || VERSION.test(value);
}

/** All of these have other signs than letters and digits, but for two that begin with an A or an L. */
function mayRefer(value: string): boolean {
  const first = value.charCodeAt(0) | 0x20;
  return first === 0x61 || first === 0x6c || (classesOf(value) & OTHER_CLASS) !== 0;
}

// Words and short numbers joined by separators: names, versions, media types, regions, dates.
const WORDS = /^(?:[A-Za-z]+\d{0,2}|\d{1,4}[A-Za-z]?)(?:[-_./:+@ ,](?:[A-Za-z]+\d{0,2}|\d{1,4}[A-Za-z]?))*$/;
const PLAIN_WORDS = /^[#./@]?[A-Za-z]+(?:[-_. /#:][A-Za-z]+)*[@:]?$/;
const NUMBER = /^[-+]?[\d.,_:/-]+$/;
/** Digits alone are an id, a date, an amount; but a number this long is only ever a key. */
const LONG_NUMBER = /^\d{20,}$/;
const DIGEST = /^(?:[0-9a-f]{32,128}|[0-9A-F]{32,128})$/;
/** What hexadecimal digits stand for comes in bytes; an odd count is a cut or a mistyped one. */
const HEX = /^[0-9a-f]{20,}$/i;
const FILE_NAME =
  /\.(?:js|ts|tsx|jsx|mjs|json|ya?ml|pem|crt|cer|key|txt|md|html?|css|png|svg|jpe?g|py|go|rs|java|rb|php|sh|log|zip|gz|conf|cfg|ini|toml|lock|xml|csv|com|org|net|io|dev|local)$/i;

/** Small letters, capitals, digits, and all else. */
const CLASSES = [/[a-z]/, /[A-Z]/, /\d/];
const OTHER_CLASS = 1 << CLASSES.length;
/** ASCII unit → its class, as a bit. */
const CLASS_OF = Uint8Array.from({ length: 128 }, (_, code) => {
  const index = CLASSES.findIndex((pattern) => pattern.test(String.fromCharCode(code)));
  return index < 0 ? OTHER_CLASS : 1 << index;
});

/** Of which of these classes a value has signs, as bits. */
function classesOf(value: string): number {
  let classes = 0;
  for (let at = 0; at < value.length; at++) classes |= CLASS_OF[value.charCodeAt(at)] ?? OTHER_CLASS;
  return classes;
}

/** Of how many. */
function classCount(value: string): number {
  const classes = classesOf(value);
  return (classes & 1) + ((classes >> 1) & 1) + ((classes >> 2) & 1) + ((classes >> 3) & 1);
}

// Passwords that documentation shows; who uses one of them has no secret to lose.
const SHOWN =
  /^(?:(?:your|my|the|some|new|old|db|user|super|top|very)?[-_]?(?:p[a@]ss(?:w[o0]rd|wd)?|pwd|secret|token|key)[-_]?\d{0,3}[!.]?|letmein|qwerty\d*|admin\d*|root|test\d*|none|null|nil|true|false|undefined|string|required|optional|bearer|basic)$/i;
const LEET: ReadonlyMap<string, string> = new Map([
  ["$", "s"],
  ["@", "a"],
  ["0", "o"],
  ["3", "e"],
  ["1", "i"],
]);

const LEET_SIGN = /[$@013]/;
const LEET_SIGNS = /[$@013]/g;
/** Longer values are shown only where one of three words begins them, UTF-16 units. */
const SHOWN_MAX = 20;
const SHOWN_LONG = /^(?:qw[e3]rty|[a@]dm[i1]n|t[e3][s$]t)/i;

const isShown = (value: string): boolean =>
  ((value.length <= SHOWN_MAX || SHOWN_LONG.test(value)) &&
    (SHOWN.test(value) || (LEET_SIGN.test(value) && SHOWN.test(value.replaceAll(LEET_SIGNS, letterOf))))) ||
  isStandIn(value);

const letterOf = (sign: string): string => LEET.get(sign) ?? sign;

/** What a value is, whatever its label: a reference, a number, shown in documentation, or else its entropy in bits. */
type Nature = "reference" | "number" | "shown" | number;

/** What is known of a value; absent: not computed yet. */
interface Judged {
  nature?: Nature;
  /** After each label. */
  readonly scores: Partial<Record<Label, number>>;
  isDrawn?: boolean;
}

/** Values of a text that are remembered: labels that stand close together ask for the same ones, and words stand there again and again. */
const JUDGED_MAX = 256;
const JUDGED = facet(
  () => new Map<string, Judged>(),
  (before) => before,
);

function judgedOf(reading: Reading, value: string): Judged {
  const values = reading.of(JUDGED);
  let known = values.get(value);
  if (known === undefined) {
    if (values.size >= JUDGED_MAX) values.clear();
    values.set(value, (known = { scores: {} }));
  }
  return known;
}

/** The score of a value after a label; 0: no secret. */
export function scoreValue(reading: Reading, value: string, label: Label): number {
  if (value.length < LENGTH_MIN[label]) return 0;
  const known = judgedOf(reading, value);
  return (known.scores[label] ??= judgeValue(value, label, known));
}

function judgeValue(value: string, label: Label, judged: Judged): number {
  const nature = (judged.nature ??= natureOf(value));
  if (nature === "reference") return 0;
  if (nature === "number") return scoreNumber(value, label);
  if (nature === "shown") return STAND_IN_SCORE;
  if (nature < ENTROPY_MIN[label]) return 0;
  return label === "password" ? scorePassword(value) : scoreKey(value, label);
}

/** A number is a password that is worth little, and a key only where it is long. */
function scoreNumber(value: string, label: Label): number {
  if (label === "password") return /^\d+$/.test(value) ? STAND_IN_SCORE : 0;
  return label === "strong" && LONG_NUMBER.test(value) && !isStandIn(value) ? SCORE.strong : 0;
}

function natureOf(value: string): Nature {
  if (isReference(value)) return "reference";
  if (NUMBER.test(value)) return "number";
  return isShown(value) ? "shown" : entropyBits(value);
}

/** Names of classes and rules about passwords: three words or more, each with a capital, one of them such a word. */
const RULE_NAME = /^(?:[A-Z][a-z]{2,15}){3,8}\d?$/;
/** An address of somebody, whom the sentence sends a password to. */
const MAIL_ADDRESS = /^[A-Za-z0-9_.+-]{1,64}@[A-Za-z0-9-]{1,40}(?:\.[A-Za-z0-9-]{1,20}){0,3}\.[A-Za-z]{2,12}$/;

/** `shop-db-credentials-v2`: what a secret is called where it is kept. */
const RESOURCE = /^[a-z]{2,20}(?:[-_.][a-z]{2,20})+(?:[-_.]?v?\d{1,4})?$/;

const isMailAddress = (value: string): boolean => MAIL_ADDRESS.test(value);

function scorePassword(value: string): number {
  if (isDrawnWord(value)) return SCORE.password;
  if (isMailAddress(value)) return STAND_IN_SCORE;
  if (RULE_NAME.test(value) && FORM_WORDS.test(value)) return 0;
  if (RESOURCE.test(value) && FORM_WORDS.test(value)) return STAND_IN_SCORE;
  if (classCount(value) < 2 || (PLAIN_WORDS.test(value) && !isMixed(value))) return 0;
  return SCORE.password;
}

/** Shortest run of letters of one case that is distinguished from a word, UTF-16 units. */
const DRAWN_WORD_MIN = 12;

/** Letters of one case that no word is made of. */
const isDrawnWord = (value: string): boolean =>
  value.length >= DRAWN_WORD_MIN && /^(?:[a-z]+|[A-Z]+)$/.test(value) && wordinessOf(value).bits < DRAWN_BITS;

// Words that forms, schemas and messages set under the name of a password.
export const FORM_WORDS =
  /password|passwd|passwort|user|login|name|field|input|label|value|text|error|valid|requir|option|enabl|disabl|missing|incorrect|invalid|wrong|forgot|reset|confirm|repeat|current|change|update|select|default|unknown|anonymous|undefined|function|object|string|number|boolean|prompt|secret|hidden|visible|encrypt|decrypt|plain|hash|credential|authent|author|account|email|mail|client|server|config|setting|param|option|require|access|basic|bearer|token|admin|process|provider|strategy|implicit|grant|expir|strong|empty|accept|reject|match|protect|secur|known|varchar|bcrypt/i;
const PLAIN_LENGTH_MIN = 8;

/** Whether a word without digits is a password, where code sets it as one: nothing that a form would show. */
export function isPlainPassword(value: string): boolean {
  if (value.length < PLAIN_LENGTH_MIN || !/^[a-z]+$/.test(value)) return false;
  return !FORM_WORDS.test(value) && !isShown(value);
}

const NEAR_PASSWORD_SCORE = 0.6;
/** `Harbour-coffee-4471`: words with a capital and a number at the end, as people choose passwords. Products and rules have shorter numbers. */
const CHOSEN =
  /^(?=.{0,60}[a-z])(?=.{0,60}[A-Z])[A-Za-z][A-Za-z0-9]{2,20}(?:[-_.][A-Za-z]{2,20}){0,3}[-_.]?\d{2,8}[!?$#.]?$/;

/**
 * The score of what follows the word "password" in a sentence: no word ever looks like it.
 * @param isSaid whether the sentence says that it is the password, which does not only stand next to the word
 */
export function scoreNearPassword(reading: Reading, value: string, isSaid = false): number {
  const isMixture = value.length >= PLAIN_LENGTH_MIN && /\d/.test(value) && classCount(value) >= 3;
  if (!isMixture || (WORDS.test(value) && !(isSaid && CHOSEN.test(value)))) return 0;
  return scoreValue(reading, value, "password") >= NEAR_PASSWORD_SCORE ? NEAR_PASSWORD_SCORE : 0;
}

/** Share of places where the case changes: a drawn password has about a half, camel case has less. */
const MIXED_SHARE = 0.45;
const MIXED_LENGTH_MIN = 10;

function isMixed(value: string): boolean {
  const changes = value.match(/(?:[a-z](?=[A-Z])|[A-Z](?=[a-z]))/g)?.length ?? 0;
  return value.length >= MIXED_LENGTH_MIN && changes >= (value.length - 1) * MIXED_SHARE;
}

/** Letters without a digit need this many to be distinguished from words. */
const LETTERS_MIN = 16;
/** Bits per pair of letters, see `wordinessOf`. Below: not made of words. */
const UNWORDY_BITS = -0.5;
/** Above: made of words, given at least this many pairs. */
const WORDY_BITS = 0.4;
const WORDY_PAIRS_MIN = 8;

const LETTER = /[A-Za-z]/;

/** `npm-11984425501-20`, `linux-x64-node-24.3.1`: words and numbers, joined as names of builds and releases are. */
const NUMBERED =
  /^(?=.{0,64}[A-Za-z]{2})(?:[A-Za-z]{1,12}\d{0,3}|\d{1,14})(?:[-_.](?:[A-Za-z]{1,12}\d{0,3}|\d{1,14}))+$/;

function scoreKey(value: string, label: "strong" | "weak"): number {
  if (!LETTER.test(value) || FILE_NAME.test(value) || isCutUuid(value) || isCutToken(value)) return 0;
  if (NUMBERED.test(value)) return 0;
  if (HEX.test(value)) return scoreHex(value, label);
  if (isWordy(value) || isWrittenText(value)) return 0;
  // After a weak name an id is only an id.
  return label === "weak" && isUuid(value) ? 0 : SCORE[label];
}

/** Whether the value is made of words and short numbers, or has too few letters to decide. */
function isWordy(value: string): boolean {
  const { pairs, bits } = wordinessOf(value);
  if (pairs >= WORDY_PAIRS_MIN && bits > WORDY_BITS) return true;
  return bits > UNWORDY_BITS ? !/\d/.test(value) || WORDS.test(value) : !/\d/.test(value) && value.length < LETTERS_MIN;
}

const BASE64 = /^[A-Za-z0-9+/]{14,256}={0,2}$/;
/** Words with spaces between them. */
const SENTENCE = /^[A-Za-z]{2,20}(?:[,.]? [A-Za-z]{1,20}){2,}[.!?\n]{0,2}$/;

/** Base64 of a sentence: encoded, but nothing drawn. */
const isWrittenText = (value: string): boolean =>
  value.length % 4 === 0 && TEXT_BEGINS.test(value) && BASE64.test(value) && SENTENCE.test(atob(value));

/** Base64 of two letters, with which a sentence begins: few drawn values have it. */
const TEXT_BEGINS = /^[Q-WY-e][E-HU-Xk-n0-3]/;

/** A UUID whose last group is too short: cut off, or mistyped. */
const CUT_UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{1,11}$/i;
const isCutUuid = (value: string): boolean => value.includes("-") && CUT_UUID.test(value);

/** Letters of hexadecimal digits make no words. After a weak name they are a digest. */
function scoreHex(value: string, label: "strong" | "weak"): number {
  if (!/\d/.test(value) || (label === "weak" && DIGEST.test(value))) return 0;
  return value.length % 2 === 1 && value.length < ODD_MAX ? 0 : SCORE[label];
}

/** Up to here an odd count of hexadecimal digits is taken for a cut value; longer ones are no multiple of a byte in practice. */
const ODD_MAX = 32;
/** Bits per pair below which letters alone are no words at all; see `wordinessOf`. */
const DRAWN_BITS = -0.8;
const BESIDE_SCORE = 0.6;
const WEAK_BESIDE_SCORE = 0.55;
/** Shortest value that counts right after its name, and near it, UTF-16 units. */
export const NEAR_LENGTH_MIN = 16;
const BESIDE_LENGTH_MIN = 20;

/** The score of a value that is not assigned to its label: it must look drawn by itself. */
export function scoreBeside(
  reading: Reading,
  value: string,
  { label, isLinked }: { readonly label: Label | null; readonly isLinked: boolean },
): number {
  if (label === null || value.length < (isLinked ? NEAR_LENGTH_MIN : BESIDE_LENGTH_MIN)) return 0;
  if (label === "weak") return isLinked ? scoreWeakBeside(reading, value) : 0;
  if (!(isLinked && isUuid(value)) && !isDrawn(reading, value)) return 0;
  return scoreValue(reading, value, "strong") >= BESIDE_SCORE ? BESIDE_SCORE : 0;
}

const scoreWeakBeside = (reading: Reading, value: string): number =>
  isDrawn(reading, value) && !HEX.test(value) && scoreValue(reading, value, "weak") >= SCORE.weak
    ? WEAK_BESIDE_SCORE
    : 0;

// Short pieces without digits inside them, joined as names are: `CFG_IN_FMT_0`.
const JOINED_NAMES = /^[._-]*(?:[A-Za-z]{1,12}\d{0,3}|\d{1,4})(?:[_./-]+(?:[A-Za-z]{1,12}\d{0,3}|\d{1,4})){2,}$/;

const isDrawn = (reading: Reading, value: string): boolean => (judgedOf(reading, value).isDrawn ??= looksDrawn(value));

/** Letters and digits, unlike words, names and places. */
export function looksDrawn(value: string): boolean {
  if (/^[A-Za-z]+$/.test(value)) return value.length >= BESIDE_LENGTH_MIN && wordinessOf(value).bits < DRAWN_BITS;
  if (isUuid(value) || !/\d/.test(value) || JOINED_NAMES.test(value) || entropyBits(value) < 3) return false;
  if (/^[0-9A-Fa-f]+$/.test(value)) return /[A-Fa-f]/.test(value) && value.length % 2 === 0;
  return isInterspersed(value) || isUnlikeWords(value);
}

/** Places where a letter and a digit stand side by side. */
const JOINT = /[A-Za-z](?=\d)|\d(?=[A-Za-z])/g;
/** Names with numbers in them have a few of these, however long they are; one in five units is drawn. */
const JOINTS_MIN = 6;
const JOINTS_SHARE = 0.2;

const isInterspersed = (value: string): boolean =>
  (value.match(JOINT)?.length ?? 0) >= Math.max(JOINTS_MIN, value.length * JOINTS_SHARE);

function isUnlikeWords(value: string): boolean {
  const { pairs, bits } = wordinessOf(value);
  // With a single digit the letters must be unlike words.
  if (!/\d.*\d/.test(value) && (pairs < 5 || bits > -0.8)) return false;
  return pairs < 4 ? classCount(value) >= 2 && entropyBits(value) >= 3.2 : bits < -0.3;
}

/** The score of a value after a provider's name: a key there, an id anywhere else. */
export function scoreProviderValue(value: string): number {
  if (isReference(value) || isStandIn(value) || FILE_NAME.test(value)) return 0;
  return isUuid(value) || looksDrawn(value) ? BESIDE_SCORE : 0;
}
