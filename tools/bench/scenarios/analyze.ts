import type { Bench } from "../bench.ts";
import { compare, type Contender } from "../compare.ts";
import { analyzeScenario } from "../goals.ts";
import type { Running } from "../processes.ts";
import { analyzeTarget } from "../targets.ts";
import type { Scenario } from "./scenario.ts";

const SIZES = [200, 1000, 16_000];

async function run(bench: Bench): Promise<void> {
  const [service, echo] = [await bench.service(), await bench.echo()];
  for (const bytes of SIZES) {
    const contender = (process: Running): Contender => ({ target: analyzeTarget(process.port, bytes), process });
    const contenders = new Map([
      ["sallyport", contender(service)],
      ["bare node:http echo", contender(echo)],
    ]);
    await compare(bench, { scenario: analyzeScenario(bytes), contenders });
  }
}

export const analyze: Scenario = { name: "analyze", isDefault: true, run };
