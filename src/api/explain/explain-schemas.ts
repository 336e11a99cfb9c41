import { z } from "zod";
import { recordKind, recordResponse, requestId, offset, score, storedVerdict } from "../schemas.ts";

const explainedFinding = z.object({
  kind: z.string(),
  score,
  start: offset.optional(),
  end: offset.optional(),
  view: z
    .enum(["as_written", "folded", "decoded", "joined_parts", "joined_turns"])
    .describe(
      "Which view of the text shows it. `folded`: look-alikes, escapes and invisible characters undone. `decoded`: out of an encoding or a cipher. `joined_parts`, `joined_turns`: only where parts of a message, or messages of a user, are read as one.",
    ),
  disguise: z.string().optional().describe("What was undone: base64, homoglyph, …"),
});

const explainedViolation = z.object({
  action_taken: z.enum(["block", "flag"]),
  side: z.string().optional().describe("Of a proxied exchange: prompt or answer."),
  message: z.int().nullable().optional().describe("Of a proxied exchange: the message, counted from 0."),
  pointer: z.string().optional().describe("Of a proxied exchange: JSON Pointer of the text in its body."),
  channel: z.string().optional().describe("Of a streamed answer: the text, and offsets count from its beginning."),
  kinds: z.array(z.string()),
  finding_count: z.int().min(0),
  findings: z.array(explainedFinding).describe("The first twenty."),
});

export type FindingExplanation = z.infer<typeof explainedFinding>;

const toAllow = z
  .object({
    where: z.enum(["configuration", "request"]),
    yaml: z.string().describe("Keys to add to the policy's entry."),
    note: z.string(),
  })
  .nullable()
  .describe("What would let the same text pass; null: the policy stops nothing.");

export type ToAllow = z.infer<typeof toAllow>;

const explainedPolicy = z.object({
  policy_name: z.string(),
  policy_id: z.string(),
  action: z.enum(["block", "flag", "disabled"]),
  scope: z.enum(["input", "output", "both"]),
  shadow: z.literal(true).optional().describe("The policy is only tried out: it never acts."),
  status: z.enum(["violated", "passed", "skipped", "failed"]),
  reason: z.string().optional().describe("Why the policy was skipped or failed."),
  threshold: score
    .nullable()
    .describe("That scores have to reach; null: the policy did not run, or an older version wrote the record."),
  score: score
    .nullable()
    .describe("The highest, be it below the threshold; null: there is none, or a policy passed on the proxy."),
  duration_us: z.int().min(0),
  violations: z.array(explainedViolation),
  to_allow: toAllow,
});

export type PolicyExplanation = z.infer<typeof explainedPolicy>;
export type ViolationExplanation = z.infer<typeof explainedViolation>;

const explanation = {
  summary: z.string().describe("For people to read; its wording may change."),
  refusal: z
    .object({ code: z.string(), reason: z.string().optional() })
    .nullable()
    .describe("Why it was refused or failed where no policy decided; `passed_unread`: what of it no policy has read."),
  policies: z.array(explainedPolicy).describe("What decided comes first; then by name."),
  configuration: z.object({
    digest: z
      .string()
      .nullable()
      .describe("SHA-256 of the configuration that judged; null in records of older versions."),
    is_current: z.boolean().describe("Whether it is the configuration of now."),
  }),
};

export const explanationResponse = z.object({
  request_id: requestId,
  recorded_at: z.iso.datetime(),
  kind: recordKind,
  endpoint: z.string(),
  asset_id: z.string().nullable(),
  verdict: storedVerdict,
  ...explanation,
  duration_us: z.int().nullable(),
  content: z.string().nullable().describe("As store.content allows: masked, full or null."),
  answer: z.string().nullable().describe("The same of a provider's answer; null for keys without admin: true."),
});

export const explainedRecord = recordResponse.extend({ explanation: z.object(explanation) });
