import { SpanStatusCode, type Attributes, type HrTime, type Span } from "@opentelemetry/api";
import type { AnswerFacts } from "../../core/answer-facts.ts";
import type { TraceHeaders } from "../../core/trace-context.ts";
import type { CallTrace } from "../tracing.ts";
import { ERROR_TYPE, GEN_AI, HTTP_STATUS, SERVER_ADDRESS, SERVER_PORT } from "./span-names.ts";
import type { Times } from "./times.ts";

/** What a name of a model looks like. Anything else in its place is a user's text, and is not reported. */
const MODEL = /^[\w.:/@+-]{1,128}$/;

export const modelName = (text: string | undefined): string | null =>
  text !== undefined && MODEL.test(text) ? text : null;

const DEFAULT_PORTS: ReadonlyMap<string, number> = new Map([
  ["http:", 80],
  ["https:", 443],
]);

/** Where a service is, from the configuration. */
export function addressOf({ hostname, port, protocol }: URL): Attributes {
  const known = port === "" ? DEFAULT_PORTS.get(protocol) : Number(port);
  return known === undefined ? { [SERVER_ADDRESS]: hostname } : { [SERVER_ADDRESS]: hostname, [SERVER_PORT]: known };
}

/** The span of a call, until it ends. */
export class OtelCall implements CallTrace {
  readonly headers: TraceHeaders;
  readonly #span: Span;
  readonly #times: Times;
  #status: number | null = null;
  #receivedAt: HrTime | null = null;
  #isEnded = false;

  constructor(span: Span, times: Times, tracestate: string | null) {
    this.#span = span;
    this.#times = times;
    const { traceId, spanId, traceFlags } = span.spanContext();
    this.headers = { traceparent: `00-${traceId}-${spanId}-${traceFlags === 1 ? "01" : "00"}`, tracestate };
  }

  get isRecording(): boolean {
    return !this.#isEnded && this.#span.isRecording();
  }

  readonly answered = (status: number): void => {
    if (!this.isRecording) return;
    this.#status = status;
    this.#span.setAttribute(HTTP_STATUS, status);
  };

  readonly learn = ({ model, inputTokens, outputTokens, finishReasons }: AnswerFacts): void => {
    if (!this.isRecording) return;
    const name = modelName(model);
    if (name !== null) this.#span.setAttribute(GEN_AI.responseModel, name);
    if (inputTokens !== undefined) this.#span.setAttribute(GEN_AI.inputTokens, inputTokens);
    if (outputTokens !== undefined) this.#span.setAttribute(GEN_AI.outputTokens, outputTokens);
    if (finishReasons !== undefined) this.#span.setAttribute(GEN_AI.finishReasons, [...finishReasons]);
  };

  readonly received = (): void => {
    this.#receivedAt ??= this.#times.now();
  };

  readonly end = (error: string | null): void => {
    if (this.#isEnded) return;
    const failed = error ?? (this.#status !== null && this.#status >= 400 ? String(this.#status) : null);
    if (failed !== null && this.isRecording) {
      this.#span.setAttribute(ERROR_TYPE, failed);
      this.#span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.#isEnded = true;
    this.#span.end(this.#receivedAt ?? this.#times.now());
  };
}
