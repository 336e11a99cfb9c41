/**
 * npm run bench:detectors [-- --rounds N] [--each]
 * Cost of the span policies per kilobyte of text, in one process, beside secretlint's recommended rules and bare
 * libphonenumber-js. Rounds are interleaved; the figure is the median. --each adds every entity type of its own.
 */
import { execFileSync } from "node:child_process";
import { cpus } from "node:os";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { lintSource } from "@secretlint/core";
import { creator as preset } from "@secretlint/secretlint-rule-preset-recommend";
import { findPhoneNumbersInText } from "libphonenumber-js/max";
import { PII_DETECTORS } from "../../src/analyzers/pii/registry.ts";
import { findAnalyzer } from "../../src/analyzers/registry.ts";
import { runDetectors } from "../../src/analyzers/run-detectors.ts";
import type { Json, Side } from "../../src/core/model.ts";
import { competitorNames } from "../eval/competitors.ts";
import { Reading } from "../../src/text/reading.ts";
import { anew, HOSTILE, sized, TEXTS } from "./detector-texts.ts";
import { SYSTEM_PROMPT } from "./texts.ts";

type Contender = (raw: string) => unknown;

const KB = 1024;
const { values } = parseArgs({
  options: { rounds: { type: "string", default: "9" }, each: { type: "boolean", default: false } },
});
const rounds = Number(values.rounds);
/** A contender runs this long in a round, so that the clock's grain and single collections do not count. */
const SLICE_MS = 40;

/**
 * A peer notes every step of a call and looks through all its notes a little later: it gets so few calls that this does not
 * count, and so much time that it does not fall into the slice of another.
 */
const PEER_CALLS_MAX = 30;
const PEER_WARM_UP_MAX = 150;
const PEER_PAUSE_MS = 10;

const clock = { now: () => 0, epochMs: () => 0, after: () => () => undefined };
const context = { side: "input", origin: "user", from: 0, clock, signal: new AbortController().signal } as const;

function policy(name: string, metadata: Json = null, side: Side = context.side): (text: Reading) => unknown {
  const preparation = findAnalyzer(name)?.prepare(metadata);
  if (preparation?.kind !== "ready") throw new Error(`${name} cannot run`);
  return (text) => preparation.analyzer.analyze(text, { ...context, side });
}

const secrets = policy("secrets_keys_detection");
const pii = policy("pii_detection");
/** Sixty names of the kinds that are configured, and one language. */
const competitors = policy("competitor_mention_detection", competitorNames().names.slice(0, 60));
const TOPICS = ["politics", "religion", "medical advice", "gambling", "weapons"];
const MORE_TOPICS = ["illegal drugs", "adult content", "cryptocurrency", "beekeeping", "our merger with Initech"];
const topics = policy("banned_topics_detection", [...TOPICS, ...MORE_TOPICS]);
const languages = policy("language_violation_detection", ["en"]);
const LEARNED = [
  "prompt_injection_detection",
  "toxicity_detection",
  "unsafe_prompt_protection",
  "unsafe_response_detection",
].map((name) => ({ name, judge: policy(name) }));
const leaks = policy("system_prompt_leak_detection", SYSTEM_PROMPT, "output");
const config = { rules: [{ id: "@secretlint/secretlint-rule-preset-recommend", rule: preset }] };
const OURS: ReadonlyMap<string, Contender> = new Map<string, Contender>([
  ["secrets and PII together", (raw) => both(new Reading(raw))],
  ["secrets_keys_detection", (raw) => secrets(new Reading(raw))],
  ["pii_detection", (raw) => pii(new Reading(raw))],
  ["competitor_mention_detection", (raw) => competitors(new Reading(raw))],
  ["banned_topics_detection, ten topics", (raw) => topics(new Reading(raw))],
  ["language_violation_detection", (raw) => languages(new Reading(raw))],
  ["system_prompt_leak_detection, answers", (raw) => leaks(new Reading(raw))],
  ["all learned policies together", (raw) => learnedOf(new Reading(raw))],
  ...LEARNED.map(({ name, judge }) => [name, (raw: string) => judge(new Reading(raw))] as const),
]);
const PEERS: ReadonlyMap<string, Contender> = new Map<string, Contender>([
  [
    "secretlint preset-recommend",
    (raw) =>
      lintSource({
        source: { filePath: "text.txt", content: raw, ext: ".txt", contentType: "text" },
        options: { config, noPhysicFilePath: true },
      }),
  ],
  ["libphonenumber-js, phones only", (raw) => findPhoneNumbersInText(raw, "US")],
]);

function both(text: Reading): unknown {
  return [secrets(text), pii(text)];
}

const learnedOf = (text: Reading): unknown => LEARNED.map(({ judge }) => judge(text));

const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[list.length >> 1] ?? Number.NaN;

/** Microseconds a call, over one slice. */
async function slice(contender: Contender, next: () => string, callsMax: number): Promise<number> {
  const startedMs = performance.now();
  let calls = 0;
  for (; performance.now() - startedMs < SLICE_MS && calls < callsMax; calls++) {
    const result = contender(next());
    if (result instanceof Promise) await result;
  }
  const us = ((performance.now() - startedMs) * 1000) / calls;
  if (callsMax < Infinity) await setTimeout(PEER_PAUSE_MS);
  return us;
}

/** Median microseconds a call of each contender, rounds interleaved; the first two rounds warm up. */
async function measure(
  contenders: ReadonlyMap<string, Contender>,
  raw: string,
  roundsMax = rounds,
): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number[]>();
  const next = anew(raw);
  for (let round = -2; round < Math.min(rounds, roundsMax); round++)
    for (const [name, contender] of contenders) {
      const peerCallsMax = round < 0 ? PEER_WARM_UP_MAX : PEER_CALLS_MAX;
      const us = await slice(contender, next, PEERS.has(name) ? peerCallsMax : Infinity);
      if (round >= 0) times.set(name, [...(times.get(name) ?? []), us]);
    }
  return new Map([...times].map(([name, list]) => [name, median(list)]));
}

const print = (line: string): boolean => process.stdout.write(`${line}\n`);
const row = (cells: readonly (string | number)[]): boolean =>
  print(`| ${cells.map((cell) => (typeof cell === "number" ? cell.toFixed(1) : cell)).join(" | ")} |`);

async function reportTexts(): Promise<void> {
  const names = [...TEXTS.keys()];
  const contenders = new Map([...OURS, ...PEERS]);
  const columns: ReadonlyMap<string, number>[] = [];
  for (const text of TEXTS.values()) columns.push(await measure(contenders, sized(text, KB)));
  print("\nµs per call on 1 KB:\n");
  row(["", ...names]);
  row(["---", ...names.map(() => "---")]);
  for (const name of contenders.keys()) row([name, ...columns.map((column) => column.get(name) ?? Number.NaN)]);
}

async function reportSizes(name: string, contender: Contender): Promise<void> {
  print(`\nµs per KB, ${name}, by size:\n`);
  const sizes = [0.2, 1, 16, 64, 1024];
  row(["", ...sizes.map((size) => `${size} KB`), "1 MB / 64 KB"]);
  row(["---", ...sizes.map(() => "---"), "---"]);
  for (const [label, text] of TEXTS) {
    const costs: number[] = [];
    for (const size of sizes) {
      const times = await measure(new Map([[name, contender]]), sized(text, size * KB));
      costs.push(times.get(name) ?? Number.NaN);
    }
    row([
      label,
      ...costs.map((us, at) => us / (sizes[at] ?? 1)),
      `${((costs[4] ?? 0) / (costs[3] ?? 1)).toFixed(1)} ×`,
    ]);
  }
}

function reportLoad(): void {
  const script = new URL("load-learned.ts", import.meta.url).pathname;
  print(`\n${execFileSync(process.execPath, ["--expose-gc", script], { encoding: "utf8" }).trim()}`);
}

/** How much dearer than prose of its size a text may be. */
const HOSTILE_GOAL = 3;
/** The texts are many, and far apart. */
const HOSTILE_ROUNDS = 3;

async function reportHostile(): Promise<void> {
  print(`\nHostile texts of 64 KB, times prose of 64 KB; the goal is ${HOSTILE_GOAL}, and * is over it:\n`);
  const prose = await measure(OURS, sized(TEXTS.get("prose") ?? "", 64 * KB));
  row(["", ...OURS.keys()]);
  row(["---", ...[...OURS].map(() => "---")]);
  for (const [name, text] of HOSTILE) {
    const times = await measure(OURS, sized(text, 64 * KB), HOSTILE_ROUNDS);
    const ratios = [...OURS.keys()].map((ours) => (times.get(ours) ?? Number.NaN) / (prose.get(ours) ?? Number.NaN));
    row([name, ...ratios.map((ratio) => `${ratio.toFixed(1)}${ratio > HOSTILE_GOAL ? " *" : ""}`)]);
  }
}

async function reportEach(): Promise<void> {
  print("\nµs per call on 1 KB, one entity type alone, keyword scan included:\n");
  const names = [...TEXTS.keys()];
  row(["", ...names]);
  row(["---", ...names.map(() => "---")]);
  const contenders = new Map(
    PII_DETECTORS.map((detector) => {
      const list = [detector];
      return [detector.id, (raw: string) => runDetectors(list, new Reading(raw), { from: 0 })] as const;
    }),
  );
  const columns: ReadonlyMap<string, number>[] = [];
  for (const text of TEXTS.values()) columns.push(await measure(contenders, sized(text, KB)));
  for (const name of contenders.keys()) row([name, ...columns.map((column) => column.get(name) ?? Number.NaN)]);
}

print(`${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}, Node ${process.version}, ${rounds} rounds`);
await reportTexts();
for (const name of [
  "secrets and PII together",
  "competitor_mention_detection",
  "banned_topics_detection, ten topics",
  "language_violation_detection",
  "all learned policies together",
])
  await reportSizes(name, OURS.get(name) ?? ((raw) => both(new Reading(raw))));
reportLoad();
await reportHostile();
if (values.each) await reportEach();
