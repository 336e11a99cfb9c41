/**
 * Looks for input that costs more than its length explains. Fails when it finds any.
 * `npm run fuzz:cost -- [--only bodies] [--seed 1] [--rounds 4]`
 */
import { parseArgs } from "node:util";
import { fuzzBodies } from "./bodies.ts";
import type { Problem } from "./problem.ts";

interface FuzzOptions {
  readonly seed: number;
  /** More rounds try more inputs. */
  readonly rounds: number;
}

const FUZZERS: ReadonlyMap<string, (options: FuzzOptions) => Promise<readonly Problem[]>> = new Map([
  ["bodies", fuzzBodies],
]);

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    seed: { type: "string", default: "1" },
    rounds: { type: "string", default: "4" },
  },
});

const options = { seed: Number(values.seed), rounds: Number(values.rounds) };
for (const [name, fuzz] of FUZZERS) {
  if (values.only !== undefined && values.only !== name) continue;
  const problems = await fuzz(options);
  for (const { name: input, reason, figure } of problems)
    process.stdout.write(`${name}: ${input}: ${reason}: ${figure.toFixed(2)}\n`);
  process.stdout.write(`${name}: ${problems.length} problems\n`);
  if (problems.length > 0) process.exitCode = 1;
}
