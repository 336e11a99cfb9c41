import { buildRuntime, warmUpAssets, type AssetRuntime, type Runtime } from "../../access/runtime.ts";
import type { Config } from "../../config/config-model.ts";
import type { Clock } from "../../core/clock.ts";
import type { Applied, Evaluation } from "../../core/model.ts";
import { evaluate } from "../../engine/evaluate.ts";
import { readsCalls, type Guard } from "../../engine/guard.ts";
import { JudgeSet } from "../../judges/judge-set.ts";
import { Reading } from "../../text/reading.ts";
import { policyLabel, type ReplayText } from "./cases.ts";

/** `failed`: a policy that fails closed could not run, which the API answers with 503. */
export type ReplayVerdict = "passed" | "flagged" | "blocked" | "failed";

/** What the policies of a configuration say of a case, all its texts together. */
export interface Judged {
  readonly verdict: ReplayVerdict;
  /** Labels of policies. */
  readonly violated: ReadonlySet<string>;
  readonly failed: ReadonlySet<string>;
  /** Policies that judge what a replay has not: tool calls, conversations. */
  readonly unasked: ReadonlySet<string>;
}

/** How long one text took. */
export interface Timed {
  /** All policies that act, microseconds. */
  readonly textUs: number;
  readonly policies: readonly (readonly [label: string, us: number])[];
}

const RANK: Readonly<Record<ReplayVerdict, number>> = { passed: 0, flagged: 1, blocked: 2, failed: 3 };

/** A configuration put to work without a service. */
export class ReplayJudge {
  readonly #runtime: Runtime;
  readonly #judges: JudgeSet;
  readonly #clock: Clock;

  /** @throws {Error} when a policy does not compile, or a local model cannot be opened */
  constructor(config: Config, { clock, print }: { readonly clock: Clock; readonly print: (text: string) => void }) {
    this.#clock = clock;
    this.#judges = new JudgeSet({
      clock,
      report: (event) => {
        if (event.kind === "failed") print(`judge ${event.judge}: ${event.reason}`);
      },
    });
    const open = this.#judges.open(config.judges);
    this.#judges.use(open);
    this.#runtime = buildRuntime(config, open);
    warmUpAssets(this.#runtime, clock);
  }

  load(): Promise<void> {
    return this.#judges.load();
  }

  close(): Promise<void> {
    return this.#judges.close();
  }

  /** @param organization whose asset it is; `null`: unknown */
  asset(id: string, organization: string | null): AssetRuntime | null {
    const found = this.#runtime.assets.get(id);
    if (found === undefined) return null;
    return organization === null || found.asset.organization === organization ? found : null;
  }

  async judge(
    { guards, shadows }: AssetRuntime,
    { text, side, origin }: ReplayText,
    signal: AbortSignal,
  ): Promise<{ readonly judged: Judged; readonly timed: Timed }> {
    const context = { side, origin, clock: this.#clock, signal };
    const prepared = new Reading(text);
    const startedMs = this.#clock.now();
    const acting = await evaluate(guards, prepared, context);
    const textUs = (this.#clock.now() - startedMs) * 1000;
    const watching = shadows.length === 0 ? null : await evaluate(shadows, prepared, context);
    const applied = [...acting.applied, ...(watching?.applied ?? [])];
    const ran = applied.filter(({ status }) => status !== "skipped");
    return {
      judged: {
        verdict: acting.failedClosed.length > 0 ? "failed" : acting.verdict,
        violated: labelsOf(applied, ({ status }) => status === "violated"),
        failed: labelsOf(applied, ({ status }) => status === "failed"),
        unasked: unaskedOf([...guards, ...shadows], applied),
      },
      timed: { textUs, policies: ran.map((each) => [labelOf(each), each.durationUs] as const) },
    };
  }
}

const labelOf = ({ policy }: Pick<Guard, "policy">): string => policyLabel(policy.name, policy.isShadow === true);

function labelsOf(applied: Evaluation["applied"], isMeant: (applied: Applied) => boolean): ReadonlySet<string> {
  return new Set(applied.filter(isMeant).map(labelOf));
}

/** Ready to judge, and not asked for want of what they judge by. */
function unaskedOf(guards: readonly Guard[], applied: readonly Applied[]): ReadonlySet<string> {
  const wanting = new Set(
    applied.flatMap((each) => ("reason" in each && each.reason === "no_configuration" ? [each.policy] : [])),
  );
  const isUnasked = (guard: Guard): boolean =>
    guard.state.kind === "ready" && (readsCalls(guard) || wanting.has(guard.policy));
  return new Set(guards.filter(isUnasked).map(labelOf));
}

/** What is said of all texts of a case. */
export function together(all: readonly Judged[]): Judged {
  const union = (part: (judged: Judged) => ReadonlySet<string>): ReadonlySet<string> =>
    new Set(all.flatMap((each) => [...part(each)]));
  const verdict = all.reduce<ReplayVerdict>(
    (worst, each) => (RANK[each.verdict] > RANK[worst] ? each.verdict : worst),
    "passed",
  );
  return {
    verdict,
    violated: union(({ violated }) => violated),
    failed: union(({ failed }) => failed),
    unasked: union(({ unasked }) => unasked),
  };
}
