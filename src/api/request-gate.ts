import type { z } from "zod";
import { admit, setLimitHeaders, authenticate } from "../access/callers.ts";
import type { Runtime } from "../access/runtime.ts";
import type { ApiKey } from "../config/config-model.ts";
import { badRequest, ServiceError } from "../core/errors.ts";
import { decodeUtf8, parseInTurns } from "../core/json.ts";
import type { JsonObject } from "../core/model.ts";
import type { YieldToLoop } from "../core/steps.ts";
import { WorkBudget, type Work } from "../core/work-budget.ts";
import { readBody } from "../http/body.ts";
import type { Exchange } from "../http/exchange.ts";
import type { LimitAnswer } from "../state/limiter.ts";
import type { ApiService, Handler, KeyedHandler } from "./service.ts";

/**
 * The order of checks of docs/api.md, the part before an endpoint's own: key, then limit. From here on every answer carries
 * the window's state. Where the limiter answers at once, so does the gate.
 * @throws {ServiceError} `key_missing`, `key_invalid`, `rate_limited`, `limits_unavailable`
 */
export function keyed(handler: KeyedHandler): Handler {
  return (call, service) => {
    const { exchange, runtime, endpoint } = call;
    const key = identify(exchange, runtime, service.clock.epochMs());
    const answer = admit(service.limiter, runtime.config.limits, { endpoint, keyId: key.id });
    const goOn = (counted: LimitAnswer): void | Promise<void> => {
      pass(exchange, counted);
      return handler({ ...call, key }, service);
    };
    return answer instanceof Promise ? answer.then(goOn) : goOn(answer);
  };
}

function identify(exchange: Exchange, runtime: Runtime, nowMs: number): ApiKey {
  const secret = exchange.request.headers["x-api-key"];
  // A repeated header comes joined, as one string that is no key.
  const authentication = authenticate(runtime, typeof secret === "string" ? secret : undefined, nowMs);
  if (authentication.kind === "missing") throw new ServiceError("key_missing");
  if (authentication.kind === "invalid") throw new ServiceError("key_invalid");
  const { key, secretIndex } = authentication;
  exchange.notes.keyId = key.id;
  exchange.notes.secretIndex = secretIndex;
  exchange.notes.organization = key.organization;
  return key;
}

function pass(exchange: Exchange, answer: LimitAnswer): void {
  setLimitHeaders(exchange.headers, answer);
  if (answer === "unavailable") throw new ServiceError("limits_unavailable");
  if (!answer.admitted) throw new ServiceError("rate_limited");
}

/** The same for administration. @throws {ServiceError} `forbidden` */
export const admin = (handler: KeyedHandler): Handler =>
  keyed((call, service) => {
    if (!call.key.admin) throw new ServiceError("forbidden", { detail: "Admin key required" });
    return handler(call, service);
  });

/** The same for what is read of records: without a store an empty answer would look like no traffic. @throws {ServiceError} `nothing_recorded` */
export const recorded = (handler: KeyedHandler): Handler =>
  admin((call, service) => {
    if (!service.isRecording) throw new ServiceError("nothing_recorded");
    return handler(call, service);
  });

/**
 * Media type, bounded body, JSON, schema: what follows the gate. `null` when the client went away.
 * @throws {ServiceError} `unsupported_media_type`, `body_too_large`, `request_timeout`, `bad_request`
 */
export async function readInput<Schema extends z.ZodType>(
  exchange: Exchange,
  runtime: Runtime,
  { schema, service }: { readonly schema: Schema; readonly service: Pick<ApiService, "clock" | "longTexts"> },
): Promise<z.output<Schema> | null> {
  checkMediaType(exchange);
  const { clock, longTexts } = service;
  const { yieldToLoop } = longTexts.newRequests;
  const { bodyMaxBytes: maxBytes, requestTimeoutMs: timeoutMs, minBytesPerSecond } = runtime.config.server;
  const { request, place } = exchange;
  const body = await readBody(request, { maxBytes, timeoutMs, minBytesPerSecond, clock, place });
  switch (body.kind) {
    case "aborted":
      return null;
    case "too_large":
      throw new ServiceError("body_too_large", { detail: `Request body is larger than ${maxBytes} bytes` });
    case "timeout":
      throw new ServiceError("request_timeout");
    case "overloaded":
      throw new ServiceError("overloaded");
    case "body":
      return readSchema(body.bytes, schema, { work: workOf(runtime), yieldToLoop });
  }
}

async function readSchema<Schema extends z.ZodType>(
  bytes: Buffer,
  schema: Schema,
  { work, yieldToLoop }: { readonly work: Work; readonly yieldToLoop: YieldToLoop | undefined },
): Promise<z.output<Schema>> {
  const text = decodeUtf8(bytes);
  const parsing =
    text === null
      ? ({ ok: false, reason: "must be valid JSON" } as const)
      : parseInTurns(text, { roundsNumbers: true, work }, yieldToLoop);
  const json = parsing instanceof Promise ? await parsing : parsing;
  if (!json.ok) throw badRequest("body", json.reason);
  const parsed = schema.safeParse(json.value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw badRequest(
    issue === undefined || issue.path.length === 0 ? "body" : issue.path.join("."),
    issue?.message ?? "is invalid",
  );
}

const JSON_TYPE = "application/json";

function checkMediaType(exchange: Exchange): void {
  const { headers } = exchange.request;
  const hasBody = headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
  if (!hasBody) return;
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") {
    throw new ServiceError("unsupported_media_type", { detail: "Content-Encoding must be identity" });
  }
  const type = headers["content-type"];
  if (type !== JSON_TYPE && type?.split(";", 1)[0]?.trim().toLowerCase() !== JSON_TYPE) {
    throw new ServiceError("unsupported_media_type");
  }
}

/** The work budget of a call. */
export const workOf = ({ config }: Runtime): Work => new WorkBudget(config.server.requestWork);

/** Longest JSON of a caller's metadata, UTF-16 units: it is masked as one text. */
const METADATA_MAX_CHARS = 1_000_000;

/** @throws {ServiceError} `text_too_long` */
export function checkMetadata(path: string, value: JsonObject | null | undefined): void {
  if (value === null || value === undefined || JSON.stringify(value).length <= METADATA_MAX_CHARS) return;
  throw new ServiceError("text_too_long", { detail: `${path}: must be at most ${METADATA_MAX_CHARS} characters` });
}

/** @throws {ServiceError} `text_too_long` */
export function checkTextLength(path: string, text: string, runtime: Runtime): void {
  const { textMaxChars } = runtime.config.server;
  if (text.length > textMaxChars) {
    throw new ServiceError("text_too_long", { detail: `${path}: must be at most ${textMaxChars} characters` });
  }
}
