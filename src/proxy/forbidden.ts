import { refuseUnread } from "./unread.ts";
import { hasBody } from "../http/body.ts";
import type { ProxyIngress } from "./context.ts";
import { hasMethodHeader, hasQueryOverride } from "./upstream/headers.ts";
import { isAmbiguousTarget } from "./upstream/upstream-address.ts";
import type { IncomingMessage } from "node:http";

/** Why a request is refused, whoever sends it. */
interface Forbidden {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

const AMBIGUOUS: Forbidden = {
  status: 400,
  code: "invalid_path",
  message: "The path can be read in two ways: dot segments, a double slash in front, encoded delimiters, or a fragment",
};

const FOREIGN: Forbidden = {
  status: 403,
  code: "origin_not_allowed",
  message: "The origin of this page is not in server.allowed_origins",
};

const WITH_BODY: Forbidden = {
  status: 400,
  code: "invalid_request",
  message: "The opening of a WebSocket has no body: it could be read as what is said over it",
};

const overridden = (ingress: ProxyIngress): Forbidden => ({
  status: 403,
  code: "guardrail_unread",
  message: refuseUnread(ingress, "request", "override"),
});

/** An upstream that asks for a key cannot be used by a page that has none; any other can, from a browser that reaches this service. */
export function forbiddenRequest(ingress: ProxyIngress): Forbidden | null {
  if (isAmbiguousTarget(ingress.path + ingress.query)) return AMBIGUOUS;
  return ingress.upstream.auth === "none" && isForeign(ingress) ? FOREIGN : null;
}

/** A browser lets every page open WebSockets to everywhere, and read them. */
export function forbiddenUpgrade(ingress: ProxyIngress): Forbidden | null {
  const { request, path, query, upstream } = ingress;
  if (isAmbiguousTarget(path + query)) return AMBIGUOUS;
  if (isForeign(ingress)) return FOREIGN;
  if (hasBody(request)) return WITH_BODY;
  const isOverridden = hasMethodHeader(request) || hasQueryOverride(query);
  return isOverridden && upstream.unread === "deny" ? overridden(ingress) : null;
}

const isForeign = ({ request, runtime }: ProxyIngress): boolean =>
  isForeignPage(request, runtime.config.server.allowedOrigins);

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
  // Browsers name the origin of each WebSocket, and pages cannot set this field.
  if (headers.upgrade !== undefined) return false;
  return isBrowser(headers) && !isOwnName && !own.some((page) => allowed.has(page));
}
