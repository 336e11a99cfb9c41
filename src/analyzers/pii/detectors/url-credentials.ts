import type { Match, SpanDetector } from "../../detector.ts";
import { holdUserinfo, isShownPassword, USERINFO_MAX, userinfoAt } from "../../url-userinfo.ts";

/** Who logs in, and with what, in `scheme://user:password@host`. */
export const URL_CREDENTIALS: SpanDetector = {
  id: "URL_CREDENTIALS",
  placeholder: "URL_CREDENTIALS",
  keywords: ["://"],
  maxLength: USERINFO_MAX,
  source: "https://www.rfc-editor.org/rfc/rfc3986#section-3.2.1",
  about: { name: "user and password in an address", form: "`scheme://user:password@host`" },
  find: ({ raw }, hits, from) => {
    const matches: Match[] = [];
    for (const hit of hits) {
      const found = userinfoAt(raw, hit.end);
      if (found === null || found.start < from || /^[$%{]/.test(found.password)) continue;
      matches.push({ start: found.start, end: found.end, score: isShownPassword(found.password) ? 0.4 : 0.9 });
    }
    return matches;
  },
  stableUntil: ({ raw }, hits) => holdUserinfo(raw, hits),
  examples: {
    hits: [["clone https://jane:" + "Tr0ub4dor.77@git.example.org/x", "jane:" + "Tr0ub4dor.77"]],
    misses: ["https://git.example.org/jane:x@y", "https://user:password@localhost/", "postgres://app:${PASSWORD}@db/x"],
  },
};
