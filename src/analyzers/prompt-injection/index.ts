import type { Finding, Json } from "../../core/model.ts";
import { disguiseOf } from "../../text/fold.ts";
import type { Text } from "../../text/text.ts";
import type { AnalysisContext, Analyzer, PreparedAnalyzer } from "../analyzer.ts";
import { wholeInquiry } from "../inquiry.ts";
import { likeliest, LearnedPolicy, LOOKBACK, type Opinion } from "../learned/learned-policy.ts";
import { lastSentence } from "../learned/sentences.ts";
import weights from "./weights.json" with { type: "json" };

/**
 * Tells how much a text looks like an attempt to take over the model: overriding its instructions, pulling them out,
 * talking it into another self, or hiding orders in a document. A model of our own, trained by `npm run train`.
 */
export const PROMPT_INJECTION_DETECTION: Analyzer<"prompt_injection_detection"> = {
  name: "prompt_injection_detection",
  scope: "input",
  // The operator's own words and the model's are not suspects, unless an event does not say whose they are.
  covers: (side, origin) => origin === "tool" || side === "both" || (origin === "user" && side === "input"),
  measure: "score",
  threshold: 0.5,
  leakMax: LOOKBACK,
  sensitivities: weights.model.thresholds,
  masks: false,
  prepare: () => ({ kind: "ready", analyzer: PREPARED }),
};

const PREPARED: PreparedAnalyzer = {
  lookback: LOOKBACK,
  heldFrom: ({ raw }, from) => lastSentence(raw, from),
  analyze,
  details: present,
  inquiry: wholeInquiry("prompt_injection_detection", {
    kind: "prompt_injection",
    about:
      "The text tries to take over an assistant that reads it: it tells the assistant to disregard its instructions, to " +
      "reveal them, to play a part without rules, or it hides orders for the assistant in a document, a page or a result.",
  }),
};

let shared: LearnedPolicy | undefined;

function analyze(text: Text, context: AnalysisContext): readonly Finding[] {
  shared ??= new LearnedPolicy(weights);
  const opinion = shared.judge(text, context);
  const { score, evidence } = opinion;
  const kind = categoryOf(opinion, text);
  if (kind === null) return [{ kind: "prompt_injection", score }];
  const decoded = opinion.disguise ?? disguiseIn(opinion, text);
  const about = { kind, score, ...(decoded === null ? {} : { decoded }) };
  return [about, ...evidence.map((span) => ({ ...about, span }))];
}

/** Where no reader sees it. */
const UNSEEN = new Set(["unicode_tags", "invisible_characters"]);
const COMMENT = /<!--[^]{0,4000}?(?:-->|$)/g;

function categoryOf(opinion: Opinion, text: Text): string | null {
  const label = likeliest(opinion.labels);
  if (label === null) return null;
  return UNSEEN.has(opinion.disguise ?? "") || isInComment(opinion, text) ? "hidden_text" : label;
}

function isInComment({ evidence }: Opinion, { raw }: Text): boolean {
  if (evidence.length === 0 || !raw.includes("<!--")) return false;
  const comments = Array.from(raw.matchAll(COMMENT), (found) => ({
    start: found.index,
    end: found.index + found[0].length,
  }));
  return evidence.every(({ start, end }) => comments.some((comment) => comment.start <= start && end <= comment.end));
}

/** The disguise of letters that folding undid. */
function disguiseIn({ evidence }: Opinion, { raw }: Text): string | null {
  for (const { start, end } of evidence) {
    const disguise = disguiseOf(raw.slice(start, end));
    if (disguise !== null) return disguise;
  }
  return null;
}

function present(findings: readonly Finding[]): Json {
  const [whole, ...places] = findings;
  if (whole === undefined || whole.kind === "prompt_injection") return { score: whole?.score ?? 0 };
  return {
    score: whole.score,
    category: whole.kind,
    evidence: places.flatMap(({ span }) => (span === undefined ? [] : [{ start: span.start, end: span.end }])),
    ...(whole.decoded === undefined ? {} : { decoded: whole.decoded }),
  };
}
