import type { AnalysisContext } from "../analyzers/analyzer.ts";
import type { Clock } from "../core/clock.ts";
import type { Finding, Origin, Policy, Side } from "../core/model.ts";
import { compilePolicy } from "../engine/compile.ts";
import type { Guard } from "../engine/guard.ts";
import { runGuard } from "../engine/run-guard.ts";
import type { Reading } from "../text/reading.ts";

/** Whose text it is, and the clock that bounds its analysis. */
interface ScoreContext {
  readonly side: Side;
  readonly origin: Origin;
  readonly clock: Clock;
}

/** What a policy's own detector says of a text. */
export interface PolicyJudgment {
  /** The highest score, be it below the threshold. */
  readonly score: number;
  /** Those from the threshold on. */
  readonly findings: readonly Finding[];
}

/** `null`: the policy could not judge the text. */
export async function judgeText(guard: Guard, text: Reading, where: ScoreContext): Promise<PolicyJudgment | null> {
  const { side, origin, clock } = where;
  const context: AnalysisContext = { side, origin, from: 0, clock, signal: new AbortController().signal };
  const outcome = await runGuard(guard, text, context);
  return outcome.kind === "failed" ? null : { score: outcome.score ?? 0, findings: outcome.findings };
}

/** The policies with their own detectors only; those that a judge decides alone are left out. */
export function ownGuards(policies: readonly Policy[]): readonly Guard[] {
  return policies.flatMap(({ judge, ...policy }) => {
    if (judge?.mode === "alone") return [];
    const compiled = compilePolicy(policy);
    return compiled.kind === "guard" ? [compiled.guard] : [];
  });
}
