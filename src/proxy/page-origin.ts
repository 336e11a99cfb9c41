import type { IncomingMessage } from "node:http";

/** What browsers say of requests that a page of another origin causes, also of those without `Origin`. @see https://www.w3.org/TR/fetch-metadata/ */
const OTHER_SITES: ReadonlySet<string> = new Set(["cross-site", "same-site"]);

/** Hosts whose name no one else can point here: an attacker's own name may lead to this address (DNS rebinding). */
const FIXED_HOST = /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])(?::\d+)?$/;

/**
 * Browsers say nothing of where a `GET` comes from that a page without TLS sends to its own host: that page may be an attacker's, whose
 * name leads here by now.
 */
const isBrowser = ({ "user-agent": agent }: IncomingMessage["headers"]): boolean =>
  agent?.startsWith("Mozilla/") === true;

/**
 * Whether a web page sends the request that is neither allowed to nor comes from this service's own address. Only browsers send
 * these fields, and pages cannot change them. A page needs no key to be dangerous: the developer's browser is inside.
 */
export function isForeignPage({ headers }: Pick<IncomingMessage, "headers">, allowed: ReadonlySet<string>): boolean {
  const origin = headers.origin?.toLowerCase();
  const host = headers.host?.toLowerCase() ?? "";
  const own = [`http://${host}`, `https://${host}`];
  const isOwnName = FIXED_HOST.test(host);
  if (origin !== undefined) return !allowed.has(origin) && !(isOwnName && own.includes(origin));
  const site = headers["sec-fetch-site"];
  if (typeof site === "string") return OTHER_SITES.has(site.toLowerCase());
  return isBrowser(headers) && !isOwnName && !own.some((page) => allowed.has(page));
}
