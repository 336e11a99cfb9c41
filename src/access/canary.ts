import { createHmac, randomBytes } from "node:crypto";

/** No vowels, so that it spells nothing, and no letter or digit that is easily taken for another. */
const LETTERS = "bcdfghjkmnpqrtvwxyz";
/** Letters of a canary: nobody guesses it, and a part of it is long enough to be known again. */
const LENGTH = 24;

/** For configurations without a key: one as long as the process lives, reloads included. */
let processKey: Buffer | null = null;

/** A text that stands nowhere else: where it turns up, a system prompt has been told. */
export function createCanary(key: string | null): string {
  const secret = key ?? (processKey ??= randomBytes(32));
  const bytes = createHmac("sha256", secret).update("canary").digest();
  return Array.from(bytes.subarray(0, LENGTH), (byte) => LETTERS.charAt(byte % LETTERS.length)).join("");
}
