import type { AnswerHeaders } from "../core/upstream-port.ts";
import type { OutgoingHttpHeaders } from "node:http";
import type { JsonObject } from "../core/model.ts";
import { guardrailUnavailable, ServiceError, type ErrorCode } from "../core/errors.ts";
import { openAiErrorBody, openAiRefusalBody } from "../codecs/openai/openai-errors.ts";
import type { Refusal } from "../codecs/codec.ts";
import { hasBody } from "../http/body.ts";
import { endAfterRequest, RETRY_SECONDS } from "../http/reply.ts";
import { JSON_TYPE } from "../http/server.ts";
import { endWith } from "../http/stalled.ts";
import type { BlockReason } from "./checks/block-reason.ts";
import type { ProxyExchange, ProxyIngress } from "./context.ts";
import { refuseUnread } from "./unread.ts";
import { BODY_FIELDS, clientHeaders } from "./upstream/headers.ts";
import { fieldNames } from "../codecs/shared/json-read.ts";

/** Headers that every proxied answer carries: docs/proxy.md */
export function guardrailHeaders(exchange: ProxyIngress): Record<string, string> {
  const { tally, headers } = exchange;
  const { degraded, passedUnread } = tally;
  const all: Record<string, string> = {
    ...headers,
    "x-guardrail-request-id": exchange.id,
    "x-guardrail-verdict": tally.outcome,
    "x-guardrail-policies": tally.policies.join(", "),
  };
  if (degraded.length > 0) all["x-guardrail-degraded"] = degraded.join(", ");
  if (passedUnread !== null) all["x-guardrail-unread"] = passedUnread;
  return all;
}

/** Failures of the provider: they say nothing against what the policies said. */
const UPSTREAM_FAILURES: ReadonlySet<string> = fieldNames(
  "upstream_unreachable upstream_disconnected upstream_timeout upstream_invalid",
);
/** Refusals because policies could not run, or not on all of it. */
const UNAVAILABLE: ReadonlySet<string> = new Set(["guardrail_unavailable", "too_much_work"]);

/** On an answer that is not checked, or not by the time its headers leave: the verdict is the prompt's, and of what was checked by then. */
export const PROMPT_ONLY = { "x-guardrail-covers": "prompt" } as const;

/** Makes the outcome of an exchange agree with the failure that ends it: `passed` must not stand on what was refused. */
export function noteFailure(exchange: Pick<ProxyIngress, "tally" | "notes" | "headers">, code: string): void {
  const { tally, notes, headers } = exchange;
  notes.errorCode = tally.failure = code;
  if (UPSTREAM_FAILURES.has(code) && tally.hasChecked) Object.assign(headers, PROMPT_ONLY);
  if (UNAVAILABLE.has(code)) tally.unavailable();
  else if (!tally.isJudging || code === "guardrail_unread") tally.unread();
  // It was checked in part, or checked and then not answered, and the provider is not to blame.
  else if (!UPSTREAM_FAILURES.has(code)) tally.unavailable();
}

/** Reports the outcome so far: puts what the exchange knows on the request's log line. */
export function note(exchange: ProxyIngress): void {
  const { notes, tally } = exchange;
  tally.isReported = true;
  notes.verdict = tally.outcome;
  notes.violated = tally.policies;
  if (tally.degraded.length > 0) notes.degraded = tally.degraded;
}

interface WholeReply<Body> {
  readonly headers: OutgoingHttpHeaders;
  readonly body: Body;
}

/** Answers whole, with the provider's headers that outlive a change of body. */
export function sendBody(exchange: ProxyExchange, status: number, reply: WholeReply<Uint8Array | string>): void {
  note(exchange);
  exchange.deferred.send(() => writeBody(exchange, status, reply));
}

function writeBody(exchange: ProxyExchange, status: number, { headers, body }: WholeReply<Uint8Array | string>): void {
  const { response } = exchange;
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const length = typeof body === "string" ? Buffer.byteLength(body) : body.length;
  response.writeHead(status, { ...headers, ...guardrailHeaders(exchange), "content-length": length });
  endWith(response, body);
}

interface ErrorReply {
  readonly code: string;
  readonly message: string;
  readonly headers?: Record<string, string>;
}

/** An error in the caller's provider format. */
export function sendProviderError(exchange: ProxyExchange, status: number, reply: ErrorReply): void {
  const body = (exchange.codec?.errorBody ?? openAiErrorBody)(reply.code, reply.message, status);
  noteFailure(exchange, reply.code);
  sendJson(exchange, status, { body, headers: reply.headers ?? {} });
}

/** An operational failure, its public message only. */
export function sendFailure(exchange: ProxyExchange, code: ErrorCode): void {
  const error = new ServiceError(code);
  const headers = code === "overloaded" ? { "Retry-After": RETRY_SECONDS } : {};
  sendProviderError(exchange, error.status, { code, message: error.message, headers });
}

export function sendUnavailable(exchange: ProxyExchange, policies: readonly string[]): void {
  const { status, code, message } = guardrailUnavailable(policies);
  // The same text fails the same guard again, and another answer costs the caller another completion.
  const headers = { "x-should-retry": "false" };
  sendProviderError(exchange, status, { code, message, headers });
}

/** Refused because it cannot be read. */
export function sendUnread(exchange: ProxyExchange, status: 403 | 502, reason: string): void {
  const message = refuseUnread(exchange, status === 403 ? "request" : "answer", reason);
  sendProviderError(exchange, status, { code: "guardrail_unread", message });
}

export function refusalOf({ id }: Pick<ProxyIngress, "id">, { policies, kinds }: BlockReason): Refusal {
  return { message: `Blocked by guardrail policy: ${policies.join(", ")}`, policies, kinds, requestId: id };
}

/** The 400 that stands for a block: one attempt, names of policies and kinds only. */
export function sendRefusal(exchange: ProxyExchange, reason: BlockReason, upstream: AnswerHeaders = {}): void {
  const body = (exchange.codec?.refusalBody ?? openAiRefusalBody)(refusalOf(exchange, reason));
  exchange.notes.errorCode = exchange.tally.failure = "content_filter";
  const headers = { ...clientHeaders(upstream, BODY_FIELDS), "x-should-retry": "false" };
  sendJson(exchange, 400, { body, headers });
}

function sendJson(exchange: ProxyExchange, status: number, reply: WholeReply<JsonObject>): void {
  const { request } = exchange;
  const body = JSON.stringify(reply.body);
  const headers = { ...reply.headers, "content-type": JSON_TYPE };
  if (request.complete || request.destroyed || !hasBody(request)) {
    sendBody(exchange, status, { headers, body });
    return;
  }
  note(exchange);
  exchange.deferred.send(() => writeBeforeBody(exchange, status, { headers, body }));
}

function writeBeforeBody(exchange: ProxyExchange, status: number, { headers, body }: WholeReply<string>): void {
  const { response, clock } = exchange;
  if (response.destroyed) return;
  const length = Buffer.byteLength(body);
  response.writeHead(status, {
    ...headers,
    ...guardrailHeaders(exchange),
    "content-length": length,
    connection: "close",
  });
  endAfterRequest(exchange, body, clock);
}
