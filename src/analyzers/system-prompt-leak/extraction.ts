import type { Span } from "../../core/model.ts";
import type { Text } from "../../text/text.ts";
import type { AnalysisContext } from "../analyzer.ts";
import { sharedPolicy } from "../learned/shared-policy.ts";
import injections from "../prompt-injection/weights.json" with { type: "json" };

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

export function findExtraction(text: Text, context: AnalysisContext): Attempt {
  const { score, labels, evidence, disguise } = sharedPolicy(injections).judge(text, context, ONLY);
  const likely = labels.get(LABEL) ?? 0;
  const share = likely / Math.max(...labels.values(), Number.MIN_VALUE);
  return { score: Math.round(score * share * 1000) / 1000, evidence, disguise };
}
