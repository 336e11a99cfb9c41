import type { Match, SpanDetector } from "../../detector.ts";
import { holdRun } from "../../hold-run.ts";
import { ALPHABET, drawToken, EDGE_LENGTH, run, STAND_IN_SCORE } from "../../token-rule.ts";

/** Longest header and longest token that are looked at, UTF-16 units; a cookie of 4 KiB fits, twice. */
const HEADER_MAX = 2048;
const PART_MAX = 4096;
const MAX_LENGTH = HEADER_MAX + 4 * PART_MAX + EDGE_LENGTH;

// Stricter than other tokens on the left: a hit inside a longer run of the alphabet would cost a walk of its own.
const TOKEN = new RegExp(
  `(?:(?<![A-Za-z0-9_-])|(?<=\\\\[nrt])|(?<=%[0-9A-Fa-f]{2}))(eyJ[A-Za-z0-9_-]{8,${HEADER_MAX}})(?:\\.[A-Za-z0-9_-]{0,${PART_MAX}}){2,4}(?![A-Za-z0-9_])`,
  "y",
);
/** Parts without a signature or a payload are no credential. */
const LENGTH_MIN = 60;
// The payload that jwt.io and half of all tutorials show: {"sub":"1234567890","name":"John Doe", …
const SAMPLE_PAYLOAD = ".eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9l";
const HEADER_SAMPLE = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9";
const example = `${HEADER_SAMPLE}.${drawToken([run(ALPHABET.base64url, 60)], 5)}.${drawToken([run(ALPHABET.base64url, 43)], 6)}`;

/** JWS and JWE in compact form, told from other dotted base64 by their decoded header. */
export const JSON_WEB_TOKEN: SpanDetector = {
  id: "json-web-token",
  placeholder: "JWT",
  keywords: ["eyJ"],
  maxLength: MAX_LENGTH,
  source: "https://www.rfc-editor.org/rfc/rfc7519",
  about: { name: "JSON Web Token, signed or encrypted", form: "three or five parts whose first decodes to a header" },
  find: ({ raw }, hits, from) => {
    const matches: Match[] = [];
    for (const hit of hits) {
      if (hit.start < from) continue;
      TOKEN.lastIndex = hit.start;
      const found = TOKEN.exec(raw);
      if (found === null || found[0].length < LENGTH_MIN || !isHeader(found[1] ?? "")) continue;
      const score = found[0].includes(SAMPLE_PAYLOAD) ? STAND_IN_SCORE : 0.95;
      matches.push({ start: hit.start, end: hit.start + found[0].length, score });
    }
    return matches;
  },
  stableUntil: holdRun({ maxLength: MAX_LENGTH, keywordMax: 3 }),
  examples: {
    hits: [
      [`Authorization: Bearer ${example}`, example],
      [`{"id_token":"${example}"}`, example],
    ],
    misses: [
      `x${example}`,
      HEADER_SAMPLE,
      `${HEADER_SAMPLE}.x.y`,
      `eyJub3QiOiJhIGhlYWRlciJ9${example.slice(HEADER_SAMPLE.length)}`,
    ],
  },
};

function isHeader(encoded: string): boolean {
  try {
    const header: unknown = JSON.parse(atob(encoded.replaceAll("-", "+").replaceAll("_", "/")));
    return typeof header === "object" && header !== null && ("alg" in header || "enc" in header);
  } catch {
    // Not base64 or not JSON: no token.
    return false;
  }
}
