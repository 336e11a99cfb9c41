import type { ProxyIngress } from "./context.ts";

/** What of an exchange could not be read. */
export type UnreadThing = "request" | "answer" | "message";

/** Why something is unread, and which setting would let it pass. */
interface Unread {
  readonly cause: string;
  readonly remedy: string;
}

const PASS = "unread: pass lets it pass unread";

/** By reason. All other reasons name what of a body is not as its format says. */
const REASONS: ReadonlyMap<string, Unread> = new Map<string, Unread>([
  ["route", { cause: "no format is known for this route", remedy: PASS }],
  [
    "websocket",
    { cause: "WebSockets of this route are not inspected", remedy: `websocket: inspect reads known ones, ${PASS}` },
  ],
  ["content type", { cause: "its content type is none that this route's format has", remedy: PASS }],
  ["content encoding", { cause: "its content encoding cannot be undone", remedy: PASS }],
  ["override", { cause: "it states its method, headers or body a second time", remedy: PASS }],
  ["address", { cause: "its address holds text", remedy: PASS }],
  ["binary message", { cause: "the format has no binary messages", remedy: PASS }],
  ["parts without text", { cause: "it has parts that carry no text", remedy: "unread_parts: pass lets them pass" }],
  ["too large", { cause: "it is too large", remedy: "response_max_bytes allows more" }],
  ["event too large", { cause: "one event is too large", remedy: "event_max_bytes allows more" }],
  ["too much text held", { cause: "too much of it is undecided", remedy: "response_max_bytes allows more" }],
  ["too much work", { cause: "it needs more work than allowed", remedy: "server.request_*_max allow more" }],
]);

const PARTS: Unread = { cause: "it has parts that carry no text", remedy: "unread_parts: pass lets them pass" };
const MALFORMED: Unread = { cause: "it is not what its format says", remedy: PASS };

/** Segments that a message shows of a path. */
const SEGMENTS_MAX = 8;
/** What routes are made of. Anything else may be text of the caller's, which no error quotes. */
const ROUTE_WORD = /^(?:[a-z]{1,24}(?:[_-][a-z]{1,24}){0,3}|v\d{1,2}[a-z0-9]{0,8})$/;

type Refusing = Pick<ProxyIngress, "request" | "path" | "upstream" | "tally">;

/** The message of a refusal because of what cannot be read; the exchange's record learns the reason. */
export function refuseUnread(ingress: Refusing, what: UnreadThing, reason: string): string {
  ingress.tally.unreadReason = reason;
  return unreadMessage(ingress, what, reason);
}

/**
 * What is refused because it cannot be read: route, reason, and the setting of the upstream that would allow it.
 * @param reason a property of the traffic, never its text
 */
export function unreadMessage(ingress: Omit<Refusing, "tally">, what: UnreadThing, reason: string): string {
  const { cause, remedy } = REASONS.get(reason) ?? (reason.startsWith("parts ") ? PARTS : MALFORMED);
  const { request, path, upstream } = ingress;
  const route = `${request.method ?? "GET"} ${shown(path)}`;
  return `The guardrail cannot read this ${what}: ${reason}. ${route}, upstream ${upstream.name}: ${cause}; ${remedy}`;
}

/** The route without what may be text of the caller's. */
function shown(path: string): string {
  const segments = path.split("/").slice(1);
  const words = segments.slice(0, SEGMENTS_MAX).map((segment) => (ROUTE_WORD.test(segment) ? segment : "*"));
  return `/${words.join("/")}${segments.length > SEGMENTS_MAX ? "/…" : ""}`;
}
