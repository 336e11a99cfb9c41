import type { Match, SpanDetector } from "../../detector.ts";
import { STAND_IN_SCORE } from "../../token-rule.ts";
import { isStandIn } from "../../value.ts";
import { isReference } from "../gate.ts";

const USER_MAX = 80;
const PASSWORD_MAX = 128;
/** Scheme mark, user, colon, password, at sign, first of the host. */
const MAX_LENGTH = 3 + USER_MAX + 1 + PASSWORD_MAX + 2;

// Printable ASCII without the characters that end the authority or quote the URL (RFC 3986 §3.2). The last `@` counts:
// people forget to escape one in a password.
const USERINFO = new RegExp(
  `[!$%&()*+,\\-.0-9;=A-Z_a-z~]{0,${USER_MAX}}:([!$%&()*+,\\-.0-9:;=@A-Z\\[\\]^_a-z{|}~]{1,${PASSWORD_MAX}})@(?=[A-Za-z0-9[$%{_-])`,
  "y",
);
/** Passwords that documentation shows. */
const SHOWN =
  /^(?:pass(?:word)?|passwd|pw|pwd|secret|token|user(?:name)?|admin|root|postgres|mysql|guest|test|key|api[-_]?key|\W+)$/i;

/** The password in `scheme://user:password@host`; only the password, so that the rest of the address stays readable. */
export const URL_PASSWORD: SpanDetector = {
  id: "url-password",
  placeholder: "URL_PASSWORD",
  keywords: ["://"],
  maxLength: MAX_LENGTH,
  source: "https://www.rfc-editor.org/rfc/rfc3986#section-3.2.1",
  find: (raw, hits, from) => {
    const matches: Match[] = [];
    for (const hit of hits) {
      USERINFO.lastIndex = hit.end;
      const password = USERINFO.exec(raw)?.[1];
      if (password === undefined) continue;
      const end = USERINFO.lastIndex - 1;
      const start = end - password.length;
      if (start < from || isReference(password)) continue;
      matches.push({ start, end, score: SHOWN.test(password) || isStandIn(password) ? STAND_IN_SCORE : 0.9 });
    }
    return matches;
  },
  heldFrom: (raw, hits) => {
    let held = raw.length;
    for (const hit of hits)
      if (hit.end + MAX_LENGTH > raw.length && !/[^!-~]/.test(raw.slice(hit.end))) held = Math.min(held, hit.end);
    return held;
  },
  examples: {
    hits: [
      [["postgres://svc:", "u1aibn-y3rgt7@db.internal:5432/app"].join(""), "u1aibn-y3rgt7"],
      [["see redis://:", "Tr0ub4dor.77@cache:6379/0, ok"].join(""), "Tr0ub4dor.77"],
      [['url = "https://svc:', 'my0mpl3xP@ss@host.test/v2"'].join(""), "my0mpl3xP@ss"],
    ],
    misses: [
      "https://user:password@localhost/",
      "https://host.example:8080/@scope/name",
      "postgres://app:${DB_PASSWORD}@db/app",
      "https://en.wikipedia.org/wiki/A:b@c",
    ],
  },
};
