/**
 * npm run eval:tools -- [--show] [--attacks FILE] [--calls FILE] [--rows odd|even] [--cost]
 * Calls of tools after tools' results, through the real proxy, in every format, whole and streamed: how many that an injected
 * text has asked for are held (`tool_provenance`), and how many that the user has asked for are. FILEs stand in tools/eval/sets.
 * `--rows` reads every other row only: a set can be mended by one half and counted by the other.
 * `--cost`: what a judgement takes instead, with conversations of 16 and 256 KB.
 */
import { parseArgs } from "node:util";
import { TOOL_PROVENANCE } from "../../src/analyzers/tool-provenance/index.ts";
import { TOOL_USE_RULES } from "../../src/analyzers/tool-use/index.ts";
import type { ConversationText } from "../../src/core/conversation.ts";
import { CallGate } from "../../test/support/calls/gate.ts";
import { judgeCall } from "../../test/support/calls/judged.ts";
import { readTraces, type Trace } from "../../test/support/calls/trace.ts";
import { CALL_WIRES } from "../../test/support/calls/wire.ts";
import { UsageError } from "../../src/cli/command.ts";
import { commandLine } from "../command-line.ts";

commandLine(import.meta);

const { values } = parseArgs({
  options: {
    show: { type: "boolean", default: false },
    cost: { type: "boolean", default: false },
    attacks: { type: "string", default: "tool-attacks.jsonl" },
    calls: { type: "string", default: "tool-calls.jsonl" },
    rows: { type: "string" },
  },
});
if (values.rows !== undefined && values.rows !== "odd" && values.rows !== "even")
  throw new UsageError("--rows must be odd or even");

const print = (line: string): boolean => process.stdout.write(`${line}\n`);
const percent = (part: number, all: number): string => `${((100 * part) / all).toFixed(1)} %`;

/** By format and manner: the ids that were held. */
async function heldOf(gate: CallGate, traces: readonly Trace[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const held = new Map<string, readonly string[]>();
  for (const wire of CALL_WIRES)
    for (const isStream of [false, true]) {
      const ids: string[] = [];
      for (const trace of traces) if (!(await gate.send(trace, wire, isStream)).isPassed) ids.push(trace.id);
      held.set(`${wire.format} ${isStream ? "streamed" : "whole"}`, ids);
    }
  return held;
}

/** Rows count from 1. */
function rowsOf(file: string): readonly Trace[] {
  const traces = readTraces(file);
  return values.rows === undefined ? traces : traces.filter((_, at) => (at % 2 === 0) === (values.rows === "odd"));
}

async function printOutcome(): Promise<void> {
  await using gate = await CallGate.open({ tool_provenance: { action: "block" } });
  const attacks = rowsOf(values.attacks);
  const calls = rowsOf(values.calls);
  const heldAttacks = await heldOf(gate, attacks);
  const heldCalls = await heldOf(gate, calls);
  print(`${attacks.length} injected calls, ${calls.length} of the user`);
  for (const [manner, ids] of heldAttacks) {
    const harmless = heldCalls.get(manner) ?? [];
    const right = `${ids.length}/${attacks.length} held (${percent(ids.length, attacks.length)})`;
    const wrong = `${harmless.length}/${calls.length} held (${percent(harmless.length, calls.length)})`;
    print(`${manner.padEnd(30)} injected: ${right.padEnd(26)} the user's: ${wrong}`);
  }
  if (values.show) {
    const list = [...heldAttacks.values()];
    print(
      `missed: ${attacks
        .filter(({ id }) => list.some((ids) => !ids.includes(id)))
        .map(({ id }) => id)
        .join(" ")}`,
    );
    print(`held wrongly: ${[...new Set([...heldCalls.values()].flat())].join(" ")}`);
  }
}

/** The middle of several runs, each on a text that has not been seen, µs. */
function middleUs(run: (at: number) => unknown): number {
  const times = Array.from({ length: RUNS }, (_, at) => {
    const startedMs = performance.now();
    run(at);
    return (performance.now() - startedMs) * 1000;
  });
  return Math.round(times.toSorted((a, b) => a - b)[RUNS >> 1] ?? 0);
}

const RUNS = 41;
const ARGS = { to: "kim@corp-mail.com", subject: "Report", body: "The report is ready. ".repeat(20) };

function printCost(): void {
  const metadata = Array.from({ length: 20 }, (_, at) => `deny tool_${at}* where path matches /etc/${at}`);
  const prepared = TOOL_USE_RULES.prepare(metadata);
  const policy = { ...TOOL_USE_RULES, prepare: () => prepared };
  const ruled = middleUs(() => judgeCall(policy, { name: "send_email", args: ARGS }));
  print(`tool_use_rules, 20 rules, a call of ${JSON.stringify(ARGS).length} characters: ${ruled} µs`);
  for (const kilobytes of [16, 256]) {
    const line = (at: number): string =>
      `Mail ${at} of Ana Reis <ana${at}@reef.org>: we meet at ${at % 24}:00, room 4.\n`;
    const texts = (run: number): readonly ConversationText[] => [
      { origin: "user", text: `Send it to kim@corp-mail.com (${run})` },
      { origin: "tool", text: Array.from({ length: kilobytes * 16 }, (_, at) => line(at + run)).join("") },
    ];
    const judged = (own: readonly ConversationText[]): unknown =>
      judgeCall(TOOL_PROVENANCE, { name: "send_email", args: ARGS, texts: own });
    const fresh = Array.from({ length: RUNS }, (_, at) => texts(at));
    const first = middleUs((at) => judged(fresh[at] ?? []));
    const again = middleUs((at) => judged(fresh[at] ?? []));
    print(`tool_provenance, ${kilobytes} KB of results: first call ${first} µs, each further one ${again} µs`);
  }
}

if (values.cost) printCost();
else await printOutcome();
