import type { JudgeAnswer, Question } from "../../core/judge-model.ts";
import type { Finding, Json } from "../../core/model.ts";
import type { Analyzer, Preparation } from "../analyzer.ts";
import { partFindings, type Inquiry } from "../inquiry.ts";

/** Bounds on the configured rules: all of them stand in every question. */
export const RULES_MAX = 50;
/** UTF-16 units. */
export const RULE_LENGTH_MAX = 1000;

const KIND = "policy_violation";

/** Asks a judge whether a text breaks rules in plain language. It has no detector of its own. */
export const POLICY_VIOLATION_DETECTION: Analyzer<"policy_violation_detection"> = {
  name: "policy_violation_detection",
  scope: "both",
  // The operator's own words are where such rules stand.
  covers: (side, origin) => side === "both" || origin !== "system",
  measure: "score",
  threshold: 0.5,
  leakMax: 0,
  masks: false,
  metadata: "rules in plain language",
  isJudged: true,
  prepare: (metadata) => {
    if (metadata === null) return { kind: "no_configuration" };
    const read = readRules(metadata);
    return read.kind === "rules" ? { kind: "judged", inquiry: inquiryOf(read.rules), details: present } : read;
  },
};

type Rules =
  | { readonly kind: "rules"; readonly rules: readonly string[] }
  | Extract<Preparation, { readonly kind: "invalid" }>;

function readRules(metadata: Json): Rules {
  const list: Json = typeof metadata === "string" ? [metadata] : metadata;
  if (!Array.isArray(list)) return { kind: "invalid", path: "", reason: "must be a list of rules" };
  if (list.length > RULES_MAX) return { kind: "invalid", path: "", reason: `must have at most ${RULES_MAX} rules` };
  const rules: string[] = [];
  for (const [index, rule] of list.entries()) {
    const reason = typeof rule === "string" ? whyNotRule(rule) : "must be a string";
    if (reason !== null) return { kind: "invalid", path: list === metadata ? String(index) : "", reason };
    rules.push(String(rule).trim());
  }
  return { kind: "rules", rules };
}

function whyNotRule(rule: string): string | null {
  if (rule.length > RULE_LENGTH_MAX) return `must have at most ${RULE_LENGTH_MAX} characters`;
  return /\p{L}/u.test(rule) ? null : "must say something";
}

function inquiryOf(rules: readonly string[]): Inquiry {
  const question: Question = {
    policy: "policy_violation_detection",
    about: "The text breaks a rule.",
    parts: rules.map((rule, index) => ({ name: String(index), text: `The text breaks this rule: ${rule}` })),
    isWhole: false,
    isFree: true,
  };
  return {
    question,
    findings: (answer: JudgeAnswer, text) =>
      partFindings({ kind: KIND, question, answer, text }, (rule) => ({ kind: "rule", label: rule })),
  };
}

/** Rules by their place in the metadata, the most broken first; never their words, never the text's. */
function present(findings: readonly Finding[]): Json {
  const [whole, ...rules] = findings;
  return {
    score: whole?.score ?? 0,
    rules: rules.toSorted((a, b) => b.score - a.score).map(({ label, score }) => ({ index: Number(label), score })),
  };
}
