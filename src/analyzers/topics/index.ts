import type { Finding, Json } from "../../core/model.ts";
import type { Reading } from "../../text/reading.ts";
import type { AnalysisContext, Analyzer, PreparedAnalyzer } from "../analyzer.ts";
import { type Inquiry, partFindings } from "../inquiry.ts";
import { lastSentence } from "../learned/sentences.ts";
import { readTopics } from "./metadata.ts";
import { TopicPolicy } from "./topic-policy.ts";

const POLICY = "banned_topics_detection";
const KIND = "banned_topic";
/** Released text that a window can still begin in, UTF-16 units: twice a window, since folding shortens some texts. */
const LOOKBACK = 1024;

/** Tells whether a text is about one of the topics in the policy's metadata, by the words that are used where the topic is talked about. */
export const BANNED_TOPICS_DETECTION: Analyzer<typeof POLICY> = {
  name: POLICY,
  scope: "both",
  // The operator's own words are where such topics are told.
  covers: (side, origin) => side === "both" || origin !== "system",
  measure: "score",
  threshold: 0.5,
  leakMax: LOOKBACK,
  // One clear word scores 0.895: at `low` it takes more than that.
  sensitivities: { low: 0.9, medium: 0.5, high: 0.35 },
  masks: false,
  prepare: (metadata) => {
    const read = readTopics(metadata);
    return read.kind === "topics" ? { kind: "ready", analyzer: prepare(read.topics) } : read;
  },
};

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

/** Places by topic; never the text. */
function present(findings: readonly Finding[]): Json {
  const [whole, ...places] = findings;
  return {
    score: whole?.score ?? 0,
    evidence: places.flatMap(({ span, label, score }) =>
      span === undefined ? [] : [{ start: span.start, end: span.end, topic: label ?? "", score }],
    ),
  };
}
