/**
 * npm run bench:history [-- --rounds N]
 * What a growing conversation costs: an agent of 200 turns, each with a call of a tool and its result, sent whole at every request,
 * checked with the memo of verdicts and without. Time in checks apart from time for reading JSON; medians of the turns.
 */
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { buildRuntime, type AssetRuntime } from "../../src/access/runtime.ts";
import type { PreparedAnalyzer } from "../../src/analyzers/analyzer.ts";
import { openAiChat } from "../../src/codecs/openai/openai-chat.ts";
import type { TextSlot } from "../../src/codecs/codec.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { parseJson } from "../../src/core/json.ts";
import { PlaceholderBook } from "../../src/core/masks.ts";
import type { Guard } from "../../src/engine/guard.ts";
import { openScheduling } from "../../src/proxy/scheduling.ts";
import { ConversationLog } from "../../src/proxy/checks/conversation-log.ts";
import { inspectRequest } from "../../src/proxy/checks/request-inspection.ts";
import { Metrics } from "../../src/telemetry/metrics.ts";
import { ExchangeTally } from "../../src/proxy/record/tally.ts";
import { ALL_HERE } from "../../src/engine/offload.ts";
import { VerdictMemo } from "../../src/proxy/checks/verdict-memo.ts";
import { conversation } from "./conversation.ts";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "5" } } });
const rounds = Number(values.rounds);

const TURNS = 200;
const EARLY = [10, 30] as const;
const LATE = [180, 200] as const;
const CONFIG = `
assets:
  - id: bench
    organization: bench
    policies:
      - { policy_name: prompt_injection_detection, action: block }
      - { policy_name: toxicity_detection, action: flag }
      - { policy_name: unsafe_prompt_protection, action: block }
      - { policy_name: unsafe_response_detection, action: flag }
      - { policy_name: pii_detection, action: flag, mask: true }
      - { policy_name: secrets_keys_detection, action: block }
      - { policy_name: competitor_mention_detection, action: flag, metadata: [Acme, Globex Corporation] }
`;

const loaded = loadConfig(CONFIG, { file: "bench", env: {} });
if (!loaded.ok) throw new Error(loaded.problems.map(({ path, reason }) => `${path}: ${reason}`).join("\n"));
const built = buildRuntime(loaded.config).assets.get("bench");
if (built === undefined) throw new Error("the asset is missing");
/** Milliseconds in analyzers so far, and how often one was asked. */
let policiesMs = 0;
let policyRuns = 0;
const asset: AssetRuntime = { ...built, guards: built.guards.map(timed) };

function timed(guard: Guard): Guard {
  const { state } = guard;
  if (state.kind !== "ready") return guard;
  const analyze: PreparedAnalyzer["analyze"] = (text, context) => {
    const startedMs = performance.now();
    const found = state.prepared.analyze(text, context);
    policiesMs += performance.now() - startedMs;
    policyRuns += 1;
    return found;
  };
  return { ...guard, state: { ...state, prepared: { ...state.prepared, analyze } } };
}

const clock = { now: () => performance.now(), epochMs: () => Date.now(), after: () => () => undefined };

const MESSAGES = conversation(TURNS);
/** The two requests of a turn: with the user's message, and with the tool's result. */
const requests = (turn: number): readonly string[] =>
  [turn * 4 - 2, turn * 4].map((count) => JSON.stringify({ model: "bench", messages: MESSAGES.slice(0, count) }));
const LAST = requests(TURNS).at(-1) ?? "";

interface Cost {
  readonly readMs: number;
  readonly checkMs: number;
  /** Of that, in the policies. */
  readonly policyMs: number;
  /** Policies asked about a text. */
  readonly runs: number;
}

function read(body: string): readonly TextSlot[] {
  const parsed = parseJson(body);
  const target = { method: "POST", path: "/v1/chat/completions", query: "", readsTools: false };
  const request = parsed.ok ? openAiChat.readRequest(parsed.value, target) : null;
  if (request?.ok !== true) throw new Error("the conversation cannot be read");
  return request.value.slots;
}

/** @throws {Error} when it is not let through */
async function take(body: string, memo: VerdictMemo): Promise<Cost> {
  const startedMs = performance.now();
  const slots = read(body);
  const readyMs = performance.now();
  policiesMs = 0;
  policyRuns = 0;
  const upstream = { blockedHistory: "tombstone", joinedTurns: 4 } as const;
  const own = {
    abort: new AbortController(),
    metrics: new Metrics(),
    recording: null,
    shadow: null,
    trace: null,
    tally: new ExchangeTally(),
    book: new PlaceholderBook(),
    conversation: new ConversationLog(),
    headers: {},
  };
  const inspection = await inspectRequest(
    { asset, clock, memo, longTexts: ALL_HERE, scheduling: openScheduling(), upstream, ...own },
    { slots },
  );
  if (inspection.kind !== "pass") throw new Error("the conversation was not let through");
  return { readMs: readyMs - startedMs, checkMs: performance.now() - readyMs, policyMs: policiesMs, runs: policyRuns };
}

const added = (a: Cost, b: Cost): Cost => ({
  readMs: a.readMs + b.readMs,
  checkMs: a.checkMs + b.checkMs,
  policyMs: a.policyMs + b.policyMs,
  runs: a.runs + b.runs,
});
const within = (turn: number, [first, last]: readonly [number, number]): boolean => turn >= first && turn <= last;
const median = (list: readonly number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;

/** Costs by turn. Without a memo nothing depends on the turns before: only those that count are taken. */
async function round(entries: number): Promise<ReadonlyMap<number, Cost>> {
  const memo = new VerdictMemo(entries);
  const costs = new Map<number, Cost>();
  for (let turn = 1; turn <= TURNS; turn++)
    if (entries > 0 || within(turn, EARLY) || within(turn, LATE)) {
      const taken: Cost[] = [];
      for (const body of requests(turn)) taken.push(await take(body, memo));
      costs.set(turn, taken.reduce(added));
    }
  return costs;
}

const DEFAULT_ENTRIES = loaded.config.server.verdictMemoEntries;
const contenders = new Map([
  ["with the memo", DEFAULT_ENTRIES],
  ["without", 0],
]);
const costs = new Map<string, [number, Cost][]>();
for (let index = -1; index < rounds; index++)
  for (const [name, entries] of contenders) {
    const taken = await round(entries);
    if (index < 0) continue; // Warm-up.
    costs.set(name, [...(costs.get(name) ?? []), ...taken]);
  }

const print = (line: string): boolean => process.stdout.write(`${line}\n`);
const cpu = cpus()[0]?.model ?? "unknown processor";
print(`${cpus().length} × ${cpu}, Node ${process.version}, ${rounds} rounds; ${read(LAST).length} texts, `);
print(`${LAST.length >> 10} KB in the last turn. Milliseconds for the two requests of a turn.\n`);
print(`| | turns ${EARLY.join("–")} | turns ${LATE.join("–")} | ratio |\n| --- | --- | --- | --- |`);
const PARTS = new Map<keyof Cost, string>([
  ["checkMs", "checks"],
  ["policyMs", "… of that, in policies"],
  ["runs", "policies asked (count)"],
  ["readMs", "reading JSON"],
]);
for (const [name, taken] of costs)
  for (const [part, what] of PARTS) {
    const of = (turns: readonly [number, number]): number =>
      median(taken.filter(([turn]) => within(turn, turns)).map(([, cost]) => cost[part]));
    const [early, late] = [of(EARLY), of(LATE)];
    print(`| ${what}, ${name} | ${early.toFixed(2)} | ${late.toFixed(2)} | ${(late / early).toFixed(2)} |`);
  }
