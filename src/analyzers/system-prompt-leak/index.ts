import type { Finding, Json } from "../../core/model.ts";
import type { Reading } from "../../text/reading.ts";
import type { AnalysisContext, Analyzer, Preparation, PreparedAnalyzer } from "../analyzer.ts";
import { findExtraction } from "./extraction.ts";
import { findLeaks, stableUntil, LOOKBACK } from "./leak-scan.ts";
import { LeakViews } from "./leak-view.ts";
import { PROMPT_MAX } from "./prompt-index.ts";

const LEAK = "SYSTEM_PROMPT";
const EXTRACTION = "EXTRACTION";
const SOURCE = "https://genai.owasp.org/llmrisk/llm072025-system-prompt-leakage/";

/**
 * Keeps the system prompt in: attempts to get it out, in prompts, and what an answer repeats of it, in its own words or in disguise.
 * The prompt is what the metadata says and, in the proxy, what the conversation begins with.
 */
export const SYSTEM_PROMPT_LEAK_DETECTION: Analyzer<"system_prompt_leak_detection"> = {
  name: "system_prompt_leak_detection",
  scope: "both",
  // The operator's own words are trusted, and earlier answers of the model were judged when it gave them.
  covers: (side, origin) =>
    side === "both" || (side === "input" ? origin === "user" || origin === "tool" : origin !== "system"),
  measure: "spans",
  isGraded: true,
  threshold: 0.5,
  leakMax: 0,
  masks: true,
  metadata: "the system prompt, in the API",
  kinds: [
    { id: LEAK, placeholder: LEAK, source: SOURCE },
    { id: EXTRACTION, placeholder: EXTRACTION, source: SOURCE },
  ],
  prepare: (metadata) => {
    const prompt = readPrompt(metadata);
    return typeof prompt === "string" ? { kind: "ready", analyzer: prepare(new LeakViews(prompt)) } : prompt;
  },
};

function readPrompt(metadata: Json): string | Extract<Preparation, { readonly kind: "invalid" }> {
  const list = metadata === null ? [] : Array.isArray(metadata) ? metadata : [metadata];
  const prompts: string[] = [];
  for (const [index, prompt] of list.entries()) {
    const path = Array.isArray(metadata) ? String(index) : "";
    if (typeof prompt !== "string") return { kind: "invalid", path, reason: "must be a system prompt, a string" };
    prompts.push(prompt);
  }
  const prompt = prompts.join("\n");
  if (prompt.length <= PROMPT_MAX) return prompt;
  return { kind: "invalid", path: "", reason: `must have at most ${PROMPT_MAX} characters` };
}

function prepare(views: LeakViews): PreparedAnalyzer {
  return {
    lookback: LOOKBACK,
    readsConversation: true,
    canJudge: ({ side, conversation }) => side !== "output" || views.knows(conversation),
    stableUntil: (text, from, conversation) => {
      const view = views.of(conversation);
      return view === null ? text.raw.length : stableUntil(text, view, from);
    },
    analyze: (text, context) => {
      const leaks = context.side === "input" ? NONE : leaksIn(text, context, views);
      const attempts = context.side === "output" ? NONE : attemptsIn(text, context);
      return leaks.length === 0 || attempts.length === 0 ? [...leaks, ...attempts] : inOrder([...leaks, ...attempts]);
    },
    details: (findings) => ({
      score: findings.reduce((highest, { score }) => Math.max(highest, score), 0),
      evidence: findings.flatMap(({ span }) => (span === undefined ? [] : [{ start: span.start, end: span.end }])),
    }),
    // To mask a question would only make another question of it.
    mask: ({ kind }) => (kind === LEAK ? LEAK : null),
  };
}

const NONE: readonly Finding[] = [];

function leaksIn(text: Reading, { from, isOpen, conversation }: AnalysisContext, views: LeakViews): readonly Finding[] {
  const view = views.of(conversation);
  if (view === null) return NONE;
  const leaks = findLeaks(text, view, { from, isOpen: isOpen === true });
  return leaks.map(({ start, end, score }) => ({ kind: LEAK, score, span: { start, end } }));
}

function attemptsIn(text: Reading, context: AnalysisContext): readonly Finding[] {
  const { score, evidence, disguise } = findExtraction(text, context);
  const about = { kind: EXTRACTION, score, ...(disguise === null ? {} : { decoded: disguise }) };
  // A score without a span is returned as well: a threshold of 0 reports it.
  return evidence.length === 0 ? [about] : evidence.map((span) => ({ ...about, span }));
}

const inOrder = (findings: readonly Finding[]): readonly Finding[] =>
  findings.toSorted((a, b) => (a.span?.start ?? -1) - (b.span?.start ?? -1));
