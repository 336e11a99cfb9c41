import { join, resolve } from "node:path";
import type { Bench } from "../bench.ts";
import { compare, type Contender } from "../compare.ts";
import { serviceAt, serviceEnv, startService } from "../service.ts";
import { analyzeTarget, chatTarget } from "../targets.ts";
import type { LoadTarget } from "../load.ts";
import type { Scenario } from "./scenario.ts";

const STREAM_SLICE = 0.8;
const ANALYZED_BYTES = 1000;

const LOADS: readonly (readonly [name: string, target: (port: number) => LoadTarget])[] = [
  ["chat", (port) => chatTarget(port, {})],
  ["analyze 1 KB", (port) => analyzeTarget(port, ANALYZED_BYTES)],
  ["stream", (port) => chatTarget(port, { stream: true })],
];

/** This build beside another checkout's: whether a change made ordinary traffic slower. */
async function run(bench: Bench): Promise<void> {
  const { other } = bench.options;
  if (other === null) throw new Error("--other DIR names a checkout that `npm run build` has compiled");
  const { port } = await bench.upstream();
  const program = serviceAt(join(resolve(other), "dist", "main.js"));
  const services = new Map([
    ["this build", await bench.service()],
    ["the other build", bench.own(await startService({ env: serviceEnv(port), args: program }))],
  ]);
  for (const [name, target] of LOADS) {
    const contenders = new Map<string, Contender>();
    for (const [build, process] of services) contenders.set(build, { target: target(process.port), process });
    await compare(bench, { scenario: `builds: ${name}`, contenders, slice: STREAM_SLICE });
  }
}

export const builds: Scenario = { name: "builds", isDefault: false, run };
