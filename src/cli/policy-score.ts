import type { AnalysisContext } from "../analyzers/analyzer.ts";
import type { Clock } from "../core/clock.ts";
import type { Origin, Side } from "../core/model.ts";
import type { Guard } from "../engine/guard.ts";
import { runGuard } from "../engine/run-guard.ts";
import type { Reading } from "../text/reading.ts";

/** Whose text it is, and the clock that bounds its analysis. */
interface ScoreContext {
  readonly side: Side;
  readonly origin: Origin;
  readonly clock: Clock;
}

/** The highest score of a policy's own detector on a text; `null`: it could not judge the text. */
export async function policyScore(guard: Guard, text: Reading, where: ScoreContext): Promise<number | null> {
  const { side, origin, clock } = where;
  const context: AnalysisContext = { side, origin, from: 0, clock, signal: new AbortController().signal };
  const outcome = await runGuard(guard, text, context);
  return outcome.kind === "failed" ? null : Math.max(0, ...outcome.findings.map(({ score }) => score));
}
