/**
 * npm run eval:turns -- --data DIR [--limit N] [--write]
 * What judging recent user messages together adds: attacks of the dev sets cut into turns, or into parts of one message, that are
 * found only so, and harmless conversations that are flagged only so; then faked dialogues and slow escalations of our own. --limit takes at most N texts of a set. --write puts the
 * tables into docs/evaluation-turns.md.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildRuntime } from "../../src/access/runtime.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { PlaceholderBook } from "../../src/core/masks.ts";
import { openScheduling } from "../../src/proxy/scheduling.ts";
import { ConversationLog } from "../../src/proxy/checks/conversation-log.ts";
import { checkText, type TextExchange } from "../../src/proxy/checks/text-checks.ts";
import { checkJoinedTurns } from "../../src/proxy/checks/joined-turns.ts";
import { Metrics } from "../../src/telemetry/metrics.ts";
import { ExchangeTally } from "../../src/proxy/record/tally.ts";
import { ALL_HERE } from "../../src/engine/offload.ts";
import { VerdictMemo } from "../../src/proxy/checks/verdict-memo.ts";
import { pick, randomOf } from "../train/learned/random.ts";
import { readRows, type Row } from "../train/learned/rows.ts";
import { readOwnSets } from "./own-sets.ts";
import { escalationBoard } from "./escalation-board.ts";
import { cutAt, SENTENCES, WORDS } from "./cut-turns.ts";
import { UsageError } from "../../src/cli/command.ts";
import { commandLine } from "../command-line.ts";

commandLine(import.meta);

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    limit: { type: "string", default: "100000" },
    write: { type: "boolean", default: false },
  },
});
const data = values.data;
const limit = Number(values.limit);
if (data === undefined) throw new UsageError("--data DIR is needed");

/** Earlier user messages that the newest is judged with: `joined_turns` less one, as shipped. */
const EARLIER = 3;
/** Longer texts are documents, not turns of a chat. UTF-16 units. */
const TEXT_MAX = 3000;
const CUT_MAX = Math.min(1500, limit);
const UNRELATED = Math.min(1500, limit);
const UNRELATED_TURNS = 4;
const ATTACKS_MAX = Math.min(600, limit);
const SEED = 23;
const PAGE = "docs/evaluation-turns.md";

/** Which policy judges a set's attacks; rude words are judged message by message only. */
const SETS = [
  { name: "injection", policy: "prompt_injection_detection", isJoined: true },
  { name: "toxicity", policy: "toxicity_detection", isJoined: false },
  { name: "unsafe", policy: "unsafe_prompt_protection", isJoined: true },
] as const;

function checksOf(policies: readonly string[]): TextExchange {
  const lines = policies.map((name) => `      - { policy_name: ${name}, action: block }`);
  const source = `assets:\n  - id: eval\n    organization: eval\n    policies:\n${lines.join("\n")}\n`;
  const loaded = loadConfig(source, { file: "eval", env: {} });
  const asset = loaded.ok ? buildRuntime(loaded.config).assets.get("eval") : undefined;
  if (asset === undefined) throw new Error("the asset is missing");
  const clock = { now: () => 0, epochMs: () => 0, after: () => () => undefined };
  const own = {
    abort: new AbortController(),
    metrics: new Metrics(),
    recording: null,
    shadow: null,
    trace: null,
    tally: new ExchangeTally(),
    book: new PlaceholderBook(),
    conversation: new ConversationLog(),
  };
  return { asset, clock, longTexts: ALL_HERE, scheduling: openScheduling(), memo: new VerdictMemo(0), ...own };
}

type Outcome = "alone" | "joined" | "passed";

/** Texts that are messages of their own, or parts of one message. */
type Kind = "messages" | "parts";

async function outcomeOf(checks: TextExchange, turns: readonly string[], kind: Kind): Promise<Outcome> {
  for (const text of turns) {
    const judged = await checkText(checks, { text, kind: "text", side: "input", origin: "user" });
    if (judged.verdict === "blocked") return "alone";
  }
  if (kind === "parts") return (await checkJoinedTurns(checks, [], turns)).verdict === "blocked" ? "joined" : "passed";
  for (const [index, text] of turns.entries()) {
    const judged = await checkJoinedTurns(checks, turns.slice(Math.max(0, index - EARLIER), index), [text]);
    if (judged.verdict === "blocked") return "joined";
  }
  return "passed";
}

const KINDS: readonly Kind[] = ["messages", "parts"];

const lines: string[] = [];
const print = (line = ""): void => {
  lines.push(line);
  process.stdout.write(`${line}\n`);
};
const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;

type Conversation = readonly string[];

interface Cut {
  readonly kind: Kind;
  readonly conversations: readonly Conversation[];
}

async function outcomesOf(checks: TextExchange, { kind, conversations }: Cut): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const turns of conversations) outcomes.push(await outcomeOf(checks, turns, kind));
  return outcomes;
}

const shareOf = (outcomes: readonly Outcome[], wanted: Outcome): string =>
  percent(outcomes.filter((outcome) => outcome === wanted).length / Math.max(1, outcomes.length));

async function showAttacks(what: string, checks: TextExchange, given: Cut): Promise<void> {
  const { kind, conversations } = given;
  const whole = await outcomesOf(checks, { kind, conversations: conversations.map((turns) => [turns.join(" ")]) });
  const cut = await outcomesOf(checks, given);
  const shares = [shareOf(whole, "alone"), shareOf(cut, "alone"), shareOf(cut, "joined")];
  print(`| ${[what, conversations.length, ...shares].join(" | ")} |`);
}

const harmlessOutcomes: Outcome[] = [];

async function showHarmless(what: string, checks: TextExchange, given: Cut): Promise<void> {
  const outcomes = await outcomesOf(checks, given);
  harmlessOutcomes.push(...outcomes);
  print(`| ${[what, outcomes.length, shareOf(outcomes, "alone"), shareOf(outcomes, "joined")].join(" | ")} |`);
}

const random = randomOf(SEED);
function sample(rows: readonly Row[], count: number): readonly string[] {
  const texts = rows.filter(({ text }) => text.length <= TEXT_MAX).map(({ text }) => text);
  for (let at = texts.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [texts[at], texts[other]] = [texts[other] ?? "", texts[at] ?? ""];
  }
  return texts.slice(0, count);
}

const own = readOwnSets();
const sets = SETS.map(({ name, policy, isJoined }) => {
  const rows = readRows(join(data, name, "dev.jsonl")).concat(
    name === "injection" ? [...own.attacks, ...own.overDefence] : [],
  );
  const of = (label: number): readonly Row[] => rows.filter((row) => row.label === label);
  return { name, policy, isJoined, harmless: sample(of(0), UNRELATED), attacks: sample(of(1), ATTACKS_MAX) };
});

print("# Messages judged together");
print();
print(
  "See what judging messages together finds, and what it costs in false alarms. `npm run eval:turns -- --data DIR --write` makes this page. Texts of the dev sets and of our own sets, at most 3,000 characters",
);
print("long, cut into messages, or into parts of one message, of about equal length.");
print();
print("## Attacks, cut into user messages, each set by its own policy");
print();
print("| set, cut | conversations | found uncut | found by a message alone | found only together |");
print("| --- | --- | --- | --- | --- |");
for (const { name, policy, attacks, isJoined } of sets) {
  if (!isJoined) continue;
  const checks = checksOf([policy]);
  for (const [where, places] of [
    ["between sentences", SENTENCES],
    ["between words", WORDS],
  ] as const)
    for (const count of [2, 3])
      for (const kind of KINDS)
        await showAttacks(`${name}, ${count} ${kind}, ${where}`, checks, {
          kind,
          conversations: attacks.flatMap((text) => cutAt(text, places, count)),
        });
}
print();
print("## Harmless conversations, all three policies");
print();
print("| set, conversation | conversations | flagged by a message alone | flagged only together |");
print("| --- | --- | --- | --- |");
const all = checksOf(SETS.map(({ policy }) => policy));
for (const { name, harmless } of sets) {
  const cut = [2, 3, 4].flatMap((count) => harmless.slice(0, CUT_MAX).flatMap((text) => cutAt(text, SENTENCES, count)));
  for (const kind of KINDS)
    await showHarmless(`${name}, one text cut into 2 to 4 ${kind}`, all, { kind, conversations: cut });
  const drawn = Array.from({ length: UNRELATED }, () =>
    Array.from({ length: UNRELATED_TURNS }, () => pick(random, harmless)),
  );
  for (const kind of KINDS)
    await showHarmless(`${name}, ${UNRELATED_TURNS} ${kind} that have nothing to do with each other`, all, {
      kind,
      conversations: drawn,
    });
}
const total = [shareOf(harmlessOutcomes, "alone"), shareOf(harmlessOutcomes, "joined")];
print(`| ${["all", harmlessOutcomes.length, ...total].join(" | ")} |`);
print();
print(
  "The texts of the toxicity set are comments of quarrels, none of them a prompt. It is judged message by message.",
);
print();
print("## Conversations of our own: faked dialogues and slow escalation");
print();
print(
  "Messages of users only. Texts of `tools/eval/sets`, which no model is trained on; the rule about faked dialogues was made",
);
print(
  "while looking at the many-shot set. Harmless conversations of one kind share sentences, so they are fewer than they seem.",
);
print(
  "The last table asks what a decaying sum of the higher score of each message would find of what passes so far, with a",
);
print("limit at 1 % of the harmless ones: too little to have one.");
print();
const [, , unsafe] = SETS;
const ofPrompts = checksOf([SETS[0].policy, unsafe.policy]).asset.guards;
for (const line of await escalationBoard(ofPrompts)) print(line);
if (values.write) writeFileSync(PAGE, `${lines.join("\n")}\n`);
