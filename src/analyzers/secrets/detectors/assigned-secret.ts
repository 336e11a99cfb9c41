import type { KeywordHit } from "../../../text/automaton.ts";
import type { Match, SpanDetector } from "../../detector.ts";
import { holdValue } from "../../token-rule.ts";
import { type Label, scoreValue } from "../gate.ts";

const PASSWORD_WORDS = ["password", "passwd", "passwort", "passphrase", "pwd", "pass"];
const STRONG_WORDS = [
  "secret",
  "token",
  "apikey",
  "api_key",
  "api-key",
  "api key",
  "access_key",
  "access-key",
  "accesskey",
  "auth_key",
  "auth-key",
  "authkey",
  "private_key",
  "privatekey",
  "encryption_key",
  "signing_key",
  "credential",
  "_authtoken",
  "creds",
];
const WEAK_WORDS = ["key", "auth", "login"];
const LABELS: ReadonlyMap<string, Label> = new Map([
  ...PASSWORD_WORDS.map((word) => [word, "password"] as const),
  ...STRONG_WORDS.map((word) => [word, "strong"] as const),
  ...WEAK_WORDS.map((word) => [word, "weak"] as const),
]);

/** Longest rest of the name behind the word, UTF-16 units. */
const NAME_MAX = 24;
const VALUE_MAX = 256;
/** Name, closing quote, spaces, type, sign, spaces, prefix, opening quote: the farthest that a value begins behind its word. */
const GAP = NAME_MAX + 64;

// What may stand between the word and its value in code, configuration, JSON, XML, headers, CLI output and prose.
// A type is one of a few words, all of which the gate rejects as values: the reading cannot change as text arrives.
const CONNECTOR = new RegExp(
  [
    String.raw`([A-Za-z0-9_.-]{0,${NAME_MAX}})`,
    String.raw`(?:\\{0,2}["'\x60\])]){0,3}[ \t]{0,4}`,
    String.raw`(?:\??:[ \t]{0,2}&?(?:string|str|String|any|bytes|text)[ \t]{0,2}(?==))?`,
    String.raw`(?:=>|:=|={1,3}|:|>|\||,(?=[ \t]{0,4}\\{0,2}["'\x60])|(?<=[ \t])(?:is|lautet|est|es)(?=[ \t:])|[ \t]value=)`,
    String.raw`[ \t]{0,6}(?:(?:Bearer|Basic|Token|ApiKey)[ \t]|[brfu@])?`,
  ].join(""),
  "y",
);
const QUOTED = new RegExp(String.raw`\\{0,3}["'\x60]([!#-&(-\[\]-_a-~]{1,${VALUE_MAX}})(?=\\{0,3}["'\x60]|$)`, "y");
// Unquoted: up to a space, a quote, a bracket, `;`, `,` or the next field of a query.
const NEXT_FIELD = "&(?:[A-Za-z_]{1,30}=|amp;|quot;)";
const BARE = new RegExp(
  String.raw`(?:(?!${NEXT_FIELD})[!#-&*+\-.\/0-:=?@A-Z^_a-z~]){1,${VALUE_MAX}}(?=[;,<>"'\x60)}\]\\|]|${NEXT_FIELD}|[^!-~]|$)`,
  "y",
);

// Names that hold the word and no secret. First what follows the word, then what stands before it.
const REST_OF_OTHER =
  /^(?:s?[_.-]?(?:ids?|names?|types?|ur[il]s?|paths?|files?|len(?:gth)?|counts?|size|limits?|format|fields?|headers?|version|expir\w*|ttl|prefix|ring|code|usage|env|var|labels?|class|pairs?|stores?|vault|manager|policy|hash|salt|regex|pattern|hint|rotation|ref|selector|algorithm|arn|alias|fingerprint)(?![a-z])|word|iz|board|stone|note|frame|able|or(?!d)|ors|ent|ive|age|ing|entic|up|enticat)/i;
const OTHER_BEFORE =
  /(?:public|publishable|primary|foreign|sort|cache|partition|index|i18n|translation|row|object|idempotency|page|next|continuation|cancel(?:lation)?|mon|tur|don|hoc|joc|whis|route|react|shortcut|hot|map|dict|group|lookup|registry|stop|pad|eos|bos|unk|sep|mask|com|by|sur|tres|en|un)[_.-]?$/i;
const BEFORE_MAX = 14;
const FIELD_END = /[_.-](?:id|name|type|ur[il]|domain|host|port|path|file|user|email)$/i;

/** `pass` and `auth` are the beginning and the end of many words, so they must stand for themselves. */
function needsWord(raw: string, hit: KeywordHit): boolean {
  return hit.end - hit.start === 4 && /^(?:pass|auth)$/i.test(raw.slice(hit.start, hit.end));
}

/** A value that its name calls a password, a secret, a token or a key. */
export const ASSIGNED_SECRET: SpanDetector = {
  id: "assigned-secret",
  placeholder: "SECRET",
  keywords: [...LABELS.keys()],
  maxLength: VALUE_MAX + 34,
  source: "https://owasp.org/www-community/vulnerabilities/Use_of_hard-coded_password",
  find: (raw, hits, from) => {
    const byStart = new Map<number, Match>();
    for (const hit of hits) {
      const match = readAssignment(raw, hit);
      if (match === null || match.start < from) continue;
      const known = byStart.get(match.start);
      if (known === undefined || known.score < match.score) byStart.set(match.start, match);
    }
    return [...byStart.values()];
  },
  heldFrom: holdValue({ maxLength: VALUE_MAX + 34, gap: GAP }),
  examples: {
    hits: [
      [['api_key = "', 'q7Rk2mVx9LpT4wZb8N"'].join(""), "q7Rk2mVx9LpT4wZb8N"],
      [["DB_PASSWORD=", "dragon.5555\nDB_HOST=db"].join(""), "dragon.5555"],
      [['{"client_secret": "', 'RKOBXkQH57SL9hrVENdo"}'].join(""), "RKOBXkQH57SL9hrVENdo"],
      [["my wifi password is ", "Berlin_7909, thanks"].join(""), "Berlin_7909"],
      [["const apiToken: string = '", "BpRhfz5TpXlXCJSbX62Mcz8M';"].join(""), "BpRhfz5TpXlXCJSbX62Mcz8M"],
      [["?access_token=", "ovrZyxvSZWJj2JQOnTGL&expires_in=3600"].join(""), "ovrZyxvSZWJj2JQOnTGL"],
    ],
    misses: [
      "password = os.environ['DB_PASSWORD']",
      "api_key: ${API_KEY}",
      'token = "your-token-here"',
      "const token = getToken(user1)",
      'public_key = "q7Rk2mVx9LpT4wZb8N"',
      "max_tokens: 4096",
      "How do I rotate an API key safely?",
      "the key is under the mat",
    ],
  },
};

function readAssignment(raw: string, hit: KeywordHit): Match | null {
  CONNECTOR.lastIndex = hit.end;
  const connector = CONNECTOR.exec(raw);
  if (connector === null) return null;
  const label = LABELS.get(raw.slice(hit.start, hit.end).toLowerCase()) ?? "weak";
  if (isOtherName(raw, hit, connector[1] ?? "")) return null;
  const at = hit.end + connector[0].length;
  const quoted = execAt(QUOTED, raw, at);
  const value = quoted === null ? bareValue(raw, at) : (quoted[1] ?? "");
  if (value === "") return null;
  const start = quoted === null ? at : at + quoted[0].length - value.length;
  const score = scoreValue(value, label);
  return score === 0 ? null : { start, end: start + value.length, score };
}

function isOtherName(raw: string, hit: KeywordHit, rest: string): boolean {
  if (
    needsWord(raw, hit) &&
    (/^[A-Za-z0-9]/.test(rest) || /[a-z]$/.test(raw.slice(Math.max(0, hit.start - 1), hit.start)))
  )
    return true;
  return (
    REST_OF_OTHER.test(rest) ||
    FIELD_END.test(rest) ||
    OTHER_BEFORE.test(raw.slice(Math.max(0, hit.start - BEFORE_MAX), hit.start))
  );
}

function execAt(pattern: RegExp, raw: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(raw);
}

// `user.name`, `getToken`, `TOKEN_NAME`: names, which stand unquoted where code refers to a value.
const NAME_CHAIN = /^[A-Za-z_$][A-Za-z_$]*\d?(?:\.[A-Za-z_$][\w$]*)*$/;

/** A value without quotes, without the punctuation of the sentence around it. */
function bareValue(raw: string, at: number): string {
  const value = (execAt(BARE, raw, at)?.[0] ?? "").replace(/[.,:?]+$/, "");
  return NAME_CHAIN.test(value) ? "" : value;
}
