import type { KeywordHit } from "../../../text/match/automaton.ts";
import type { Match, SpanDetector } from "../../detector.ts";
import { holdRun } from "../../hold-run.ts";
import { ALPHABET, drawToken, run, STAND_IN_SCORE } from "../../token-rule.ts";
import { isStandIn, isUuid } from "../../value.ts";
import { isIn, tableOf } from "../bare-value.ts";
import { findAtHits } from "../find-at-hits.ts";
import { looksDrawn } from "../gate.ts";

/**
 * What issuers put between their name and the random part: what the token is for, where it is valid, which version it has. The first
 * row says that it is a secret; the second only that somebody numbers things, so hexadecimal digits after it are a digest.
 */
const SECRET_MARKS = "sk pat key apikey secret token tok priv private live oauth refresh v1 v2 api".split(" ");
const OTHER_MARKS = "test prod production sandbox access admin".split(" ");
const MARKS: ReadonlySet<string> = new Set(SECRET_MARKS);
const KEYWORDS = [
  ...[...SECRET_MARKS, ...OTHER_MARKS].map((mark) => `${mark}_`),
  ...[...SECRET_MARKS, "test", "prod"].map((mark) => `${mark}-`),
];
const KEYWORD_MAX = Math.max(...KEYWORDS.map((keyword) => keyword.length));

/** The issuer's name before the mark, UTF-16 units. */
const LEAD_MAX = 28;
const LEAD_MIN = 2;
const BODY_MIN = 20;
const BODY_MAX = 160;
/** Without separators inside, so that no row of words is taken for it. */
const UNBROKEN = /[A-Za-z0-9]{16}/;
const HEX = /^[0-9a-f]+$/i;
const SHAPED_SCORE = 0.7;
/** What is looked at after a token, UTF-16 units. */
const AFTER_MAX = 8;
const REACH = KEYWORD_MAX + BODY_MAX + AFTER_MAX + 1;

const IN_TOKEN = tableOf(/[A-Za-z0-9_-]/);
/** Before a token: not these, which make a path, an address or a longer word of it. */
const NO_EDGE = /[A-Za-z0-9_./+@$%#-]/;
/** After it: a file's ending, a path, a call, an assignment. */
const GOES_ON = /^(?:\.[a-z]{1,5}(?![A-Za-z0-9])|[/@({[+]|=(?!=|$))/i;
/** What lies under a key or carries a token that guards nothing. */
const OTHER_LEAD =
  /^pk[_-]$|(?:^|[_-])(?:public|pub|publishable|cache|primary|foreign|sort|partition|index|row|object|idempotency|page|next|item|group|dedupe|csrf|xsrf|build|deploy(?:ment)?|image|chunk|asset|commit)[_-]?$/i;

/** A token whose form is that of most issuers: a name, what it is, and a random part. */
export const SHAPED_TOKEN: SpanDetector = {
  id: "shaped-token",
  placeholder: "TOKEN",
  keywords: KEYWORDS,
  maxLength: LEAD_MAX + REACH,
  source: "https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/",
  about: {
    name: "token of an issuer that is not listed",
    form: "`name_live_…`, `name-key-…`: a name, a mark and a random part",
  },
  find: findAtHits(({ raw }, hit) => readToken(raw, hit)),
  stableUntil: holdRun({ maxLength: REACH, keywordMax: KEYWORD_MAX, lead: LEAD_MAX }),
  get examples() {
    const body = drawToken([run(ALPHABET.base62, 28)], 17);
    const hex = drawToken([run(ALPHABET.hex, 40)], 18);
    const uuid = [8, 4, 4, 4, 12].map((length) => drawToken([run(ALPHABET.hex, length)], length)).join("-");
    return {
      hits: [
        [`use quor_live_${body} for it`, `quor_live_${body}`],
        [`"zaply-pat-${hex}"`, `zaply-pat-${hex}`],
        [`acmekey-${uuid}.`, `acmekey-${uuid}`],
      ] as const,
      misses: [
        `cache_key_${hex}`,
        `shop_prod_${hex}`,
        "load_api_getUserNameFromRequest2",
        `main-key-${body}.js`,
        "my_secret_this_is_a_long_name_v2",
      ],
    };
  },
};

function readToken(raw: string, { start: markStart, end: bodyStart }: KeywordHit): Match | null {
  // Most words that end so go on with less.
  if (!isIn(IN_TOKEN, raw.charCodeAt(bodyStart + BODY_MIN - 1))) return null;
  const end = runEnd(raw, bodyStart);
  const body = raw.slice(bodyStart, end);
  if (body.length < BODY_MIN || !isRandom(body)) return null;
  const start = leadStart(raw, markStart);
  const lead = raw.slice(start, markStart);
  const mark = raw.slice(markStart, bodyStart - 1).toLowerCase();
  if (start < 0 || !isIssuer(lead) || GOES_ON.test(raw.slice(end, end + AFTER_MAX))) return null;
  if ((!MARKS.has(mark) || (mark === "api" && raw.charAt(bodyStart - 1) === "-")) && HEX.test(body)) return null;
  return { start, end, score: isStandIn(body) ? STAND_IN_SCORE : SHAPED_SCORE };
}

const isRandom = (body: string): boolean => isUuid(body) || (UNBROKEN.test(body) && looksDrawn(body));

/** A name of letters and digits, perhaps in two words. */
const isIssuer = (lead: string): boolean =>
  lead.length >= LEAD_MIN &&
  /^[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+){0,2}[_-]?$/.test(lead) &&
  !OTHER_LEAD.test(lead);

/** Where the word begins that ends at `end`; -1 where it is longer, or where something is before it that it belongs to. */
function leadStart(raw: string, end: number): number {
  let at = end;
  while (at > 0 && end - at <= LEAD_MAX && isIn(IN_TOKEN, raw.charCodeAt(at - 1))) at -= 1;
  return end - at > LEAD_MAX || (at > 0 && NO_EDGE.test(raw.charAt(at - 1))) ? -1 : at;
}

/** Where the run ends that begins at `start`, without the signs that only end a sentence; `start` where it is too long. */
function runEnd(raw: string, start: number): number {
  let at = start;
  while (at - start <= BODY_MAX && isIn(IN_TOKEN, raw.charCodeAt(at))) at += 1;
  if (at - start > BODY_MAX) return start;
  while (at > start && /[_-]/.test(raw.charAt(at - 1))) at -= 1;
  return at;
}
