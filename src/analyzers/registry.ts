import type { Scope } from "../core/model.ts";
import type { Analyzer } from "./analyzer.ts";
import { COMPETITOR_MENTION_DETECTION } from "./competitors/index.ts";
import { LANGUAGE_VIOLATION_DETECTION } from "./language/index.ts";
import { PII_DETECTION } from "./pii/index.ts";
import { POLICY_VIOLATION_DETECTION } from "./policy-violation/index.ts";
import { PROMPT_INJECTION_DETECTION } from "./prompt-injection/index.ts";
import { SECRETS_KEYS_DETECTION } from "./secrets/index.ts";
import { SYSTEM_PROMPT_LEAK_DETECTION } from "./system-prompt-leak/index.ts";
import { TOOL_PROVENANCE } from "./tool-provenance/index.ts";
import { TOOL_USE_RULES } from "./tool-use/index.ts";
import { BANNED_TOPICS_DETECTION } from "./topics/index.ts";
import { TOXICITY_DETECTION } from "./toxicity/index.ts";
import { UNSAFE_PROMPT_PROTECTION } from "./unsafe-prompt/index.ts";
import { UNSAFE_RESPONSE_DETECTION } from "./unsafe-response/index.ts";

/**
 * The policies: one line each. Names, schemas and documents follow, in this order: that of the specification, then those that
 * are ours.
 */
const POLICIES = [
  PROMPT_INJECTION_DETECTION,
  PII_DETECTION,
  SECRETS_KEYS_DETECTION,
  TOXICITY_DETECTION,
  SYSTEM_PROMPT_LEAK_DETECTION,
  COMPETITOR_MENTION_DETECTION,
  BANNED_TOPICS_DETECTION,
  UNSAFE_PROMPT_PROTECTION,
  UNSAFE_RESPONSE_DETECTION,
  LANGUAGE_VIOLATION_DETECTION,
  POLICY_VIOLATION_DETECTION,
  TOOL_USE_RULES,
  TOOL_PROVENANCE,
] as const satisfies readonly Analyzer[];

export type PolicyName = (typeof POLICIES)[number]["name"];

export const ANALYZERS: readonly Analyzer<PolicyName>[] = POLICIES;

export const POLICY_NAMES: readonly PolicyName[] = POLICIES.map(({ name }) => name);

export function findAnalyzer(name: string): Analyzer | undefined {
  return ANALYZERS.find((analyzer) => analyzer.name === name);
}

const ORIGINS = ["user", "system", "assistant", "tool"] as const;

/** Whether there is any text within `scope` that the analyzer has something to say about. */
export function canRun(analyzer: Analyzer, scope: Scope): boolean {
  const sides = scope === "both" ? (["input", "output"] as const) : ([scope] as const);
  return sides.some((side) => ORIGINS.some((origin) => analyzer.covers(side, origin)));
}
