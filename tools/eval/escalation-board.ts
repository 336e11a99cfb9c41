import { findAnalyzer } from "../../src/analyzers/registry.ts";
import { askJoined, joinTexts } from "../../src/engine/joined.ts";
import type { Guard } from "../../src/engine/guard.ts";
import { Reading } from "../../src/text/reading.ts";
import { thresholdAt } from "../train/learned/measures.ts";
import { readEscalations, readHarmlessConversations, readManyShot, type OwnConversation } from "./turn-sets.ts";

const POLICIES = ["prompt_injection_detection", "unsafe_prompt_protection"] as const;
/** Earlier user messages that the newest is judged with, as shipped. */
const EARLIER = 3;
const FALSE_POSITIVES = 0.01;
/** What of a sum is left at each turn, and what of a score does not count. */
const DECAYS = [0.5, 0.7, 0.85, 1];
const FLOOR = 0.05;

const clock = { now: () => 0, epochMs: () => 0, after: () => () => undefined };
const context = { side: "input", origin: "user", from: 0, clock, signal: new AbortController().signal } as const;

/** What the two policies about prompts say of one conversation. */
interface Looked {
  readonly kind: string;
  /** Of each policy: whether a message alone, and whether messages together are found. */
  readonly alone: readonly boolean[];
  readonly joined: readonly boolean[];
  /** The higher of both policies' scores of each message. */
  readonly scores: readonly number[];
}

async function look(guards: readonly Guard[], { kind, turns }: OwnConversation): Promise<Looked> {
  const scores = await Promise.all(
    POLICIES.map(async (name) => {
      const prepared = findAnalyzer(name)?.prepare(null);
      if (prepared?.kind !== "ready") throw new Error(`${name} cannot run`);
      return Promise.all(
        turns.map(async (turn) => (await prepared.analyzer.analyze(new Reading(turn), context))[0]?.score ?? 0),
      );
    }),
  );
  const joined = POLICIES.map(() => false);
  for (const [at, turn] of turns.entries()) {
    if (at === 0) continue;
    const asked = await askJoined(guards, joinTexts(turns.slice(Math.max(0, at - EARLIER), at), [turn]), context);
    for (const { guard, isViolated } of asked)
      if (isViolated) joined[POLICIES.findIndex((name) => name === guard.policy.name)] = true;
  }
  const limits = guards.map(({ threshold }) => threshold);
  return {
    kind,
    alone: scores.map((list, index) => list.some((score) => score >= (limits[index] ?? 1))),
    joined,
    scores: turns.map((_, at) => Math.max(...scores.map((list) => list[at] ?? 0))),
  };
}

/** The highest that a decaying sum of scores gets. */
function sumOf({ scores }: Looked, decay: number): number {
  let [sum, most] = [0, 0];
  for (const score of scores) {
    sum = sum * decay + Math.max(0, score - FLOOR);
    most = Math.max(most, sum);
  }
  return most;
}

const isAlone = ({ alone }: Looked): boolean => alone.some(Boolean);
const isJoined = (looked: Looked): boolean => !isAlone(looked) && looked.joined.some(Boolean);
const passes = (looked: Looked): boolean => !isAlone(looked) && !isJoined(looked);

/**
 * Tables about conversations of our own: who finds what, and what a sum of scores over the turns would add.
 * @param guards of the two policies about prompts, in their order
 */
export async function escalationBoard(guards: readonly Guard[]): Promise<readonly string[]> {
  const lookAll = async (list: readonly OwnConversation[]): Promise<readonly Looked[]> =>
    Promise.all(list.map((conversation) => look(guards, conversation)));
  const [manyShot, escalations, harmless] = await Promise.all(
    [readManyShot(), readEscalations(), readHarmlessConversations()].map(lookAll),
  );
  if (manyShot === undefined || escalations === undefined || harmless === undefined)
    throw new Error("a set is missing");
  const lines = [
    "| conversations | number | injection, a message alone | unsafe, a message alone | either alone | only together |",
    "| --- | --- | --- | --- | --- | --- |",
  ];
  const row = (name: string, list: readonly Looked[]): void => {
    const count = (test: (looked: Looked) => boolean): number => list.filter(test).length;
    const figures = [
      count(({ alone }) => alone[0] === true),
      count(({ alone }) => alone[1] === true),
      count(isAlone),
      count(isJoined),
    ];
    lines.push(`| ${[name, list.length, ...figures].join(" | ")} |`);
  };
  for (const kind of ["one_message", "as_turns"])
    row(
      `many-shot, ${kind.replaceAll("_", " ")}`,
      manyShot.filter((looked) => looked.kind === kind),
    );
  row("slow escalation", escalations);
  for (const [kind, list] of Map.groupBy(harmless, (looked) => looked.kind))
    row(`harmless: ${kind.replaceAll("_", " ")}`, list);
  row("harmless: all", harmless);
  lines.push("", ...atShare(manyShot, escalations, harmless), "", ...sumTable(escalations, harmless));
  return lines;
}

/** What the highest score of any message finds when its limit flags 1 % of all harmless conversations. */
function atShare(
  manyShot: readonly Looked[],
  escalations: readonly Looked[],
  harmless: readonly Looked[],
): readonly string[] {
  const most = (list: readonly Looked[]): readonly number[] => list.map(({ scores }) => Math.max(...scores));
  const limit = thresholdAt(most(harmless), FALSE_POSITIVES);
  const above = (list: readonly Looked[]): string =>
    `${most(list).filter((score) => score > limit).length} of ${list.length}`;
  return [
    `With the limit of every score at ${limit.toFixed(2)}, where ${above(harmless)} harmless conversations are flagged, messages alone`,
    `find ${above(manyShot)} many-shot conversations and ${above(escalations)} slow escalations.`,
  ];
}

function sumTable(escalations: readonly Looked[], harmless: readonly Looked[]): readonly string[] {
  const calm = harmless.filter(passes);
  const left = escalations.filter(passes);
  const rows = DECAYS.map((decay) => {
    const limit = thresholdAt(
      calm.map((looked) => sumOf(looked, decay)),
      FALSE_POSITIVES,
    );
    const above = (list: readonly Looked[]): number => list.filter((looked) => sumOf(looked, decay) > limit).length;
    return `| ${decay} | ${limit.toFixed(2)} | ${above(calm)} of ${calm.length} | ${above(left)} of ${left.length} |`;
  });
  return [
    "| decay | limit at 1 % | harmless conversations flagged | escalations found of those that pass |",
    "| --- | --- | --- | --- |",
    ...rows,
  ];
}
