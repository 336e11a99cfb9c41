import { parse } from "yaml";
import { valueAtPath, type Env } from "../config/document.ts";

/** How the configuration has the secret of a key. */
export type WrittenSecret =
  /** It stands in the file. */
  | { readonly kind: "text"; readonly text: string }
  /** It is the default of a variable that is not set. */
  | { readonly kind: "default"; readonly text: string }
  /** It is the value of that variable. */
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "hash" }
  /** It cannot be shown as one of the above. */
  | { readonly kind: "unknown" };

/** Longer files are not parsed again for the sake of an example, characters. */
const SOURCE_MAX_CHARS = 200_000;
/** As the configuration is read. Its aliases have been counted then. */
const PARSING = { merge: true, schema: "core", maxAliasCount: -1 } as const;
/** One reference and nothing else. */
const REFERENCE = /^\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}$/;

/** Reads the valid configuration once more, since the process keeps no secret, where it stood neither. */
export function secretAsWritten(source: string, keyId: string, env: Env): WrittenSecret {
  const keys = source.length > SOURCE_MAX_CHARS ? null : valueAtPath(parse(source, PARSING), ["keys"]);
  const entries: readonly unknown[] = Array.isArray(keys) ? keys : [];
  const entry = entries.find((each) => valueAtPath(each, ["id"]) === keyId);
  if (entry === undefined) return { kind: "unknown" };
  const secret = valueAtPath(entry, ["secret"]);
  if (secret === undefined || secret === null) return { kind: "hash" };
  return typeof secret === "string" ? readSecret(secret, env) : { kind: "unknown" };
}

function readSecret(secret: string, env: Env): WrittenSecret {
  if (!secret.includes("${")) return { kind: "text", text: secret };
  const [, name = "", fallback] = REFERENCE.exec(secret) ?? [];
  if (name === "") return { kind: "unknown" };
  const isSet = (env[name] ?? "") !== "";
  return isSet || fallback === undefined ? { kind: "variable", name } : { kind: "default", text: fallback };
}
