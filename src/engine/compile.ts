import type { Analyzer } from "../analyzers/analyzer.ts";
import { canRun, findAnalyzer } from "../analyzers/registry.ts";
import type { Policy, SkipReason } from "../core/model.ts";
import type { Guard } from "./guard.ts";
import { createSieve } from "./sieve.ts";

export type CompileResult =
  | { readonly kind: "guard"; readonly guard: Guard }
  /** `path` is relative to the policy: `scope`, `metadata`, `metadata.0.1`. */
  | { readonly kind: "invalid"; readonly path: string; readonly reason: string };

/** Makes a policy ready to run: finds its analyzer, prepares its metadata, fills in the shipped defaults. */
export function compilePolicy(
  policy: Policy,
  find: (name: string) => Analyzer | undefined = findAnalyzer,
): CompileResult {
  const analyzer = find(policy.name);
  if (policy.action === "disabled") return skipped(policy, analyzer, "disabled");
  if (analyzer === undefined) return skipped(policy, analyzer, "not_available");
  const settings = settingsOf(policy, analyzer);
  if (!canRun(analyzer, settings.scope))
    return { kind: "invalid", path: "scope", reason: `${policy.name} never runs on ${settings.scope}` };
  const preparation = analyzer.prepare(policy.metadata);
  switch (preparation.kind) {
    case "invalid": {
      const path = preparation.path === "" ? "metadata" : `metadata.${preparation.path}`;
      return { kind: "invalid", path, reason: preparation.reason };
    }
    case "no_configuration":
      return skipped(policy, analyzer, "no_configuration");
    case "ready": {
      const { analyzer: prepared } = preparation;
      const made = createSieve(policy, analyzer, prepared);
      if (made.kind === "invalid") return made;
      const state = { kind: "ready", analyzer, prepared, sieve: made.sieve } as const;
      return { kind: "guard", guard: { policy, ...settings, state } };
    }
  }
}

function skipped(policy: Policy, analyzer: Analyzer | undefined, reason: SkipReason): CompileResult {
  return { kind: "guard", guard: { policy, ...settingsOf(policy, analyzer), state: { kind: "skipped", reason } } };
}

/** Where nothing is shipped for a name: it never runs, so the values are only shown. */
const NO_ANALYZER = { scope: "both", threshold: 0.5 } as const;

function settingsOf(policy: Policy, analyzer: Analyzer | undefined): Pick<Guard, "scope" | "threshold"> {
  const shipped = analyzer ?? NO_ANALYZER;
  return { scope: policy.scope ?? shipped.scope, threshold: policy.threshold ?? shipped.threshold };
}
