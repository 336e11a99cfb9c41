import { hash, timingSafeEqual } from "node:crypto";
import type { ApiKey } from "../config/config-model.ts";

/** Shorter values, and pieces of values, are not looked up: they are words of headers, and no secrets. UTF-16 units. */
const PIECE_MIN_CHARS = 5;
/** Different pieces of one value that are looked up: more than any list in 16 KiB has. Where there are more, a key may be among them. */
const PIECES_MAX = 4096;
/** Encodings on top of each other. */
const DEPTH_MAX = 4;
/** Values that are remembered to hold nothing: clients say the same in most headers of all their requests. */
const CLEAN_MAX = 4096;

const BASE64 = /^[\w+/-]{7,}={0,2}$/;
const HEX = /^(?:[\da-f]{2}){5,}$/i;
const PRINTABLE = /^[\x20-\x7e]+$/;
const ESCAPE = /%([\da-f]{2})/gi;
const JSON_ESCAPE = /\\u00([\da-f]{2})/gi;
/** A secret may hold any printable sign, spaces too: so a value is parted in several ways, from coarse to fine. */
const SEPARATORS = [/"/, /[,;] */, /[\s,;&?]+/, /[\s,;&?"'()<>[\]{}|]+/, /[\s,;&?=:"'/()<>[\]{}|]+/];
const WORDS = /[\s,;"'=:.&?()<>[\]{}|]+/;
/** `name=value`, `name: value`, or a scheme and what follows it. */
const NAMED = /^[\w.$-]+(?:[=:] *| +)(?! )"?([^"]+)"?$/;

/**
 * Finds service keys, which must not reach a provider, wherever they stand. Only digests are compared. Of a configuration: the next
 * one has its own.
 */
export class SecretFinder {
  readonly #digests = new Map<string, Buffer>();
  /** Fingerprints that reveal no value. */
  readonly #clean = new Set<number>();

  constructor(keys: readonly Pick<ApiKey, "secretsSha256">[]) {
    for (const digest of keys.flatMap(({ secretsSha256 }) => secretsSha256))
      this.#digests.set(digest.toString("hex"), digest);
  }

  /**
   * Whether a key, active or not, stands in a value: as all of it, after a scheme, in a list, as a parameter or cookie,
   * percent-encoded, in Base64 as `Basic` has it, in hexadecimal digits, or in several of these on top of each other.
   * @param value of a header, one character a byte
   */
  isIn(value: string): boolean {
    if (value.length < PIECE_MIN_CHARS || this.#digests.size === 0) return false;
    const print = fingerprint(value);
    if (this.#clean.has(print)) return false;
    if (this.#isInAny(value)) return true;
    if (this.#clean.size >= CLEAN_MAX) this.#clean.clear();
    this.#clean.add(print);
    return false;
  }

  /** What stands in it, what that may be the encoding of, and so on; each once. */
  #isInAny(value: string): boolean {
    const seen = new Set<string>();
    let texts: readonly string[] = [value];
    for (let depth = 0; depth < DEPTH_MAX && texts.length > 0; depth++) {
      const pieces = texts.flatMap(piecesOf).filter((piece) => !seen.has(piece) && seen.add(piece));
      if (seen.size > PIECES_MAX || pieces.some((piece) => this.#isSecret(piece))) return true;
      texts = pieces.flatMap(decodedOf);
    }
    return false;
  }

  #isSecret(piece: string): boolean {
    const bytes = PRINTABLE.test(piece) ? piece : Buffer.from(piece, "latin1");
    const digest = hash("sha256", bytes, "hex");
    const known = this.#digests.get(digest);
    return known !== undefined && timingSafeEqual(known, Buffer.from(digest, "hex"));
  }
}

/** Text as headers bring it: one character a byte. */
export function asBytes(text: string): string {
  return PRINTABLE.test(text) ? text : Buffer.from(text).toString("latin1");
}

/** The text itself, and what stands between its separators. */
function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  const add = (piece: string): unknown => piece.length >= PIECE_MIN_CHARS && pieces.push(piece);
  for (const part of [text, ...SEPARATORS.flatMap((separator) => text.split(separator))]) {
    const trimmed = part.trim();
    add(trimmed);
    const named = NAMED.exec(trimmed)?.[1];
    if (named !== undefined) add(named);
  }
  return pieces;
}

/** What a piece may be the encoding of. */
function decodedOf(piece: string): readonly string[] {
  const texts: string[] = [];
  // Escape by escape, so that a broken one hides no other.
  if (piece.includes("%")) texts.push(unescaped(piece, ESCAPE));
  if (piece.includes("\\")) texts.push(unescaped(piece, JSON_ESCAPE).replaceAll("\\", ""));
  if (HEX.test(piece)) texts.push(...readable(Buffer.from(piece, "hex")));
  for (const word of new Set([piece, ...piece.split(WORDS)]))
    if (BASE64.test(word)) texts.push(...readable(Buffer.from(word, "base64")));
  return texts;
}

const unescaped = (text: string, escape: RegExp): string =>
  text.replace(escape, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

function readable(bytes: Buffer): readonly string[] {
  // UTF-16 of ASCII is every other byte.
  const text = bytes.toString("latin1").replaceAll("\0", "");
  if (!PRINTABLE.test(text)) return [];
  // `user:password`, and either may be the key.
  const colon = text.indexOf(":");
  return colon === -1 ? [text] : [text, text.slice(0, colon), text.slice(colon + 1)];
}

/** 53 bits of a text: two multiplicative hashes side by side. */
function fingerprint(text: string): number {
  let [high, low] = [0x9e3779b1, 0x85ebca77];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 0xc2b2ae3d);
    low = Math.imul(low ^ unit, 0x27d4eb2f);
  }
  high = Math.imul(high ^ (low >>> 15), 0x165667b1);
  low = Math.imul(low ^ (high >>> 13), 0x9e3779b1);
  return ((high ^ (high >>> 16)) & 0x1fffff) * 2 ** 32 + (low >>> 0);
}
