import type { KeywordHit } from "../../../text/match/automaton.ts";
import type { Match, SpanDetector } from "../../detector.ts";
import { ALPHABET, run, tokenDetector } from "../../token-rule.ts";

/**
 * Longest block, UTF-16 units; RSA with 16384 bits needs 12.7 K. A stream holds an open block back up to here; a longer
 * block is found with this length, and what stands after it is judged like any text.
 */
export const KEY_BLOCK_MAX = 16_384;
/** Base64 characters in the body that make a block a key and not a mention of one. */
const BODY_MIN = 32;
/** The same where the end is missing. */
const BODY_MIN_TRUNCATED = 60;
/** The most that one step of the walk reads, UTF-16 units: a header line with its end. */
const STEP_MAX = 200;
/** A line of this length is key material; shorter ones are only a block's last lines. */
const LINE_MIN = 20;
/** Last line of the base64, then the checksum line of PGP. */
const SHORT_LINES_MAX = 2;

const OPENER =
  /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-{3,6}|PuTTY-User-Key-File-[23]: ?[a-z0-9@.-]{3,40}/y;
/** The longest text that may still become an opener. */
const OPENER_MAX = 80;
const CLOSER = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;
// RFC 1421 §4.6 and RFC 4880 §6.2 header lines, and PuTTY's.
const HEADER =
  /(?:Proc-Type|DEK-Info|Version|Comment|Charset|Hash|MessageID|Encryption|(?:Public|Private)-Lines|Private-(?:MAC|Hash)|Key-Derivation|Argon2-[A-Za-z]{4,11}): [^\r\n\\]{0,120}(?=[\r\n\\])/y;
// Line breaks as such or escaped, and what code, logs and quoted mail put around each line.
const SEPARATOR = /(?:\s|\\+[nrt]|\\?["'`]|[+,;|>#*]){1,40}/y;
const LINE = /[A-Za-z0-9+/=]{1,4096}/y;
const LINE_END = /[\r\n"'`,]|\\|$/y;

interface Block {
  readonly end: number;
  /** Key material in it, characters. */
  readonly bodyLength: number;
  readonly isClosed: boolean;
  /** Where the walk stopped. */
  readonly stop: number;
}

export const PRIVATE_KEY: SpanDetector = {
  id: "private-key",
  placeholder: "PRIVATE_KEY",
  keywords: ["-----BEGIN ", "PuTTY-User-Key-File-"],
  maxLength: KEY_BLOCK_MAX + STEP_MAX,
  source: "https://www.rfc-editor.org/rfc/rfc7468",
  about: { name: "private key in text form", form: "the block from its first to its last line, cut ones too" },
  find: ({ raw }, hits, from) => {
    const matches: Match[] = [];
    for (const hit of hits) {
      if (hit.start < from) continue;
      const block = readBlock(raw, hit);
      if (block === null) continue;
      const enough = block.bodyLength >= (block.isClosed ? BODY_MIN : BODY_MIN_TRUNCATED);
      if (enough) matches.push({ start: hit.start, end: block.end, score: 1 });
    }
    return matches;
  },
  stableUntil: ({ raw }, hits) => {
    const { length } = raw;
    for (const hit of hits) {
      if (hit.start + KEY_BLOCK_MAX + STEP_MAX <= length) continue;
      const block = readBlock(raw, hit);
      const isOpen =
        block === null ? hit.start + OPENER_MAX > length : !block.isClosed && block.stop + STEP_MAX > length;
      if (isOpen) return hit.start;
    }
    return openerStart(raw);
  },
  examples: {
    hits: [
      [sample("RSA ", "\n"), sample("RSA ", "\n")],
      [`{"key":"${sample("", "\\n")}\\n"}`, sample("", "\\n")],
      [`${sample("EC ", "\n").slice(0, 150)} and then prose goes on`, sample("EC ", "\n").slice(0, 150)],
    ],
    misses: [
      "-----BEGIN RSA PRIVATE KEY-----",
      ["-----BEGIN ", "PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----"].join(""),
      sample("", "\n").replaceAll("PRIVATE", "PUBLIC"),
    ],
  },
};

/** The same once more in base64, as kubeconfig files and CI variables hold it: base64 of `-----BEGIN … PRIVATE`. */
export const PRIVATE_KEY_BASE64: SpanDetector = {
  ...tokenDetector({
    id: "private-key-base64",
    placeholder: "PRIVATE_KEY",
    shape: [
      [
        "LS0tLS1CRUdJTiBQUklWQVRF",
        "LS0tLS1CRUdJTiBSU0EgUFJJVkFU",
        "LS0tLS1CRUdJTiBFQyBQUklWQVRF",
        "LS0tLS1CRUdJTiBEU0EgUFJJVkFU",
        "LS0tLS1CRUdJTiBPUEVOU1NIIFBSSVZB",
        "LS0tLS1CRUdJTiBFTkNSWVBURUQgUFJJVkFU",
      ],
      run(ALPHABET.base64, 60, 12_000),
    ],
    source: "https://www.rfc-editor.org/rfc/rfc7468",
  }),
  about: { name: "private key, encoded once more", form: "base64 of such a block" },
};

/** The block that begins at the hit, as far as the text goes; `null` when no opener stands there. */
function readBlock(raw: string, hit: KeywordHit): Block | null {
  const opener = endOf(OPENER, raw, hit.start);
  if (opener < 0) return null;
  const limit = Math.min(raw.length, hit.start + KEY_BLOCK_MAX);
  let stop = opener;
  let end = opener;
  let bodyLength = 0;
  let shortLines = 0;
  while (stop < limit) {
    const at = Math.max(stop, endOf(SEPARATOR, raw, stop));
    const closer = endOf(CLOSER, raw, at);
    if (closer >= 0) return { end: closer, bodyLength, isClosed: true, stop: closer };
    const line = readLine(raw, at, { isNew: at > stop });
    if (line === null) break;
    shortLines = line.kind === "short" ? shortLines + 1 : 0;
    if (shortLines > SHORT_LINES_MAX || (shortLines > 0 && bodyLength === 0)) break;
    if (line.kind !== "header") bodyLength += line.end - at;
    stop = line.end;
    end = line.end;
  }
  return { end: Math.min(end, limit), bodyLength, isClosed: false, stop };
}

interface Line {
  readonly kind: "header" | "long" | "short";
  readonly end: number;
}

/** The line that continues a block at `at`; `null` if none does. */
function readLine(raw: string, at: number, { isNew }: { readonly isNew: boolean }): Line | null {
  const header = endOf(HEADER, raw, at);
  if (header >= 0) return { kind: "header", end: header };
  const end = endOf(LINE, raw, at);
  if (end < 0) return null;
  if (end - at >= LINE_MIN) return { kind: "long", end };
  // A short line stands alone on its line; anything else is text that follows.
  return isNew && endOf(LINE_END, raw, end) >= 0 ? { kind: "short", end } : null;
}

/** Where a match of the sticky pattern ends that begins at `at`; -1 without one. */
function endOf(pattern: RegExp, raw: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(raw) ? pattern.lastIndex : -1;
}

/** Where an opener begins that the text ends in the middle of, before its keyword is complete. */
function openerStart(raw: string): number {
  for (const keyword of PRIVATE_KEY.keywords) {
    const first = keyword.charAt(0);
    const lowest = Math.max(0, raw.length - keyword.length + 1);
    for (let at = raw.indexOf(first, lowest); at >= 0; at = raw.indexOf(first, at + 1))
      if (keyword.startsWith(raw.slice(at))) return at;
  }
  return raw.length;
}

/** A block with three lines of what could be key material. */
function sample(kind: string, newline: string): string {
  const line = "MIIEpQIBAAKCAQEA3Tz2mr7SZiAMfQyuvBjM9OiWQf5cVk0zXy8HnPbLd4Rg7sJt";
  return [`-----BEGIN ${kind}PRIVATE KEY-----`, line, line, line, `-----END ${kind}PRIVATE KEY-----`].join(newline);
}
