import type { Metrics } from "./metrics.ts";

/** Anything that admits or refuses. */
interface Taking<Args extends readonly unknown[], Admission extends { readonly admitted: boolean }> {
  readonly take: (...args: Args) => Admission;
}

/** Counts what a limiter decides. */
export function meteredLimiter<Args extends readonly unknown[], Admission extends { readonly admitted: boolean }>(
  limiter: Taking<Args, Admission>,
  metrics: Metrics,
): Taking<Args, Admission> {
  return {
    take: (...args) => {
      const admission = limiter.take(...args);
      metrics.limited(admission.admitted ? "admitted" : "refused");
      return admission;
    },
  };
}
