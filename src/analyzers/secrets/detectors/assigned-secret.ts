import type { KeywordHit } from "../../../text/automaton.ts";
import type { Match, SpanDetector } from "../../detector.ts";
import { holdValue } from "../../token-rule.ts";
import { type Candidate, candidatesAt, GAP, isNameChain, restOfName, VALUE_MAX } from "../assignment.ts";
import { type Label, isPlainPassword, scoreBeside, scoreValue } from "../gate.ts";
import { isOtherName, labelOf, LABEL_WORDS } from "../labels.ts";
import { wordinessOf } from "../../wordiness.ts";

/** Value, its quotes and escapes, UTF-16 units. */
const MAX_LENGTH = VALUE_MAX + 34;

/** A value that its name calls a password, a secret, a token or a key. */
export const ASSIGNED_SECRET: SpanDetector = {
  id: "assigned-secret",
  placeholder: "SECRET",
  keywords: [...LABEL_WORDS.keys()],
  maxLength: MAX_LENGTH,
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
  heldFrom: holdValue({ maxLength: MAX_LENGTH, gap: GAP }),
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

/** Longest name before the word that is looked at for what begins it, UTF-16 units. */
const NAME_BEFORE_MAX = 32;
const OPTION = /(?:^|[\s"'`([])--?[A-Za-z][A-Za-z0-9-]{0,30}$/;

function readAssignment(raw: string, hit: KeywordHit): Match | null {
  const rest = restOfName(raw, hit.end);
  if (isOtherName(raw, hit, rest)) return null;
  const nameEnd = hit.end + rest.length;
  const isOption = OPTION.test(raw.slice(Math.max(0, hit.start - NAME_BEFORE_MAX), nameEnd));
  let label: Label | null = null;
  for (const candidate of candidatesAt(raw, nameEnd, { isOption })) {
    if (candidate.start - hit.end > GAP) continue;
    label ??= labelOf(raw, hit, rest);
    const score = scoreOf(candidate, label, {
      isConstant: /^[A-Z]{2}/.test(raw.slice(hit.start, hit.end)) && rest === "",
    });
    if (score > 0) return { start: candidate.start, end: candidate.start + candidate.text.length, score };
  }
  return null;
}

function scoreOf(
  { text, link, isQuoted, isSet }: Candidate,
  label: Label,
  { isConstant }: { readonly isConstant: boolean },
): number {
  if (label === "password" && isSet && (isQuoted || isConstant) && isPlainPassword(text)) return PLAIN_SCORE;
  if (!isQuoted && isNameChain(text) && wordinessOf(text).bits > NAME_BITS) return 0;
  return link === "assigned" ? scoreValue(text, label) : scoreBeside(text, label, { isNear: link === "near" });
}

/** What a word scores that is set as a password. */
const PLAIN_SCORE = 0.55;

/** Bits per pair of letters of what is read as a name; see `wordinessOf`. */
const NAME_BITS = -0.5;
