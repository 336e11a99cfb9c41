import type { Analyzer, MetadataProblem } from "../analyzers/analyzer.ts";
import { patternsOf } from "../analyzers/patterns/cost.ts";
import { preparationOf } from "../analyzers/preparation.ts";
import { canRun, findAnalyzer } from "../analyzers/registry.ts";
import type { Judge } from "../core/judge-model.ts";
import type { Policy, SkipReason } from "../core/model.ts";
import { settingsByKind } from "./entity-settings.ts";
import type { Guard } from "./guard.ts";
import { withJudge, type Readiness } from "./judged.ts";
import { createFindingFilter } from "./finding-filter.ts";

export type CompileResult =
  | { readonly kind: "guard"; readonly guard: Guard }
  /** `path` is relative to the policy: `scope`, `metadata`, `metadata.0.1`. */
  | {
      readonly kind: "invalid";
      readonly path: string;
      readonly reason: string;
      /** What else is wrong; absent: nothing more is known. */
      readonly others?: readonly MetadataProblem[];
    };

/**
 * Makes a policy ready to run: finds its analyzer, prepares its metadata, fills in the shipped defaults.
 * @param judge the one that the policy names, or the one for policies that cannot do without; `null`: none
 */
export function compilePolicy(
  policy: Policy,
  find: (name: string) => Analyzer | undefined = findAnalyzer,
  judge: Judge | null = null,
): CompileResult {
  const analyzer = find(policy.name);
  if (policy.action === "disabled") return skipped(policy, analyzer, "disabled");
  if (analyzer === undefined) return skipped(policy, analyzer, "not_available");
  const settings = settingsOf(policy, analyzer);
  if (!canRun(analyzer, settings.scope))
    return { kind: "invalid", path: "scope", reason: `${policy.name} never runs on ${settings.scope}` };
  const preparation = preparationOf(analyzer, policy.metadata);
  switch (preparation.kind) {
    case "invalid": {
      const { path, reason, others } = preparation;
      return {
        kind: "invalid",
        ...ofPolicy({ path, reason }),
        ...(others === undefined ? {} : { others: others.map(ofPolicy) }),
      };
    }
    case "no_configuration":
      return skipped(policy, analyzer, "no_configuration");
    case "ready":
    case "judged":
      return judgedGuard(policy, { analyzer, settings, preparation, judge });
  }
}

const ofPolicy = ({ path, reason }: MetadataProblem): MetadataProblem => ({
  path: path === "" ? "metadata" : `metadata.${path}`,
  reason,
});

function judgedGuard(
  policy: Policy,
  options: {
    readonly analyzer: Analyzer;
    readonly settings: Settings;
    readonly preparation: Parameters<typeof withJudge>[0];
    readonly judge: Judge | null;
  },
): CompileResult {
  const { analyzer, settings, preparation, judge } = options;
  const made = withJudge(preparation, { policy, judge, threshold: settings.threshold });
  switch (made.kind) {
    case "invalid":
      return made;
    case "no_judge":
      return skipped(policy, analyzer, "no_configuration");
    case "ready":
      return ready(policy, { analyzer, settings, made });
  }
}

type Settings = Pick<Guard, "scope" | "threshold">;

function ready(
  policy: Policy,
  { analyzer, settings, made }: { readonly analyzer: Analyzer; readonly settings: Settings; readonly made: Ready },
): CompileResult {
  const { prepared, judge } = made;
  const filtering = createFindingFilter(policy, analyzer, prepared);
  if (filtering.kind === "invalid") return filtering;
  const state = {
    kind: "ready",
    analyzer,
    prepared,
    filter: filtering.filter,
    ...patternsOf([prepared.patterns, filtering.patterns].filter((patterns) => patterns !== undefined)),
    ...(judge === null ? {} : { judge }),
  } as const;
  return { kind: "guard", guard: { policy, ...settings, ...settingsByKind(policy.entities, analyzer), state } };
}

type Ready = Extract<Readiness, { readonly kind: "ready" }>;

function skipped(policy: Policy, analyzer: Analyzer | undefined, reason: SkipReason): CompileResult {
  return { kind: "guard", guard: { policy, ...settingsOf(policy, analyzer), state: { kind: "skipped", reason } } };
}

/** Where nothing is shipped for a name: it never runs, so the values are only shown. */
const NO_ANALYZER = { scope: "both", threshold: 0.5 } as const;

function settingsOf(policy: Policy, analyzer: Analyzer | undefined): Settings {
  const shipped = analyzer ?? NO_ANALYZER;
  return { scope: policy.scope ?? shipped.scope, threshold: policy.threshold ?? shipped.threshold };
}
