import type { SpanDetector } from "../../detector.ts";
import { holdValue } from "../../hold-run.ts";
import { ALPHABET, drawToken, run } from "../../token-rule.ts";
import { findAtHits, valueAt } from "../find-at-hits.ts";
import { scoreProviderValue } from "../gate.ts";

const TOKEN_MAX = 255;
/** Between the command's name and its option, UTF-16 units. */
const GAP = 100;
const TOKEN = String.raw`([A-Za-z0-9_.-]{20,${TOKEN_MAX}})`;
const PATTERNS: ReadonlyMap<string, RegExp> = new Map([
  // RFC 3986 §3.2.1: a token as the user of an address, without a password.
  ["://", new RegExp(`${TOKEN}(?=@[A-Za-z0-9[])`, "y")],
  // A token as the user of basic authentication, with an empty password.
  [
    "curl ",
    new RegExp(
      String.raw`(?:[^\r\n]{0,80}?[ \t])??(?:-u|--user)[ \t=]{0,2}["']?${TOKEN}(?=:(?:["'\s]|x(?![A-Za-z0-9])|X(?![A-Za-z0-9])|$))`,
      "y",
    ),
  ],
]);
const sample = drawToken([run(ALPHABET.base62, 32)], 21);

/** A token that stands where a user's name belongs. */
export const USER_TOKEN: SpanDetector = {
  id: "user-token",
  placeholder: "TOKEN",
  keywords: [...PATTERNS.keys()],
  maxLength: TOKEN_MAX + 4,
  source: "https://www.rfc-editor.org/rfc/rfc7617",
  about: {
    name: "token in the place of a user's name",
    form: "`https://TOKEN@host`, or the user of basic authentication with an empty password",
  },
  find: findAtHits(({ raw }, hit) => {
    const pattern = PATTERNS.get(raw.slice(hit.start, hit.end).toLowerCase());
    const token = pattern === undefined ? null : valueAt(pattern, raw, hit.end);
    if (token === null) return null;
    const score = scoreProviderValue(token.text);
    return score > 0 ? { start: token.start, end: token.end, score } : null;
  }),
  stableUntil: holdValue({ maxLength: TOKEN_MAX + 4, gap: GAP }),
  examples: {
    hits: [
      [`git clone https://${sample}@git.test/team/app.git`, sample],
      [`curl -u ${sample}: https://api.test/v1`, sample],
    ],
    misses: [
      "https://some.body.with.a.long.name@host.test/",
      `curl -u ${sample} https://api.test`,
      `https://${sample}/@scope`,
    ],
  },
};
