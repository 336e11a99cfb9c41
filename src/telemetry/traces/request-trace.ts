import {
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
  type Tracer,
} from "@opentelemetry/api";
import type { Clock } from "../../core/clock.ts";
import type { Evaluation } from "../../core/model.ts";
import type { CallTrace, EndedRequest, EvaluatedText, ProviderCall, RequestTrace } from "../tracing.ts";
import { addressOf, modelName, OtelCall } from "./call-trace.ts";
import { traceGuardrails } from "./guardrail-spans.ts";
import { ERROR_TYPE, GEN_AI, HTTP_METHOD, HTTP_ROUTE, HTTP_STATUS, OWN } from "./span-names.ts";
import type { Times } from "./times.ts";

/** Guardrail spans of one request: a long history is judged text by text. Those that are more are counted. */
const GUARDRAIL_SPANS_MAX = 256;

/** Methods that conventions name; any other is `_OTHER`, as it is the caller's text. */
const METHODS: ReadonlySet<string> = new Set([
  "CONNECT",
  "DELETE",
  "GET",
  "HEAD",
  "OPTIONS",
  "PATCH",
  "POST",
  "PUT",
  "QUERY",
  "TRACE",
]);

export const methodName = (method: string): string => (METHODS.has(method) ? method : "_OTHER");

export interface RequestParts {
  readonly tracer: Tracer;
  readonly clock: Clock;
  readonly times: Times;
  readonly span: Span;
  /** What the span stands in: the caller's trace, or none. */
  readonly context: Context;
  readonly method: string;
  /** The caller's, to go on with the trace. */
  readonly tracestate: string | null;
  readonly onFollow: (signal: AbortSignal, request: OtelRequest) => void;
}

/** The span of a request, and of what is done for it. */
export class OtelRequest implements RequestTrace {
  readonly traceId: string;
  readonly spanId: string;
  readonly #parts: RequestParts;
  readonly #context: Context;
  #call: OtelCall | null = null;
  #route: string | null = null;
  #guardrailSpans = 0;

  constructor(parts: RequestParts) {
    const { traceId, spanId } = parts.span.spanContext();
    this.traceId = traceId;
    this.spanId = spanId;
    this.#parts = parts;
    this.#context = trace.setSpan(parts.context, parts.span);
  }

  get call(): CallTrace | null {
    return this.#call;
  }

  readonly routed = (route: string): void => {
    this.#route = route;
  };

  readonly evaluated = (evaluation: Pick<Evaluation, "applied" | "violations">, text: EvaluatedText): void => {
    const { tracer, times, clock, span } = this.#parts;
    if (!span.isRecording()) return;
    const parent = { tracer, times, context: this.#context, nowMs: clock.now() };
    const max = Math.max(0, GUARDRAIL_SPANS_MAX - this.#guardrailSpans);
    this.#guardrailSpans += traceGuardrails(evaluation, text, { parent, max });
  };

  readonly ask = ({ upstream, method, address, genAi, model }: ProviderCall): CallTrace => {
    this.#call?.end(null);
    const name = modelName(model);
    const attributes: Attributes = {
      [HTTP_METHOD]: methodName(method),
      [OWN.upstream]: upstream,
      ...(address === null ? {} : addressOf(address)),
    };
    if (genAi !== null) {
      attributes[GEN_AI.operation] = genAi.operation;
      attributes[GEN_AI.provider] = genAi.provider;
      if (name !== null) attributes[GEN_AI.requestModel] = name;
    }
    const title = genAi === null ? methodName(method) : name === null ? genAi.operation : `${genAi.operation} ${name}`;
    this.#call = this.start(title, attributes);
    return this.#call;
  };

  /** The span of something that another service is asked. */
  start(name: string, attributes: Attributes): OtelCall {
    const { tracer, times, tracestate } = this.#parts;
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, startTime: times.now(), attributes }, this.#context);
    return new OtelCall(span, times, tracestate);
  }

  readonly follow = (signal: AbortSignal): void => this.#parts.onFollow(signal, this);

  readonly end = (request: EndedRequest): void => {
    const { span, times, method } = this.#parts;
    const { status, isAborted, notes } = request;
    this.#call?.end(isAborted ? "aborted" : failureOfProvider(notes.errorCode));
    if (!span.isRecording()) return;
    const route = this.#route ?? templateOf(notes.route);
    span.updateName(route === null ? methodName(method) : `${methodName(method)} ${route}`);
    span.setAttributes(endAttributes(request, route));
    if (this.#guardrailSpans > GUARDRAIL_SPANS_MAX)
      span.setAttribute(OWN.dropped, this.#guardrailSpans - GUARDRAIL_SPANS_MAX);
    if (isAborted) span.setAttribute(OWN.isAborted, true);
    // HTTP conventions: what the caller did wrong is no error of the server.
    if (status !== null && status >= 500) {
      span.setAttribute(ERROR_TYPE, notes.errorCode ?? String(status));
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end(times.now());
  };
}

/** Codes of the provider's failures begin alike. */
const failureOfProvider = (code: string | undefined): string | null =>
  code?.startsWith("upstream_") === true ? code : null;

/** `POST /sdk/v1/analyze/prompt` → its path; what is no template is no route. */
function templateOf(route: string | undefined): string | null {
  const path = route?.slice(route.indexOf(" ") + 1) ?? "";
  return path.startsWith("/") ? path : null;
}

function endAttributes({ requestId, status, notes }: EndedRequest, route: string | null): Attributes {
  const details: Readonly<Record<string, string | number | readonly string[] | null | undefined>> = {
    [HTTP_ROUTE]: route,
    [HTTP_STATUS]: status,
    [OWN.requestId]: requestId,
    [OWN.format]: notes.format,
    [OWN.asset]: notes.assetId,
    [OWN.verdict]: notes.verdict,
    [OWN.violated]: notes.violated,
    [OWN.degraded]: notes.degraded,
    [OWN.error]: notes.errorCode,
  };
  const attributes: Attributes = {};
  for (const [name, value] of Object.entries(details)) {
    if (value === null || value === undefined) continue;
    attributes[name] = typeof value === "object" ? [...value] : value;
  }
  return attributes;
}
