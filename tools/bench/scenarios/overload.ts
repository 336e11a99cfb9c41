import type { Bench } from "../bench.ts";
import type { Contender } from "../compare.ts";
import { measureOverload } from "../overload.ts";
import type { Running } from "../processes.ts";
import { median } from "../statistics.ts";
import { analyzeTarget } from "../targets.ts";
import type { Scenario } from "./scenario.ts";

const ROUNDS_MAX = 3;
const UNBOUNDED = { BENCH_MAX_REQUESTS: "1000000", BENCH_MAX_DELAY_MS: "600000" };

async function run(bench: Bench): Promise<void> {
  const contender = (process: Running): Contender => ({ target: analyzeTarget(process.port, 16_000), process });
  const contenders = new Map([
    ["bounded", contender(await bench.service())],
    ["unbounded", contender(await bench.freshService(UNBOUNDED))],
  ]);
  for (const { figure, values, unit } of await measureOverload(contenders, Math.min(bench.options.rounds, ROUNDS_MAX)))
    bench.note("overload, analyze 16 KB", figure, median(values), unit);
}

export const overload: Scenario = { name: "overload", isDefault: false, run };
