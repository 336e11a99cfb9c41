import type { KeywordHit } from "../../../text/match/automaton.ts";
import type { Match } from "../../detector.ts";
import { holdToken, tokenStart } from "../../hold-run.ts";
import { EndPattern } from "../end-pattern.ts";
import type { PiiDetector } from "../groups.ts";
import { holdUserinfo, isShownPassword, USERINFO_MAX, userinfoAt } from "../../url-userinfo.ts";

/** Longest address that is read, UTF-16 units; longer ones are cut off. */
const URL_MAX = 200;
const LABEL_REACH = 40;
/** UTF-16 units after the address in which a label counts. */
const AFTER = 40;
/** Most addresses do not identify a person, so their score is below any usual threshold. */
const PLAIN_SCORE = 0.4;
const PERSONAL_SCORE = 0.65;

const HOST = String.raw`(?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.){1,6}\p{L}{2,18}(?![\p{L}\p{N}@_-])`;
const REST = String.raw`(?::\d{1,5}(?!\d))?(?:[/?#][^\s"'<>\\^\x60{|}]{0,100})?`;
const WITH_SCHEME = new RegExp(`(?:https?|ftp)://${HOST}${REST}`, "iuy");
const WITH_WWW = new RegExp(`www\\.${HOST}${REST}`, "iuy");
const BARE = new RegExp(`${HOST}${REST}`, "iuy");
/** Between a label and an address without scheme. */
const BRIDGE = /(?: (?:is|on|the|file|form|to|at|was|address|url)){0,5}[ \t]{0,2}[:=]?[ \t]{0,2}["'(]?/iuy;
const LABEL = new EndPattern(
  /(?<!\p{L})(?:web ?site|home ?page|blog|portfolio|profile)["']?(?: (?:on|is|the|file|form|to|at|was|url|address|my|new)){0,5}[^\p{L}\p{N}]{0,4}$/iu,
);
const LABEL_AFTER =
  /^["')\]]{0,2},? (?:is|was) (?:my|his|her|their) (?:personal )?(?:web ?site|home ?page|blog|portfolio|profile)/iu;
/** Pages that a person has on a network. */
const PROFILE =
  /^(?:https?:\/\/)?(?:[a-z]{2,3}\.)?(?:linkedin\.com\/in\/\w|(?:facebook|instagram)\.com\/[\w.]{3}|(?:twitter|x)\.com\/\w{3}|t\.me\/\w{4}|vk\.com\/id\d)/i;

/** Web addresses: those of persons, known by a label or a network; others weakly. */
export const WEB_ADDRESS: PiiDetector = {
  id: "URL",
  placeholder: "URL",
  group: "network",
  keywords: ["://", "www.", "website", "homepage"],
  maxLength: URL_MAX,
  source: "https://www.rfc-editor.org/rfc/rfc3986",
  about: {
    name: "web address",
    form: "0.65 for addresses of persons: beside a label, or a page on a network of people; 0.4 for all others",
  },
  find: ({ raw }, hits, from) => {
    const matches: Match[] = [];
    let done = from;
    for (const hit of hits) {
      const start = addressStart(raw, hit);
      if (start < done) continue;
      const end = addressEnd(raw, start, hit);
      if (end < 0) continue;
      matches.push({ start, end, score: isPersonal(raw, start, end) ? PERSONAL_SCORE : PLAIN_SCORE });
      done = end;
    }
    return matches;
  },
  stableUntil: holdToken(URL_MAX + AFTER, (reading, hits, from) => {
    const { raw } = reading;
    let held = tokenStart(raw, URL_MAX + AFTER);
    for (const { start, end } of WEB_ADDRESS.find(reading, hits, from))
      if (end + AFTER >= raw.length) held = Math.min(held, start);
    return held;
  }),
  examples: {
    hits: [
      ["my website is https://ann.example.org/cv", "https://ann.example.org/cv"],
      ["website: ann-smith.example.org.", "ann-smith.example.org"],
      ["http://example.site is my website", "http://example.site"],
      ["see https://www.linkedin.com/in/ann-smith-12", "https://www.linkedin.com/in/ann-smith-12"],
    ],
    misses: ["www.microsoft", "http://microsoft", "the website of 2019", "see https://example.org/docs"],
  },
};

/** Start of a possible address at a keyword; -1 if there cannot be one. */
function addressStart(raw: string, { start, end }: KeywordHit): number {
  const first = raw.charCodeAt(start);
  if (first === 0x3a) {
    const scheme = /(?<![A-Za-z0-9+.-])(?:https?|ftp)$/i.exec(raw.slice(Math.max(0, start - 6), start));
    return scheme === null ? -1 : start - scheme[0].length;
  }
  if (raw.charCodeAt(end - 1) === 0x2e)
    return /[\p{L}\p{N}@.-]$/u.test(raw.slice(Math.max(0, start - 1), start)) ? -1 : start;
  BRIDGE.lastIndex = end;
  return BRIDGE.test(raw) && BRIDGE.lastIndex > end ? BRIDGE.lastIndex : -1;
}

function addressEnd(raw: string, start: number, { start: hit, end: hitEnd }: KeywordHit): number {
  const isScheme = raw.charCodeAt(hit) === 0x3a;
  const pattern = isScheme ? WITH_SCHEME : raw.charCodeAt(hitEnd - 1) === 0x2e ? WITH_WWW : BARE;
  pattern.lastIndex = start;
  const found = pattern.exec(raw)?.[0];
  if (found === undefined) return -1;
  // Points, commas and brackets at its end are of the sentence.
  return start + Math.min(URL_MAX, found.replace(/[.,;:!?)\]*]{1,8}$/, "").length);
}

function isPersonal(raw: string, start: number, end: number): boolean {
  return (
    LABEL.test(raw.slice(Math.max(0, start - LABEL_REACH), start)) ||
    LABEL_AFTER.test(raw.slice(end, end + AFTER)) ||
    PROFILE.test(raw.slice(start, end).replace(/^(https?:\/\/)www\./i, "$1"))
  );
}

/** The credentials in `scheme://user:password@host`. */
export const URL_CREDENTIALS: PiiDetector = {
  id: "URL_CREDENTIALS",
  placeholder: "URL_CREDENTIALS",
  group: "credentials",
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
