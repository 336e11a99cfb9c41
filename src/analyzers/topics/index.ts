import type { Finding, Json } from "../../core/model.ts";
import type { Reading } from "../../text/reading.ts";
import type { AnalysisContext, Analyzer, PreparedAnalyzer } from "../analyzer.ts";
import { type Inquiry, partFindings } from "../inquiry.ts";
import { lastSentence } from "../learned/sentences.ts";
import { TopicPolicy } from "./topic-policy.ts";

const POLICY = "banned_topics_detection";
const KIND = "banned_topic";
/** Released text in which a window can still begin, UTF-16 units: twice a window, since folding shortens some texts. */
const LOOKBACK = 1024;

/** Bounds on the configured topics: each of them reads through the whole lexicon once. */
export const TOPICS_MAX = 50;
/** UTF-16 units. */
export const TOPIC_LENGTH_MAX = 200;

/** Detects texts about the topics in the policy's metadata, by the words that are typical of each topic. */
export const BANNED_TOPICS_DETECTION: Analyzer<typeof POLICY> = {
  name: POLICY,
  scope: "both",
  // The operator's own prompt may discuss the banned topics.
  covers: (side, origin) => side === "both" || origin !== "system",
  measure: "score",
  threshold: 0.5,
  leakMax: LOOKBACK,
  // One clear word scores 0.895; `low` requires more.
  sensitivities: { low: 0.9, medium: 0.5, high: 0.35 },
  masks: false,
  metadata: "topics",
  prepare: (metadata) => {
    const read = readTopics(metadata);
    return read.kind === "topics" ? { kind: "ready", analyzer: prepare(read.topics) } : read;
  },
};

type Topics =
  | { readonly kind: "topics"; readonly topics: readonly string[] }
  /** `path` is relative to the metadata. */
  | { readonly kind: "invalid"; readonly path: string; readonly reason: string }
  | { readonly kind: "no_configuration" };

/** The topics of a policy's metadata: a list of names, or one name. */
function readTopics(metadata: Json): Topics {
  if (metadata === null) return { kind: "no_configuration" };
  const list: Json = typeof metadata === "string" ? [metadata] : metadata;
  if (!Array.isArray(list)) return { kind: "invalid", path: "", reason: "must be a list of topics" };
  if (list.length === 0) return { kind: "no_configuration" };
  if (list.length > TOPICS_MAX) return { kind: "invalid", path: "", reason: `must have at most ${TOPICS_MAX} topics` };
  const topics: string[] = [];
  for (const [index, topic] of list.entries()) {
    const reason = typeof topic === "string" ? whyNotTopic(topic) : "must be a string";
    if (reason !== null) return { kind: "invalid", path: list === metadata ? String(index) : "", reason };
    topics.push(String(topic).trim());
  }
  return { kind: "topics", topics: [...new Set(topics)] };
}

function whyNotTopic(topic: string): string | null {
  if (topic.length > TOPIC_LENGTH_MAX) return `must have at most ${TOPIC_LENGTH_MAX} characters`;
  return /\p{L}/u.test(topic) ? null : "must have a letter";
}

function prepare(topics: readonly string[]): PreparedAnalyzer {
  const policy = new TopicPolicy(topics);
  return {
    lookback: LOOKBACK,
    stableUntil: ({ raw }, from) => lastSentence(raw, from),
    analyze: (text, context) => findingsOf(policy, topics, { text, context }),
    details: present,
    ownWords: topics,
    inquiry: inquiryOf(topics),
  };
}

function findingsOf(
  policy: TopicPolicy,
  topics: readonly string[],
  { text, context }: { readonly text: Reading; readonly context: AnalysisContext },
): readonly Finding[] {
  const { from, isOpen } = context;
  const until = isOpen === true ? lastSentence(text.raw, from) : text.raw.length;
  const opinions = policy.judge(text, { from, until });
  const places = opinions.flatMap(({ topic, score, evidence }) =>
    evidence.map((span) => ({ kind: KIND, label: topics[topic] ?? "", score, span })),
  );
  return [
    { kind: KIND, score: opinions[0]?.score ?? 0 },
    ...places.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end),
  ];
}

function inquiryOf(topics: readonly string[]): Inquiry {
  const question = {
    policy: POLICY,
    about: "The text is about a topic that is not to be talked about.",
    parts: topics.map((topic, index) => ({ name: String(index), text: `The text is about this topic: ${topic}` })),
    isWhole: false,
    isFree: true,
  };
  return {
    question,
    findings: (answer, text) =>
      partFindings({ kind: KIND, question, answer, text }, (index) => ({
        kind: KIND,
        label: topics[Number(index)] ?? "",
      })),
  };
}

/** Spans by topic; never the text. */
function present(findings: readonly Finding[]): Json {
  const [whole, ...places] = findings;
  return {
    score: whole?.score ?? 0,
    evidence: places.flatMap(({ span, label, score }) =>
      span === undefined ? [] : [{ start: span.start, end: span.end, topic: label ?? "", score }],
    ),
  };
}
