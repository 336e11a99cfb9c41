import type { FindingExplanation, PolicyExplanation, ViolationExplanation } from "./explain-schemas.ts";
import {
  readPolicies,
  readViolations,
  scoreOf,
  type Refusal,
  type ExplainedPolicy,
  type Judgement,
  type RecordedFinding,
  type RecordedViolation,
} from "./recorded.ts";
import { summarize } from "./summary.ts";
import { allowPolicy } from "./to-allow.ts";

interface Explanation {
  readonly summary: string;
  readonly refusal: Refusal | null;
  readonly policies: PolicyExplanation[];
}

/** Why a text passed, was flagged, blocked or refused, policy by policy: kinds, scores and places, never the text. */
export function explain(judgement: Judgement): Explanation {
  const violations = readViolations(judgement.violated);
  const policies = readPolicies(judgement.applied).map((applied): ExplainedPolicy => {
    const own = violations.filter(({ policy_id }) => policy_id === applied.policy_id);
    const { shadow, violation } = applied;
    return { applied, violations: shadow === true ? [violation].filter((each) => each !== undefined) : own };
  });
  const sorted = policies.toSorted(byWeight);
  return {
    summary: summarize(judgement, sorted),
    refusal: judgement.refusal ?? null,
    policies: sorted.map((each) => presentPolicy(each, judgement)),
  };
}

const RANK = { failed: 0, violated: 1, passed: 2, skipped: 3 } as const;

/** What decided comes first. */
function byWeight(one: ExplainedPolicy, two: ExplainedPolicy): number {
  return weightOf(one) - weightOf(two) || (one.applied.policy_name < two.applied.policy_name ? -1 : 1);
}

function weightOf({ applied, violations }: ExplainedPolicy): number {
  const acts = applied.shadow === true ? 16 : 0;
  const blocks = violations.some(({ action_taken }) => action_taken === "block") ? 0 : 1;
  return acts + RANK[applied.status] * 2 + blocks;
}

function presentPolicy(explained: ExplainedPolicy, judgement: Judgement): PolicyExplanation {
  const { applied, violations } = explained;
  return {
    policy_name: applied.policy_name,
    policy_id: applied.policy_id,
    action: applied.action,
    scope: applied.scope,
    ...(applied.shadow === true ? { shadow: true } : {}),
    status: applied.status,
    ...(applied.reason === undefined ? {} : { reason: applied.reason }),
    threshold: applied.threshold ?? violations[0]?.threshold ?? null,
    score: scoreOf(explained),
    duration_us: applied.duration_us,
    violations: violations.map(presentViolation),
    to_allow: allowPolicy(explained, judgement),
  };
}

function presentViolation(violation: RecordedViolation): ViolationExplanation {
  const { action_taken, side, message, pointer, channel, finding_count, findings } = violation;
  return {
    action_taken,
    ...(side === undefined ? {} : { side }),
    ...(message === undefined ? {} : { message }),
    ...(pointer === undefined ? {} : { pointer }),
    ...(channel === undefined ? {} : { channel }),
    kinds: [...new Set(findings.map(({ kind }) => kind))],
    finding_count: finding_count ?? findings.length,
    findings: findings.map((finding) => presentFinding(finding, violation)),
  };
}

function presentFinding(finding: RecordedFinding, { joined }: RecordedViolation): FindingExplanation {
  const { kind, score, start, end, view = "as_written", disguise } = finding;
  return {
    kind,
    score,
    ...(start === undefined || end === undefined ? {} : { start, end }),
    view: joined === undefined ? view : `joined_${joined}`,
    ...(disguise === undefined ? {} : { disguise }),
  };
}
