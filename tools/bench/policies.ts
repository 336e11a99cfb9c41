import { readFileSync } from "node:fs";
import { ANALYZERS } from "../../src/analyzers/registry.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { policyId, type Json, type Policy, PLAIN_MASKING } from "../../src/core/model.ts";
import { compilePolicy } from "../../src/engine/compile.ts";
import type { Guard } from "../../src/engine/guard.ts";
import { SYSTEM_PROMPT } from "./texts.ts";

/** The policies of the benchmark's configuration. */
export function benchPolicies(): readonly Policy[] {
  const file = new URL("sallyport.bench.yaml", import.meta.url).pathname;
  const loaded = loadConfig(readFileSync(file, "utf8"), { file, env: { BENCH_UPSTREAM: "http://127.0.0.1:1" } });
  if (!loaded.ok) throw new Error("the benchmark's configuration does not load");
  return loaded.config.assets.flatMap(({ policies }) => policies);
}

const METADATA: ReadonlyMap<string, Json> = new Map<string, Json>([
  ["banned_topics_detection", ["politics", "medical advice", "gambling", "our merger with Initech"]],
  ["competitor_mention_detection", ["Acme", "Globex Corporation"]],
  ["language_violation_detection", ["en"]],
  ["system_prompt_leak_detection", SYSTEM_PROMPT],
]);

/** All that are shipped. Those that look at calls of tools or ask a judge have nothing to say of a text and are skipped. */
export const allPolicies = (): readonly Policy[] =>
  ANALYZERS.map(({ name, masks }) => ({
    id: policyId(`bench:${name}`),
    name,
    action: "flag",
    scope: null,
    metadata: METADATA.get(name) ?? null,
    threshold: null,
    mask: masks,
    ...PLAIN_MASKING,
    stream: "window",
    onError: "block",
    timeoutMs: 500,
  }));

/** @throws {Error} when one cannot run */
export const guardsOf = (policies: readonly Policy[]): readonly Guard[] =>
  policies.map((policy) => {
    const compiled = compilePolicy(policy);
    if (compiled.kind !== "guard") throw new Error(compiled.reason);
    return compiled.guard;
  });

export const benchGuards = (): readonly Guard[] => guardsOf(benchPolicies());
