/**
 * Looks for input that costs more than its length explains. Fails when it finds any.
 * `npm run fuzz:cost -- [--only bodies|detectors] [--seed 1] [--rounds 4] [--policy NAME]…`, or `-- --replay NAME` to measure one
 * hostile text of the detectors again.
 */
import { parseArgs } from "node:util";
import { fuzzBodies } from "./bodies.ts";
import { fuzzDetectors, replay } from "./detectors.ts";
import type { Problem } from "./problem.ts";

interface FuzzOptions {
  readonly seed: number;
  /** More rounds try more inputs. */
  readonly rounds: number;
  /** Names of policies; absent: all. */
  readonly policies?: readonly string[];
}

/** Recipes that are tried with each policy in a round. */
const RECIPES = 100;

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

const FUZZERS: ReadonlyMap<string, (options: FuzzOptions) => Promise<readonly Problem[]>> = new Map([
  ["bodies", fuzzBodies],
  ["detectors", (options) => fuzzDetectors({ ...options, rounds: options.rounds * RECIPES, report: print })],
]);

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    seed: { type: "string", default: "1" },
    rounds: { type: "string", default: "4" },
    policy: { type: "string", multiple: true },
    replay: { type: "string" },
  },
});

if (values.replay !== undefined) {
  const { problems, figures } = replay(values.replay);
  print(figures);
  for (const { reason, figure } of problems) print(`${reason}: ${figure.toFixed(2)}`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} else {
  const options = { seed: Number(values.seed), rounds: Number(values.rounds) };
  for (const [name, fuzz] of FUZZERS) {
    if (values.only !== undefined && values.only !== name) continue;
    const problems = await fuzz(values.policy === undefined ? options : { ...options, policies: values.policy });
    for (const { name: input, reason, figure } of problems) print(`${name}: ${input}: ${reason}: ${figure.toFixed(2)}`);
    print(`${name}: ${problems.length} problems`);
    if (problems.length > 0) process.exitCode = 1;
  }
}
