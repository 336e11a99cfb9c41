import type { AnswerFacts } from "../core/upstream-port.ts";
import type { Evaluation, Origin, Side } from "../core/model.ts";
import type { TraceHeaders } from "../core/trace-context.ts";

/** An incoming request for its span. Only the trace headers are the caller's text. */
export interface ArrivedRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** `clock.now()` at its start. */
  readonly startedMs: number;
}

/** A finished request. */
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

/** An evaluated text or stream. */
export interface EvaluatedText {
  readonly side: Side;
  readonly origin: Origin;
  readonly isCall?: boolean;
  /** Its spans last as long as the stream, however long the policies computed. */
  readonly isStream?: boolean;
  /** `clock.now()` when its evaluation began. */
  readonly startedMs: number;
}

/** A call to a provider. */
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

/** The span of a call to another service. It ends once; later reports are lost. */
export interface CallTrace {
  readonly headers: TraceHeaders;
  /** False: reports are not used. */
  readonly isRecording: boolean;
  readonly answered: (status: number) => void;
  readonly learn: (facts: AnswerFacts) => void;
  /** The last byte of the answer has arrived, though the answer is not read yet. */
  readonly received: () => void;
  /** @param error of a closed set; `null`: none */
  readonly end: (error: string | null) => void;
}

/** The trace of one request. */
export interface RequestTrace {
  /** For the log. */
  readonly traceId: string;
  readonly spanId: string;
  /** The last call to the provider; `null`: none yet. */
  readonly call: CallTrace | null;
  /** The request's route, where its log line does not name it. */
  readonly routed: (route: string) => void;
  /** A span for each policy that ran. */
  readonly evaluated: (evaluation: Pick<Evaluation, "applied" | "violations">, text: EvaluatedText) => void;
  /** Begins the span of a provider's part; the headers go to the provider. */
  readonly ask: (call: ProviderCall) => CallTrace;
  /** Questions to judges under this signal belong to this request. */
  readonly follow: (signal: AbortSignal) => void;
  readonly end: (request: EndedRequest) => void;
}

/** Traces requests and questions to judges. */
export interface Tracing {
  /** `null`: the request is not traced. */
  readonly begin: (request: ArrivedRequest) => RequestTrace | null;
  /** The span of a question to a judge; `null`: its request is not traced. */
  readonly judge: (judge: string, signal: AbortSignal) => CallTrace | null;
  /** Sends what waits, for a bounded time. */
  readonly close: () => Promise<void>;
}

/** Without a collector. */
export const NO_TRACING: Tracing = { begin: () => null, judge: () => null, close: () => Promise.resolve() };
