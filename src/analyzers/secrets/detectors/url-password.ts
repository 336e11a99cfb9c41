import type { Match, SpanDetector } from "../../detector.ts";
import { STAND_IN_SCORE } from "../../token-rule.ts";
import { holdUserinfo, isShownPassword, USERINFO_MAX, userinfoAt } from "../../url-userinfo.ts";
import { isStandIn } from "../../value.ts";
import { isReference } from "../gate.ts";
import { isPasswordPlaceholder, WEAK_PASSWORD_SCORE } from "../weak-password.ts";

const SCORE = 0.9;

function scoreUserinfo(user: string, password: string): number {
  if (isPasswordPlaceholder(password, user)) return STAND_IN_SCORE;
  const isWord = isShownPassword(password) || isStandIn(password) || /^[a-z]+$/i.test(password);
  return isWord ? WEAK_PASSWORD_SCORE : SCORE;
}

/** Who logs in, and with what, in `scheme://user:password@host`; the rest of the address stays readable. */
export const URL_PASSWORD: SpanDetector = {
  id: "url-password",
  placeholder: "URL_PASSWORD",
  keywords: ["://"],
  maxLength: USERINFO_MAX,
  source: "https://www.rfc-editor.org/rfc/rfc3986#section-3.2.1",
  about: { name: "password in an address", form: "`scheme://user:password@host`; the password only" },
  find: ({ raw }, hits, from) => {
    const matches: Match[] = [];
    for (const hit of hits) {
      const found = userinfoAt(raw, hit.end);
      if (found === null || isReference(found.password)) continue;
      const { end, password } = found;
      const user = raw.slice(found.start, end - password.length - 1);
      const start = user === "" ? end - password.length : found.start;
      if (start >= from) matches.push({ start, end, score: scoreUserinfo(user, password) });
    }
    return matches;
  },
  stableUntil: ({ raw }, hits) => holdUserinfo(raw, hits),
  examples: {
    hits: [
      [["postgres://svc:", "u1aibn-y3rgt7@db.internal:5432/app"].join(""), "svc:u1aibn-y3rgt7"],
      [["see redis://:", "Tr0ub4dor.77@cache:6379/0, ok"].join(""), "Tr0ub4dor.77"],
      [['url = "https://svc:', 'my0mpl3xP@ss@host.test/v2"'].join(""), "svc:my0mpl3xP@ss"],
      [["amqp://shop:", "rabbithole@mq.internal/"].join(""), "shop:rabbithole"],
    ],
    misses: [
      "https://user:password@localhost/",
      "postgres://postgres:postgres@localhost/app",
      "https://me:<password>@host.test",
      "https://host.example:8080/@scope/name",
      "postgres://app:${DB_PASSWORD}@db/app",
      "https://en.wikipedia.org/wiki/A:b@c",
    ],
  },
};
