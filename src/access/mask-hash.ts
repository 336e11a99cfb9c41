import { createHmac, randomBytes } from "node:crypto";
import type { KeyedHash } from "../core/mask-forms.ts";

/** Hexadecimal digits: two of 100,000 values of one type share a mask with a chance of about two in three. */
const DIGITS = 8;

/** For configurations without a key: masks are equal as long as the process lives, reloads included. */
let processKey: Buffer | null = null;

/** HMAC-SHA-256 of type and value, cut. Without the key nobody can try values out. */
export function createMaskHash(key: string | null): KeyedHash {
  const secret = key ?? (processKey ??= randomBytes(32));
  return (type, value) => createHmac("sha256", secret).update(`${type}\0${value}`).digest("hex").slice(0, DIGITS);
}
