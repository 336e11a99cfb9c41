import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from "node:crypto";
import type { ApiKey } from "../config/config-model.ts";

/** A place among all records. Its numbers count the records of other organizations too, so callers see it sealed. */
interface Place {
  readonly epochMs: number;
  readonly id: number;
}

/** Sealed places in listings: callers send them back and learn nothing from them. */
export interface Cursors {
  readonly seal: (organization: string, place: Place) => string;
  /** `null`: not a cursor of that organization, or sealed before the configured keys changed. */
  readonly open: (organization: string, cursor: string) => Place | null;
}

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Two numbers. */
const PLACE_BYTES = 16;
const CURSOR = /^[A-Za-z0-9_-]{59}$/;

/**
 * The key follows from secrets that all replicas of a configuration have: a page may be asked of any of them, before and after a
 * restart. One secret reveals none of the others.
 */
export function createCursors(maskKey: string | null, keys: readonly ApiKey[]): Cursors {
  const secrets = keys.flatMap(({ secretsSha256 }) => secretsSha256.map((digest) => digest.toString("hex")));
  const material = createHash("sha256")
    .update(JSON.stringify([maskKey, secrets.toSorted()]))
    .digest();
  const secret = createHmac("sha256", material).update("cursor").digest();
  return {
    seal: (organization, { epochMs, id }) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, secret, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(organization));
      const numbers = Buffer.alloc(PLACE_BYTES);
      numbers.writeBigInt64BE(BigInt(epochMs));
      numbers.writeBigInt64BE(BigInt(id), PLACE_BYTES / 2);
      const sealed = Buffer.concat([cipher.update(numbers), cipher.final()]);
      return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString("base64url");
    },
    open: (organization, cursor) => {
      if (!CURSOR.test(cursor)) return null;
      const bytes = Buffer.from(cursor, "base64url");
      const decipher = createDecipheriv(CIPHER, secret, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(organization));
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES + PLACE_BYTES));
      try {
        const numbers = Buffer.concat([
          decipher.update(bytes.subarray(NONCE_BYTES, NONCE_BYTES + PLACE_BYTES)),
          decipher.final(),
        ]);
        return { epochMs: Number(numbers.readBigInt64BE()), id: Number(numbers.readBigInt64BE(PLACE_BYTES / 2)) };
      } catch {
        // Not sealed with this key, or for another organization.
        return null;
      }
    },
  };
}
