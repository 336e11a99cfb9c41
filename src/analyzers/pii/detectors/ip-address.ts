import { SIGN } from "../../../text/units.ts";
import type { Match } from "../../detector.ts";
import type { PiiDetector } from "../groups.ts";
import { holdToken } from "../../hold-run.ts";
import { hasPair } from "../candidates.ts";

const OCTET = "(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)";
const QUAD = `(?:${OCTET}\\.){3}${OCTET}`;
/** The interface that a link-local address is good for (RFC 4007 §11). */
const ZONE = "(?:%[A-Za-z][A-Za-z0-9]{1,14})?";
/** A network: how many bits of the address are its own. */
const BITS = "(?:\\/\\d{1,3}(?![\\w/]|\\.\\d))?";
const V4 = new RegExp(`(?<![A-Za-z0-9_.-])${QUAD}(?![A-Za-z0-9_]|[.-]\\d)${BITS}`, "g");
/** Two colons with no more than a group between them: rare in prose, and quick to find. */
const COLONS = /:[0-9A-Fa-f]{0,4}:/g;
const COLONS_APART = { least: 1, most: 5 };
/** Longest stretch of groups before the last colon. */
const V6_LEAD_MAX = 40;
const LOOPBACK = "::1";
const V6 = new RegExp(
  `(?<![\\w:.])[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){1,6}:(?:[0-9A-Fa-f]{0,4}(?![\\w:]|\\.\\d)|${QUAD}(?![\\w:]|\\.\\d))${ZONE}${BITS}`,
  "y",
);
const VERSION = /(?:(?<![a-z])(?:v|ver|rev)|version|release|build)["'>)(\]]{0,2}[.:= ]{0,3}["'(]?$|==$/i;
/** `Chrome/120.0.0.0`: browsers report their version with zeros (RFC 9110 §10.1.5); `nginx/1.2.3.4` and its like stand alone. */
const PRODUCT = /[A-Za-z]\/$/;
const LONE_PRODUCT = /(?:^|[\s("'`;,])[A-Za-z][\w.-]{1,24}\/$/;
const MAX_LENGTH = 50;

/** IPv4 and IPv6 addresses, but not version numbers and times of day. */
export const IP_ADDRESS: PiiDetector = {
  id: "IP_ADDRESS",
  placeholder: "IP_ADDRESS",
  group: "network",
  keywords: [],
  maxLength: MAX_LENGTH,
  source: "https://www.rfc-editor.org/rfc/rfc5952",
  about: { name: "IPv4 or IPv6 address or network", form: "the notation; versions and clock times are none" },
  find: ({ raw, signs }, _hits, from) => {
    const matches: Match[] = [];
    if ((signs & SIGN.digit) !== 0) addV4(raw, from, matches);
    if (hasPair(raw, ":", COLONS_APART)) addV6(raw, from, matches);
    return matches;
  },
  stableUntil: holdToken(2 * MAX_LENGTH),
  examples: {
    hits: [
      ["from 203.0.113.7, port 443", "203.0.113.7"],
      ["http://198.51.100.23:8080/x", "198.51.100.23"],
      ["peer 2001:db8:85a3::8a2e:370:7334 left", "2001:db8:85a3::8a2e:370:7334"],
      ["[2001:db8:0:0:1:0:0:1]:443", "2001:db8:0:0:1:0:0:1"],
      ["client ::ffff:192.0.2.44 left", "::ffff:192.0.2.44"],
      ["allow 203.0.113.0/24.", "203.0.113.0/24"],
      ["route fe80::/10", "fe80::/10"],
      ["ping fe80::1ff:fe23:4567:890a%eth2", "fe80::1ff:fe23:4567:890a%eth2"],
      ["src=::1 port", "::1"],
    ],
    misses: [
      "version 1.2.3.4",
      "1.2.3.4.5",
      "256.1.1.1",
      "v10.0.0.1",
      "Chrome/120.0.0.0",
      "nginx/1.2.3.4",
      '{"version":"1.2.3.4"}',
      "::ffff:256.0.0.1",
      "at 12:34:56",
      "std::vector",
      "a::b",
      "1.2.3",
    ],
  },
};

function addV4(raw: string, from: number, matches: Match[]): void {
  V4.lastIndex = from;
  for (let found = V4.exec(raw); found !== null; found = V4.exec(raw))
    if (!isVersion(raw, found.index, found[0])) matches.push({ start: found.index, end: V4.lastIndex, score: 0.9 });
}

function isVersion(raw: string, start: number, address: string): boolean {
  const before = raw.slice(Math.max(0, start - 28), start);
  if (VERSION.test(before) || (PRODUCT.test(before) && address.endsWith(".0.0.0"))) return true;
  return raw.charAt(start + address.length) !== "/" && LONE_PRODUCT.test(before);
}

/** Each address holds two colons close together; from there back to where its groups begin. */
function addV6(raw: string, from: number, matches: Match[]): void {
  COLONS.lastIndex = from;
  // There are only groups and colons from `start` to `read`: consecutive colons are read once.
  let start = from;
  let read = from;
  while (COLONS.test(raw)) {
    const colons = raw.lastIndexOf(":", COLONS.lastIndex - 2);
    const lead = leadStart(raw, read, colons);
    if (lead > read) start = lead;
    read = colons;
    if (colons - start > V6_LEAD_MAX) continue;
    V6.lastIndex = start;
    const found = V6.exec(raw)?.[0];
    if (found === undefined) continue;
    if (isV6(found)) matches.push({ start, end: V6.lastIndex, score: 0.9 });
    COLONS.lastIndex = Math.max(COLONS.lastIndex, V6.lastIndex);
  }
}

/** Where the groups and colons before `end` begin; at `from` at the earliest. */
function leadStart(raw: string, from: number, end: number): number {
  let start = end;
  while (start > from && isGroupUnit(raw.charCodeAt(start - 1))) start -= 1;
  return start;
}

/** A hexadecimal digit or a colon. */
const isGroupUnit = (code: number): boolean =>
  (code >= 48 && code <= 58) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);

function isV6(match: string): boolean {
  // The last four octets replace two groups (RFC 4291 §2.2).
  if (match === LOOPBACK) return true;
  const text = match.replace(/[/%].*$/, "").replace(/(?:\d+\.){3}\d+$/, "0:0000");
  const groups = text.split(":");
  const filled = groups.filter((group) => group !== "");
  const compressed = text.split("::").length - 1;
  if (text.includes(":::") || compressed > 1) return false;
  if (compressed === 0 && (groups.length !== 8 || filled.length !== 8)) return false;
  // Short forms without a digit, or with two short groups, are names in code, unless they say how many bits count.
  return (
    compressed === 0 || match.includes("/") || (filled.length >= 2 && /\d/.test(text) && filled.join("").length >= 5)
  );
}
