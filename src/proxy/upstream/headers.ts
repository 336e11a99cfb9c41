import type { AnswerHeaders } from "../../core/upstream-port.ts";
import type { IncomingMessage } from "node:http";
import type { CompletionCodec } from "../../codecs/codec.ts";
import type { TraceHeaders } from "../../core/trace-context.ts";
import type { ProxyIngress } from "../context.ts";
import { fieldNames } from "../../codecs/shared/json-read.ts";

/** Headers by which a request says that it is another one. They go no further: what was read as one method is served as it. */
const METHOD_HEADERS: readonly string[] = ["x-http-method", "x-http-method-override", "x-method-override"];

const SESSION_HEADER = "x-guardrail-session-id";
const USER_HEADER = "x-guardrail-user-id";

/** Chooses policies of a request. */
export const INLINE_HEADER = "x-guardrail-policies";

/** Callers of the proxy name session and user by these, and choose policies; they go no further. */
const OWN_HEADERS: readonly string[] = [INLINE_HEADER, SESSION_HEADER, USER_HEADER];

/** RFC 9110 §7.6.1, and what older proxies use. `host` and the framing are ours to set. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  "connection",
  "expect",
  "http2-settings",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  // Of the handshake, which `upstreamProtocols` answers for.
  "sec-websocket-protocol",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  // No hop's own, but what was read as one method must not be served as another.
  ...METHOD_HEADERS,
  // Nor as another path: IIS, Symfony and others serve what these name.
  "x-original-url",
  "x-rewrite-url",
  // Said to us alone.
  ...OWN_HEADERS,
]);

export function isHopByHop(name: string): boolean {
  return HOP_BY_HOP.has(name);
}

/** Names that a `Connection` field lists: hop-by-hop too, unless they are meant for every reader. */
export function connectionListed(value: string | readonly string[] | undefined): ReadonlySet<string> {
  return new Set(connectionNames(value).filter((name) => !END_TO_END.test(name)));
}

/**
 * Whether `Connection` lists a field that is meant for every reader of the message, such as the coding of its body: without it the
 * next reader would read another message than we have. @see RFC 9110 §7.6.1
 */
export function dropsEndToEnd({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return connectionNames(headers.connection).some((name) => END_TO_END.test(name));
}

const END_TO_END = /^(?:content-.*|host|authorization|cookie|x-api-key|api-key|x-goog-api-key)$/;

function connectionNames(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined || value === "keep-alive" || value === "close") return NONE;
  const text = typeof value === "string" ? value : value.join(",");
  return text.split(",").map((name) => name.trim().toLowerCase());
}

const NONE: readonly string[] = [];

/** Fields of the request that describe its body as it came, or that we set again. */
const REQUEST_OWN: ReadonlySet<string> = new Set(["accept-encoding", "content-length", "host"]);

/** What decides on the headers of a request; `codec` names the header of its format. */
interface Outgoing extends Pick<ProxyIngress, "request" | "upstream" | "path" | "keyHeaders"> {
  readonly codec: Pick<CompletionCodec, "credential"> | null;
}

/**
 * Headers for the upstream, a flat list of names and values, their order and case kept.
 * @param body.isRewritten its coding is gone with the bytes that came
 */
export function upstreamHeaders(exchange: Outgoing, body: { readonly isRewritten: boolean }): string[] {
  const { request, upstream } = exchange;
  const credential = ownCredential(exchange);
  const listed = connectionListed(request.headers.connection);
  const isDropped = (name: string): boolean =>
    HOP_BY_HOP.has(name) || REQUEST_OWN.has(name) || listed.has(name) || exchange.keyHeaders.has(name);
  const raw = request.rawHeaders;
  const headers: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at] ?? "";
    const lower = name.toLowerCase();
    if (isDropped(lower) || credential?.replaces(lower) === true) continue;
    if (body.isRewritten && lower === "content-encoding") continue;
    headers.push(name, raw[at + 1] ?? "");
  }
  // What is inspected comes uncompressed; an upstream that compresses all the same is decoded.
  headers.push("accept-encoding", "identity");
  if (credential !== null && upstream.apiKey !== null) headers.push(credential.name, credential.value);
  return headers;
}

/**
 * The same with our part of a trace in the place of the caller's; `null`: nothing is traced, and the caller's is forwarded.
 * @param headers names and values by turns
 */
export function withTrace(headers: string[], trace: TraceHeaders | null): string[] {
  if (trace === null) return headers;
  const kept = headers.flatMap((name, at) => {
    const isName = at % 2 === 0;
    return isName && !TRACE_FIELDS.has(name.toLowerCase()) ? [name, headers[at + 1] ?? ""] : [];
  });
  kept.push("traceparent", trace.traceparent);
  if (trace.tracestate !== null) kept.push("tracestate", trace.tracestate);
  return kept;
}

const TRACE_FIELDS: ReadonlySet<string> = new Set(["traceparent", "tracestate"]);

/** The upstream's configured key as a header, and the caller's headers that it replaces. */
export function ownCredential(exchange: Outgoing): {
  readonly name: string;
  readonly value: string;
  readonly replaces: (name: string) => boolean;
} | null {
  const { upstream } = exchange;
  if (upstream.apiKey === null) return null;
  const bearer = `Bearer ${upstream.apiKey}`;
  const likely = likelyCredential(exchange);
  const [formatName, formatValue] =
    exchange.codec?.credential(upstream.apiKey, exchange.path) ??
    ([likely, likely === "authorization" ? bearer : upstream.apiKey] as const);
  const name = (upstream.apiKeyHeader ?? formatName).toLowerCase();
  const value = name === formatName ? formatValue : name === "authorization" ? bearer : upstream.apiKey;
  return { name, value, replaces: (given) => given === name || CREDENTIAL_NAME.test(given) };
}

/**
 * Headers that carry a credential in any format, at any gateway in front of one (`cf-aig-authorization`, `ocp-apim-subscription-key`,
 * `x-amz-security-token`), cookies of the caller's browser among them: the caller's never travels beside ours.
 */
const CREDENTIAL_NAME =
  /(?:^|[-_])(?:(?:api|access|auth|client|functions|master|private|secret|service|session|subscription|virtual)[-_]?key|auth|authorization|cookie|credential|jwt|password|secret|token)$/;

/** Where clients of the formats put their key. */
export const CREDENTIALS = ["api-key", "authorization", "x-api-key", "x-goog-api-key"] as const;

/** Where no codec decides: the header of the provider that the caller speaks to. */
function likelyCredential({ request, keyHeaders }: Outgoing): (typeof CREDENTIALS)[number] {
  const { headers } = request;
  if (headers["anthropic-version"] !== undefined) return "x-api-key";
  return CREDENTIALS.find((name) => headers[name] !== undefined && !keyHeaders.has(name)) ?? "authorization";
}

/** One field of an answer; lines of the same name make one list. */
export function answerHeader(headers: AnswerHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" || value === undefined ? value : value.join(", ");
}

/** Headers of the answer that are forwarded to the client, without the hop's own and without `dropped`. */
export function clientHeaders(
  headers: AnswerHeaders,
  dropped: ReadonlySet<string> = NO_FIELDS,
): Record<string, string | string[]> {
  const listed = connectionListed(headers["connection"]);
  const kept: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || HOP_BY_HOP.has(name) || listed.has(name) || dropped.has(name)) continue;
    // Ours to say; an upstream cannot put a verdict on its own answer.
    if (name.startsWith("x-guardrail-")) continue;
    kept[name] = value;
  }
  return kept;
}

const NO_FIELDS: ReadonlySet<string> = new Set();

/** Fields that describe a body: dropped when the body is replaced. */
export const BODY_FIELDS: ReadonlySet<string> = fieldNames(`
  accept-ranges content-disposition content-encoding content-language content-length content-md5 content-range
  content-type digest etag last-modified repr-digest
`);

/** Fields that hold for exact bytes only: dropped when a body is decoded or rewritten. */
export const BYTES_FIELDS: ReadonlySet<string> = fieldNames(`
  accept-ranges content-encoding content-length content-md5 digest etag repr-digest
`);

/** Longer names are cut, UTF-16 units. */
const NAME_MAX_CHARS = 256;

/** Whose request it is, as records have it. */
export interface CallerNames {
  readonly sessionId: string | null;
  readonly userId: string | null;
}

export function namesInHeaders(request: Pick<IncomingMessage, "headers">): CallerNames {
  return { sessionId: nameIn(request, SESSION_HEADER), userId: nameIn(request, USER_HEADER) };
}

function nameIn({ headers }: Pick<IncomingMessage, "headers">, name: string): string | null {
  const value = headers[name];
  return typeof value === "string" && value !== "" ? value.slice(0, NAME_MAX_CHARS) : null;
}

/** Parameters by which a request says that it is another one: of Google (`$httpMethod`, `$httpHeaders`, `$req`, `$ct`), and of frameworks. Without case and signs. */
const PARAMETERS: ReadonlySet<string> = fieldNames(`
  method httpmethod methodoverride xhttpmethod xhttpmethodoverride xmethodoverride
`);

/** Google's system parameters that change no more than the form of an answer, which is read as it comes. @see https://cloud.google.com/apis/docs/system-parameters */
const HARMLESS: ReadonlySet<string> = fieldNames(`
  $.xgafv $alt $fields $key $prettyprint $quotauser $userproject
`);

/** Whether a header gives the method again. */
export function hasMethodHeader({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return METHOD_HEADERS.some((name) => headers[name] !== undefined);
}

/**
 * Whether method, headers or body of a request are given again in its query: one reader takes the one, another the other.
 * @param query with its `?`, or `""`
 */
export function hasQueryOverride(query: string): boolean {
  if (query.length < 2) return false;
  for (const part of query.slice(1).split(/[&;]|%3b/i))
    for (const given of new URLSearchParams(part).keys()) {
      const name = given.trim().toLowerCase();
      if (name.startsWith("$") && !HARMLESS.has(name)) return true;
      // `_method` of Rails, Laravel and Symfony; a plain `method` is a parameter like any other.
      if (name !== "method" && PARAMETERS.has(name.replace(/\[.*$/s, "").replaceAll(/[^a-z]/g, ""))) return true;
    }
  return false;
}
