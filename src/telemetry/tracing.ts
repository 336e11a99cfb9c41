import type { AnswerFacts } from "../core/upstream-port.ts";
import type { Evaluation, Origin, Side } from "../core/model.ts";
import type { TraceHeaders } from "../core/trace-context.ts";

/** A request that came in, as far as its span reports it. Nothing of it but the trace's own headers is the caller's to write. */
export interface ArrivedRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** `clock.now()` at its start. */
  readonly startedMs: number;
}

/** What is known of a request when it is over. A log line's notes are one. */
export interface EndedRequest {
  readonly requestId: string;
  /** `null`: the caller disconnected before the answer. */
  readonly status: number | null;
  readonly isAborted: boolean;
  readonly notes: {
    readonly route?: string;
    readonly format?: string;
    readonly assetId?: string;
    readonly verdict?: string;
    readonly violated?: readonly string[];
    readonly degraded?: readonly string[];
    readonly errorCode?: string;
  };
}

/** A text that policies were asked about, or a stream. */
export interface EvaluatedText {
  readonly side: Side;
  readonly origin: Origin;
  readonly isCall?: boolean;
  /** It came in pieces: its spans last as long as the stream, whatever the policies computed. */
  readonly isStream?: boolean;
  /** `clock.now()` when its evaluation began. */
  readonly startedMs: number;
}

/** What is asked of a provider. */
export interface ProviderCall {
  /** Of the configuration. */
  readonly upstream: string;
  readonly method: string;
  /** `null`: it is in this process. */
  readonly address: URL | null;
  /** In OpenTelemetry's names; `null`: the request is not read. */
  readonly genAi: { readonly provider: string; readonly operation: string } | null;
  /** As the caller wrote it. */
  readonly model: string;
}

/** The span of what another service is asked. It ends once; what is reported later is lost. */
export interface CallTrace {
  readonly headers: TraceHeaders;
  /** False: what is learnt is not used. */
  readonly isRecording: boolean;
  readonly answered: (status: number) => void;
  readonly learn: (facts: AnswerFacts) => void;
  /** The last byte of the answer is here, though what it means is not known yet. */
  readonly received: () => void;
  /** @param error of a closed set; `null`: none */
  readonly end: (error: string | null) => void;
}

/** The trace of one request. */
export interface RequestTrace {
  /** For the log. */
  readonly traceId: string;
  readonly spanId: string;
  /** What the provider was asked last; `null`: nothing yet. */
  readonly call: CallTrace | null;
  /** The request's route, where its log line does not name it. */
  readonly routed: (route: string) => void;
  /** A span for each policy that ran. */
  readonly evaluated: (evaluation: Pick<Evaluation, "applied" | "violations">, text: EvaluatedText) => void;
  /** Begins the span of a provider's part; the headers go to the provider. */
  readonly ask: (call: ProviderCall) => CallTrace;
  /** Judges that are asked under this signal are asked for this request. */
  readonly follow: (signal: AbortSignal) => void;
  readonly end: (request: EndedRequest) => void;
}

/** The way to a tracer. */
export interface Tracing {
  /** `null`: nothing is traced, and nothing of it costs anything. */
  readonly begin: (request: ArrivedRequest) => RequestTrace | null;
  /** The span of a question to a judge; `null`: it is no request's that is traced. */
  readonly judge: (judge: string, signal: AbortSignal) => CallTrace | null;
  /** Sends what waits, for a bounded time. */
  readonly close: () => Promise<void>;
}

/** What there is when traces are not collected. */
export const NO_TRACING: Tracing = { begin: () => null, judge: () => null, close: () => Promise.resolve() };
