/**
 * npm run eval:topics -- [--half dev|held] [--data DIR] [--misses]
 * How well banned_topics_detection tells twenty-four topics in texts of our own: named, in other words, in everyday wording, and near misses. Beside it
 * what finding the topic's words and their endings in the text comes to. --data adds how often ten topics are found in harmless texts of the data folder.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { BANNED_TOPICS_DETECTION } from "../../src/analyzers/topics/index.ts";
import type { Finding } from "../../src/core/model.ts";
import { Reading } from "../../src/text/reading.ts";
import { CATEGORY_TOPICS, RARE_TOPICS, readData } from "./topic-data.ts";
import { commandLine } from "../command-line.ts";

commandLine(import.meta);

const SETS = "tools/eval/sets/topics";
const HARMLESS = "harmless";
/** Named, in other words, in everyday wording: of the topic. A near miss is not. */
const KINDS = ["n", "w", "i", "x"] as const;
type Kind = (typeof KINDS)[number];

export interface TopicText {
  readonly topic: string;
  readonly kind: Kind | null;
  readonly text: string;
}

/** Topics whose texts are of the other one as well, for the most part: they are not counted against each other. */
const ALIKE: readonly (readonly [string, string])[] = [
  ["medical advice", "mental health"],
  ["medical advice", "illegal drugs"],
  ["politics", "immigration"],
  ["politics", "taxes"],
  ["legal advice", "immigration"],
  ["legal advice", "salaries"],
  ["legal advice", "labour unions"],
  ["legal advice", "taxes"],
  ["legal advice", "weapons"],
  ["legal advice", "illegal drugs"],
  ["investment advice", "cryptocurrency"],
  ["investment advice", "our merger with Initech"],
  ["investment advice", "taxes"],
  ["salaries", "labour unions"],
  ["salaries", "our merger with Initech"],
  ["taxes", "salaries"],
  ["adult content", "dating"],
  ["gambling", "sports"],
  ["astrology", "dating"],
];
const isAlike = (one: string, other: string): boolean =>
  ALIKE.some(([left, right]) => (left === one && right === other) || (left === other && right === one));

export function readTexts(half: string): readonly TopicText[] {
  const texts: TopicText[] = [];
  let topic = "";
  for (const line of readFileSync(join(SETS, `${half}.txt`), "utf8").split("\n")) {
    if (line.startsWith("# ")) topic = line.slice(2);
    else if (topic === HARMLESS && line !== "") texts.push({ topic, kind: null, text: line });
    else if (line !== "") {
      const kind = KINDS.find((each) => line.startsWith(`${each} `)) ?? null;
      texts.push({ topic, kind, text: line.slice(2) });
    }
  }
  return texts;
}

/** The topics that a text has something of, as the analyzer says with the shipped threshold. */
export function analyzerOf(topics: readonly string[]): (text: string) => ReadonlySet<string> {
  const preparation = BANNED_TOPICS_DETECTION.prepare(topics);
  if (preparation.kind !== "ready") throw new Error(preparation.kind);
  const clock = { now: () => 0, epochMs: () => 0, after: () => () => undefined };
  const context = { side: "input", origin: "user", from: 0, clock, signal: new AbortController().signal } as const;
  return (text) => {
    const found = preparation.analyzer.analyze(new Reading(text), context);
    if (found instanceof Promise) throw new TypeError("the policy is synchronous");
    const isFound = ({ span, score }: Finding): boolean =>
      span !== undefined && score >= BANNED_TOPICS_DETECTION.threshold;
    return new Set(found.filter(isFound).map(({ label }) => label ?? ""));
  };
}

/** The baseline: all words of the topic's name stand in the text, as they are or with an ending. */
function literalOf(topics: readonly string[]): (text: string) => ReadonlySet<string> {
  return (text) => {
    const lower = text.toLowerCase();
    return new Set(
      topics.filter((topic) => {
        const words = topic
          .toLowerCase()
          .split(" ")
          .filter((word) => !["our", "with"].includes(word));
        return words.every((word) => lower.includes(word.replace(/(?:ing|s|y)$/, "")));
      }),
    );
  };
}

interface Counts {
  right: number;
  missed: number;
  wrong: number;
}

export interface Figures {
  readonly byTopic: ReadonlyMap<string, Counts>;
  /** Of each kind, how many were found and how many there are. */
  readonly byKind: ReadonlyMap<Kind, { found: number; of: number }>;
  /** Harmless texts in which any topic was found. */
  readonly harmless: { found: number; of: number };
  readonly notes: readonly string[];
}

export function measure(texts: readonly TopicText[], find: (text: string) => ReadonlySet<string>): Figures {
  const topics = topicsOf(texts);
  const byTopic = new Map(topics.map((topic) => [topic, { right: 0, missed: 0, wrong: 0 }]));
  const byKind = new Map(KINDS.map((kind) => [kind, { found: 0, of: 0 }]));
  const harmless = { found: 0, of: 0 };
  const notes: string[] = [];
  for (const { topic: own, kind, text } of texts) {
    const found = find(text);
    for (const topic of topics) {
      const counts = byTopic.get(topic) ?? { right: 0, missed: 0, wrong: 0 };
      const isMeant = topic === own && kind !== "x";
      const isFound = found.has(topic);
      if (!isMeant && isAlike(topic, own)) continue;
      if (isMeant && isFound) counts.right += 1;
      else if (isMeant) counts.missed += 1;
      else if (isFound) counts.wrong += 1;
      if (isMeant !== isFound) notes.push(`${isMeant ? "missed" : "wrong "} ${topic} [${own} ${kind ?? ""}]: ${text}`);
    }
    const count = kind === null ? harmless : byKind.get(kind);
    if (count === undefined) continue;
    count.of += 1;
    count.found += (kind === null ? found.size > 0 : found.has(own)) ? 1 : 0;
  }
  return { byTopic, byKind, harmless, notes };
}

export const topicsOf = (texts: readonly TopicText[]): readonly string[] => [
  ...new Set(texts.map(({ topic }) => topic).filter((topic) => topic !== HARMLESS)),
];

export const f1Of = ({ right, missed, wrong }: Counts): number =>
  right === 0 ? 0 : (2 * right) / (2 * right + missed + wrong);

export const macroF1 = ({ byTopic }: Figures): number =>
  [...byTopic.values()].reduce((sum, counts) => sum + f1Of(counts), 0) / byTopic.size;

const print = (line: string): boolean => process.stdout.write(`${line}\n`);
const share = ({ found, of }: { readonly found: number; readonly of: number }): string => (found / of).toFixed(3);

function report(half: string, showNotes: boolean): void {
  const texts = readTexts(half);
  const topics = topicsOf(texts);
  const ours = measure(texts, analyzerOf(topics));
  const literal = measure(texts, literalOf(topics));
  print(`\n${half}: ${topics.length} topics, ${texts.length} texts, all topics configured at once\n`);
  print("| topic | F1 | missed | wrong | literal F1 |\n| --- | --- | --- | --- | --- |");
  for (const [topic, counts] of ours.byTopic) {
    const beside = f1Of(literal.byTopic.get(topic) ?? counts);
    print(`| ${topic} | ${f1Of(counts).toFixed(3)} | ${counts.missed} | ${counts.wrong} | ${beside.toFixed(3)} |`);
  }
  print(`| macro | ${macroF1(ours).toFixed(3)} | | | ${macroF1(literal).toFixed(3)} |`);
  for (const [name, figures] of Object.entries({ ours, literal })) {
    const kinds = [...figures.byKind].map(([kind, count]) => `${KIND_NAMES[kind]} ${share(count)}`);
    print(`${name}: found ${kinds.join(", ")}; harmless texts with any topic ${share(figures.harmless)}`);
  }
  if (showNotes) for (const note of ours.notes) print(note);
}

/** Texts of the data folder: harmless ones beside ten topics, and those of categories that are topics. */
function reportData(folder: string, showNotes: boolean): void {
  const texts = readData(folder);
  const find = analyzerOf(RARE_TOPICS);
  const harmless = texts.filter(({ isHarmless }) => isHarmless);
  const alarms = harmless.flatMap(({ text }) => [...find(text)].map((topic) => ({ topic, text })));
  const alarmed = new Set(alarms.map(({ text }) => text)).size;
  print(`\nharmless texts of the data folder with any of ten topics: ${alarmed} of ${harmless.length}`);
  for (const topic of RARE_TOPICS) print(`${topic}: ${alarms.filter((alarm) => alarm.topic === topic).length}`);
  const findCategory = analyzerOf([...CATEGORY_TOPICS.values()]);
  for (const [category, topic] of CATEGORY_TOPICS) {
    const own = texts.filter(({ categories }) => categories.includes(category));
    const found = own.filter(({ text }) => findCategory(text).has(topic)).length;
    print(`texts of category ${category} with the topic ${topic}: ${found} of ${own.length}`);
  }
  if (showNotes) for (const { topic, text } of alarms) print(`${topic}: ${text.slice(0, 200).replaceAll("\n", " ")}`);
}

const KIND_NAMES: Readonly<Record<Kind, string>> = {
  n: "named",
  w: "other words",
  i: "everyday wording",
  x: "near misses",
};

if (import.meta.main) {
  const { values } = parseArgs({
    options: { half: { type: "string" }, data: { type: "string" }, misses: { type: "boolean", default: false } },
  });
  for (const half of values.half === undefined ? ["dev", "held"] : [values.half]) report(half, values.misses);
  if (values.data !== undefined) reportData(values.data, values.misses);
}
