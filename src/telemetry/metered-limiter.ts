import type { LimitDecision, Metrics } from "./metrics.ts";

/** What a limiter answers. */
type Answer = { readonly admitted: boolean; readonly isLocal?: true } | "unavailable";

/** Anything that admits or refuses, at once or later. */
interface Taking<Args extends readonly unknown[], Given extends Answer> {
  readonly take: (...args: Args) => Given | Promise<Given>;
}

/** Counts what a limiter decides. What it answers at once is given at once. */
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
