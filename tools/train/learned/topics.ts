import { join } from "node:path";
import { filledIn, readDocuments } from "./documents.ts";
import { generateAttacks, generateDisguised } from "./generate.ts";
import type { Course } from "./fit.ts";
import { randomOf } from "./random.ts";
import { isOurs, MADE, readOwn, readRows, type Row } from "./rows.ts";
import { fillSlots, readGroups } from "./slots.ts";

/** One learned policy: what it is trained on, and how. */
export interface Topic {
  readonly name: string;
  /** Where the weights go. */
  readonly weights: string;
  readonly corpus: (data: string) => readonly Row[];
  readonly dev: (data: string) => readonly Row[];
  /** Texts of our own, and made ones. */
  readonly own: (corpus: readonly Row[]) => readonly Row[];
  /** What a source with as many texts of that label weighs, for each text. */
  readonly balance: (count: number, label: number) => number;
  readonly ownWeight: number;
  /** Share of the harmless dev texts that the shipped threshold flags. */
  readonly falsePositives: number;
  /** Documents and results of tools that the model has not learned from: their own measure is set on them. */
  readonly documents?: (data: string) => readonly Row[];
  /** Labels of a text, of those that the policy names. */
  readonly labels: readonly string[];
  readonly labelsOf: (row: Row) => readonly string[];
  /** Texts to learn the labels from, where those of the corpus have none. */
  readonly labelled?: (data: string) => readonly Row[];
  readonly course: Omit<Course, "weightOf">;
}

const TEXTS = "tools/train/texts";
const SEED = 12345;

/** Categories of the policy, and the kinds of texts that are of them. */
const CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  override: ["direct_override", "goal_hijack", "policy_markup"],
  jailbreak: ["jailbreak_persona", "hypothetical", "refusal_suppression", "many_shot", "adv_suffix"],
  extraction: ["extraction"],
  indirect: ["indirect", "exfiltration", "tool_hijack"],
  obfuscated: ["obfuscated", "payload_splitting"],
};
const HAZARDS = [
  "weapons",
  "cybercrime",
  "fraud",
  "self_harm",
  "drugs",
  "violence",
  "privacy",
  "hate",
  "harassment",
  "sexual",
  "misinformation",
  "illegal",
];

/** The plainest orders of all, which look most like harmless requests: they count as if there were more of them. */
const PLAIN = "plain-overrides.jsonl";
const PLAIN_TIMES = 4;
const ownInjection = readOwn.bind(null, join(TEXTS, "injection"));

/** One document in that many sets the measure of documents and is not learned from. */
const SET_ASIDE = 6;
const isSetAside = (index: number): boolean => index % SET_ASIDE === 0;
const ownDocuments = (isWanted: (index: number) => boolean): readonly Row[] =>
  readDocuments(join(TEXTS, "documents"))
    .filter((_, index) => isWanted(index))
    .flatMap(filledIn);

export const TOPICS: readonly Topic[] = [
  {
    name: "injection",
    weights: "src/analyzers/prompt-injection/weights.json",
    corpus: (data) => [...readRows(join(data, "injection", "train.jsonl")), ...ordinary(data)],
    dev: (data) => readRows(join(data, "injection", "dev.jsonl")),
    own: (corpus) => {
      const own = [...ownInjection(), ...ownDocuments((index) => !isSetAside(index))];
      const plain = ownInjection((name) => name === PLAIN);
      return [
        ...own,
        ...Array.from({ length: PLAIN_TIMES }, () => plain).flat(),
        ...generateAttacks(corpus, own),
        ...generateDisguised(corpus),
      ];
    },
    balance: (count, label) =>
      Math.min(3, Math.max(label === 1 ? 0.7 : 0.3, Math.sqrt(600 / count))) * (label === 1 ? 1.5 : 1),
    ownWeight: 3,
    falsePositives: 0.0035,
    documents: (data) => [
      ...readRows(join(data, "injection", "dev.jsonl")).filter(({ kind }) => /document|tool|code/.test(kind)),
      ...ownDocuments(isSetAside),
    ],
    labels: Object.keys(CATEGORIES),
    labelsOf: ({ kind }) => Object.entries(CATEGORIES).flatMap(([name, kinds]) => (kinds.includes(kind) ? [name] : [])),
    course: { epochs: 18, rate: 0.7, decay: 1e-6, seed: SEED },
  },
  {
    name: "toxicity",
    weights: "src/analyzers/toxicity/weights.json",
    corpus: (data) => readRows(join(data, "toxicity", "train.jsonl")),
    dev: (data) => readRows(join(data, "toxicity", "dev.jsonl")),
    own: () =>
      fillSlots(randomOf(SEED), readOwn(join(TEXTS, "toxicity")), readGroups(join(TEXTS, "toxicity", "groups.json"))),
    balance: (count) => Math.min(2, Math.max(0.3, Math.sqrt(1500 / count))),
    ownWeight: 2,
    falsePositives: 0.01,
    labels: ["hate", "harassment", "insult", "threat", "sexual", "self_harm", "violence", "profanity"],
    labelsOf: ({ categories }) => categories,
    course: { epochs: 6, rate: 1, decay: 1e-6, seed: SEED },
  },
  {
    name: "unsafe",
    weights: "src/analyzers/unsafe-prompt/weights.json",
    corpus: (data) => [...readRows(join(data, "unsafe", "train.jsonl")), ...harmless(data)],
    dev: (data) => readRows(join(data, "unsafe", "dev.jsonl")),
    own: () => readOwn(join(TEXTS, "unsafe")),
    balance: (count) => Math.min(2, Math.max(0.3, Math.sqrt(600 / count))),
    ownWeight: 4,
    falsePositives: 0.01,
    labels: HAZARDS,
    labelsOf: ({ categories }) => categories,
    course: { epochs: 14, rate: 0.7, decay: 1e-6, seed: SEED },
  },
  {
    name: "responses",
    weights: "src/analyzers/unsafe-response/weights.json",
    corpus: (data) => [...readRows(join(data, "unsafe", "responses_train.jsonl")), ...harmless(data)],
    dev: (data) => readRows(join(data, "unsafe", "responses_dev.jsonl")),
    own: () => readOwn(join(TEXTS, "responses")),
    balance: (count) => Math.min(2, Math.max(0.3, Math.sqrt(600 / count))),
    ownWeight: 2,
    falsePositives: 0.01,
    labels: HAZARDS,
    labelled: (data) => readRows(join(data, "unsafe", "train.jsonl")),
    labelsOf: ({ categories }) => categories,
    course: { epochs: 8, rate: 0.7, decay: 1e-6, seed: SEED },
  },
];

/** Ordinary texts of many kinds and languages, which the corpora of unsafe texts lack. */
function harmless(data: string): readonly Row[] {
  return readRows(join(data, "injection", "train.jsonl")).filter(
    ({ label, source }, index) => label === 0 && index % 6 === 0 && !/payloads|big_prompt/.test(source),
  );
}

/** Harmless texts of sources that the injection corpus lacks: reviews, encyclopedias, medicine, talk pages, forums. */
function ordinary(data: string): readonly Row[] {
  return readRows(join(data, "toxicity", "train.jsonl")).filter(
    ({ label, source }, index) =>
      label === 0 &&
      index % 4 === 0 &&
      /medquad|xquad|uci_reviews|ewt|jigsaw_wiki|cyberseceval|cad_reddit|kocohub|told_br|germeval/.test(source),
  );
}

/** What each text weighs: sources with few texts more, ours as the topic says. */
export function weighing(topic: Topic, rows: readonly Row[]): (row: Row) => number {
  const counts = new Map<string, number>();
  const keyOf = ({ source, label }: Row): string => `${source} ${label}`;
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  return (row) => {
    if (isOurs(row)) return row.source === MADE ? 1 : topic.ownWeight;
    return topic.balance(counts.get(keyOf(row)) ?? 1, row.label);
  };
}
