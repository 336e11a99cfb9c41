import type { Runtime } from "../access/runtime.ts";
import type { MessageCodec } from "../codecs/message-codec.ts";
import { MESSAGE_CODECS } from "../codecs/message-registry.ts";
import { CODECS } from "../codecs/registry.ts";
import type { Upstream } from "../config/model.ts";
import type { Route } from "./context.ts";

/** The upstream with the longest matching prefix, and the path behind it; `null` when none matches. */
export function findRoute(runtime: Runtime, method: string, target: string): Route | null {
  const mark = target.indexOf("?");
  const whole = mark === -1 ? target : target.slice(0, mark);
  const query = mark === -1 ? "" : target.slice(mark);
  const upstream = runtime.upstreams.find(({ prefix }) => hasPrefix(whole, prefix));
  const asset = upstream === undefined ? undefined : runtime.assets.get(upstream.asset);
  if (upstream === undefined || asset === undefined) return null;
  const path = upstream.prefix === "/" ? whole : whole.slice(upstream.prefix.length) || "/";
  const codec = CODECS.find((candidate) => candidate.matches(method, path)) ?? null;
  return { upstream, asset, path, query, codec };
}

/** Reads the messages of the path's WebSockets, where they are to be read. */
export function messageCodec({ upstream, path }: Route): MessageCodec | undefined {
  return upstream.websocket === "inspect" ? MESSAGE_CODECS.find(({ matches }) => matches(path)) : undefined;
}

function hasPrefix(path: string, prefix: string): boolean {
  if (prefix === "/") return true;
  return path.startsWith(prefix) && (path.length === prefix.length || path.charCodeAt(prefix.length) === SLASH);
}

const SLASH = 0x2f;

/**
 * Dot segments, backslashes and their encoded forms: a path that we and the upstream could read as two different ones.
 * @see RFC 3986 §5.2.4
 */
const AMBIGUOUS = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)|\\|%2f|%5c|%00/i;

export function isAmbiguousPath(target: string): boolean {
  const mark = target.indexOf("?");
  return AMBIGUOUS.test(mark === -1 ? target : target.slice(0, mark));
}

/** Lists and descriptions of models carry no text of anybody. */
export function isModelList(method: string, path: string): boolean {
  return (method === "GET" || method === "HEAD") && MODELS.test(path);
}

const MODELS = /^(?:\/[\w.-]+)*\/models(?:\/[^/;]+){0,2}\/?$/;

/** The path that the upstream sees, its own base in front. */
export function upstreamPath(upstream: Upstream, path: string, query: string): string {
  if (upstream.target.kind === "mock") return path + query;
  const { pathname, search } = upstream.target.url;
  const base = pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
  // A query in the configured address (an API version) stays in front of the caller's.
  const joined = search === "" ? query : query === "" ? search : `${search}&${query.slice(1)}`;
  return base + path + joined;
}
