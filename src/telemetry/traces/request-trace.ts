import {
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
  type Tracer,
  type HrTime,
} from "@opentelemetry/api";
import type { Clock } from "../../core/clock.ts";
import type { Evaluation, Applied, Policy, Violation } from "../../core/model.ts";
import type { CallTrace, EndedRequest, EvaluatedText, ProviderCall, RequestTrace } from "../tracing.ts";
import {
  ERROR_TYPE,
  GEN_AI,
  HTTP_METHOD,
  HTTP_ROUTE,
  HTTP_STATUS,
  OWN,
  SERVER_ADDRESS,
  SERVER_PORT,
  GUARDRAIL,
  type Times,
} from "./span-names.ts";
import type { AnswerFacts } from "../../core/upstream-port.ts";
import type { TraceHeaders } from "../../core/trace-context.ts";

/** Guardrail spans of one request, since a long history is judged text by text. Further ones are only counted. */
const GUARDRAIL_SPANS_MAX = 256;

/** Standard methods; any other is the caller's text and becomes `_OTHER`. */
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

interface RequestParts {
  readonly tracer: Tracer;
  readonly clock: Clock;
  readonly times: Times;
  readonly span: Span;
  /** The parent: the caller's trace, or none. */
  readonly context: Context;
  readonly method: string;
  /** The caller's, for further hops. */
  readonly tracestate: string | null;
  readonly onFollow: (signal: AbortSignal, request: OtelRequest) => void;
}

/** The span of a request and its child spans. */
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

  /** The span of a call to another service. */
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
    // HTTP conventions: a client error is no error of the server.
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

/** `POST /sdk/v1/analyze/prompt` → its path; `null`: no template. */
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

/** The form of a model's name. Anything else may be a user's text and is not reported. */
const MODEL = /^[\w.:/@+-]{1,128}$/;

const modelName = (text: string | undefined): string | null => (text !== undefined && MODEL.test(text) ? text : null);

const DEFAULT_PORTS: ReadonlyMap<string, number> = new Map([
  ["http:", 80],
  ["https:", 443],
]);

/** Where a service is, from the configuration. */
function addressOf({ hostname, port, protocol }: URL): Attributes {
  const known = port === "" ? DEFAULT_PORTS.get(protocol) : Number(port);
  return known === undefined ? { [SERVER_ADDRESS]: hostname } : { [SERVER_ADDRESS]: hostname, [SERVER_PORT]: known };
}

/** The span of a call, until it ends. */
class OtelCall implements CallTrace {
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

interface GuardrailParent {
  readonly tracer: Tracer;
  /** The request's span is in it. */
  readonly context: Context;
  readonly times: Times;
  /** When a stream ended: `clock.now()`. */
  readonly nowMs: number;
}

/** Kinds that are counted by name, in addition to the total. */
const KINDS_MAX = 16;

/**
 * A span for each policy that ran, reported afterwards, so that no policy waits for telemetry. Each begins with the evaluation of its
 * text.
 * @returns how many were made
 */
function traceGuardrails(
  { applied, violations }: Pick<Evaluation, "applied" | "violations">,
  text: EvaluatedText,
  { parent, max }: { readonly parent: GuardrailParent; readonly max: number },
): number {
  let made = 0;
  for (const each of applied) {
    if (each.status === "skipped") continue;
    if (made < max) traceGuardrail(each, text, { parent, violation: violationOf(each.policy, violations) });
    made += 1;
  }
  return made;
}

const violationOf = ({ name }: Policy, violations: readonly Violation[]): Violation | undefined =>
  violations.find(({ policy }) => policy.name === name);

function traceGuardrail(
  applied: Applied,
  text: EvaluatedText,
  { parent, violation }: { readonly parent: GuardrailParent; readonly violation: Violation | undefined },
): void {
  const { tracer, context, times, nowMs } = parent;
  const { policy, durationUs } = applied;
  const attributes = attributesOf(applied, text);
  if (violation !== undefined) addFindings(attributes, violation);
  const { startedMs } = text;
  const startTime = times.at(startedMs);
  const span = tracer.startSpan(
    `${GUARDRAIL.operation} ${policy.name}`,
    { kind: SpanKind.INTERNAL, startTime, attributes },
    context,
  );
  if (applied.status === "failed") span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(times.at(text.isStream === true ? nowMs : startedMs + durationUs / 1000));
}

function attributesOf(applied: Applied, { side, origin, isCall, isStream }: EvaluatedText): Attributes {
  const { policy, status, durationUs } = applied;
  const attributes: Attributes = {
    [GEN_AI.operation]: GUARDRAIL.operation,
    [GUARDRAIL.component]: "sallyport",
    [GUARDRAIL.policyId]: policy.id,
    [GUARDRAIL.source]: side,
    [GUARDRAIL.resultType]: "status",
    [GUARDRAIL.resultValue]: status,
    [OWN.policy]: policy.name,
    [OWN.action]: policy.action,
    [OWN.origin]: origin,
    [OWN.computed]: durationUs,
  };
  if (isCall === true) attributes[OWN.isCall] = true;
  if (isStream === true) attributes[OWN.isStream] = true;
  if (applied.status === "failed") attributes[ERROR_TYPE] = applied.reason;
  return attributes;
}

/** Kinds that a caller has named are not reported. */
const areCallers = ({ id, metadata }: Policy): boolean => metadata !== null && id.startsWith("inline:");

function addFindings(attributes: Attributes, { policy, findings }: Violation): void {
  const counts = new Map<string, number>();
  let top = 0;
  for (const { kind, score } of findings) {
    top = Math.max(top, score);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  attributes[OWN.findings] = findings.length;
  attributes[GUARDRAIL.score] = top;
  if (areCallers(policy)) return;
  for (const [kind, count] of [...counts].slice(0, KINDS_MAX)) attributes[`${OWN.kind}${kind}`] = count;
}
