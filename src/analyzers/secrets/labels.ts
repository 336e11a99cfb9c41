import { isOrdinary } from "../competitors/ordinary.ts";
import { memo, type Reading } from "../../text/reading.ts";
import type { Label } from "./gate.ts";
import { namesProvider } from "./providers.ts";

/** Words for a password. Latin script; `contrase` and `mot de passe` are the Spanish and the French one. */
const PASSWORD_WORDS = [
  "password",
  "passwd",
  "passwort",
  "passphrase",
  "passcode",
  "pwd",
  "pass",
  "psw",
  "psk",
  "pw",
  "kennwort",
  "mot de passe",
  "motdepasse",
  "mdp",
  "contrase",
  "senha",
  "wachtwoord",
  "haslo",
  "losenord",
  "adgangskode",
  "salasana",
  "parola",
  "heslo",
  "lozinka",
  "passord",
  "sifre",
  "kata sandi",
  "kata laluan",
  "jelszo",
  "geslo",
  "wagwoord",
];
const STRONG_WORDS = [
  "secret",
  "token",
  "credential",
  "creds",
  "authorization",
  "chiave",
  "chave",
  "clave",
  "sleutel",
  "klucz",
  "nyckel",
  "schluessel",
  "_pat",
  "-pat",
  " pat ",
];
const WEAK_WORDS = ["key", "auth", "login", "webhook", "cookie", "jwt", "dsn", "appid", "session"];

/** What each word says of the value after it. */
export const LABEL_WORDS: ReadonlyMap<string, Label> = new Map([
  ...PASSWORD_WORDS.map((word) => [word, "password"] as const),
  ...STRONG_WORDS.map((word) => [word, "strong"] as const),
  ...WEAK_WORDS.map((word) => [word, "weak"] as const),
]);

/** What the word at `[start, end)` says alone. Most stand in small letters: then no copy of them is made. */
export function labelOfWord(raw: string, { start, end }: { readonly start: number; readonly end: number }): Label {
  const word = raw.slice(start, end);
  return LABEL_WORDS.get(word) ?? LABEL_WORDS.get(word.toLowerCase()) ?? "weak";
}

/** How far before a word its name and the provider are looked for, UTF-16 units. */
const CONTEXT_MAX = 80;

/** The label of the word at `start`, with what stands before it and the `rest` of its name taken into account. */
export function labelOf(
  reading: Reading,
  { start, end }: { readonly start: number; readonly end: number },
  rest: string,
): Label {
  const { raw } = reading;
  const known = labelOfWord(raw, { start, end });
  if (known !== "weak") return known;
  const isStrong =
    (isKey(raw, start, end) && (isQualified(raw, start) || isConstant(raw, start, end))) ||
    namesProvider(reading, { start: Math.max(0, start - CONTEXT_MAX), end: end + rest.length });
  return isStrong ? "strong" : "weak";
}

/** Whose it is: an id or a digest belongs to no one. */
const OWNED = /(?:^|[^A-Za-z])(?:my|our|your|meine?|unsere?|mi|ma|minha|mia) $/i;
/** A setting of its own line: `key = …`. */
const SETTING = /(?:^|\n)[ \t]*$/;
const OWNED_MAX = 12;

const isKey = (raw: string, start: number, end: number): boolean =>
  end - start === 3 && raw.slice(start, end).toLowerCase() === "key";

// What makes a secret of a key: `api key`, `signingKey`, `STORAGE_KEY`. `api` may stand after any letter (`fbapikey`).
const QUALIFIER =
  /(?:api|(?<![a-z])(?:access|secret|priv(?:ate)?|sign(?:ing|ature)|encrypt(?:ion)?|decrypt(?:ion)?|account|storage|service|server|app(?:lication)?|consumer|licen[cs]e|master|auth(?:entication|orization)?|security|shared|session|subscription|deploy(?:ment)?|admin|write|ingest(?:ion)?|insert|sdk|rest|webhook|hmac|aes|jwt|rsa|crypto?|cipher|unseal|recovery|root|integration|live|prod(?:uction)?|sandbox|bot|client|merchant|developer|partner|vault|backup|wallet|cookie))[_. -]{0,2}$/;
const QUALIFIER_MAX = 20;

/** `ACME_KEY`, `X-Acme-Key`: what is written so is set by hand, and the key of someone. */
const CONSTANT = /(?:^|[^A-Za-z0-9_])(?:[A-Z][A-Z0-9]{2,20}_KEY|[Xx]-[A-Za-z0-9]{2,20}-[Kk]ey)$/;
/** What it matches at most, and what stands before it, UTF-16 units. */
const CONSTANT_MAX = 28;

function isConstant(raw: string, start: number, end: number): boolean {
  const joint = raw.charCodeAt(start - 1);
  return (joint === UNDERSCORE || joint === DASH) && CONSTANT.test(raw.slice(Math.max(0, end - CONSTANT_MAX), end));
}
const UNDERSCORE = 0x5f;
const DASH = 0x2d;

/** The word that a key is named after, or the name of a site. */
const OWNER =
  /(?:^|[^A-Za-z0-9])([A-Za-z][A-Za-z0-9]{2,19})(?:\.(?:com|io|ai|co|net|org|dev|app))?(?:'s)?[_. -]{0,2}(?:api[_. -]?)?$/;
const OWNER_MAX = 40;
/** Words that programs have and prose has not: what is kept under a key, and how. */
export const DATA_WORDS: ReadonlySet<string> = new Set(
  (
    "async attr attrs auth bool btn btree bucket buf byte char checksum col cols config const ctx cur dataset datum dedup " +
    "dest dict diff doc docs elem enum env err etag ext func guid hash hashmap hex href html http https idx img impl init int iter json " +
    "kv kvs len lib linux lock locale lodash log lru map max md5 memo meta min msg mutex namespace npm num obj params parent partition path pem " +
    "pkg pos prev prop props pub pubkey ptr query queue redis ref regex repo req res row rsync schema sha sha1 sha256 slug sort sql src ssh ssl str " +
    "sub tbl temp tls tmp tuple uid unique uri url user utf uuid val var vec xml yaml"
  ).split(" "),
);

/** Whether a key is named after somebody: by a word that is none of the language, and none of programs. */
export function namesOwner(raw: string, { start, end }: { readonly start: number; readonly end: number }): boolean {
  const before = raw.slice(Math.max(0, start - OWNED_MAX), start);
  if (OWNED.test(before) || (SETTING.test(before) && /^[ \t]{0,4}=/.test(raw.slice(end, end + 5)))) return true;
  const found = OWNER.exec(raw.slice(Math.max(0, start - OWNER_MAX), start))?.[1];
  const hump = found?.replace(/^.*[a-z0-9](?=[A-Z])/, "").toLowerCase();
  return hump !== undefined && hump.length >= OWNER_MIN && !DATA_WORDS.has(hump) && !isOrdinary(hump);
}
const OWNER_MIN = 3;

function isQualified(raw: string, start: number): boolean {
  let end = start;
  while (start - end < 2 && isJoint(raw.charCodeAt(end - 1))) end -= 1;
  if (!isLetter(raw.charCodeAt(end - 1))) return false;
  const before = raw.slice(Math.max(0, start - QUALIFIER_MAX), start);
  const words = /[A-Z]/.test(before) ? before.replaceAll(/([a-z0-9])(?=[A-Z])/g, "$1 ").toLowerCase() : before;
  return QUALIFIER.test(words);
}

/** `_`, `.`, a space or a dash, which join the words of a name. */
const isJoint = (code: number): boolean => code === UNDERSCORE || code === DASH || code === 0x2e || code === 0x20;
const isLetter = (code: number): boolean => (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);

// Names that hold the word and no secret. First what follows the word, then what stands before it.
const REST_OF_OTHER =
  /^(?:s?[_.-]?(?:ids?|names?|types?|ur[il]s?|paths?|files?|len(?:gth)?|counts?|size|limits?|format|fields?|headers?|version|expir\w*|ttl|prefix|suffix|ring|code|usage|env|var|labels?|class|pairs?|stores?|vault|manager|mgr|policy|variants?|hash|salt|regex|pattern|hint|rotation|ref|selector|algorithm|arn|alias|fingerprint|id[_-]?key|digest|checksum|thumbprint|domain|cache|index|column|schema|table|bucket|region|encryption|method|provider|plugin|backend)(?![a-z])|word|iz|board|stone|note|frame|able|or(?!d)|ors|ent|ive|age|ing|entic|up|enticat|erna|ure|pad)/i;
const OTHER_BEFORE =
  /(?:public|public[_-]?key|publishable|primary|foreign|sort|cache|partition|index|i18n|translation|row|object|idempotency|page|next|continuation|cancel(?:lation)?|route|react|shortcut|hot|map|dict|group|lookup|registry|stop|pad|eos|bos|unk|sep|mask|dedupe|composite|unique|etag|hash|mc|recv|receive|keyserver|gpg|---)[_. -]?$/i;
/** The beginnings of words that end in `key` or `pass`. */
const WORD_BEFORE = /(?:mon|tur|don|hoc|joc|whis|lac|com|by|sur|tres|en|un|over|under|tres)$/i;
const BEFORE_MAX = 14;
const FIELD_END = /[_.-](?:id|name|type|ur[il]|domain|host|port|path|file|user|email)$/i;
/** Words that are the beginning and the end of many others, so they must stand for themselves. */
const WHOLE_WORDS =
  /^(?:pass|auth|pwd|clave|chave|chiave|psw|psk|pw|mdp|dsn|jwt|creds|heslo|senha|parola|haslo|sifre|geslo|[-_ ]pat ?)$/i;

/** `adminPasswordKey`: the key under which a password stands, not the password. */
const isPlaceOfPassword = (word: string, rest: string): boolean =>
  /^[_.-]?key(?![a-z])/i.test(rest) && LABEL_WORDS.get(word.toLowerCase()) === "password";

/** Whether the word at `start` is part of a name that says something else. */
export function isOtherName(
  reading: Reading,
  { start, end }: { readonly start: number; readonly end: number },
  rest: string,
): boolean {
  const { raw } = reading;
  if ((isSmallOrDigit(rest.charCodeAt(0)) || isInsideWord(raw, start)) && WHOLE_WORDS.test(raw.slice(start, end)))
    return true;
  if (isPlaceOfPassword(raw.slice(start, end), rest)) return true;
  if (rest !== "" && (rest.length <= REST_MAX ? reading.of(SHORT_RESTS)(rest) : isRestOfOther(rest))) return true;
  const code = raw.charCodeAt(start - 1);
  if (!isLetter(code) && !isJoint(code)) return false;
  const before = raw.slice(Math.max(0, start - BEFORE_MAX), start);
  return OTHER_BEFORE.test(before) || (isInsideWord(raw, start) && WORD_BEFORE.test(before));
}

const isSmallOrDigit = (code: number): boolean => (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);

function isRestOfOther(rest: string): boolean {
  const words = /[A-Z]/.test(rest) ? rest.replaceAll(/([a-z0-9])(?=[A-Z])/g, "$1_").toLowerCase() : rest;
  return REST_OF_OTHER.test(words) || FIELD_END.test(rest);
}

/** Rests of names that are remembered: a text has few different ones. */
const RESTS_MAX = 512;
/** The longest of them, UTF-16 units: longer strings would keep the text that they were cut out of. */
const REST_MAX = 12;
const SHORT_RESTS = memo(RESTS_MAX, isRestOfOther);

/** The bit that differs between small letters and capitals. */
const CASE = 0x20;

/** A small letter before a small one: `bypass`, but not `dbPass` or `DB_PASS`. */
function isInsideWord(raw: string, start: number): boolean {
  const [before, first] = [raw.charCodeAt(start - 1), raw.charCodeAt(start)];
  return isLetter(before) && isLetter(first) && ((before ^ first) & CASE) === 0;
}
