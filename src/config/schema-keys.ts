import { z } from "zod";
import { parseUtcTime } from "../core/clock.ts";
import { id, printableText } from "./schema-services.ts";

/** During a rotation a key has an old and a new secret. */
const SECRETS_MAX = 2;
const secretHash = z.string().regex(/^[0-9a-fA-F]{64}$/, "must be 64 hexadecimal digits");
const time = (): z.ZodString =>
  z
    .string()
    .refine((text) => parseUtcTime(text) !== null, "must be a date or a time in UTC, such as 2027-01-31T00:00:00Z");
const datedHash = z.strictObject({
  sha256: secretHash.describe("SHA-256 of the secret, 64 hexadecimal digits."),
  expires: time().optional().describe("When this secret ends; the key itself stays."),
});
/** Scope of one key. */
const KEY_ASSETS_MAX = 1000;

export const keySchema = z.strictObject({
  id: id().describe("Name of the key in logs and records."),
  secret: printableText()
    .min(1, { abort: true })
    .optional()
    .describe("What callers send as `X-API-Key`; the process keeps only its SHA-256. Give this or `secret_sha256`."),
  secret_sha256: z
    .union(
      [
        secretHash,
        z
          .array(z.union([secretHash, datedHash]))
          .min(1)
          .max(SECRETS_MAX),
      ],
      {
        error: "must be 64 hexadecimal digits, or a list of two such texts or { sha256, expires }",
      },
    )
    .optional()
    .describe(
      "SHA-256 of the secret, 64 hexadecimal digits: the file then holds nothing to steal. Or a list of two: both count, while callers change from one to the other; `{ sha256, expires }` ends one of them. `sallyport keys` makes them.",
    ),
  organization: id().describe("Whose assets and records the key may see."),
  access_level: z
    .literal([1, 2])
    .default(2)
    .describe("1: inline policies on `api-user-default` only, never saved. 2: everything of the organization."),
  assets: z
    .array(id())
    .min(1)
    .max(KEY_ASSETS_MAX)
    .optional()
    .describe(
      "The only assets that the key may use, `api-user-default` among them or not; others are unknown to it. Default: all of the organization.",
    ),
  not_before: time().optional().describe("From when the key is valid; before it answers as an inactive key."),
  expires: time()
    .optional()
    .describe(
      "Until when the key is valid; from then on it answers as an inactive key. Seven days before the log warns.",
    ),
  active: z.boolean().default(true).describe("`false` answers as an unknown key does."),
  admin: z.boolean().default(false).describe("Opens the organization's records and the use of its keys."),
});

export type KeyWire = z.output<typeof keySchema>;

export const KEYS_MAX = 100_000;

/** The file of `keys_file`. */
export const keysFileSchema = z.strictObject({ keys: z.array(keySchema).max(KEYS_MAX) });
