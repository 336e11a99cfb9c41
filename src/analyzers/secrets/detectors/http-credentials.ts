import type { Reading } from "../../../text/reading.ts";
import type { Match, SpanDetector } from "../../detector.ts";
import { holdValue } from "../../hold-run.ts";
import { ALPHABET, drawToken, run, STAND_IN_SCORE } from "../../token-rule.ts";
import { entropyBits, isStandIn } from "../../value.ts";
import { findAtHits, valueAt } from "../find-at-hits.ts";
import { scoreValue } from "../gate.ts";

/** Longest credential after the scheme, UTF-16 units: twice what common servers accept in one header line is 16 K; tokens are far shorter. */
const CREDENTIAL_MAX = 4096;
const GAP = 4;
/** Shortest bearer token that counts, UTF-16 units. */
const BEARER_MIN = 16;
// RFC 9110 §11.2 token68.
const CREDENTIAL = new RegExp(
  String.raw`[ \t]{1,3}([A-Za-z0-9._~+/-]{8,${CREDENTIAL_MAX}}={0,2})(?![A-Za-z0-9._~+/=-])`,
  "y",
);

function scheme(
  names: Pick<SpanDetector, "id" | "placeholder" | "source" | "about"> & { readonly keyword: string },
  scoreOf: (credential: string, reading: Reading) => number,
  examples: SpanDetector["examples"],
): SpanDetector {
  const { keyword, ...described } = names;
  return {
    ...described,
    keywords: [keyword],
    maxLength: CREDENTIAL_MAX + 3,
    find: findAtHits((reading, hit) => {
      const whole = valueAt(CREDENTIAL, reading.raw, hit.end);
      if (whole === null) return null;
      const { start } = whole;
      // A full stop ends the sentence.
      const credential = whole.text.replace(/\.+$/, "");
      const score = scoreOf(credential, reading);
      return score > 0 ? { start, end: start + credential.length, score } : null;
    }),
    stableUntil: holdValue({ maxLength: CREDENTIAL_MAX + 3, gap: GAP }),
    examples,
  };
}

/** The credential of `Authorization: Bearer …`, whatever its format. */
export const BEARER_TOKEN = scheme(
  {
    id: "bearer-token",
    placeholder: "BEARER_TOKEN",
    keyword: "bearer",
    source: "https://www.rfc-editor.org/rfc/rfc6750",
    about: { name: "credential after `Bearer`", form: "`Bearer` and a value that looks drawn" },
  },
  // A name as strong as "secret", but values after it in prose are words, so it takes a longer one.
  (credential, reading) => (credential.length < BEARER_MIN ? 0 : scoreValue(reading, credential, "strong")),
  {
    hits: [[["-H 'Authorization: Bearer ", "q7Rk2mVx9LpT4wZb8N.d3' https://api"].join(""), "q7Rk2mVx9LpT4wZb8N.d3"]],
    misses: ["Authorization: Bearer {token}", "the bearer responsibilities2 are", "Bearer xxxxxxxxxxxxxxxxxxxxx1"],
  },
);

/** The credential of `Authorization: Basic …`: base64 of `user:password`. */
export const BASIC_CREDENTIALS = scheme(
  {
    id: "basic-credentials",
    placeholder: "BASIC_CREDENTIALS",
    keyword: "basic",
    source: "https://www.rfc-editor.org/rfc/rfc7617",
    about: { name: "credential after `Basic`", form: "base64 of `user:password`" },
  },
  (credential) => {
    const pair = decodeBase64(credential);
    if (pair === null || !/^[ -9;-~]{1,128}:[ -~]{1,256}$/.test(pair)) return 0;
    return isStandIn(pair) || /^(?:user(?:name)?|aladdin|login)?:(?:pass(?:word)?|open ?sesame)?$/i.test(pair)
      ? STAND_IN_SCORE
      : 0.9;
  },
  {
    hits: [[["Authorization: Basic ", "c3ZjOlIya20tN3Bx"].join(""), "c3ZjOlIya20tN3Bx"]],
    misses: [
      "basic authentication is off",
      "Authorization: Basic dXNlcjpwYXNzd29yZA==",
      "Authorization: Basic $CREDENTIALS",
    ],
  },
);

function decodeBase64(text: string): string | null {
  try {
    return atob(text.replace(/=+$/, ""));
  } catch {
    // Not base64: an ordinary word after "basic".
    return null;
  }
}

const VALUE_MAX = 1024;
/** Shortest value, UTF-16 units: OWASP asks for 64 bits of a session id, which are 16 hexadecimal digits. */
const VALUE_MIN = 16;
/** How far before a cookie the header's name may stand in the same line, UTF-16 units. */
const HEADER_MAX = 200;
/** Longest rest of a cookie's name from its word on, UTF-16 units. */
const NAME_MAX = 24;
const NAME_END = /(?:sess(?:ion)?|sid|token|auth|jwt|login|remember)[A-Za-z0-9_.-]{0,16}$/i;
const VALUE = new RegExp(
  String.raw`((?:[A-Za-z0-9._~+/=:!-]|%[0-9A-Fa-f]{2}){${VALUE_MIN},${VALUE_MAX}})(?![A-Za-z0-9._~+/=%-])`,
  "y",
);
const sample = drawToken([run(ALPHABET.base62, 26)], 31);

/** The value of a cookie that keeps a user signed in. */
export const SESSION_COOKIE: SpanDetector = {
  id: "session-cookie",
  placeholder: "SESSION_COOKIE",
  keywords: ["sess", "sid="],
  maxLength: VALUE_MAX + 4,
  source: "https://cheatsheetseries.owasp.org/cheatsheets/Session_Management_Cheat_Sheet.html",
  about: {
    name: "cookie that keeps somebody signed in",
    form: "a cookie header, the name of a session, a drawn value",
  },
  find: findAtHits(({ raw }, hit) => readCookie(raw, hit.start)),
  stableUntil: holdValue({ maxLength: VALUE_MAX + 4, gap: NAME_MAX + 2 }),
  examples: {
    hits: [
      [`Cookie: theme=dark; PHPSESSID=${sample}; lang=en`, sample],
      [`Set-Cookie: connect.sid=${sample}; Path=/; HttpOnly`, sample],
    ],
    misses: [`session=${sample}`, "Cookie: session=none; theme=dark", `Cookie: message=${sample}`],
  },
};

/** The cookie whose name has its word at `at`. */
function readCookie(raw: string, at: number): Match | null {
  const name = /^[^=]*/.exec(raw.slice(at, at + NAME_MAX))?.[0] ?? "";
  const start = at + name.length + 1;
  if (name.length === NAME_MAX || !NAME_END.test(name) || !isInHeader(raw, at)) return null;
  VALUE.lastIndex = start;
  const text = raw.charAt(start - 1) === "=" ? VALUE.exec(raw)?.[1] : undefined;
  if (text === undefined || !/\d/.test(text) || entropyBits(text) < 3) return null;
  return { start, end: start + text.length, score: isStandIn(text) ? STAND_IN_SCORE : 0.8 };
}

/** Whether the line names a cookie before `at`. */
function isInHeader(raw: string, at: number): boolean {
  const before = raw.slice(Math.max(0, at - HEADER_MAX), at);
  return /cookie["']?[ \t]{0,2}[:=,][^\r\n]*$/i.test(before);
}
