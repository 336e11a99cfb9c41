import type { HrTime } from "@opentelemetry/api";
import type { Clock } from "../../core/clock.ts";

/**
 * Names of attributes. Those of HTTP are settled; those of GenAI are in development and may move; those of guardrails are a
 * draft, and of it only what its versions agree on is taken. Ours begin with `sallyport.`.
 * @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/
 * @see https://github.com/open-telemetry/semantic-conventions-genai
 */
export const ERROR_TYPE = "error.type";
export const HTTP_METHOD = "http.request.method";
export const HTTP_ROUTE = "http.route";
export const HTTP_STATUS = "http.response.status_code";
export const SERVER_ADDRESS = "server.address";
export const SERVER_PORT = "server.port";

export const GEN_AI = {
  operation: "gen_ai.operation.name",
  provider: "gen_ai.provider.name",
  requestModel: "gen_ai.request.model",
  responseModel: "gen_ai.response.model",
  inputTokens: "gen_ai.usage.input_tokens",
  outputTokens: "gen_ai.usage.output_tokens",
  finishReasons: "gen_ai.response.finish_reasons",
} as const;

export const GUARDRAIL = {
  /** `gen_ai.operation.name` */
  operation: "apply_guardrail",
  component: "gen_ai.guardrail.component.name",
  policyId: "gen_ai.guardrail.policy.id",
  source: "gen_ai.guardrail.source",
  resultType: "gen_ai.guardrail.result.type",
  resultValue: "gen_ai.guardrail.result.value",
  score: "gen_ai.guardrail.risk.score",
} as const;

export const OWN = {
  requestId: "sallyport.request.id",
  format: "sallyport.request.format",
  asset: "sallyport.asset.id",
  verdict: "sallyport.verdict",
  violated: "sallyport.policies.violated",
  degraded: "sallyport.policies.degraded",
  error: "sallyport.error.code",
  isAborted: "sallyport.aborted",
  /** Guardrail spans that were left out: a request has so many at most. */
  dropped: "sallyport.guardrail_spans.dropped",
  upstream: "sallyport.upstream.name",
  judge: "sallyport.judge.name",
  policy: "sallyport.policy.name",
  action: "sallyport.policy.action",
  origin: "sallyport.text.origin",
  isCall: "sallyport.text.tool_call",
  isStream: "sallyport.text.stream",
  /** Microseconds in the policy's analyzer. */
  computed: "sallyport.policy.duration_us",
  findings: "sallyport.findings.count",
  /** One attribute a kind: `sallyport.findings.kind.EMAIL_ADDRESS`. */
  kind: "sallyport.findings.kind.",
} as const;

/** Times of one trace, from a monotonic clock: a wall clock set in the meantime must not tear its spans apart. */
export class Times {
  readonly #clock: Clock;
  readonly #offsetMs: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#offsetMs = clock.epochMs() - clock.now();
  }

  now(): HrTime {
    return this.at(this.#clock.now());
  }

  /** @param ms of `clock.now()` */
  at(ms: number): HrTime {
    const epochMs = this.#offsetMs + ms;
    const seconds = Math.floor(epochMs / 1000);
    return [seconds, Math.min(999_999_999, Math.round((epochMs - seconds * 1000) * 1e6))];
  }
}
