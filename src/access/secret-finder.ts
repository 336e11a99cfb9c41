import { hash, timingSafeEqual } from "node:crypto";
import type { ApiKey } from "../config/model.ts";
import { percentDecoded } from "../core/percent.ts";

/** Shorter values, and pieces of values, are not looked up: they are words of headers, and no secrets. UTF-16 units. */
const PIECE_MIN_CHARS = 5;
/** Pieces of one value that are looked at, for each way to part it. Headers and queries are bounded by 16 KiB. */
const PIECES_MAX = 4000;
/** Values that are remembered to hold nothing: clients say the same in most headers of all their requests. */
const CLEAN_MAX = 4096;

const BASE64 = /^[\w+/-]{8,}={0,2}$/;
const PRINTABLE = /^[\x20-\x7e]+$/;
/** A secret may hold any printable sign, spaces too: so a value is parted in several ways, from coarse to fine. */
const SEPARATORS = [/"/, /[,;] */, /[\s,;&?]+/, /[\s,;&?=:"'/()<>[\]{}|]+/];
const PARTED = /[\s,;&?=:"'/()<>[\]{}|]/;
const WORDS = /[\s,;"'=:]+/;
/** `name=value`, `name: value`, or a scheme and what follows it. */
const NAMED = /^[\w.$-]+(?:[=:] *| +)(?! )"?([^"]+)"?$/;

/**
 * Finds service keys, which must not reach a provider, wherever they stand. Only digests are compared. Of a configuration: the next
 * one has its own.
 */
export class SecretFinder {
  readonly #digests = new Map<string, Buffer>();
  /** Fingerprints, of which no value can be told. */
  readonly #clean = new Set<number>();

  constructor(keys: readonly Pick<ApiKey, "secretsSha256">[]) {
    for (const digest of keys.flatMap(({ secretsSha256 }) => secretsSha256))
      this.#digests.set(digest.toString("hex"), digest);
  }

  /**
   * Whether a key, active or not, stands in a value: as all of it, behind a scheme, in a list, as a parameter or cookie,
   * percent-encoded, or in Base64 as `Basic` has it.
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

  #isInAny(value: string): boolean {
    if (this.#isPiece(value)) return true;
    if (value.includes("%") && [value, ...piecesOf(value)].some((piece) => this.#isInPercents(piece))) return true;
    return value.split(WORDS, PIECES_MAX).some((word) => this.#isInBase64(word));
  }

  #isInPercents(piece: string): boolean {
    const decoded = piece.includes("%") ? percentDecoded(piece) : null;
    return decoded !== null && this.#isPiece(asBytes(decoded));
  }

  #isInBase64(word: string): boolean {
    if (!BASE64.test(word)) return false;
    const decoded = Buffer.from(word, "base64").toString("latin1");
    if (!PRINTABLE.test(decoded)) return false;
    // `user:password`, and either may be the key.
    const colon = decoded.indexOf(":");
    const sides = colon === -1 ? [] : [decoded.slice(0, colon), decoded.slice(colon + 1)];
    return [decoded, ...sides].some((side) => this.#isPiece(side));
  }

  #isPiece(value: string): boolean {
    const trimmed = value.trim();
    return (
      this.#isSecret(trimmed) || (PARTED.test(trimmed) && piecesOf(trimmed).some((piece) => this.#isSecret(piece)))
    );
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

function piecesOf(value: string): readonly string[] {
  const pieces = new Set<string>();
  for (const part of [value, ...SEPARATORS.flatMap((separator) => value.split(separator, PIECES_MAX))]) {
    if (part.length < PIECE_MIN_CHARS) continue;
    pieces.add(part);
    const named = NAMED.exec(part)?.[1];
    if (named !== undefined && named.length >= PIECE_MIN_CHARS) pieces.add(named);
  }
  pieces.delete(value);
  return [...pieces];
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
