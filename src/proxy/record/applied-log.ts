import type { Applied } from "../../core/model.ts";
import type { Guard } from "../../engine/guard.ts";

const RANK = { skipped: 0, passed: 1, failed: 2, violated: 3 } as const;

/** What became of each policy over many texts: the worst, durations added up. */
export class AppliedLog {
  readonly #applied = new Map<string, Applied>();

  /** @returns whether the log reports it for its policy now */
  note(applied: Applied): boolean {
    const { name } = applied.policy;
    const known = this.#applied.get(name);
    const isWorse = known === undefined || RANK[applied.status] > RANK[known.status];
    const durationUs = (known?.durationUs ?? 0) + applied.durationUs;
    this.#applied.set(name, { ...(isWorse ? applied : known), durationUs });
    return isWorse;
  }

  of(guard: Guard): Applied {
    return this.#applied.get(guard.policy.name) ?? unasked(guard);
  }
}

/** No text came that the policy is about. */
function unasked({ policy, scope, state }: Guard): Applied {
  const reason = state.kind === "skipped" ? state.reason : "out_of_scope";
  return { status: "skipped", reason, policy, scope, durationUs: 0 };
}
