import { z } from "zod";
import type { Json, Policy } from "../../core/model.ts";

/** What an explanation is made of: the outcome, and the policies as records list them. */
export interface Judgement {
  readonly verdict: string;
  /** As `keptReport` returns them; with places, as far as they are known. */
  readonly violated: Json;
  /** As `keptApplied` returns them. */
  readonly applied: Json;
  /** `null`: none. */
  readonly assetId: string | null;
  /** Why it was refused where no policy decided, or what of it passed unread; absent: neither. */
  readonly refusal?: Refusal;
  /** The asset's policies as they are configured now; empty where there is no such asset any more. */
  readonly configured: readonly Policy[];
}

const refusal = z.union([
  z
    .object({ refusal: z.object({ code: z.string(), reason: z.string().optional() }) })
    .transform((each) => each.refusal),
  z.object({ passed_unread: z.string() }).transform((each) => ({ code: "passed_unread", reason: each.passed_unread })),
]);
export type Refusal = z.infer<typeof refusal>;

/** Of the metadata of a record that is no caller's; `null`: it says nothing. */
export function readRefusal(metadata: Json): Refusal | null {
  const parsed = refusal.safeParse(metadata);
  return parsed.success ? parsed.data : null;
}

/** Violations and policies as records list them; fields that older versions did not write are absent. */
const finding = z.object({
  kind: z.string(),
  score: z.number(),
  start: z.number().optional(),
  end: z.number().optional(),
  view: z.enum(["as_written", "folded", "decoded"]).optional(),
  disguise: z.string().optional(),
});
export type RecordedFinding = z.infer<typeof finding>;

const violation = z.object({
  policy_name: z.string(),
  policy_id: z.string(),
  action_taken: z.enum(["block", "flag"]),
  threshold: z.number().optional(),
  finding_count: z.number().optional(),
  findings: z.array(finding).default([]),
  side: z.string().optional(),
  message: z.number().nullish(),
  pointer: z.string().optional(),
  channel: z.string().optional(),
  joined: z.enum(["parts", "turns"]).optional(),
});
export type RecordedViolation = Omit<z.infer<typeof violation>, "policy_name" | "policy_id">;
type NamedViolation = z.infer<typeof violation>;

const applied = z.object({
  policy_name: z.string(),
  policy_id: z.string(),
  action: z.enum(["block", "flag", "disabled"]),
  scope: z.enum(["input", "output", "both"]),
  shadow: z.literal(true).optional(),
  status: z.enum(["violated", "passed", "skipped", "failed"]),
  reason: z.string().optional(),
  threshold: z.number().optional(),
  score: z.number().optional(),
  duration_us: z.number(),
  /** Of a shadow policy. */
  violation: violation.omit({ policy_name: true, policy_id: true }).optional(),
});
export type RecordedPolicy = z.infer<typeof applied>;

/** One policy, and what it found. */
export interface ExplainedPolicy {
  readonly applied: RecordedPolicy;
  readonly violations: readonly RecordedViolation[];
}

/** The highest score that a policy gave; `null`: it gave none, or it is not known. */
export function scoreOf({ applied, violations }: ExplainedPolicy): number | null {
  const scores = violations.flatMap(({ findings }) => findings.map(({ score }) => score));
  if (applied.score !== undefined) scores.push(applied.score);
  return scores.length === 0 ? null : Math.max(...scores);
}

export const readViolations = (list: Json): readonly NamedViolation[] => readEach(list, violation);
export const readPolicies = (list: Json): readonly RecordedPolicy[] => readEach(list, applied);

function readEach<Item>(list: Json, schema: z.ZodType<Item>): readonly Item[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: Json) => {
    const parsed = schema.safeParse(item);
    return parsed.success ? [parsed.data] : [];
  });
}
