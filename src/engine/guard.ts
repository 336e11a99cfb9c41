import type { Analyzer, PreparedAnalyzer } from "../analyzers/analyzer.ts";
import type { Sieve } from "./sieve.ts";
import type { Policy, Scope, SkipReason } from "../core/model.ts";

/** A policy made ready to run: compiled once per configuration snapshot (or once per inline policy), then shared. */
export interface Guard {
  readonly policy: Policy;
  /** The policy's own scope, or its analyzer's. */
  readonly scope: Scope;
  /** 0..1, the policy's own or the analyzer's. */
  readonly threshold: number;
  readonly state:
    | {
        readonly kind: "ready";
        readonly analyzer: Analyzer;
        readonly prepared: PreparedAnalyzer;
        /** What of the analyzer's findings stays. */
        readonly sieve: Sieve;
      }
    | { readonly kind: "skipped"; readonly reason: SkipReason };
}

/** Text-wide scores and detectors without a bound cannot decide before the text is whole. */
export function needsWhole({ policy, state }: Guard): boolean {
  if (policy.stream === "hold" || state.kind !== "ready") return true;
  return state.analyzer.measure === "score" || !Number.isFinite(state.prepared.lookback);
}

/** Released text that the guard still looks back at, UTF-16 units. */
export const lookbackOf = ({ state }: Guard): number => (state.kind === "ready" ? state.prepared.lookback : 0);
