import { systemClock } from "../../../src/cli/process.ts";
import type { Side } from "../../../src/core/model.ts";
import { evaluate } from "../../../src/engine/evaluate.ts";
import type { Guard } from "../../../src/engine/guard.ts";
import { Reading } from "../../../src/text/reading.ts";
import type { Bench } from "../bench.ts";
import { anew, HOSTILE, sized } from "../detector-texts.ts";
import { HOSTILE as HOSTILE_SCENARIO } from "../goals.ts";
import { allPolicies, benchGuards, guardsOf } from "../policies.ts";
import { pool, proseOfSeed } from "../prose.ts";
import { median } from "../statistics.ts";
import type { Scenario } from "./scenario.ts";

const SCENARIO = "processor time of a policy, a kilobyte of prose";
/** A policy runs this long in a round, so that the clock's grain does not count. */
const SLICE_MS = 40;
const SIZES = [1000, 16_000];
const WARM_UP_ROUNDS = 2;
const signal = new AbortController().signal;

const judge = (guards: readonly Guard[], raw: string, side: Side): Promise<unknown> =>
  evaluate(guards, new Reading(raw), {
    side,
    origin: side === "input" ? "user" : "assistant",
    clock: systemClock,
    signal,
  });

/** Microseconds of processor time a call, over one slice. */
async function slice(run: () => Promise<unknown>, sliceMs = SLICE_MS): Promise<number> {
  const startedMs = performance.now();
  const started = process.cpuUsage();
  let calls = 0;
  for (; performance.now() - startedMs < sliceMs; calls++) await run();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / calls;
}

async function costOfPolicies(bench: Bench): Promise<void> {
  // A policy that looks at one side only is asked about that one.
  const contenders = guardsOf(allPolicies()).filter(({ state }) => state.kind === "ready");
  for (const bytes of SIZES) {
    const texts = pool((seed) => proseOfSeed(seed, bytes));
    let turn = 0;
    const next = (): string => texts[turn++ % texts.length] ?? "";
    const costs = new Map<string, number[]>();
    for (let round = -WARM_UP_ROUNDS; round < bench.options.rounds; round++)
      for (const guard of contenders) {
        const side = guard.scope === "output" ? "output" : "input";
        const { name } = guard.policy;
        const us = await slice(() => judge([guard], next(), side));
        if (round >= 0) costs.set(name, [...(costs.get(name) ?? []), us]);
      }
    for (const [name, list] of costs)
      bench.note(SCENARIO, `${name}, of ${bytes} B`, median(list) / (bytes / 1000), "µs");
  }
}

const HOSTILE_CHARS = 64_000;
const HOSTILE_ROUNDS = 3;
/** Before it counts: until then much of the time goes to the compiler, as it did for prose, too. */
const HOSTILE_WARM_UP_MS = 350;
/** How many of the dearest are named. */
const NAMED = 5;

/**
 * What texts cost that are made to be expensive, beside prose of their length; the least of some rounds, since whatever else runs only adds.
 * The first texts of a kind meet code that is not compiled yet: they are told apart.
 */
async function hostileTexts(bench: Bench): Promise<void> {
  const guards = benchGuards();
  const prose = pool((seed) => proseOfSeed(seed, HOSTILE_CHARS), HOSTILE_ROUNDS * HOSTILE.size + 1);
  let turn = 0;
  const nextProse = (): string => prose[turn++ % prose.length] ?? "";
  const ratios = new Map<string, number>();
  const firsts: number[] = [];
  for (let round = 0; round < 4; round++) await slice(() => judge(guards, nextProse(), "input"));
  for (const [name, text] of HOSTILE) {
    const next = anew(sized(text, HOSTILE_CHARS));
    const costs: { hostile: number[]; prose: number[] } = { hostile: [], prose: [] };
    const first = await slice(() => judge(guards, next(), "input"));
    await slice(() => judge(guards, next(), "input"), HOSTILE_WARM_UP_MS);
    for (let round = 0; round < HOSTILE_ROUNDS; round++) {
      costs.hostile.push(await slice(() => judge(guards, next(), "input")));
      costs.prose.push(await slice(() => judge(guards, nextProse(), "input")));
    }
    ratios.set(name, Math.min(...costs.hostile) / Math.min(...costs.prose));
    firsts.push(first / Math.min(...costs.prose));
  }
  const dearest = [...ratios].toSorted(([, a], [, b]) => b - a);
  bench.note(HOSTILE_SCENARIO, "dearest / prose", dearest[0]?.[1] ?? Number.NaN, "×");
  bench.note(HOSTILE_SCENARIO, `median of ${ratios.size} kinds / prose`, median([...ratios.values()]), "×");
  bench.note(HOSTILE_SCENARIO, "dearest first text of a kind / prose", Math.max(...firsts), "×");
  for (const [name, ratio] of dearest.slice(0, NAMED)) bench.note(HOSTILE_SCENARIO, `${name} / prose`, ratio, "×");
}

export const policies: Scenario = { name: "policies", isDefault: true, run: costOfPolicies };
export const hostile: Scenario = { name: "hostile", isDefault: true, run: hostileTexts };
