import type { Span } from "../../../core/model.ts";
import { isOrdinary } from "../../competitors/ordinary.ts";
import type { Match, SpanDetector } from "../../detector.ts";
import { holdRun } from "../../hold-run.ts";
import { ALPHABET, drawToken, run } from "../../token-rule.ts";
import { isValueCode } from "../assignment.ts";
import { isIn, tableOf } from "../bare-value.ts";
import { scoreProviderValue } from "../gate.ts";
import { DATA_WORDS } from "../labels.ts";

/** Shortest and longest value, UTF-16 units. */
const VALUE_MIN = 24;
const VALUE_MAX = 128;
const NAME_MAX = 20;
const NAME = new RegExp(
  String.raw`(?:^|[^\w.$/@-])["']?([A-Za-z][a-z0-9]{2,${NAME_MAX - 1}}|[A-Z][A-Z0-9]{2,${NAME_MAX - 1}})["']?[ \t]{0,2}$`,
);
const BEFORE_MAX = NAME_MAX + 5;
/** A capital; values of small letters and digits are digests and ids more often than keys. */
const CAPITAL = /[A-Z]/;
const MIXED = /[a-z].*\d.*\d|\d.*[a-z].*\d|\d.*\d.*[a-z]/;
/** Words of programs, formats and protocols whose values are drawn and public, or of no use alone. */
const PUBLIC_WORDS: ReadonlySet<string> = new Set(
  (
    "aud avatar base64 blob cert cid ciphertext commit csr csrf cursor digest encrypted etag exponent favicon fid font fonts gid hmac icon ident " +
    "iban integrity ipfs iss jti kid mac mime modulus nonce oid payload pid pubkey rev sha1 sha256 sha384 sha512 shasum sid sig signature snapshot spki " +
    "src sub svg tag thumb thumbnail thumbprint txhash txid uid uuid wallet woff x5c x5t xsrf"
  ).split(" "),
);
const SCORE = 0.5;

/** A drawn value under a name that is no word of the language and none of programs: the name of a service. */
export const NAMED_VALUE: SpanDetector = {
  id: "named-value",
  placeholder: "SECRET",
  keywords: [],
  maxLength: VALUE_MAX + 2,
  source: "https://owasp.org/www-community/vulnerabilities/Use_of_hard-coded_password",
  about: {
    name: "drawn value under the name of a service",
    form: "`name: '…'`, the name no word, the value letters of both cases and digits",
  },
  find: ({ raw }, _, from) => {
    const matches: Match[] = [];
    if (!raw.includes('"') && !raw.includes("'")) return matches;
    let end = from;
    for (let start = longRunStart(raw, from); start >= 0; start = longRunStart(raw, end)) {
      end = runEnd(raw, start + VALUE_MIN);
      const match = readValue(raw, { start, end });
      if (match !== null) matches.push(match);
    }
    return matches;
  },
  stableUntil: holdRun({ maxLength: VALUE_MAX + 2, keywordMax: VALUE_MAX + 2 }),
  get examples() {
    const sample = drawToken([run(ALPHABET.base62, 36)], 23);
    return {
      hits: [
        [`quellora :'${sample}'`, sample],
        [`{"zentrix": "${sample}"}`, sample],
      ] as const,
      misses: [`{"message": "${sample}"}`, `nonce='${sample}'`, `zentrixId: '${sample}'`, `zentrix: '${sample}.png'`],
    };
  },
};

const SINGLE_QUOTE = 0x27;
const DOUBLE_QUOTE = 0x22;
const isQuote = (code: number): boolean => code === SINGLE_QUOTE || code === DOUBLE_QUOTE;
/** What gives a name its value. */
const GIVES = tableOf(/[:=(]/);
const PAREN = 0x28;
const SPACE = 0x20;

/** Where the next run of value characters begins, at or after `from`, that is long enough; -1 without one. Of shorter ones the last units are looked at. */
function longRunStart(raw: string, from: number): number {
  let start = from;
  while (start + VALUE_MIN <= raw.length) {
    let at = start + VALUE_MIN - 1;
    while (at >= start && isValueCode(raw.charCodeAt(at))) at -= 1;
    if (at < start) return start;
    start = at + 1;
  }
  return -1;
}

function runEnd(raw: string, from: number): number {
  let at = from;
  while (isValueCode(raw.charCodeAt(at))) at += 1;
  return at;
}

function readValue(raw: string, { start, end }: Span): Match | null {
  if (end - start > VALUE_MAX || !isQuote(raw.charCodeAt(end)) || raw.charCodeAt(start - 1) !== raw.charCodeAt(end))
    return null;
  const sign = raw.charCodeAt(start - 2) === SPACE ? start - 3 : start - 2;
  if (!isIn(GIVES, raw.charCodeAt(sign))) return null;
  const value = raw.slice(start, end);
  if (!CAPITAL.test(value) || !MIXED.test(value) || scoreProviderValue(value) === 0 || !isService(raw, sign))
    return null;
  return { start, end, score: SCORE };
}

/** What makes a connection with a service: `new Client("…")`. */
const CLIENT = /(?:Client|Api|API|Sdk|SDK)$/;

/** Whether the name before the sign is no word. */
function isService(raw: string, end: number): boolean {
  const before = raw.slice(Math.max(0, end - BEFORE_MAX), end);
  if (raw.charCodeAt(end) === PAREN) return CLIENT.test(before);
  const name = NAME.exec(before)?.[1]?.toLowerCase();
  return name !== undefined && !DATA_WORDS.has(name) && !PUBLIC_WORDS.has(name) && !isOrdinary(name);
}
