import type { UpstreamAnswer, UpstreamPort } from "../core/upstream-port.ts";
import type { CompletionCodec, CompletionRequest, TextSlot } from "../codecs/codec.ts";
import { ServiceError } from "../core/errors.ts";
import { inOrder, inTurns, inTurnsIf, type Steps } from "../core/steps.ts";
import { hasBody, readBody } from "../http/body.ts";
import { relayAnswer, relayPlain } from "./answer.ts";
import { plantCanary } from "./checks/canary-line.ts";
import { isReadableCoding } from "./body/content-coding.ts";
import type { ProxyExchange, ProxyIngress } from "./context.ts";
import { upstreamHeaders, withTrace, hasMethodHeader, hasQueryOverride } from "./upstream/headers.ts";
import { inspectRequest } from "./checks/request-inspection.ts";
import { mediaType } from "./body/media-type.ts";
import { traceCall } from "./upstream/provider-call.ts";
import { sendFailure, sendRefusal, sendUnavailable, sendUnread } from "./proxy-reply.ts";
import { readRequestBody, sendInvalidJson, type RequestBody } from "./body/request-body.ts";
import { isModelList } from "./find-route.ts";
import { upstreamPath } from "./upstream/upstream-address.ts";
import { textsOfName } from "../codecs/shared/misplaced-texts.ts";
import { BODY } from "../codecs/shared/pointer.ts";
import { isFieldName } from "../core/identifier.ts";
import { percentDecoded } from "../core/strings.ts";
import { isCredentialName } from "./upstream/credentials.ts";

/** What keeps a request from being read, known from its head; `null` when it can be, or when there is nothing in it to read. */
export function unreadReason(exchange: ProxyExchange): string | null {
  if (hasMethodHeader(exchange.request)) {
    if (exchange.upstream.unread === "deny") return "override";
    // It goes no further, so that the request is served as it is read.
    exchange.tally.passPart("override");
  }
  return exchange.codec === null ? unreadRoute(exchange) : unreadableRequest(exchange);
}

function unreadableRequest({ request, codec, query }: ProxyExchange): string | null {
  if (hasQueryOverride(query)) return "override";
  if (!hasBody(request)) return null;
  // Two could be read in two ways, and both would be forwarded.
  if (timesGiven(request, "content-type") > 1) return "content type";
  if (timesGiven(request, "content-encoding") > 1) return "content encoding";
  const type = mediaType(request.headers["content-type"]);
  const isReadable = type.isJson || (type.isForm && codec?.forms !== undefined);
  if (!isReadable || !type.isUtf8) return "content type";
  return isReadableCoding(request.headers["content-encoding"]) ? null : "content encoding";
}

/** The same of a request that no format is for. */
function unreadRoute({ request, path, query }: ProxyExchange): string | null {
  if (hasQueryOverride(query)) return "override";
  return isModelList(request.method ?? "GET", path) && !hasBody(request) ? null : "route";
}

/** How often a header stands in the request; `headers` has the first only. */
function timesGiven({ rawHeaders }: ProxyExchange["request"], name: string): number {
  let times = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at] ?? "";
    if (given.length === name.length && given.toLowerCase() === name) times += 1;
  }
  return times;
}

/** A request in a format that is read: prompt checked, sent on, answer checked. */
export async function inspectCompletion(
  exchange: ProxyExchange,
  codec: CompletionCodec,
  port: UpstreamPort,
): Promise<void> {
  const bytes = await receive(exchange);
  if (bytes === null) return;
  const read = await readCompletion(exchange, { codec, port, bytes });
  if (read === null) return;
  const { body, completion } = read;
  if (!checkParts(exchange, completion)) return;
  const inspection = await inspectRequest(exchange, completion);
  switch (inspection.kind) {
    case "block":
      sendRefusal(exchange, inspection);
      break;
    case "unavailable":
      sendUnavailable(exchange, inspection.policies);
      break;
    case "pass": {
      const { takenOut } = inspection;
      const changes = plantCanary(exchange, completion.slots, inspection.changes);
      const isRewritten = changes.length + takenOut.length > 0;
      const { yieldToLoop } = exchange.longTexts.newRequests;
      const waiting = isRewritten ? exchange.scheduling.texts.whole(bytes.length) : null;
      if (waiting !== null) await waiting;
      const writing = isRewritten ? inTurnsIf(bytes.length, body.write(changes, takenOut), yieldToLoop) : bytes;
      const sent = writing instanceof Promise ? await writing : writing;
      if (sent === null) throw new ServiceError("internal");
      const answer = await send(exchange, port, { bytes: sent, isRewritten, model: completion.model });
      await relayAnswer({ exchange, answer, codec, completion });
    }
  }
}

interface ReadCompletion {
  readonly body: RequestBody;
  readonly completion: CompletionRequest;
}

/** `null` when the exchange is over: the request was refused, or forwarded unread. */
async function readCompletion(
  exchange: ProxyExchange,
  { codec, port, bytes }: { readonly codec: CompletionCodec; readonly port: UpstreamPort; readonly bytes: Buffer },
): Promise<ReadCompletion | null> {
  const body = await readRequestBody(exchange, codec, bytes);
  if (body.kind === "refused") return null;
  const { path, query, upstream, work } = exchange;
  const target = { method: exchange.request.method ?? "GET", path, query, readsTools: upstream.readsTools, work };
  const waiting = exchange.scheduling.texts.whole(bytes.length);
  if (waiting !== null) await waiting;
  const read =
    body.kind === "unread"
      ? ({ ok: false, reason: body.reason } as const)
      : await readInTurns(exchange, bytes.length, (later) => codec.readRequest(body.json, { ...target, ...later }));
  if (read.ok && body.kind === "body") {
    return { body, completion: withAddress(withParts(read.value, body), addressSlots(exchange)) };
  }
  if (bytes.length === 0) sendInvalidJson(exchange, "must be valid JSON");
  else if (!read.ok) await forwardUnread(exchange, { bytes, port, reason: read.reason });
  return null;
}

/** Reads a body, a large one in turns of the event loop. */
async function readInTurns<Read extends { readonly ok: boolean }>(
  exchange: ProxyExchange,
  bytes: number,
  read: (how: { readonly later?: (steps: Steps<void>) => void }) => Read,
): Promise<Read> {
  if (bytes <= READ_AT_ONCE_MAX) return read({});
  const walks: Steps<void>[] = [];
  const result = read({ later: (steps) => void walks.push(steps) });
  if (result.ok) await inTurns(inOrder(walks), exchange.longTexts.newRequests.yieldToLoop);
  return result;
}

/** Bodies up to this size are read at once, bytes. */
const READ_AT_ONCE_MAX = 65_536;

const withAddress = (completion: CompletionRequest, slots: CompletionRequest["slots"]): CompletionRequest =>
  slots.length === 0 ? completion : { ...completion, slots: [...completion.slots, ...slots] };

function withParts(completion: CompletionRequest, { unreadParts }: RequestBody): CompletionRequest {
  if (unreadParts.length === 0) return completion;
  return { ...completion, unreadParts: [...new Set([...unreadParts, ...completion.unreadParts])] };
}

/** The body as it came; `null` when the exchange is over. */
export async function receive(exchange: ProxyExchange): Promise<Buffer | null> {
  const { request, clock, place } = exchange;
  const { bodyMaxBytes: maxBytes, requestTimeoutMs: timeoutMs, minBytesPerSecond } = exchange.runtime.config.server;
  const body = await readBody(request, { maxBytes, timeoutMs, minBytesPerSecond, clock, place });
  if (body.kind === "body") return body.bytes;
  if (body.kind !== "aborted") sendFailure(exchange, UNRECEIVED[body.kind]);
  return null;
}

const UNRECEIVED = { too_large: "body_too_large", timeout: "request_timeout", overloaded: "overloaded" } as const;

/** False when the exchange is over: a text too long, or parts that no policy can read. */
function checkParts(exchange: ProxyExchange, completion: CompletionRequest): boolean {
  const { textMaxChars } = exchange.runtime.config.server;
  if (completion.slots.some((slot) => slot.text.length > textMaxChars)) {
    sendFailure(exchange, "text_too_long");
    return false;
  }
  if (completion.unreadParts.length === 0) return true;
  // Kinds come from the caller; a header takes printable ASCII.
  const kinds = completion.unreadParts.map((kind) => kind.replaceAll(/[^\w.-]/g, "_").slice(0, KIND_MAX_CHARS));
  const reason = `parts ${kinds.slice(0, KINDS_MAX).join(" ")}`;
  if (exchange.upstream.unreadParts === "deny") {
    sendUnread(exchange, 403, reason);
    return false;
  }
  exchange.tally.passPart(reason);
  return true;
}

const KINDS_MAX = 8;
const KIND_MAX_CHARS = 32;

/** A request whose body is here but cannot be read. */
async function forwardUnread(
  exchange: ProxyExchange,
  { bytes, port, reason }: { readonly bytes: Buffer; readonly port: UpstreamPort; readonly reason: string },
): Promise<void> {
  if (exchange.upstream.unread === "deny") {
    sendUnread(exchange, 403, reason);
    return;
  }
  markUnread(exchange, reason);
  await forwardPlain(exchange, port, bytes);
}

export function markUnread(exchange: ProxyIngress, reason: string): void {
  exchange.tally.passUnread(reason);
  exchange.logger.warn({ request_id: exchange.id, upstream: exchange.upstream.name, reason }, "unread traffic passed");
}

/** Sends on and answers without a look at either. */
export async function forwardPlain(exchange: ProxyExchange, port: UpstreamPort, bytes: Buffer): Promise<void> {
  const answer = await send(exchange, port, { bytes, isRewritten: false, model: "" });
  await relayPlain(exchange, answer);
}

interface SentBody {
  readonly bytes: Buffer;
  readonly isRewritten: boolean;
  /** That it asks for, as it is written there; `""` when it is unread. */
  readonly model: string;
}

async function send(exchange: ProxyExchange, port: UpstreamPort, body: SentBody): Promise<UpstreamAnswer> {
  const { upstream, abort, clock, metrics } = exchange;
  const method = exchange.request.method ?? "GET";
  const startedMs = clock.now();
  const call = traceCall(exchange, body.model);
  const answer = await port.send({
    method,
    path: upstreamPath(upstream, exchange),
    headers: withTrace(upstreamHeaders(exchange, body), call?.headers ?? null),
    body: body.bytes.length === 0 ? null : body.bytes,
    signal: abort.signal,
  });
  call?.answered(answer.status);
  metrics.upstreamAnswered(upstream.name, { status: answer.status, durationMs: clock.now() - startedMs });
  boundAnswer(exchange, answer);
  return answer;
}

/** A provider that sends a byte now and then is never silent, and would never end. */
function boundAnswer({ clock, upstream }: ProxyExchange, { body }: UpstreamAnswer): void {
  const giveUp = (): void => body.destroy(new ServiceError("upstream_timeout"));
  const cancel = clock.after(upstream.answerTimeoutMs, giveUp);
  body.onceOver(cancel);
}

const read = (text: string, isCredential = false): readonly string[] =>
  text === "" ? [] : textsOfName(text, { key: "", isLink: false, isCredential });

/**
 * What the path and the query of a request say besides names: the provider reads them as it reads the body. Neither can be masked:
 * what would be masked blocks.
 */
export function addressSlots({ path, query }: Pick<ProxyIngress, "path" | "query">): readonly TextSlot[] {
  const segments = path.split(/[/:]/).flatMap((segment) => read(percentDecoded(segment) ?? segment));
  const parameters = [...new URLSearchParams(query)];
  const given = parameters.flatMap(([name, value]) => [
    ...(isFieldName(name.replace(/^\$/, "")) ? [] : read(name)),
    ...read(value, isCredentialName(name)),
  ]);
  return [...segments, ...given].map(slotOf);
}

const slotOf = (text: string): TextSlot => ({
  pointer: BODY.child("address"),
  side: "input",
  origin: "user",
  text,
  kind: "sealed",
  isValue: false,
  turn: null,
});
