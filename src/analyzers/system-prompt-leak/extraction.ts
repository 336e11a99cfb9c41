import type { Span } from "../../core/model.ts";
import type { Reading } from "../../text/reading.ts";
import type { AnalysisContext } from "../analyzer.ts";
import { sharedPolicy } from "../learned/learned-policy.ts";
import { INJECTION_MODEL } from "../prompt-injection/model.ts";
import { REQUEST_MAX, ruledRequest } from "./request-rules.ts";

/** How much a prompt looks like an attempt to get the system prompt out. */
export interface Attempt {
  /** 0..1 */
  readonly score: number;
  /** Words that say so. */
  readonly evidence: readonly Span[];
  /** The disguise that was undone to see it. */
  readonly disguise: string | null;
}

const LABEL = "extraction";
const ONLY: ReadonlySet<string> = new Set([LABEL]);

/** How sure a rule is: more than needed, less than the model can be. */
const RULE_SCORE = 0.7;
/** Injection score from which on a rule that is not sure counts, and one that is in a longer text. */
const SUPPORT_MIN = 0.3;

/** The model of injections says how likely it is; rules that name the prompt help where the model has no words. */
export function findExtraction(text: Reading, context: AnalysisContext): Attempt {
  const { score, labels, evidence, disguise } = sharedPolicy(INJECTION_MODEL).judge(text, context, ONLY);
  const likely = labels.get(LABEL) ?? 0;
  const share = likely / Math.max(...labels.values(), Number.MIN_VALUE);
  const learned = Math.round(score * share * 1000) / 1000;
  if (learned >= RULE_SCORE) return { score: learned, evidence, disguise };
  const rule = ruledRequest(text, context.from);
  const counts = rule !== null && (score >= SUPPORT_MIN || (rule.isSure && text.raw.length <= REQUEST_MAX));
  return counts ? { score: RULE_SCORE, evidence: [rule.span], disguise: null } : { score: learned, evidence, disguise };
}
