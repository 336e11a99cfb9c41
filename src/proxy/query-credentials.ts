import { authenticate } from "../access/authenticate.ts";
import type { Runtime } from "../access/runtime.ts";
import type { Route, ServiceKey } from "./context.ts";

export interface QueryCredentials {
  /** What goes on to the provider, with its `?`, or `""`; untouched where nothing is taken out. */
  readonly query: string;
  /** The service key that stood in it. */
  readonly key: ServiceKey | null;
}

/**
 * Parameters that carry a credential: of Google and of Azure.
 * @see https://cloud.google.com/apis/docs/system-parameters
 */
const NAMES: ReadonlySet<string> = new Set(["$key", "access_token", "api-key", "key", "oauth_token"]);

/** Takes out a service key, which never reaches a provider, and any credential of the caller's where the upstream has its own. */
export function takeQueryCredentials({ query, upstream }: Route, runtime: Runtime): QueryCredentials {
  if (query.length < 2) return { query, key: null };
  let key: ServiceKey | null = null;
  const parts = query.slice(1).split("&");
  const kept = parts.filter((part) => {
    // One part at a time, so that the others keep their spelling.
    const [entry] = new URLSearchParams(part);
    if (entry === undefined || !NAMES.has(entry[0])) return true;
    const found = serviceKey(runtime, entry[1]);
    key ??= found;
    return found === null && upstream.apiKey === null;
  });
  if (kept.length === parts.length) return { query, key };
  return { query: kept.length === 0 ? "" : `?${kept.join("&")}`, key };
}

function serviceKey(runtime: Runtime, secret: string): ServiceKey | null {
  // `authenticate` reads a secret as headers bring it: one character a byte.
  const authentication = authenticate(runtime, Buffer.from(secret).toString("latin1"));
  return authentication.kind === "key" ? authentication : null;
}
