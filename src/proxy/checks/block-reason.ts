import type { Violation } from "../../core/model.ts";

/** Why a text is blocked: names of policies and kinds of findings, as the client sees them. Never the text. */
export interface BlockReason {
  readonly policies: readonly string[];
  /** Of what these policies found, each once. */
  readonly kinds: readonly string[];
}

export const NO_REASON: BlockReason = { policies: [], kinds: [] };

/** Kinds that one reason names: further ones say no more about why a text is blocked. */
const KINDS_MAX = 16;

/** Kinds of what each policy found, by the policy's name. */
export type FoundKinds = ReadonlyMap<string, readonly string[]>;

export const NO_KINDS: FoundKinds = new Map();

export function foundKinds(violations: readonly Violation[]): FoundKinds {
  if (violations.length === 0) return NO_KINDS;
  return new Map(violations.map(({ policy, findings }) => [policy.name, distinct(findings.map(({ kind }) => kind))]));
}

/** The reason of a block by these policies. */
export function blockReason(policies: readonly string[], found: FoundKinds): BlockReason {
  return { policies, kinds: distinct(policies.flatMap((name) => found.get(name) ?? [])) };
}

/** Several reasons as one. */
export function combinedReason(reasons: readonly BlockReason[]): BlockReason {
  return {
    policies: [...new Set(reasons.flatMap(({ policies }) => policies))],
    kinds: distinct(reasons.flatMap(({ kinds }) => kinds)),
  };
}

const distinct = (kinds: readonly string[]): readonly string[] => [...new Set(kinds)].slice(0, KINDS_MAX);
