import { ROOT_CONTEXT, SpanKind, trace, type Context, type Tracer } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
  type ReadableSpan,
  type SpanExporter,
} from "@opentelemetry/sdk-trace";
import { pause, type Clock } from "../../core/clock.ts";
import { readTraceparent } from "../../core/trace-context.ts";
import type { Logger } from "../logger.ts";
import type { TraceSettings } from "../trace-settings.ts";
import type { ArrivedRequest, CallTrace, RequestTrace, Tracing } from "../tracing.ts";
import { HTTP_METHOD, OWN, Times } from "./span-names.ts";
import { methodName, OtelRequest } from "./request-trace.ts";

export interface TracingParts {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Of this service. */
  readonly version: string;
}

/** Longest wait for the collector at the end of the process. */
const FLUSH_MAX_MS = 3000;
/** Longest attribute value; ours are shorter. */
const VALUE_MAX_CHARS = 256;
/** Exports under way at once. */
const EXPORTS_MAX = 4;
/** A header of version 00 has 55 characters; later versions may have more. */
const TRACEPARENT_MAX_CHARS = 256;

/** Sends spans to a collector. */
export async function startTracing(settings: TraceSettings, parts: TracingParts): Promise<Tracing> {
  // The exporter would import it at its first export and block the event loop while it compiles.
  await import(settings.url.startsWith("https:") ? "node:https" : "node:http");
  return new OtelTracing(settings, parts);
}

class OtelTracing implements Tracing {
  readonly #clock: Clock;
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;
  /** The request of a signal. */
  readonly #followed = new WeakMap<AbortSignal, OtelRequest>();

  constructor(settings: TraceSettings, { clock, logger, version }: TracingParts) {
    this.#clock = clock;
    this.#provider = openProvider(settings, { logger, version });
    this.#tracer = this.#provider.getTracer("sallyport", version);
  }

  readonly begin = ({ method, headers, startedMs }: ArrivedRequest): RequestTrace => {
    const times = new Times(this.#clock);
    const { context, tracestate } = parentOf(headers);
    const name = methodName(method);
    const attributes = { [HTTP_METHOD]: name };
    const options = { kind: SpanKind.SERVER, startTime: times.at(startedMs), attributes };
    const span = this.#tracer.startSpan(name, options, context);
    const { tracer, clock, onFollow } = { tracer: this.#tracer, clock: this.#clock, onFollow: this.#follow };
    return new OtelRequest({ tracer, clock, times, span, context, method, tracestate, onFollow });
  };

  readonly judge = (judge: string, signal: AbortSignal): CallTrace | null =>
    this.#followed.get(signal)?.start(`judge ${judge}`, { [OWN.judge]: judge }) ?? null;

  readonly close = async (): Promise<void> => {
    // The exporter has reported failures already.
    const flushed = this.#provider.shutdown().catch(() => {});
    await Promise.race([flushed, pause(this.#clock, FLUSH_MAX_MS)]);
  };

  readonly #follow = (signal: AbortSignal, request: OtelRequest): void => void this.#followed.set(signal, request);
}

function openProvider(
  settings: TraceSettings,
  { logger, version }: Pick<TracingParts, "logger" | "version">,
): TracerProvider {
  const exporter = new OTLPTraceExporter({ url: settings.url, concurrencyLimit: EXPORTS_MAX });
  const watched = new WatchedExporter(exporter, {
    lost: (reason) => logger.warn({ reason }, "traces are lost: the collector does not take them"),
    recovered: (spans) => logger.info({ lost_spans: spans }, "traces are taken again"),
  });
  const { delayMs, timeoutMs, queueMax, sizeMax } = settings.batch;
  const processor = new BatchSpanProcessor({
    exporter: watched,
    scheduledDelayMillis: delayMs,
    exportTimeoutMillis: timeoutMs,
    maxQueueSize: queueMax,
    maxExportBatchSize: sizeMax,
  });
  return new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ "service.version": version, ...settings.resource })),
    sampler: samplerOf(settings),
    spanLimits: { attributeCountLimit: 64, attributeValueLengthLimit: VALUE_MAX_CHARS },
    spanProcessors: [processor],
  });
}

function samplerOf({ sampler, ratio }: Pick<TraceSettings, "sampler" | "ratio">): Sampler {
  switch (sampler) {
    case "always_on":
      return new AlwaysOnSampler();
    case "always_off":
      return new AlwaysOffSampler();
    case "traceidratio":
      return new TraceIdRatioBasedSampler(ratio);
    case "parentbased_always_on":
      return new ParentBasedSampler({ root: new AlwaysOnSampler() });
    case "parentbased_always_off":
      return new ParentBasedSampler({ root: new AlwaysOffSampler() });
    case "parentbased_traceidratio":
      return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) });
  }
}

/** The caller's trace. Its `tracestate` is forwarded, and no span contains it. */
function parentOf(headers: ArrivedRequest["headers"]): {
  readonly context: Context;
  readonly tracestate: string | null;
} {
  const header = headers["traceparent"];
  const isOversized = (header?.length ?? 0) > TRACEPARENT_MAX_CHARS;
  const parent = isOversized ? null : readTraceparent(header);
  if (parent === null) return { context: ROOT_CONTEXT, tracestate: null };
  const { traceId, spanId, isSampled } = parent;
  const context = trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: isSampled ? 1 : 0,
    isRemote: true,
  });
  return { context, tracestate: readTracestate(headers["tracestate"]) };
}

/** Members that the specification asks to forward. */
const MEMBERS_MAX = 32;
const CHARS_MAX = 512;
const KEY = /^[a-z0-9][a-z0-9_*/@-]{0,255}$/;
/** Printable, without comma and equals sign, a space at the end excepted. */
const VALUE = /^[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;

/**
 * The header `tracestate` as it may go on; `null` where it is missing or not what the specification says.
 * @see https://www.w3.org/TR/trace-context/#tracestate-header
 */
export function readTracestate(header: string | readonly string[] | undefined): string | null {
  if (typeof header !== "string" || header.length > CHARS_MAX) return null;
  const members = header.split(",").flatMap((member) => (member.trim() === "" ? [] : [member.trim()]));
  const keys = new Set<string>();
  for (const member of members) {
    const at = member.indexOf("=");
    const key = member.slice(0, Math.max(0, at));
    if (!KEY.test(key) || !VALUE.test(member.slice(at + 1)) || keys.has(key)) return null;
    keys.add(key);
  }
  return members.length === 0 || members.length > MEMBERS_MAX ? null : members.join(",");
}

export interface ExportReports {
  /** Exports fail. @param reason a status or a code, no text of the collector */
  readonly lost: (reason: string) => void;
  /** Exports succeed again. @param spans that were lost in the meantime */
  readonly recovered: (spans: number) => void;
}

type Done = Parameters<SpanExporter["export"]>[1];

/** Reports once when exports begin to fail, and once when they recover. */
class WatchedExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #reports: ExportReports;
  /** Since the last successful export. */
  #lostSpans = 0;

  constructor(exporter: SpanExporter, reports: ExportReports) {
    this.#exporter = exporter;
    this.#reports = reports;
  }

  readonly export = (spans: ReadableSpan[], done: Done): void => {
    this.#exporter.export(spans, (result) => {
      // Whatever failed has its error.
      if (result.error === undefined) this.#took();
      else this.#refused(spans.length, result.error);
      done(result);
    });
  };

  readonly shutdown = (): Promise<void> => this.#exporter.shutdown();

  #took(): void {
    if (this.#lostSpans > 0) this.#reports.recovered(this.#lostSpans);
    this.#lostSpans = 0;
  }

  #refused(spans: number, error: unknown): void {
    if (this.#lostSpans === 0) this.#reports.lost(reasonOf(error));
    this.#lostSpans += spans;
  }
}

/** The error's message may quote the collector, or an address with its password. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const code = "code" in error ? error.code : undefined;
  if (typeof code === "number") return `status ${code}`;
  return typeof code === "string" && /^[A-Z_]{1,40}$/.test(code) ? code : error.name;
}
