import type { Match, SpanDetector } from "../../detector.ts";
import { ALPHABET, drawToken, run, STAND_IN_SCORE } from "../../token-rule.ts";
import { holdUserinfo, isShownPassword, USERINFO_MAX, userinfoAt } from "../../url-userinfo.ts";
import { entropyBits, isStandIn } from "../../value.ts";
import { findAtHits } from "../find-at-hits.ts";
import { isReference } from "../gate.ts";
import { isPasswordPlaceholder, WEAK_PASSWORD_SCORE } from "../weak-password.ts";
import { holdValue } from "../../hold-run.ts";

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
  find: findAtHits(({ raw }, hit) => {
    const found = userinfoAt(raw, hit.end);
    if (found === null || isReference(found.password)) return null;
    const { end, password } = found;
    const user = raw.slice(found.start, end - password.length - 1);
    const start = user === "" ? end - password.length : found.start;
    return { start, end, score: scoreUserinfo(user, password) };
  }),
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

/** Longest signature, UTF-16 units: 512 hexadecimal digits of RSA-2048. */
const SIGNATURE_MAX = 640;
const SIGNATURE = new RegExp(
  String.raw`([A-Za-z0-9+/=_~-]|%[0-9A-Fa-f]{2}){40,${SIGNATURE_MAX}}(?![A-Za-z0-9+/_~-])`,
  "y",
);
const sample = `${drawToken([run(ALPHABET.base62, 42)], 8)}%3D`;

/** The signature of an address that gives access to anyone who has it: Azure SAS, AWS and Google presigned URLs. */
export const SIGNED_ADDRESS: SpanDetector = {
  id: "signed-address",
  placeholder: "URL_SIGNATURE",
  keywords: ["sig=", "signature="],
  maxLength: SIGNATURE_MAX + 3,
  source: "https://learn.microsoft.com/en-us/rest/api/storageservices/create-service-sas",
  about: {
    name: "signature of an address that opens a file",
    form: "a parameter for signatures and 40 characters or more",
  },
  find: ({ raw }, hits, from) => {
    const matches: Match[] = [];
    for (const hit of hits) {
      if (hit.end < from || !/[?&;"'\s-]$/.test(raw.slice(Math.max(0, hit.start - 1), hit.start))) continue;
      SIGNATURE.lastIndex = hit.end;
      const found = SIGNATURE.exec(raw)?.[0];
      if (found === undefined || entropyBits(found) < 3.4) continue;
      matches.push({ start: hit.end, end: hit.end + found.length, score: isStandIn(found) ? STAND_IN_SCORE : 0.9 });
    }
    return matches;
  },
  stableUntil: holdValue({ maxLength: SIGNATURE_MAX + 3, gap: 1 }),
  examples: {
    hits: [
      [`https://x.blob.core.windows.net/c/f.csv?sv=2022-11-02&sp=r&sig=${sample}`, sample],
      [`?sig=${sample}&se=2030-01-01`, sample],
    ],
    misses: ["?sig=short", `design=${sample}`],
  },
};
