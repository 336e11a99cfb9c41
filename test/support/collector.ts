import { gunzipSync } from "node:zlib";
import type { Tracing } from "../../src/telemetry/tracing.ts";
import { openTracing } from "../../src/telemetry/trace-settings.ts";
import { createLogger } from "../../src/telemetry/logger.ts";
import { realClock } from "./clock.ts";
import { startServer, type ServerParts, type TestServer } from "./server.ts";
import { replyJson, startUpstream, type FakeUpstream, type UpstreamScript } from "./upstream.ts";

/** A span as a collector gets it. */
export interface Span {
  readonly name: string;
  readonly kind: "internal" | "server" | "client";
  readonly traceId: string;
  readonly spanId: string;
  /** `""`: none. */
  readonly parentId: string;
  readonly isError: boolean;
  /** Milliseconds since the epoch. */
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A collector that takes what it is sent, unless its script says otherwise. */
export interface FakeCollector extends AsyncDisposable {
  readonly upstream: FakeUpstream;
  readonly url: string;
  /** Everything it took, as JSON. */
  readonly bodies: readonly string[];
  readonly spans: () => readonly Span[];
  /** Attributes of the service. */
  readonly resource: () => Readonly<Record<string, unknown>>;
}

/* oxlint-disable typescript/no-explicit-any -- tests look at what was sent field by field, and a wrong guess fails them */
function valueOf(value: any): unknown {
  if (value.arrayValue !== undefined) return (value.arrayValue.values ?? []).map(valueOf);
  if (value.intValue !== undefined) return Number(value.intValue);
  return value.stringValue ?? value.boolValue ?? value.doubleValue ?? null;
}

const attributesOf = (list: any): Record<string, unknown> =>
  Object.fromEntries((list ?? []).map(({ key, value }: any) => [key, valueOf(value)]));

const KINDS = ["internal", "internal", "server", "client"] as const;

function spanOf(span: any): Span {
  return {
    name: span.name,
    kind: KINDS[span.kind as 0 | 1 | 2 | 3] ?? "internal",
    traceId: span.traceId,
    spanId: span.spanId,
    parentId: span.parentSpanId ?? "",
    isError: span.status?.code === 2,
    startMs: Number(span.startTimeUnixNano) / 1e6,
    endMs: Number(span.endTimeUnixNano) / 1e6,
    attributes: attributesOf(span.attributes),
  };
}

/** On a free port of the loopback interface. */
export async function startCollector(
  script: UpstreamScript = (response) => replyJson(response, {}),
): Promise<FakeCollector> {
  const upstream = await startUpstream(script);
  const bodies = (): string[] =>
    upstream.seen.map(({ headers, body }) =>
      (headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString(),
    );
  const groups = (): any[] => bodies().flatMap((body) => JSON.parse(body).resourceSpans);
  return {
    upstream,
    url: upstream.url,
    get bodies() {
      return bodies();
    },
    spans: () => groups().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }: any) => spans.map(spanOf))),
    resource: () => attributesOf(groups()[0]?.resource?.attributes),
    [Symbol.asyncDispose]: () => upstream[Symbol.asyncDispose](),
  };
}
/* oxlint-enable typescript/no-explicit-any */

/** A traced service. */
export interface TracedServer extends AsyncDisposable {
  readonly server: TestServer;
  readonly tracing: Tracing;
  /** Ends the service and its trace; everything is at the collector then. */
  readonly finish: () => Promise<void>;
}

export type TraceEnv = Readonly<Record<string, string>>;

/** The service, sending its spans to a collector. @param env beside the collector's address */
export async function startTraced(url: string, parts: ServerParts = {}, env: TraceEnv = {}): Promise<TracedServer> {
  const log: string[] = [];
  const logger = createLogger({ level: "debug", destination: { write: (line) => void log.push(line) } });
  const tracing = await openTracing(
    { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_BSP_SCHEDULE_DELAY: "20", ...env },
    { clock: parts.clock ?? realClock, logger, version: "0.0.0" },
  );
  const server = await startServer({ ...parts, tracing, log });
  let finishing: Promise<void> | null = null;
  const finish = (): Promise<void> => (finishing ??= server.app.close().then(tracing.close));
  return { server, tracing, finish, [Symbol.asyncDispose]: finish };
}

/** The one span that fits; fails where it is none, or not the only one. */
export function only(spans: readonly Span[], fits: (span: Span) => boolean): Span {
  const found = spans.filter(fits);
  const [first] = found;
  if (first === undefined || found.length > 1)
    throw new Error(`${found.length} spans fit, of: ${spans.map(({ name, kind }) => `${kind} ${name}`).join("; ")}`);
  return first;
}
