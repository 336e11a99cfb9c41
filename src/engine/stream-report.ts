import type { Applied, AppliedStatus, FailReason, Violation } from "../core/model.ts";
import { bySeverity, runsOn, worst } from "./evaluate.ts";
import type { Guard } from "./guard.ts";
import type { StreamSummary } from "./stream-guard.ts";

/** What became of each policy over a whole stream: gathered step by step, told once. */
export class StreamReport {
  readonly #guards: readonly Guard[];
  readonly #status = new Map<Guard, AppliedStatus>();
  readonly #spentUs = new Map<Guard, number>();
  /** One violation per policy. */
  readonly #violations = new Map<string, Violation>();

  constructor(guards: readonly Guard[]) {
    this.#guards = guards;
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

  violated(violation: Violation): void {
    const { name } = violation.policy;
    const guard = this.#guards.find(({ policy }) => policy === violation.policy);
    if (guard !== undefined && this.#status.get(guard)?.status === "passed")
      this.#status.set(guard, { status: "violated" });
    const known = this.#violations.get(name);
    // Details and masks refer to a window's offsets, so nothing is added up: the window that says most stands for the stream.
    if (known === undefined || topScore(violation) > topScore(known)) this.#violations.set(name, violation);
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
    const status: AppliedStatus = this.#status.get(guard) ?? { status: "passed" };
    return { ...status, policy: guard.policy, scope: guard.scope, durationUs: this.#spentUs.get(guard) ?? 0 };
  }
}

const topScore = ({ findings }: Violation): number => findings.reduce((top, { score }) => Math.max(top, score), 0);

function initialStatus(guard: Guard): AppliedStatus {
  if (guard.state.kind === "skipped") return { status: "skipped", reason: guard.state.reason };
  return runsOn(guard, "output", "assistant") ? { status: "passed" } : { status: "skipped", reason: "out_of_scope" };
}
