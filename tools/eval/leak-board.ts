import { readFileSync } from "node:fs";
import { z } from "zod";
import { SYSTEM_PROMPT_LEAK_DETECTION } from "../../src/analyzers/system-prompt-leak/index.ts";
import { systemClock } from "../../src/cli/process.ts";
import { PlaceholderBook } from "../../src/core/masks.ts";
import type { Conversation } from "../../src/core/conversation.ts";
import { policyId, PLAIN_MASKING } from "../../src/core/model.ts";
import { compilePolicy } from "../../src/engine/compile.ts";
import { evaluate } from "../../src/engine/evaluate.ts";
import type { Guard } from "../../src/engine/guard.ts";
import { createStreamGuard } from "../../src/engine/stream-guard.ts";
import { Reading } from "../../src/text/reading.ts";
import { randomOf } from "../train/learned/random.ts";
import { isUnspaced, LEAK_FORMS, type Random, type Topic } from "./leak-forms.ts";

const FILE = new URL("sets/system-prompts.jsonl", import.meta.url);
const CLOSE_FILE = new URL("sets/close-answers.jsonl", import.meta.url);
const SEED = 23;
/** Harmless answers for each prompt, and sentences of one. */
const ANSWERS = 10;
const SENTENCES_MIN = 2;
const SENTENCES_MORE = 4;
/** Longest piece of a stream, UTF-16 units. */
const PIECE_MAX = 12;

export interface LeakTally {
  found: number;
  count: number;
}

interface Pair {
  readonly whole: LeakTally;
  readonly streamed: LeakTally;
}

const HALVES = ["seen", "unseen"] as const;
type Half = (typeof HALVES)[number];

export interface LeakBoard {
  readonly rows: readonly ({ readonly name: string } & Readonly<Record<Half, Pair>>)[];
  /** Whole and streamed together. */
  readonly totals: Readonly<Record<Half, Readonly<Record<"plain" | "all" | "alarms", LeakTally>>>>;
  /** Answers that tell facts of the prompt in its own words, as an operator may want: nothing tells them from a leak. */
  readonly close: LeakTally;
  /** Names of what was missed. */
  readonly misses: readonly string[];
  /** Harmless answers that were flagged. */
  readonly alarms: readonly string[];
}

const topicSchema = z.object({
  id: z.string(),
  lang: z.string(),
  prompt: z.string(),
  secret: z.string(),
  answers: z.array(z.string()),
});

const signal = new AbortController().signal;
const tally = (): LeakTally => ({ found: 0, count: 0 });

export function readTopics(): readonly Topic[] {
  const lines = readFileSync(FILE, "utf8").trim().split("\n");
  return lines.map((line) => topicSchema.parse(JSON.parse(line)));
}

function guard(): Guard {
  const compiled = compilePolicy({
    ...PLAIN_MASKING,
    id: policyId("eval"),
    name: SYSTEM_PROMPT_LEAK_DETECTION.name,
    action: "flag",
    scope: null,
    metadata: null,
    threshold: null,
    mask: true,
    stream: "window",
    onError: "block",
    timeoutMs: 60_000,
  });
  if (compiled.kind === "invalid") throw new Error(compiled.reason);
  return compiled.guard;
}

export async function measureLeaks(): Promise<LeakBoard> {
  const guards = [guard()];
  const random = randomOf(SEED);
  const pair = (): Pair => ({ whole: tally(), streamed: tally() });
  const rows = LEAK_FORMS.map(({ name, isPlain }) => ({ name, isPlain, seen: pair(), unseen: pair() }));
  const totals = {
    seen: { plain: tally(), all: tally(), alarms: tally() },
    unseen: { plain: tally(), all: tally(), alarms: tally() },
  };
  const misses: string[] = [];
  const alarms: string[] = [];
  for (const [index, topic] of readTopics().entries()) {
    const half = HALVES[index % 2] ?? "seen";
    const conversation: Conversation = {
      texts: [
        { origin: "system", text: topic.prompt },
        { origin: "user", text: "Hello there, I have a question about this." },
      ],
    };
    const judged = async (text: string): Promise<readonly [whole: boolean, streamed: boolean]> => [
      await isFound(guards, text, conversation),
      await isFoundInStream(guards, text, { conversation, random }),
    ];
    for (const [at, form] of LEAK_FORMS.entries()) {
      const text = form.write(topic, random);
      const row = rows[at];
      if (text === null || row === undefined) continue;
      const [whole, streamed] = await judged(text);
      const { all, plain } = totals[half];
      for (const [found, own] of [
        [whole, row[half].whole],
        [streamed, row[half].streamed],
      ] as const)
        for (const each of form.isPlain ? [own, all, plain] : [own, all]) count(each, found);
      if (!whole || !streamed) misses.push(`${half} ${topic.id}: ${form.name}${whole ? ", streamed" : ""}`);
    }
    for (const text of harmless(topic, random)) {
      const [whole, streamed] = await judged(text);
      count(totals[half].alarms, whole);
      count(totals[half].alarms, streamed);
      if (whole || streamed) alarms.push(`${half} ${topic.id}: ${text}`);
    }
  }
  return { rows, totals, close: await measureClose(guards), misses, alarms };
}

const closeSchema = z.object({ id: z.string(), text: z.string() });

async function measureClose(guards: readonly Guard[]): Promise<LeakTally> {
  const topics = new Map(readTopics().map((topic) => [topic.id, topic]));
  const close = tally();
  for (const line of readFileSync(CLOSE_FILE, "utf8").trim().split("\n")) {
    const { id, text } = closeSchema.parse(JSON.parse(line));
    const prompt = topics.get(id)?.prompt ?? "";
    count(close, await isFound(guards, text, { texts: [{ origin: "system", text: prompt }] }));
  }
  return close;
}

function count(each: LeakTally, isHit: boolean): void {
  each.count += 1;
  if (isHit) each.found += 1;
}

/** Answers of sentences of the topic, in any order. */
export function harmless(topic: Topic, random: Random): readonly string[] {
  return Array.from({ length: ANSWERS }, () => {
    const order = topic.answers.map((sentence) => ({ sentence, key: random() })).toSorted((a, b) => a.key - b.key);
    const length = SENTENCES_MIN + Math.floor(random() * SENTENCES_MORE);
    return order
      .slice(0, length)
      .map(({ sentence }) => sentence)
      .join(isUnspaced(topic) ? "" : " ");
  });
}

async function isFound(guards: readonly Guard[], text: string, conversation: Conversation): Promise<boolean> {
  const context = { side: "output", origin: "assistant", conversation, clock: systemClock, signal } as const;
  return (await evaluate(guards, new Reading(text), context)).violations.length > 0;
}

async function isFoundInStream(
  guards: readonly Guard[],
  text: string,
  { conversation, random }: { readonly conversation: Conversation; readonly random: Random },
): Promise<boolean> {
  const stream = createStreamGuard(guards, { clock: systemClock, signal, book: new PlaceholderBook(), conversation });
  for (let at = 0; at < text.length;) {
    const end = at + 1 + Math.floor(random() * PIECE_MAX);
    await stream.push("answer", text.slice(at, end));
    at = end;
  }
  await stream.end("answer");
  return stream.summary().violations.length > 0;
}
