import type { Finding, Json, Span } from "../../core/model.ts";
import { disguiseOf } from "../../text/fold/fold.ts";
import { hiddenIn } from "../../text/decode/hidden.ts";
import type { Reading } from "../../text/reading.ts";
import type { AnalysisContext, Analyzer, PreparedAnalyzer } from "../analyzer.ts";
import { wholeInquiry } from "../inquiry.ts";
import { likeliest, LOOKBACK, type Opinion } from "../learned/learned-policy.ts";
import { lastSentence } from "../learned/sentences.ts";
import { sharedPolicy } from "../learned/shared-policy.ts";
import { manyShotIn, SHOTS_MIN } from "./dialogue.ts";
import { INJECTION_MODEL } from "./model.ts";

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
  get sensitivities() {
    return sharedPolicy(INJECTION_MODEL).thresholds;
  },
  masks: false,
  prepare: () => ({ kind: "ready", analyzer: PREPARED }),
};

const PREPARED: PreparedAnalyzer = {
  lookback: LOOKBACK,
  stableUntil: ({ raw }, from) => lastSentence(raw, from),
  analyze,
  details: present,
  inquiry: wholeInquiry("prompt_injection_detection", {
    kind: "prompt_injection",
    about:
      "The text tries to take over an assistant that reads it: it tells the assistant to disregard its instructions, to " +
      "reveal them, to play a part without rules, or it hides orders for the assistant in a document, a page or a result.",
  }),
};

function analyze(text: Reading, context: AnalysisContext): readonly Finding[] {
  const opinion = sharedPolicy(INJECTION_MODEL).judge(text, context);
  const { score, evidence } = opinion;
  // What is said in hiding counts more than that something is hidden, and what examples say more than that there are many.
  for (const findings of [hiddenFindings(text, context), manyShotFindings(text, context)])
    if ((findings[0]?.score ?? 0) > score) return findings;
  const kind = categoryOf(opinion, text);
  if (kind === null) return [{ kind: "prompt_injection", score }];
  const decoded = opinion.disguise ?? disguiseIn(opinion, text);
  const about = { kind, score, ...(decoded === null ? {} : { decoded }) };
  return [about, ...evidence.map((span) => ({ ...about, span }))];
}

/** Text that no reader sees, whatever it says. */
function hiddenFindings(reading: Reading, { from, isOpen }: AnalysisContext): readonly Finding[] {
  const { raw } = reading;
  const hidden = hiddenIn(reading, { from, until: isOpen === true ? lastSentence(raw, from) : raw.length });
  const score = hidden === null ? 0 : hiddenScore(hidden.letters);
  if (hidden === null || score < HIDDEN_MIN) return [];
  const about = { kind: HIDDEN_TEXT, score, decoded: hidden.form };
  return [about, ...hidden.spans.map((span) => ({ ...about, span }))];
}

/** A dialogue that shows how to comply. It is longer than a window of a stream, so only whole texts are asked. */
function manyShotFindings({ raw }: Reading, { from, isOpen }: AnalysisContext): readonly Finding[] {
  const dialogue = from > 0 || isOpen === true ? null : manyShotIn(raw);
  if (dialogue === null) return [];
  const score = Math.round((1 - (0.5 * SHOTS_MIN) / dialogue.shots) * 1000) / 1000;
  const about = { kind: "jailbreak", score };
  return [about, ...dialogue.spans.map((span) => ({ ...about, span }))];
}

/** Two short words: fewer letters are an accident of copying more often than a message. */
const LETTERS_SURE = 8;
/** How fast more of them make it surer: sixteen 0.71, sixty-four 0.91. */
const GROWTH = 0.8;
const SCORE_MAX = 0.98;

/** From about how many letters are hidden, 0..1 to three digits; 0.5 at `LETTERS_SURE`. */
function hiddenScore(letters: number): number {
  const share = letters < LETTERS_SURE ? letters / (2 * LETTERS_SURE) : 1 - 0.5 * (LETTERS_SURE / letters) ** GROWTH;
  return Math.min(SCORE_MAX, Math.round(share * 1000) / 1000);
}

const HIDDEN_TEXT = "hidden_text";
/** Below, nothing is said of it. */
const HIDDEN_MIN = 0.3;

/** Where no reader sees it. */
const UNSEEN = new Set(["unicode_tags", "variation_selectors", "zero_width", "invisible_characters"]);
const COMMENT_OPENER = "<!--";
const COMMENT_CLOSER = "-->";
/** Longest comment between its signs, UTF-16 units. */
const COMMENT_MAX = 4000;

function categoryOf(opinion: Opinion, text: Reading): string | null {
  const label = likeliest(opinion.labels);
  if (label === null) return null;
  return UNSEEN.has(opinion.disguise ?? "") || isInComment(opinion, text) ? HIDDEN_TEXT : label;
}

function isInComment({ evidence }: Opinion, { raw }: Reading): boolean {
  if (evidence.length === 0 || !raw.includes(COMMENT_OPENER)) return false;
  const comments = commentsIn(raw);
  return evidence.every(({ start, end }) => comments.some((comment) => comment.start <= start && end <= comment.end));
}

/** The comments of HTML; the last may go on behind the text. A sign that closes is looked for once, not from each that opens. */
function commentsIn(raw: string): readonly Span[] {
  const comments: Span[] = [];
  let closer = 0;
  for (let start = raw.indexOf(COMMENT_OPENER); start >= 0;) {
    const inside = start + COMMENT_OPENER.length;
    if (closer >= 0 && closer < inside) closer = raw.indexOf(COMMENT_CLOSER, inside);
    const isClosed = closer >= 0 && closer - inside <= COMMENT_MAX;
    const end = isClosed ? closer + COMMENT_CLOSER.length : raw.length;
    const isComment = isClosed || end - inside <= COMMENT_MAX;
    if (isComment) comments.push({ start, end });
    start = raw.indexOf(COMMENT_OPENER, isComment ? end : start + 1);
  }
  return comments;
}

/** The disguise of letters that folding undid. */
function disguiseIn({ evidence }: Opinion, { raw }: Reading): string | null {
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
