/** What the weights of the learned policies cost a fresh process; `npm run bench:detectors` runs it, with `--expose-gc`. */
import { featuresOf } from "../../src/analyzers/learned/features.ts";
import { LearnedPolicy } from "../../src/analyzers/learned/learned-policy.ts";
import { WeightLanes } from "../../src/analyzers/learned/weight-lanes.ts";

const MB = 1024 * 1024;
const POLICIES = ["prompt-injection", "toxicity", "unsafe-prompt", "unsafe-response"];

/** Bytes in use, buffers included. */
function inUse(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const before = inUse();
const startedMs = performance.now();
const loaded: LearnedPolicy[] = [];
const lanes = new WeightLanes();
for (const name of POLICIES) {
  const file = new URL(`../../src/analyzers/${name}/weights.json`, import.meta.url).href;
  const { default: stored } = await import(file, { with: { type: "json" } });
  loaded.push(new LearnedPolicy(stored, lanes));
}
featuresOf("the lexicon is read on first use");
const ms = performance.now() - startedMs;
process.stdout.write(
  `${loaded.length} learned policies and the lexicon: read in ${ms.toFixed(0)} ms, ${((inUse() - before) / MB).toFixed(1)} MB in use\n`,
);
