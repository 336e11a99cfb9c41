import type { AnalysisContext } from "../analyzers/analyzer.ts";
import type { Applied, AppliedStatus, FailReason, Finding, Json, Verdict, Violation } from "../core/model.ts";
import type { Reading } from "../text/reading.ts";
import { bySeverity, canJudge, runsOn, violationOf, whyNot, worst } from "./evaluate.ts";
import { sealed } from "./entity-settings.ts";
import type { Guard } from "./guard.ts";

/** What a guard found in a window. */
export interface Found {
  readonly guard: Guard;
  readonly finding: Finding;
}

export interface StreamSummary {
  readonly verdict: Verdict;
  readonly violations: readonly StreamViolation[];
  readonly applied: readonly Applied[];
  readonly failedClosed: readonly string[];
  readonly degraded: readonly string[];
}

/** A violation of a stream; its offsets count from the beginning of its channel. */
export interface StreamViolation extends Violation {
  readonly channel: string;
}

const NONE: readonly Violation[] = [];

/** The outcome of each policy over a whole stream: collected step by step, reported once. */
export class StreamReport {
  readonly #guards: readonly Guard[];
  readonly #context: AnalysisContext;
  readonly #status = new Map<Guard, AppliedStatus>();
  readonly #spentUs = new Map<Guard, number>();
  /** One violation per policy. */
  readonly #violations = new Map<string, StreamViolation>();

  /** @param context what the stream's texts are judged in */
  constructor(guards: readonly Guard[], context: AnalysisContext) {
    this.#guards = guards;
    this.#context = context;
    for (const guard of guards) this.#status.set(guard, initialStatus(guard));
  }

  spent(guard: Guard, durationUs: number): void {
    this.#spentUs.set(guard, (this.#spentUs.get(guard) ?? 0) + durationUs);
  }

  /** @returns true when the policy fails closed */
  failed(guard: Guard, reason: FailReason): boolean {
    this.#status.set(guard, { status: "failed", reason });
    return guard.policy.onError === "block" && guard.policy.stream !== "observe";
  }

  /**
   * The violations that findings amount to, block first, noted too.
   * @param options.isSealed the text may not be altered: what would be masked blocks
   * @param options.base where the window begins in its channel
   * @param options.channel the channel's name
   */
  violations(found: readonly Found[], text: Reading, { isSealed, base, channel }: FoundIn): readonly Violation[] {
    if (found.length === 0) return NONE;
    const violations: Violation[] = [];
    for (const [guard, list] of Map.groupBy(found, (item) => item.guard)) {
      const findings = list.map(({ finding }) => finding);
      const violation = violationOf(guard, text, findings);
      if (violation !== null) violations.push(isSealed ? sealed(violation) : violation);
    }
    for (const violation of violations) this.#violated(violation, base, channel);
    return violations.sort(bySeverity);
  }

  #violated(violation: Violation, base: number, channel: string): void {
    const { name } = violation.policy;
    const guard = this.#guards.find(({ policy }) => policy === violation.policy);
    if (guard !== undefined && this.#status.get(guard)?.status === "passed")
      this.#status.set(guard, { status: "violated" });
    const known = this.#violations.get(name);
    // Nothing is added up: the window that says most stands for the stream.
    if (known === undefined || saysMore(violation, known))
      this.#violations.set(name, { ...(base === 0 ? violation : placed(violation, base)), channel });
  }

  summary(): StreamSummary {
    const violations = [...this.#violations.values()].toSorted(bySeverity);
    const failed = this.#guards.filter((guard) => this.#status.get(guard)?.status === "failed");
    const isClosed = ({ policy }: Guard): boolean => policy.onError === "block" && policy.stream !== "observe";
    return {
      verdict: worst(violations),
      violations,
      applied: this.#guards.map((guard) => this.#applied(guard)),
      failedClosed: failed.filter(isClosed).map(({ policy }) => policy.name),
      degraded: failed.filter((guard) => !isClosed(guard)).map(({ policy }) => policy.name),
    };
  }

  #applied(guard: Guard): Applied {
    let status: AppliedStatus = this.#status.get(guard) ?? { status: "passed" };
    // Decided at the end: the conversation grows over a connection.
    if (status.status === "passed" && !canJudge(guard, this.#context))
      status = { status: "skipped", reason: whyNot(this.#context) };
    return { ...status, policy: guard.policy, scope: guard.scope, durationUs: this.#spentUs.get(guard) ?? 0 };
  }
}

/** Where something was found. */
export interface FoundIn {
  readonly isSealed: boolean;
  /** What makes an offset in the window one of the channel. */
  readonly base: number;
  /** Its name. */
  readonly channel: string;
}

/** Turns offsets in the window into offsets in the channel. A report's offsets are not used for masking. */
function placed(violation: Violation, base: number): Violation {
  const findings = violation.findings.map((finding) => {
    const { span } = finding;
    return span === undefined ? finding : { ...finding, span: { start: span.start + base, end: span.end + base } };
  });
  return { ...violation, findings, details: shifted(violation.details, base), masks: [] };
}

function shifted(details: Json, by: number): Json {
  if (typeof details !== "object" || details === null) return details;
  if (isList(details)) return details.map((item) => shifted(item, by));
  const moved = Object.entries(details).map(([key, value]): [string, Json] => {
    const isOffset = typeof value === "number" && (key === "start" || key === "end");
    return [key, isOffset ? value + by : shifted(value, by)];
  });
  return Object.fromEntries(moved);
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** A flag may become a block: in text that may not be altered. */
function saysMore(violation: Violation, known: Violation): boolean {
  if (violation.action !== known.action) return violation.action === "block";
  return topScore(violation) > topScore(known);
}

/** The highest of its findings. */
export const topScore = ({ findings }: Violation): number =>
  findings.reduce((top, { score }) => Math.max(top, score), 0);

function initialStatus(guard: Guard): AppliedStatus {
  if (guard.state.kind === "skipped") return { status: "skipped", reason: guard.state.reason };
  return runsOn(guard, "output", "assistant") ? { status: "passed" } : { status: "skipped", reason: "out_of_scope" };
}
