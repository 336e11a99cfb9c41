import type { Reading } from "../../../text/reading.ts";
import type { Match, SpanDetector } from "../../detector.ts";
import { holdRun } from "../../hold-run.ts";
import { isIn, tableOf } from "../bare-value.ts";
import { scoreNearPassword, scoreValue } from "../gate.ts";
import { isPasswordPlaceholder } from "../weak-password.ts";

const USER_MAX = 32;
const PASSWORD_MAX = 64;
const MAIL_MAX = 64;
const LEAD_MAX = USER_MAX + PASSWORD_MAX + 2;
const DOMAIN_MAX = 80;
const REACH = DOMAIN_MAX + PASSWORD_MAX + 4;

/** `user:password` before the sign, where no scheme stands before it: addresses with one are `url-password`'s. */
const PAIR = new RegExp(
  String.raw`(?:^|[\s"'\x60=,(])([A-Za-z][A-Za-z0-9_.-]{0,${USER_MAX - 1}}):(?!//)([^\s"'<>]{6,${PASSWORD_MAX}})$`,
);
/** What no mail address has after the sign: an address of numbers, a port, a network in brackets. */
const HOST =
  /(?:\d{1,3}(?:\.\d{1,3}){3}(?![\w.])|localhost(?![\w.])|(?:tcp|unix)?\([A-Za-z0-9_./:-]{1,60}\)|[A-Za-z0-9-]{1,40}(?:\.[A-Za-z0-9-]{1,30}){0,4}:\d{2,5}(?!\w))/y;
/** Schemes and fields that stand before an address. */
const NO_USER = /^(?:sips?|xmpp|mailto|e?-?mail|tel|ssh|scp|from|to|cc|contact|host|server|image|user|login)$/i;

/** The address before the sign at the beginning of a line, and a password after it up to the line's end. */
const MAIL_BEFORE = new RegExp(String.raw`(?:^|\n)[A-Za-z0-9_.+-]{1,${MAIL_MAX}}$`);
const MAIL_AFTER = new RegExp(
  String.raw`[A-Za-z0-9-]{1,40}(?:\.[A-Za-z0-9-]{1,20}){1,3}[:;|]([!-~]{8,${PASSWORD_MAX}})(?=\r?\n|$)`,
  "y",
);
/** A repository, a file. */
const PLACE = /\/|\.[a-z]{2,4}$/i;

/** A password in a list of logins: before a host, or after a mail address that has a line of its own. */
export const LOGIN_PAIR: SpanDetector = {
  id: "login-pair",
  placeholder: "PASSWORD",
  keywords: [],
  maxLength: LEAD_MAX + REACH,
  source: "https://www.rfc-editor.org/rfc/rfc3986#section-3.2.1",
  about: {
    name: "password in a list of logins",
    form: "`user:password@10.0.0.4`, `user:password@host:port`, a line `mail:password`",
  },
  find: (reading, _, from) => {
    const { raw } = reading;
    const matches: Match[] = [];
    for (let at = raw.indexOf("@", Math.max(0, from - REACH)); at >= 0; at = raw.indexOf("@", at + 1)) {
      if (isMailAddress(raw, at + 1)) continue;
      const match = beforeHost(reading, at) ?? afterMail(reading, at);
      if (match !== null && match.start >= from) matches.push(match);
    }
    return matches;
  },
  stableUntil: holdRun({ maxLength: LEAD_MAX + REACH, keywordMax: LEAD_MAX + REACH }),
  examples: {
    hits: [
      [["ops:", "Harbour-4471", "@10.0.0.4"].join(""), "Harbour-4471"],
      [["dsn = shop:", "k9!tz7Qw", "@tcp(db:3306)/orders"].join(""), "k9!tz7Qw"],
      [["anna@shop.test:", "Harbour-4471\nben@shop.test:x"].join(""), "Harbour-4471"],
    ],
    misses: [
      "sip:anna4471@10.0.0.4",
      "mail:Anna.4471@shop.test",
      "git@host.test:Team-2/App-1",
      "node:26-slim@sha256:12ab",
      "shop:${DB_PASSWORD}@tcp(db:3306)/orders",
    ],
  },
};

const IN_DOMAIN = tableOf(/[A-Za-z0-9.-]/);
const IS_DIGIT = tableOf(/\d/);
/** What may follow a domain: a port, the password. */
const JOINS = tableOf(/[:;|(]/);

/** Whether a name stands after the sign and nothing that joins it with more: what nearly all of them are. */
function isMailAddress(raw: string, start: number): boolean {
  if (isIn(IS_DIGIT, raw.charCodeAt(start)) || raw.startsWith("localhost", start)) return false;
  let end = start;
  while (end - start < DOMAIN_MAX && isIn(IN_DOMAIN, raw.charCodeAt(end))) end += 1;
  return !isIn(JOINS, raw.charCodeAt(end)) && end - start < DOMAIN_MAX;
}

function beforeHost(reading: Reading, sign: number): Match | null {
  const { raw } = reading;
  HOST.lastIndex = sign + 1;
  if (!HOST.test(raw)) return null;
  const [, user, password] = PAIR.exec(raw.slice(Math.max(0, sign - LEAD_MAX), sign)) ?? [];
  if (user === undefined || password === undefined || NO_USER.test(user)) return null;
  if (isPasswordPlaceholder(password, user)) return null;
  const score = scoreValue(reading, password, "password");
  return score === 0 ? null : { start: sign - password.length, end: sign, score };
}

function afterMail(reading: Reading, sign: number): Match | null {
  const { raw } = reading;
  MAIL_AFTER.lastIndex = sign + 1;
  const password = MAIL_AFTER.exec(raw)?.[1];
  if (password === undefined || PLACE.test(password)) return null;
  if (!MAIL_BEFORE.test(raw.slice(Math.max(0, sign - MAIL_MAX - 1), sign))) return null;
  const score = scoreNearPassword(reading, password, true);
  return score === 0 ? null : { start: MAIL_AFTER.lastIndex - password.length, end: MAIL_AFTER.lastIndex, score };
}
