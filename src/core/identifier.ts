/**
 * What a format defines as a name, an id or an enumeration is one only while it has the shape of one. A value that is longer,
 * has spaces, or could be a key, a personal number or an address is text, whatever field it stands in.
 */

/** The roles of all formats. Servers write what stands there into the model's prompt, so no other word is a role. */
const ROLES: ReadonlySet<string> = new Set(
  "assistant critic developer discriminator function human ipython model platform system tool user".split(" "),
);

/** Longest name, UTF-16 units: types of media and names of models need as many. */
const NAME_MAX = 96;
/** Longest id. */
const ID_MAX = 128;
/** Words of a name; `conversation.item.input_audio_transcription.completed` has seven. */
const WORDS_MAX = 10;
/** Digits of a name, a date aside: numbers of persons and of cards have more. */
const DIGITS_MAX = 8;

/** Letters of a word, in one case or as names of code have them, or a short mixture of letters and digits: keys have neither. */
const WORD = "(?:[a-z]{1,24}|[A-Z]{1,24}|[A-Za-z][a-z]{1,15}(?:[A-Z][a-z]{1,15}){0,4}|[A-Za-z0-9]{1,8})";
const WORDS = new RegExp(`^(?=\\d{0,4}[A-Za-z])${WORD}(?:[._:/+-]{1,2}${WORD}){0,${WORDS_MAX - 1}}$`);
/** Paths of addresses, lines of files of passwords, and hardware's addresses have more of them than names. */
const SEPARATED = /:[^:]*:|(?:\/[^/]*){4}|^(?:[0-9A-Fa-f]{2}[:-]){5}|^[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}\./;
/** What most names are; they need no other look. */
const LETTERS = /^(?:[a-z]{1,24}|[A-Z]{1,24})(?:[._](?:[a-z]{1,24}|[A-Z]{1,24})){0,6}$/;
const DATE = /20\d\d[-_]?(?:0[1-9]|1[0-2])[-_]?(?:0[1-9]|[12]\d|3[01])(?!\d)/;
/** `10.0.0.1` */
const DOTTED = /\d\.\d{1,3}\.\d{1,3}\.\d/;

/** Versions of an API too: `2024-10-01-preview`. */
const TIME = /^\d{4}-\d\d-\d\d(?:-preview|[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;
/** A size is two of them: `1024x1024`. */
const NUMBER = /^-?\d{1,8}(?:\.\d{1,9})?[A-Za-z%]{0,3}$|^\d{1,5}x\d{1,5}$/;

const UUID = "[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}";
/** At least two letters: digits alone may be a personal number. */
const HEX = "(?=[0-9]*[a-f][0-9]*[a-f])[0-9a-f]{8,64}";
/** What the ids begin with that providers, servers and client libraries make. A personal key begins otherwise. */
const PREFIXES = [
  "apc|aitxt|approval|asst|audio|batch|call|chatcmpl|ci|cmp|cmpl|cntr|container|conv|ctc|embd|event|evt|fc|fco|fetch|file|fp|fs",
  "ft|gen|ig|item|job|lsc|mcp|mcpl|mcpr|mcptoolu|modr|msg|org|part|proj|prompt|prof|profile|req|resp|rs|rtc|run|sess|session|sh|shell|skill",
  "srvtoolu|step|thread|tool|toolu|ts|tsc|upload|user|vs|workspace|wrkspc|ws",
].join("|");
const HYPHENED = "batch|call|chatcmpl|cmpl|embd|file|msg|modr|req|resp|run|thread|tool|user";
/** After an underscore no key begins; after a hyphen one may, so that only what is exactly as long as such ids is one. */
const GENERATED = new RegExp(
  `^(?:${UUID}|${HEX}|(?:${PREFIXES})_(?:(?:bdrk|vrtx|u\\d)_)?(?:[A-Za-z0-9]{1,80}|${UUID})|` +
    `(?:${HYPHENED})-(?:tool-)?(?:${UUID}|${HEX}|[A-Za-z0-9]{29})|function-call-\\d{1,20}|gen-\\d{10}-[A-Za-z0-9]{20})$`,
);

/** Short ids without a beginning of their own. What has both cases and digits, and no row of them, is no personal number. */
const RANDOM =
  /^(?![A-Za-z0-9]{1,9}[_-])(?=(?:.*[a-z]){2})(?=(?:.*[A-Z]){2})(?=.*\d)(?!.*\d[-_]\d)(?!.*\d{6})(?:[A-Za-z0-9]{9,12}|[A-Za-z0-9_-]{21,24})$/;

/** Names of fields in all formats; any other is looked at. */
const FIELD = /^[A-Za-z_]{1,32}(?:\[\])?$/;

/** Whether a key of an object is the name of a field: a caller's own may be any text. */
export const isFieldName = (key: string): boolean => FIELD.test(key) || key === "" || isIdentifier("", key);

const NOISE = /^[A-Za-z0-9]{0,64}$/;

/** Whether it is what providers put beside a text, so that no length gives it away: another one in each event. */
export const isNoise = (text: string): boolean => NOISE.test(text);

/** Whether `text` is what a format defines a field of names to hold: no policy need read it. */
export function isIdentifier(key: string, text: string): boolean {
  if (text.length > ID_MAX) return false;
  if (key === "role") return ROLES.has(text);
  if (key === "obfuscation") return isNoise(text);
  return (
    LETTERS.test(text) ||
    isName(text) ||
    GENERATED.test(text) ||
    RANDOM.test(text) ||
    TIME.test(text) ||
    NUMBER.test(text)
  );
}

function isName(text: string): boolean {
  if (text.length > NAME_MAX || !WORDS.test(text) || DOTTED.test(text) || SEPARATED.test(text)) return false;
  const digits = text.replace(DATE, "").replaceAll(/\D/g, "");
  return digits.length <= DIGITS_MAX;
}

/** What callers identify a person by, made by a machine. Digits alone look like a personal number, and mostly are none. */
export const isOpaqueId = (text: string): boolean => /^\d{1,24}$/.test(text) || isIdentifier("", text);

const ADDRESS = /^(?:https?|wss?|gs|s3):\/\/[^\s"<>\\`]{1,2048}$/i;

/** Whether it is the address of a server, which is meant for the provider, with the credentials that it may hold. */
export const isAddress = (text: string): boolean => ADDRESS.test(text);

const CREDENTIAL = /^(?:[A-Za-z]{1,16} )?[^\s]{1,4096}$/;

/** Whether it may be a credential, a scheme before it or not. */
export const isCredential = (text: string): boolean => CREDENTIAL.test(text);
