import type { Bench } from "../bench.ts";
import { conversation as messagesOf } from "../conversation.ts";
import { open, render } from "../load.ts";
import type { Running } from "../processes.ts";
import { median, medianRatio, quantile } from "../statistics.ts";
import type { Scenario } from "./scenario.ts";

const SCENARIO = "agent of 200 turns, one request after the other";
const TURNS = 200;
/** Turns of which the time of a request is told. */
const LATE = 180;
/** A round is a whole conversation. */
const ROUNDS_MAX = 3;
/** As shipped: an agent sends again what has been checked. */
const MEMO = { BENCH_MEMO_ENTRIES: "20000" };

interface Taken {
  readonly seconds: number[];
  readonly cpuSeconds: number[];
  /** Of each request in late turns, milliseconds. */
  readonly lateMs: number[];
}

/** The two requests of each turn: with the user's message, and with the tool's result. */
function* requestsOf(port: number, seed: number): Generator<{ readonly turn: number; readonly request: Buffer }> {
  const messages = messagesOf(TURNS, seed);
  const target = { port, method: "POST", path: "/v1/chat/completions" } as const;
  for (let turn = 1; turn <= TURNS; turn++)
    for (const count of [turn * 4 - 2, turn * 4])
      yield { turn, request: render(target, JSON.stringify({ model: "bench", messages: messages.slice(0, count) })) };
}

async function converse({ port, cpuSeconds }: Running, seed: number, taken: Taken): Promise<void> {
  const connection = await open(port);
  const startedCpu = cpuSeconds();
  let allMs = 0;
  for (const { turn, request } of requestsOf(port, seed)) {
    const startedMs = performance.now();
    const status = await connection.exchange(request);
    if (status !== 200) throw new Error(`unexpected answer: status ${status}`);
    const ms = performance.now() - startedMs;
    allMs += ms;
    if (turn >= LATE) taken.lateMs.push(ms);
  }
  connection.close();
  taken.seconds.push(allMs / 1000);
  taken.cpuSeconds.push(cpuSeconds() - startedCpu);
}

async function run(bench: Bench): Promise<void> {
  const ways = new Map([
    ["sallyport", await bench.freshService(MEMO)],
    ["bare undici", await bench.undici()],
  ]);
  const taken = new Map<string, Taken>();
  for (let round = -1; round < Math.min(bench.options.rounds, ROUNDS_MAX); round++)
    for (const [name, process] of ways) {
      const into = taken.get(name) ?? { seconds: [], cpuSeconds: [], lateMs: [] };
      if (round >= 0) taken.set(name, into);
      await converse(process, round + 1, round < 0 ? { seconds: [], cpuSeconds: [], lateMs: [] } : into);
    }
  const [ours, peer] = [taken.get("sallyport"), taken.get("bare undici")];
  if (ours === undefined || peer === undefined) return;
  bench.note(SCENARIO, "sallyport / bare undici", medianRatio(peer.seconds, ours.seconds), "×");
  const perCpu = medianRatio(peer.cpuSeconds, ours.cpuSeconds);
  bench.note(SCENARIO, "sallyport / bare undici, per processor second of each", perCpu, "×");
  for (const [name, { lateMs }] of taken) {
    bench.note(SCENARIO, `${name}: a request of turns ${LATE} to ${TURNS}, p50`, median(lateMs), "ms");
    bench.note(SCENARIO, `${name}: a request of turns ${LATE} to ${TURNS}, p99`, quantile(lateMs, 0.99), "ms");
  }
}

export const conversation: Scenario = { name: "conversation", isDefault: true, run };
