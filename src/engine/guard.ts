import type { Analyzer, PreparedAnalyzer } from "../analyzers/analyzer.ts";
import type { PatternCost } from "../analyzers/patterns/cost.ts";
import type { Judge } from "../core/judge-model.ts";
import type { FindingFilter } from "./finding-filter.ts";
import type { EntitySettings, Origin, Policy, Scope, SkipReason } from "../core/model.ts";

/** A policy made ready to run: compiled once per configuration snapshot (or once per inline policy), then shared. */
export interface Guard {
  readonly policy: Policy;
  /** The policy's own scope, or its analyzer's. */
  readonly scope: Scope;
  /** 0..1, the policy's own or the analyzer's. */
  readonly threshold: number;
  /** What it does about single kinds; absent: the same about all. */
  readonly entities?: ReadonlyMap<string, EntitySettings>;
  /** Whether it reads texts of an origin, whatever its analyzer says; absent: the analyzer decides. */
  readonly reads?: Partial<Readonly<Record<Origin, boolean>>>;
  readonly state:
    | {
        readonly kind: "ready";
        readonly analyzer: Analyzer;
        readonly prepared: PreparedAnalyzer;
        /** What of the analyzer's findings stays. */
        readonly filter: FindingFilter;
        /** Patterns from configuration or callers; absent: there are none. */
        readonly patterns?: PatternCost;
        /** Who decides, or helps to. */
        readonly judge?: Judge;
      }
    | { readonly kind: "skipped"; readonly reason: SkipReason };
}

/** Detectors without a bound cannot decide before the text is whole. */
export const needsWhole = ({ policy, state }: Guard): boolean =>
  policy.stream === "hold" || state.kind !== "ready" || !Number.isFinite(state.prepared.lookback);

/** Whether its findings say one thing of the text as a whole, the places of evidence aside. */
export const isScore = ({ state }: Guard): boolean => state.kind === "ready" && state.analyzer.measure === "score";

/** Whether the highest of its scores says how likely it is that the text violates it. */
export const isGraded = (guard: Guard): boolean =>
  isScore(guard) || (guard.state.kind === "ready" && guard.state.analyzer.isGraded === true);

/** Released text that the guard still looks back at, UTF-16 units. */
export const lookbackOf = ({ state }: Guard): number => (state.kind === "ready" ? state.prepared.lookback : 0);

/** Whether what it finds in a text depends on the conversation as well. */
export const readsConversation = ({ state }: Guard): boolean =>
  state.kind === "ready" && state.prepared.readsConversation === true;

/** Identity of the judge that is asked; `null`: none. */
export const judgeOf = ({ state }: Guard): string | null => (state.kind === "ready" ? (state.judge?.id ?? null) : null);

/** Steps that patterns from configuration or callers take for a text of that length, once over. */
export function patternSteps(guards: readonly Guard[], chars: number): number {
  let size = 0;
  for (const { state } of guards) if (state.kind === "ready") size += state.patterns?.size ?? 0;
  return size * chars;
}

/** Whether it reads tool calls and nothing else. */
export const readsCalls = ({ state }: Guard): boolean =>
  state.kind === "ready" && state.analyzer.reads === "tool_calls";

/** What a prepared guard keeps for each UTF-16 unit of its metadata, bytes; measured with lists of names, the dearest kind. */
const BYTES_PER_UNIT = 200;

/** Estimated memory of a guard that was compiled from this many UTF-16 units of JSON, bytes. */
export function bytesOf({ state }: Guard, sourceLength: number): number {
  const patternBytes = state.kind === "ready" ? (state.patterns?.bytes ?? 0) : 0;
  return 1 + sourceLength * BYTES_PER_UNIT + Math.ceil(patternBytes);
}
