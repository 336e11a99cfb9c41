import { createHmac } from "node:crypto";

/** Of a name that somebody must be able to look up without its being stored. */
export type NameHash = (organization: string, name: string) => string;

/** Hexadecimal digits: names of one organization do not collide. */
const DIGITS = 32;
/** Without a key of the configuration: another one each time would lose what was stored. */
const NO_KEY = "sallyport records";

/**
 * The same for the same name as long as `server.mask_key` is the same. With it, nobody can try names out who has only the store;
 * without it, whoever has the store can.
 */
export function createNameHash(key: string | null): NameHash {
  return (organization, name) => {
    const digest = createHmac("sha256", key ?? NO_KEY)
      .update(`${organization}\0${name}`)
      .digest("hex");
    return `hashed:${digest.slice(0, DIGITS)}`;
  };
}
