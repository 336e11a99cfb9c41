import type { Json } from "../../core/model.ts";

/** Bounds on the configured topics: each of them reads through the whole lexicon once. */
export const TOPICS_MAX = 50;
/** UTF-16 units. */
export const TOPIC_LENGTH_MAX = 200;

export type Topics =
  | { readonly kind: "topics"; readonly topics: readonly string[] }
  /** `path` is relative to the metadata. */
  | { readonly kind: "invalid"; readonly path: string; readonly reason: string }
  | { readonly kind: "no_configuration" };

/** The topics of a policy's metadata: a list of names, or one name. */
export function readTopics(metadata: Json): Topics {
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
