import type { Match, SpanDetector } from "../../detector.ts";
import { holdValue } from "../../hold-run.ts";
import { ALPHABET, drawToken, run, STAND_IN_SCORE } from "../../token-rule.ts";
import { entropyBits, isStandIn } from "../../value.ts";

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

/** The value of a cookie that keeps somebody signed in. */
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
  find: ({ raw }, hits, from) => {
    const matches: Match[] = [];
    for (const hit of hits) {
      const match = readCookie(raw, hit.start);
      if (match !== null && match.start >= from && match.start !== matches.at(-1)?.start) matches.push(match);
    }
    return matches;
  },
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
