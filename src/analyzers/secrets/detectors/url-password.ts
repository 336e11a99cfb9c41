import type { Match, SpanDetector } from "../../detector.ts";
import { STAND_IN_SCORE } from "../../token-rule.ts";
import { holdUserinfo, isShownPassword, USERINFO_MAX, userinfoAt } from "../../url-userinfo.ts";
import { isStandIn } from "../../value.ts";
import { isReference } from "../gate.ts";

/** The password in `scheme://user:password@host`; only the password, so that the rest of the address stays readable. */
export const URL_PASSWORD: SpanDetector = {
  id: "url-password",
  placeholder: "URL_PASSWORD",
  keywords: ["://"],
  maxLength: USERINFO_MAX,
  source: "https://www.rfc-editor.org/rfc/rfc3986#section-3.2.1",
  about: { name: "password in an address", form: "`scheme://user:password@host`; the password only" },
  find: (raw, hits, from) => {
    const matches: Match[] = [];
    for (const hit of hits) {
      const found = userinfoAt(raw, hit.end);
      if (found === null || isReference(found.password)) continue;
      const { end, password } = found;
      const start = end - password.length;
      if (start >= from)
        matches.push({ start, end, score: isShownPassword(password) || isStandIn(password) ? STAND_IN_SCORE : 0.9 });
    }
    return matches;
  },
  heldFrom: holdUserinfo,
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
