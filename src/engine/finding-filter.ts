import { compileAllowList, type CompiledAllowList } from "../analyzers/allow.ts";
import type { PatternCost } from "../analyzers/patterns/cost.ts";
import { PatternMeter, type PatternLimits } from "../analyzers/patterns/pattern-meter.ts";
import type { Analyzer, PreparedAnalyzer } from "../analyzers/analyzer.ts";
import { ANALYZERS } from "../analyzers/registry.ts";
import { isTestValue } from "../analyzers/test-values.ts";
import { lazy } from "../core/lazy.ts";
import { isMasked } from "../core/mask-forms.ts";
import type { Finding, Policy } from "../core/model.ts";

/** The findings that stay, in order. A finding without a span always does. */
export type FindingFilter = (findings: readonly Finding[], raw: string, limits: PatternLimits) => readonly Finding[];

export type FindingFilterResult =
  | { readonly kind: "filter"; readonly filter: FindingFilter; readonly patterns?: PatternCost }
  | { readonly kind: "invalid"; readonly path: string; readonly reason: string };

const KEEP_ALL: FindingFilter = (findings) => findings;
const NOTHING_ALLOWED: CompiledAllowList = { ok: true, isAllowed: () => false };

/**
 * What a policy makes of its analyzer's findings before their scores are judged: what earlier masks have left, and what the
 * configuration allows, is no finding; values of documentation and tests count less. Looks at the finding's own text and at
 * `MASK_CONTEXT` before it, so a window of a stream decides as the whole text does.
 */
export function createFindingFilter(
  policy: Policy,
  analyzer: Analyzer,
  prepared: PreparedAnalyzer,
): FindingFilterResult {
  if (analyzer.measure !== "spans") return { kind: "filter", filter: KEEP_ALL };
  const kinds = [...(analyzer.kinds ?? []), ...(prepared.ownKinds ?? [])];
  const compiled =
    policy.allow === null
      ? NOTHING_ALLOWED
      : compileAllowList(policy.allow, analyzer.kinds === undefined ? null : kinds);
  if (!compiled.ok) return { kind: "invalid", path: `allow.${compiled.path}`, reason: compiled.reason };
  const { isAllowed, patterns } = compiled;
  const own = new Set((prepared.ownKinds ?? []).map(({ placeholder }) => placeholder));
  const types = { has: (type: string) => own.has(type) || builtinTypes().has(type) };
  const keepFinding = (finding: Finding, raw: string, meter: PatternMeter): Finding | null => {
    const { span, kind, score } = finding;
    if (span === undefined) return finding;
    const value = raw.slice(span.start, span.end);
    if (isAllowed(kind, value, meter) || isMasked(raw, span, types)) return null;
    if (!isTestValue(kind, value)) return finding;
    return policy.ignoreTestValues ? null : { ...finding, score: lowered(score) };
  };
  const filter: FindingFilter = (findings, raw, limits) => {
    const meter = new PatternMeter(limits);
    return findings.flatMap((finding) => keepFinding(finding, raw, meter) ?? []);
  };
  return { kind: "filter", filter, ...(patterns === undefined ? {} : { patterns }) };
}

/** The types of all masks that built-in policies make. */
const builtinTypes = lazy(
  (): ReadonlySet<string> =>
    new Set(ANALYZERS.flatMap(({ kinds = [] }) => kinds.map(({ placeholder }) => placeholder))),
);

const TEST_VALUE_PENALTY = 0.2;
/** The usual threshold: a documented value alone does not take a finding below it. */
const TEST_VALUE_SCORE_MIN = 0.5;

function lowered(score: number): number {
  if (score <= TEST_VALUE_SCORE_MIN) return score;
  // In hundredths, as scores are written: 0.9 - 0.2 is 0.7 then.
  return Math.max(TEST_VALUE_SCORE_MIN, Math.round((score - TEST_VALUE_PENALTY) * 100) / 100);
}
