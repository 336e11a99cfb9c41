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

/** Every policy name of the contract, in its order, and those that are ours beside it; a name without an analyzer answers `skipped: not_available`. */
export const POLICY_NAMES = [
  "prompt_injection_detection",
  "pii_detection",
  "secrets_keys_detection",
  "toxicity_detection",
  "system_prompt_leak_detection",
  "competitor_mention_detection",
  "banned_topics_detection",
  "unsafe_prompt_protection",
  "unsafe_response_detection",
  "language_violation_detection",
  "policy_violation_detection",
  "tool_use_rules",
  "tool_provenance",
] as const;
export type PolicyName = (typeof POLICY_NAMES)[number];

/** The analyzers that exist: one line each, sorted. */
export const ANALYZERS: readonly Analyzer<PolicyName>[] = [
  BANNED_TOPICS_DETECTION,
  COMPETITOR_MENTION_DETECTION,
  LANGUAGE_VIOLATION_DETECTION,
  PII_DETECTION,
  POLICY_VIOLATION_DETECTION,
  PROMPT_INJECTION_DETECTION,
  SECRETS_KEYS_DETECTION,
  SYSTEM_PROMPT_LEAK_DETECTION,
  TOOL_PROVENANCE,
  TOOL_USE_RULES,
  TOXICITY_DETECTION,
  UNSAFE_PROMPT_PROTECTION,
  UNSAFE_RESPONSE_DETECTION,
];

export function findAnalyzer(name: string): Analyzer | undefined {
  return ANALYZERS.find((analyzer) => analyzer.name === name);
}

const ORIGINS = ["user", "system", "assistant", "tool"] as const;

/** Whether there is any text within `scope` that the analyzer has something to say about. */
export function canRun(analyzer: Analyzer, scope: Scope): boolean {
  const sides = scope === "both" ? (["input", "output"] as const) : ([scope] as const);
  return sides.some((side) => ORIGINS.some((origin) => analyzer.covers(side, origin)));
}
