import type { Runtime } from "../access/runtime.ts";
import type { MessageCodec } from "../codecs/message-codec.ts";
import { MESSAGE_CODECS, CODECS } from "../codecs/registry.ts";
import type { ProxyRoute } from "./context.ts";

/** The upstream with the longest matching prefix, and the path after it; `null` when none matches. */
export function findRoute(runtime: Runtime, method: string, target: string): ProxyRoute | null {
  const mark = target.indexOf("?");
  const whole = mark === -1 ? target : target.slice(0, mark);
  const query = mark === -1 ? "" : target.slice(mark);
  const routed = runtime.upstreams.find(({ upstream }) => hasPrefix(whole, upstream.prefix));
  if (routed === undefined) return null;
  const { upstream, asset } = routed;
  const path = upstream.prefix === "/" ? whole : whole.slice(upstream.prefix.length) || "/";
  const codec = CODECS.find((candidate) => candidate.matches(method, path)) ?? null;
  return { upstream, asset, path, query, codec };
}

/** Reads the messages of the path's WebSockets, where they are to be read. */
export function messageCodec({ upstream, path }: ProxyRoute): MessageCodec | undefined {
  return upstream.websocket === "inspect" ? MESSAGE_CODECS.find(({ matches }) => matches(path)) : undefined;
}

function hasPrefix(path: string, prefix: string): boolean {
  if (prefix === "/") return true;
  return path.startsWith(prefix) && (path.length === prefix.length || path.charCodeAt(prefix.length) === SLASH);
}

const SLASH = 0x2f;

/** Lists and descriptions of models carry no one's text. What a format reads on `POST` (`models/x:generateContent`) is neither. */
export function isModelList(method: string, path: string): boolean {
  if ((method !== "GET" && method !== "HEAD") || !MODELS.test(path)) return false;
  return !CODECS.some((codec) => codec.matches("POST", path));
}

const MODELS = /^(?:\/[\w.-]+)*\/models(?:\/[^/;]+){0,2}\/?$/;
