import { authenticate } from "../../access/callers.ts";
import { asBytes } from "../../access/secret-finder.ts";
import type { Runtime } from "../../access/runtime.ts";
import type { ProxyRoute, ServiceKey } from "../context.ts";

export interface QueryCredentials {
  /** What goes on to the provider, with its `?`, or `""`; untouched where nothing is taken out. */
  readonly query: string;
  /** The service key that stood in it. */
  readonly key: ServiceKey | null;
}

/**
 * Parameters in which callers may send a service key: those of Google and of Azure.
 * @see https://cloud.google.com/apis/docs/system-parameters
 */
const KEY_NAMES: ReadonlySet<string> = new Set(["$key", "access_token", "api-key", "key", "oauth_token"]);

/** Parameters that some reader takes for a credential, without `$`, `x-`, signs between words, brackets and case. */
const CREDENTIALS: ReadonlySet<string> = new Set(
  "key apikey googapikey accesstoken oauthtoken authtoken bearertoken token jwt auth authorization subscriptionkey ocpapimsubscriptionkey".split(
    " ",
  ),
);

/** Whether some reader takes a parameter of that name for a credential. */
export const isCredentialName = (name: string): boolean =>
  CREDENTIALS.has(
    name
      .toLowerCase()
      .replace(/\[.*$/s, "")
      .replace(/^\$?(?:x-)?/, "")
      .replaceAll(/[^a-z]/g, ""),
  );

/** Takes out a service key, which never reaches a provider, and any credential of the caller's where the upstream has its own. */
export function takeQueryCredentials({ query, upstream }: ProxyRoute, runtime: Runtime): QueryCredentials {
  if (query.length < 2) return { query, key: null };
  let key: ServiceKey | null = null;
  const parts = query.slice(1).split("&");
  const kept = parts.filter((part) => {
    // One part at a time, so that the others keep their spelling.
    const [[name, value] = ["", ""]] = new URLSearchParams(part);
    if (KEY_NAMES.has(name)) key ??= serviceKey(runtime, value);
    if (upstream.apiKey !== null && namesIn(part).some(isCredentialName)) return false;
    return !runtime.secrets.isIn(asBytes(value)) && !runtime.secrets.isIn(asBytes(`${name}=${value}`));
  });
  if (kept.length === parts.length) return { query, key };
  return { query: kept.length === 0 ? "" : `?${kept.join("&")}`, key };
}

/** Some readers part parameters at semicolons too. */
function namesIn(part: string): readonly string[] {
  return part.split(/;|%3b/i).flatMap((piece) => [...new URLSearchParams(piece).keys()]);
}

function serviceKey(runtime: Runtime, secret: string): ServiceKey | null {
  // `authenticate` reads a secret as headers bring it: one character a byte.
  const authentication = authenticate(runtime, asBytes(secret));
  return authentication.kind === "key" ? authentication : null;
}
