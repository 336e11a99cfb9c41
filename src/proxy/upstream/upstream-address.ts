import type { Agent } from "node:http";
import type { Duplex } from "node:stream";
import { agentFor } from "../../egress/tunnel.ts";
import type { Upstream } from "../../config/config-model.ts";
import { ServiceError } from "../../core/errors.ts";
import { percentDecoded } from "../../core/strings.ts";

/**
 * Where a request goes. Scheme, host and port are the configuration's and stand in an object of their own; all that comes from the
 * caller stands in `path`. The two are never joined and parsed again: a parser would find a host in `//host/`.
 */
export interface UpstreamAddress {
  readonly origin: URL;
  /** Request target in origin form, with the upstream's base path and the query: what the provider gets, byte for byte. */
  readonly path: string;
}

/** The agent of an upstream for clients that take one; `null`: it is reached directly. */
export function upstreamAgent({ egress, target, connectTimeoutMs: timeoutMs }: Upstream): Agent | null {
  if (egress === undefined || target.kind === "mock") return null;
  return agentFor(egress, { isSecure: target.url.protocol === "https:", timeoutMs });
}

/** Calls `run` once a connection to an upstream is open, TLS included. Through a proxy a plain one is so from the start. */
export function onceOpen(connection: Duplex, isSecure: boolean, run: () => void): void {
  const isOpen = !isSecure && "connecting" in connection && connection.connecting === false;
  if (isOpen) run();
  else connection.once(isSecure ? "secureConnect" : "connect", run);
}

/**
 * The only place that makes the address of a request to a provider.
 * @throws {ServiceError} `not_found` for an upstream without an address, `bad_request` for a path that must not be sent
 */
export function upstreamAddress(
  upstream: Upstream,
  { path, query }: { readonly path: string; readonly query: string },
): UpstreamAddress {
  if (upstream.target.kind === "mock") throw new ServiceError("not_found");
  return { origin: upstream.target.url, path: upstreamPath(upstream, { path, query }) };
}

/**
 * The request target that the provider gets, its own base in front.
 * @throws {ServiceError} `bad_request` for a path that must not be sent
 */
export function upstreamPath(
  { target }: Upstream,
  { path, query }: { readonly path: string; readonly query: string },
): string {
  if (!path.startsWith("/") || isAmbiguousTarget(path + query)) throw new ServiceError("bad_request");
  if (target.kind === "mock") return path + query;
  const { pathname, search } = target.url;
  const base = pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
  // A query in the configured address (an API version) stays in front of the caller's.
  const joined = search === "" ? query : query === "" ? search : `${search}&${query.slice(1)}`;
  return base + path + joined;
}

/** Controls, spaces and fragments. None may stand in a request target, and parsers drop or cut them. @see RFC 9112 §3.2 */
const NEVER_SENT = /[^\x21\x22\x24-\x7e\x80-\xff]/;

/** `.` and `..` as a segment, encoded any number of times, also followed by parameters (`/..;/`). @see RFC 3986 §5.2.4 */
const DOT_SEGMENT = /(?:^|\/)(?:\.|%(?:25)*2e){1,2}(?:;[^/]*)?(?:\/|$)/i;

/** Backslashes, and what would end or part a path once it is decoded, however often: `/`, `\`, `?`, `#`, controls. */
const HIDDEN_DELIMITER = /\\|%(?:25)*(?:2f|5c|3f|23|7f|[01][0-9a-f])/i;

/**
 * Whether we and the upstream could read a request target in two ways: as another path, or a path that begins with `//` as
 * another host.
 */
export function isAmbiguousTarget(target: string): boolean {
  if (NEVER_SENT.test(target) || target.startsWith("//")) return true;
  const mark = target.indexOf("?");
  const path = mark === -1 ? target : target.slice(0, mark);
  if (DOT_SEGMENT.test(path) || HIDDEN_DELIMITER.test(path)) return true;
  // Broken escapes, and those that are no UTF-8: lenient decoders find a dot or a slash in them.
  return path.includes("%") && percentDecoded(path) === null;
}
