import type { Analyzer } from "../analyzers/analyzer.ts";
import { findAnalyzer } from "../analyzers/registry.ts";
import type { Policy, Scope, SkipReason } from "../core/model.ts";
import type { Guard } from "./guard.ts";

export type CompileResult =
  | { readonly kind: "guard"; readonly guard: Guard; readonly warnings: readonly string[] }
  /** `path` is relative to the policy: `scope`, `metadata`, `metadata.0.1`. */
  | { readonly kind: "invalid"; readonly path: string; readonly reason: string };

/** Makes a policy ready to run: finds its analyzer, prepares its metadata, fills in the shipped defaults. */
export function compilePolicy(
  policy: Policy,
  find: (name: string) => Analyzer | undefined = findAnalyzer,
): CompileResult {
  const analyzer = find(policy.name);
  const scope = policy.scope ?? analyzer?.scope ?? "both";
  const threshold = policy.threshold ?? analyzer?.threshold ?? 0.5;
  const skip = (reason: SkipReason, ...warnings: readonly string[]): CompileResult => ({
    kind: "guard",
    guard: { policy, scope, threshold, state: { kind: "skipped", reason } },
    warnings,
  });
  if (policy.action === "disabled") return skip("disabled");
  if (analyzer === undefined) return skip("not_available", `${policy.name} is not available in this version and is skipped`);
  if (!canRun(analyzer, scope)) return { kind: "invalid", path: "scope", reason: `${policy.name} never runs on ${scope}` };
  const preparation = analyzer.prepare(policy.metadata);
  switch (preparation.kind) {
    case "invalid": {
      const path = preparation.path === "" ? "metadata" : `metadata.${preparation.path}`;
      return { kind: "invalid", path, reason: preparation.reason };
    }
    case "no_configuration":
      return skip("no_configuration", `${policy.name} needs metadata and is skipped without it`);
    case "ready": {
      const state = { kind: "ready", analyzer, prepared: preparation.analyzer } as const;
      return { kind: "guard", guard: { policy, scope, threshold, state }, warnings: [] };
    }
  }
}

function canRun(analyzer: Analyzer, scope: Scope): boolean {
  const sides = scope === "both" ? (["input", "output"] as const) : ([scope] as const);
  const origins = ["user", "system", "assistant", "tool"] as const;
  return sides.some((side) => origins.some((origin) => analyzer.covers(side, origin)));
}
