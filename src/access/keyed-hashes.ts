import { createHmac, randomBytes } from "node:crypto";
import { lazy } from "../core/lazy.ts";
import type { KeyedHash } from "../core/mask-forms.ts";

/** Stands in for a missing `server.mask_key` until the process ends, reloads included. */
const processKey = lazy(() => randomBytes(32));
const secretOf = (key: string | null): string | Buffer => key ?? processKey();

/** Hexadecimal digits: two of 100,000 values of one type share a mask with a chance of about two in three. */
const MASK_DIGITS = 8;

/** HMAC-SHA-256 of type and value, cut. Without the key no one can try values out. */
export function createMaskHash(key: string | null): KeyedHash {
  const secret = secretOf(key);
  return (type, value) => createHmac("sha256", secret).update(`${type}\0${value}`).digest("hex").slice(0, MASK_DIGITS);
}

/** No vowels, so that it spells nothing, and no letter or digit that is easily taken for another. */
const CANARY_LETTERS = "bcdfghjkmnpqrtvwxyz";
/** Too long to guess; even a part of it is recognizable. */
const CANARY_LENGTH = 24;

/** A text that occurs nowhere else: where it turns up, a system prompt has leaked. */
export function createCanary(key: string | null): string {
  const bytes = createHmac("sha256", secretOf(key)).update("canary").digest();
  const letterOf = (byte: number): string => CANARY_LETTERS.charAt(byte % CANARY_LETTERS.length);
  return Array.from(bytes.subarray(0, CANARY_LENGTH), letterOf).join("");
}

/** Makes a name searchable without storing it. */
export type NameHash = (organization: string, name: string) => string;

/** Hexadecimal digits: names of one organization do not collide. */
const NAME_DIGITS = 32;
/** Replaces a missing key: a random one would lose stored names at every start. */
const NO_KEY = "sallyport records";

/**
 * Returns the same hash for the same name while `server.mask_key` stays the same. With a key, the store alone is not enough to try names
 * out; without one, it is.
 */
export function createNameHash(key: string | null): NameHash {
  return (organization, name) => {
    const digest = createHmac("sha256", key ?? NO_KEY)
      .update(`${organization}\0${name}`)
      .digest("hex");
    return `hashed:${digest.slice(0, NAME_DIGITS)}`;
  };
}
