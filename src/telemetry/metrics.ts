import type { JudgeAsked } from "../core/judge-model.ts";
import type { Applied, Evaluation, Outcome, Side } from "../core/model.ts";
import { SHED_REASONS, type ShedReason } from "../core/overload.ts";
import { expose, type Metric, Counter, Histogram, readMetric, type FamilyOptions } from "./families.ts";
import { ThreadMetrics } from "./gauges.ts";

/** The entrance of a text. */
type Surface = "api" | "proxy";

const LIMIT_DECISIONS = ["admitted", "refused", "admitted_locally", "refused_locally", "unavailable"] as const;
/** A limiter's decision; `_locally`: by windows of this process while the shared store is down. */
type LimitDecision = (typeof LIMIT_DECISIONS)[number];

/** How a checked stream ended. */
export type StreamOutcome = "complete" | "blocked" | "unavailable" | "unread" | "failed" | "abandoned";

/** Seconds. Most evaluations take well under a millisecond; a judge takes seconds. */
const EVALUATION_BUCKETS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5];
const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
const HOLD_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** UTF-16 code units. */
const HELD_BUCKETS = [0, 8, 16, 32, 64, 128, 256, 512, 1024, 4096, 16_384];

/** A finished request. */
interface FinishedRequest {
  /** The route's template, `proxy`, or `null` where none matched. */
  readonly route: string | null;
  /** Wire format of a proxied request; `null`: none that is read. */
  readonly format: string | null;
  /** `null`: the caller disconnected before the answer. */
  readonly status: number | null;
  readonly durationMs: number;
}

/** Context of an evaluation. */
interface Evaluated {
  readonly surface: Surface;
  /** Of the configuration. */
  readonly asset: string;
  readonly side: Side;
  readonly durationMs: number;
}

/**
 * The metrics of the process. Every label comes from the configuration or a closed set, never from a caller. State of other parts
 * (requests in flight, say) is added as metrics that read it.
 */
export class Metrics {
  readonly judges: JudgeMetrics;
  readonly threads: ThreadMetrics;
  readonly #metrics: Metric[] = [];
  readonly #requests = this.#counter({
    name: "sallyport_requests_total",
    help: "Finished requests by route, status and wire format; status none: the caller disconnected before the answer.",
    labels: ["route", "status", "format"],
  });
  readonly #requestSeconds = this.#histogram(REQUEST_BUCKETS, {
    name: "sallyport_request_duration_seconds",
    help: "From a request's headers to the end of its answer, seconds. Of a stream that is as long as the provider writes.",
    labels: ["route"],
  });
  readonly #verdicts = this.#counter({
    name: "sallyport_verdicts_total",
    help: "Verdicts on analysed texts (api) and on whole exchanges (proxy). unread: no policy could read it. unavailable: refused because a policy could not run.",
    labels: ["surface", "asset", "verdict"],
  });
  readonly #policies = this.#counter({
    name: "sallyport_policy_evaluations_total",
    help: "What became of each effective policy on each text: violated, passed, skipped or failed, the last two with a reason.",
    labels: ["policy", "asset", "side", "outcome", "reason"],
  });
  readonly #policySeconds = this.#histogram(EVALUATION_BUCKETS, {
    name: "sallyport_policy_duration_seconds",
    help: "Time in one policy on one text, seconds; on a stream, over the whole answer.",
    labels: ["policy"],
  });
  readonly #shadows = this.#counter({
    name: "sallyport_shadow_evaluations_total",
    help: "What became of each shadow policy on each text: violated, passed, skipped or failed, the last two with a reason. They are in no other metric.",
    labels: ["policy", "asset", "side", "outcome", "reason"],
  });
  readonly #shadowSeconds = this.#histogram(EVALUATION_BUCKETS, {
    name: "sallyport_shadow_duration_seconds",
    help: "Time in one shadow policy on one text, seconds. Streams and callers do not wait for it.",
    labels: ["policy"],
  });
  readonly #evaluationSeconds = this.#histogram(EVALUATION_BUCKETS, {
    name: "sallyport_evaluation_duration_seconds",
    help: "All policies on one whole text, seconds. Streams are not among them.",
    labels: ["surface", "side"],
  });
  readonly #memo = this.#counter({
    name: "sallyport_verdict_memo_lookups_total",
    help: "Texts of the proxy that were looked up in the memory of verdicts: hit or miss. A conversation known as a whole asks for its new texts only.",
    labels: ["result"],
  });
  readonly #streamEnds = this.#counter({
    name: "sallyport_streams_total",
    help: "Checked streams, and answers over inspected WebSockets, by how they ended: complete, blocked, unavailable (a policy that fails closed could not run), unread, failed (the upstream broke off), abandoned (the client left).",
    labels: ["format", "end"],
  });
  readonly #holdSeconds = this.#histogram(HOLD_BUCKETS, {
    name: "sallyport_stream_hold_seconds",
    help: "From the arrival of a streamed event with text to its release, seconds.",
  });
  readonly #heldChars = this.#histogram(HELD_BUCKETS, {
    name: "sallyport_stream_held_characters",
    help: "Characters that had arrived after a streamed text when it was released.",
  });
  readonly #unread = this.#counter({
    name: "sallyport_unread_total",
    help: "Proxied exchanges that could not be read, in whole or in part: passed or refused.",
    labels: ["upstream", "decision"],
  });
  readonly #upstreamSeconds = this.#histogram(REQUEST_BUCKETS, {
    name: "sallyport_upstream_response_seconds",
    help: "From sending a request that was read to the headers of its answer, seconds.",
    labels: ["upstream"],
  });
  readonly #upstreamAnswers = this.#counter({
    name: "sallyport_upstream_responses_total",
    help: "Answers to requests that were read, by class of status.",
    labels: ["upstream", "status"],
  });
  readonly #upstreamFailures = this.#counter({
    name: "sallyport_upstream_failures_total",
    help: "Exchanges that failed at the upstream: unreachable, disconnected, timeout, invalid.",
    labels: ["upstream", "reason"],
  });
  readonly #alerts = this.#counter({
    name: "sallyport_alerts_total",
    help: "Alerts to receivers: sent, failed, suppressed (an equal one was sent a moment ago) or dropped (over the rate, or too many wait).",
    labels: ["alert", "outcome"],
  });
  readonly #reloads = this.#counter({
    name: "sallyport_config_reloads_total",
    help: "Changed configurations by what became of them: accepted, or rejected while the old one stays.",
    labels: ["result"],
    merge: "first",
  });
  readonly #limiter = this.#counter({
    name: "sallyport_limiter_decisions_total",
    help: "Requests that asked the limiter: admitted or refused, locally while a shared store is away, or unavailable.",
    labels: ["decision"],
  });
  readonly #saves = this.#counter({
    name: "sallyport_store_saves_total",
    help: "Records by what became of them: saved or failed.",
    labels: ["result"],
  });

  readonly #shed = this.#counter({
    name: "sallyport_shed_total",
    help: "Requests refused for overload, by the bound that they met: requests, streams, delay.",
    labels: ["reason"],
  });

  #pendingSaves = 0;

  constructor() {
    this.judges = new JudgeMetrics();
    this.include(this.judges.metrics);
    this.threads = new ThreadMetrics();
    this.include(this.threads.metrics);
    const pending = { name: "sallyport_store_saves_pending", help: "Records that are being written." };
    this.include([readMetric(pending, () => [[this.#pendingSaves]])]);
    for (const result of ["accepted", "rejected"]) this.#reloads.show(result);
    for (const decision of LIMIT_DECISIONS) this.#limiter.show(decision);
    for (const result of ["hit", "miss"]) this.#memo.show(result);
    for (const reason of SHED_REASONS) this.#shed.show(reason);
    for (const result of ["saved", "failed"]) this.#saves.show(result);
  }

  /** Adds metrics of other parts. */
  include(metrics: readonly Metric[]): void {
    this.#metrics.push(...metrics);
  }

  /** Names, types and labels, in their order. */
  get list(): readonly Metric[] {
    return this.#metrics;
  }

  /** In Prometheus' text format. */
  expose(): string {
    return expose(this.#metrics);
  }

  request({ route, format, status, durationMs }: FinishedRequest): void {
    this.#requests.add(route ?? "none", statusLabel(status), format ?? "");
    this.#requestSeconds.observe(durationMs / 1000, route ?? "none");
  }

  verdict(surface: Surface, asset: string, verdict: Outcome): void {
    this.#verdicts.add(surface, asset, verdict);
  }

  evaluation({ applied }: Pick<Evaluation, "applied">, { surface, asset, side, durationMs }: Evaluated): void {
    this.#evaluationSeconds.observe(durationMs / 1000, surface, side);
    this.policies(applied, { asset, side });
  }

  policies(applied: readonly Applied[], where: EvaluatedWhere): void {
    countApplied(applied, where, { outcomes: this.#policies, seconds: this.#policySeconds });
  }

  /** Counts shadow policies by outcome. */
  shadow(applied: readonly Applied[], where: EvaluatedWhere): void {
    countApplied(applied, where, { outcomes: this.#shadows, seconds: this.#shadowSeconds });
  }

  memo(result: "hit" | "miss"): void {
    this.#memo.add(result);
  }

  streamEnded(format: string, end: StreamOutcome): void {
    this.#streamEnds.add(format, end);
  }

  /** @param chars that arrived after it */
  released(heldMs: number, chars: number): void {
    this.#holdSeconds.observe(heldMs / 1000);
    this.#heldChars.observe(chars);
  }

  unread(upstream: string, decision: "passed" | "refused"): void {
    this.#unread.add(upstream, decision);
  }

  upstreamAnswered(
    upstream: string,
    { status, durationMs }: { readonly status: number; readonly durationMs: number },
  ): void {
    this.#upstreamSeconds.observe(durationMs / 1000, upstream);
    this.#upstreamAnswers.add(upstream, `${Math.floor(status / 100)}xx`);
  }

  upstreamFailed(upstream: string, reason: "unreachable" | "disconnected" | "timeout" | "invalid"): void {
    this.#upstreamFailures.add(upstream, reason);
  }

  alert(name: string, outcome: string): void {
    this.#alerts.add(name, outcome);
  }

  reloaded(result: "accepted" | "rejected"): void {
    this.#reloads.add(result);
  }

  limited(decision: LimitDecision): void {
    this.#limiter.add(decision);
  }

  shed(reason: ShedReason): void {
    this.#shed.add(reason);
  }

  /** Counts how saving a record ends. */
  async saving(save: () => Promise<void>): Promise<void> {
    this.#pendingSaves += 1;
    let result = "failed";
    try {
      await save();
      result = "saved";
    } finally {
      this.#pendingSaves -= 1;
      this.#saves.add(result);
    }
  }

  #counter(options: FamilyOptions): Counter {
    const counter = new Counter(options);
    this.#metrics.push(counter);
    return counter;
  }

  #histogram(buckets: readonly number[], options: FamilyOptions): Histogram {
    const histogram = new Histogram({ ...options, buckets });
    this.#metrics.push(histogram);
    return histogram;
  }
}

type EvaluatedWhere = Pick<Evaluated, "asset" | "side">;

function countApplied(
  applied: readonly Applied[],
  { asset, side }: EvaluatedWhere,
  { outcomes, seconds }: { readonly outcomes: Counter; readonly seconds: Histogram },
): void {
  for (const each of applied) {
    const { name } = each.policy;
    outcomes.add(name, asset, side, each.status, "reason" in each ? each.reason : "");
    if (each.status !== "skipped") seconds.observe(each.durationUs / 1e6, name);
  }
}

/** Seconds. */
const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Metrics of judges, by their configured names. */
class JudgeMetrics {
  readonly metrics: readonly Metric[];
  /** Configured judges, and whether their breaker is open. */
  readonly #isOpen = new Map<string, boolean>();
  readonly #questions = new Counter({
    name: "sallyport_judge_questions_total",
    help: "Questions to judges: answered, remembered, abandoned (the caller left), or why there was no answer.",
    labels: ["judge", "outcome"],
  });
  readonly #seconds = new Histogram({
    name: "sallyport_judge_duration_seconds",
    help: "Time of questions that memory did not answer, retries and waiting included, seconds.",
    labels: ["judge"],
    buckets: BUCKETS,
  });

  constructor() {
    const breaker = readMetric(
      {
        name: "sallyport_judge_breaker_open",
        help: "1 while a judge that failed too often is left alone, else 0.",
        labels: ["judge"],
        merge: "max",
      },
      () => [...this.#isOpen].map(([judge, isOpen]) => [isOpen ? 1 : 0, judge] as const),
    );
    this.metrics = [this.#questions, this.#seconds, breaker];
  }

  asked({ judge, outcome, durationMs }: JudgeAsked): void {
    this.#questions.add(judge, outcome);
    if (outcome !== "remembered") this.#seconds.observe(durationMs / 1000, judge);
  }

  breaker(judge: string, isOpen: boolean): void {
    if (this.#isOpen.has(judge)) this.#isOpen.set(judge, isOpen);
  }

  /** Sets the configured judges. Known ones keep their state. */
  configured(names: readonly string[]): void {
    for (const name of this.#isOpen.keys()) if (!names.includes(name)) this.#isOpen.delete(name);
    for (const name of names) if (!this.#isOpen.has(name)) this.#isOpen.set(name, false);
  }
}

/** Statuses with a label of their own. Others are reported by class: an upstream may answer with any number. */
const KNOWN: ReadonlySet<number> = new Set([
  101, 200, 201, 202, 204, 206, 301, 302, 304, 307, 308, 400, 401, 402, 403, 404, 405, 408, 409, 410, 413, 415, 422,
  426, 429, 431, 500, 501, 502, 503, 504, 520, 522, 524, 529,
]);

/** `200`, `4xx` for one that is seldom met, `none` without an answer. */
export function statusLabel(status: number | null): string {
  if (status === null) return "none";
  return KNOWN.has(status) ? String(status) : `${Math.floor(status / 100)}xx`;
}

/** A limiter's answer. */
type Answer = { readonly admitted: boolean; readonly isLocal?: true } | "unavailable";

/** A limiter, synchronous or not. */
interface Taking<Args extends readonly unknown[], Given extends Answer> {
  readonly take: (...args: Args) => Given | Promise<Given>;
}

/** Counts a limiter's decisions. Synchronous answers stay synchronous. */
export function meteredLimiter<Args extends readonly unknown[], Given extends Answer>(
  limiter: Taking<Args, Given>,
  metrics: Metrics,
): Taking<Args, Given> {
  const counted = (answer: Given): Given => {
    metrics.limited(decisionOf(answer));
    return answer;
  };
  return {
    take: (...args) => {
      const answer = limiter.take(...args);
      return answer instanceof Promise ? answer.then(counted) : counted(answer);
    },
  };
}

function decisionOf(answer: Answer): LimitDecision {
  if (answer === "unavailable") return answer;
  if (answer.isLocal === true) return answer.admitted ? "admitted_locally" : "refused_locally";
  return answer.admitted ? "admitted" : "refused";
}
