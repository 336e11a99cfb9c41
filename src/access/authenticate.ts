import { hash, timingSafeEqual } from "node:crypto";
import type { ApiKey } from "../config/config-model.ts";
import { keyIndex, type Runtime } from "./runtime.ts";

export type Authentication =
  | {
      readonly kind: "key";
      readonly key: ApiKey;
      /** `keyIndex` of the secret, which distinguishes a key's secrets. Never log it. */
      readonly secretIndex: string;
    }
  | { readonly kind: "missing" }
  /** Unknown or inactive; which of the two is not revealed. */
  | { readonly kind: "invalid" };

/**
 * The key of a secret as it came in a header. Only digests are compared, the last time in constant time, so that neither
 * the table nor the comparison reveals how near a guess was.
 */
export function authenticate(runtime: Runtime, secret: string | undefined): Authentication {
  if (secret === undefined || secret === "") return { kind: "missing" };
  // Node reads header bytes as latin1; the configured secret was hashed as UTF-8, which are the bytes that were sent.
  const digest = hash("sha256", Buffer.from(secret, "latin1"), "buffer");
  const secretIndex = keyIndex(digest);
  const candidates = runtime.keys.get(secretIndex) ?? [];
  const key = candidates.find(({ sha256 }) => timingSafeEqual(sha256, digest))?.key;
  return key?.active === true ? { kind: "key", key, secretIndex } : { kind: "invalid" };
}
