import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Permit } from "../core/overload.ts";
import type { RequestTrace, Tracing } from "../telemetry/tracing.ts";
import type { Logger } from "../telemetry/logger.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { isOwnPath, isProbe } from "../core/own-paths.ts";

/** One request on its way through the service, as every layer of the API sees it. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** UUID v4, ours: never the caller's. */
  readonly id: string;
  /** `HEAD` is read as `GET`; the server leaves the body out. */
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** Without the `?`. */
  readonly query: string;
  /** `clock.now()` at the start. */
  readonly startedMs: number;
  /** Headers that every answer from here on carries. */
  readonly headers: Record<string, string>;
  /** Fields of the request's log line. */
  readonly notes: Notes;
  /** Called when a long answer begins. */
  onBegin?: () => void;
  /** Absent: requests are not bounded. */
  place?: Permit;
}

/** Fields of a request's log line, filled in as they become known. No text, no secret. */
export interface Notes {
  /** The route's template, so that ids in paths stay out of the log. */
  route?: string;
  /** Wire format of a proxied request that is read. */
  format?: string;
  /** Subject of the client's certificate, where the listener asks for one. */
  clientCertificate?: string;
  keyId?: string;
  /** Distinguishes the secrets of the key. Never logged. */
  secretIndex?: string;
  organization?: string;
  assetId?: string;
  verdict?: string;
  /** Names of violated policies. */
  violated?: readonly string[];
  degraded?: readonly string[];
  saved?: boolean;
  errorCode?: string;
  /** Absent: nothing is traced. */
  trace?: RequestTrace;
  /** Status of the answer to an upgrade, which has no response object. */
  status?: number;
}

/** The notes in the log's names. */
export function loggedNotes(notes: Notes): object {
  return {
    client_certificate: notes.clientCertificate,
    key_id: notes.keyId,
    organization: notes.organization,
    asset_id: notes.assetId,
    verdict: notes.verdict,
    violated: notes.violated,
    degraded: notes.degraded,
    saved: notes.saved,
    error: notes.errorCode,
    trace_id: notes.trace?.traceId,
    span_id: notes.trace?.spanId,
  };
}

/** When a request arrived, and its tracing. */
export interface Arrival {
  /** `clock.now()` */
  readonly startedMs: number;
  readonly tracing: Tracing;
}

/** Begins a request's trace, if requests are traced. */
function beginTrace(
  { method = "GET", headers }: Pick<IncomingMessage, "method" | "headers">,
  notes: Notes,
  { startedMs, tracing }: Arrival,
): void {
  const trace = tracing.begin({ method, headers, startedMs });
  if (trace !== null) notes.trace = trace;
}

export function openExchange(request: IncomingMessage, response: ServerResponse, arrival: Arrival): Exchange {
  const target = request.url ?? "/";
  const mark = target.indexOf("?");
  const id = randomUUID();
  const path = mark === -1 ? target : target.slice(0, mark);
  const notes: Notes = {};
  if (!isProbe(path)) beginTrace(request, notes, arrival);
  return {
    request,
    response,
    id,
    method: request.method === "HEAD" ? "GET" : (request.method ?? "GET"),
    path,
    query: mark === -1 ? "" : target.slice(mark + 1),
    startedMs: arrival.startedMs,
    headers: { "x-request-id": id },
    notes,
  };
}

export interface RequestEnd {
  /** `null`: the caller left before the answer. */
  readonly status: number | null;
  readonly isAborted: boolean;
  /** `clock.now()` when the answer was closed. */
  readonly endedMs: number;
}

/** Counts a request that is over, ends its trace, and writes its log line. */
export function logRequest(
  { id, method, startedMs, notes }: Pick<Exchange, "id" | "method" | "startedMs" | "notes">,
  { status, isAborted, endedMs }: RequestEnd,
  { logger, metrics }: { readonly logger: Logger; readonly metrics: Metrics },
): void {
  const { route = null, format = null } = notes;
  const durationMs = endedMs - startedMs;
  metrics.request({ route, format, status, durationMs });
  notes.trace?.end({ requestId: id, status, isAborted, notes });
  // There may be many, and each must be cheap: the log only counts them.
  if (notes.errorCode === "overloaded") return;
  const fields = {
    request_id: id,
    method,
    route,
    status,
    duration_ms: Math.round(durationMs * 1000) / 1000,
    aborted: isAborted || undefined,
    ...loggedNotes(notes),
  };
  logger.info(fields, "request");
}

/** An upgrade on its way through the service. */
export interface OpenedUpgrade extends Pick<Exchange, "id" | "path" | "headers" | "notes"> {
  onBegin?: () => void;
  place?: Permit;
}

export function openUpgrade(request: IncomingMessage, arrival: Arrival): OpenedUpgrade {
  const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
  const notes: Notes = isOwnPath(path) ? {} : { route: "proxy" };
  beginTrace(request, notes, arrival);
  return { id: randomUUID(), path, headers: {}, notes };
}
