import { z } from "zod";
import { POLICY_NAMES } from "../analyzers/registry.ts";
import { inlinePolicies } from "../config/inline-policy.ts";
import type { JsonObject } from "../core/model.ts";

/**
 * The wire: every request is validated by these schemas and the OpenAPI document is generated from them. Messages complete
 * the sentence "<path>: …" and never hold a submitted value. Unknown fields are ignored; `null` for an optional field means
 * that it is absent.
 */
const TEXT = { error: "must be a non-empty string" } as const;
const OBJECT = { error: "must be an object" } as const;
const BOOLEAN = { error: "must be true or false" } as const;

const text = z.string(TEXT).min(1, TEXT);
const optionalText = z.string({ error: "must be a string" }).nullish();

/** Passed through untouched: copying it would lose keys such as `__proto__`. */
const jsonObject = z.custom<JsonObject>(isJsonObject, OBJECT).meta({ type: "object" });

function isJsonObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const common = {
  asset_id: text.describe("The asset whose policies apply."),
  session_id: optionalText,
  user_id: optionalText,
  metadata: jsonObject.nullish().describe("Kept on the scan record."),
  save: z.boolean(BOOLEAN).nullish().describe("Whether a scan record is kept; true when absent."),
};
const promptData = z.object({ prompt: text.describe("The text to check.") }, OBJECT);
const responseData = z.object({ response: text.describe("The text to check.") }, OBJECT);
/** Absent on the platform endpoints: only the asset's configured policies apply there. */
const noPolicies = z.null({ error: "must be absent: inline policies are not accepted on this endpoint" }).optional();

export const analyzePromptRequest = z.object({ ...common, scan_data: promptData, policies: inlinePolicies }, OBJECT);
export const analyzeResponseRequest = z.object(
  { ...common, scan_data: responseData, policies: inlinePolicies },
  OBJECT,
);
export const scanPromptRequest = z.object({ ...common, scan_data: promptData, policies: noPolicies }, OBJECT);
export const scanResponseRequest = z.object({ ...common, scan_data: responseData, policies: noPolicies }, OBJECT);

/** What the four analyze requests have in common. */
export interface AnalyzeInput extends Omit<z.infer<typeof analyzePromptRequest>, "scan_data"> {
  readonly scan_data: { readonly prompt?: string; readonly response?: string };
}

const NODE_TYPES = ["ORCHESTRATOR", "AGENT", "TOOL", "GUARDRAILS"] as const;
const NODE_SUBTYPES = [
  "ORCHESTRATOR",
  "AGENT",
  "MODEL",
  "TOOL",
  "KNOWLEDGE_BASE",
  "DATABASE",
  "MCP_CLIENT",
  "MCP_SERVER",
  "PROMPT",
  "RESPONSE",
  "GUARDRAILS",
] as const;

export const recordEventRequest = z.object(
  {
    asset_id: text.nullish().describe("null: inline policies only."),
    save: common.save,
    session_id: optionalText,
    user_id: optionalText,
    node: z.object(
      {
        node_name: text,
        node_type: z.enum(NODE_TYPES, { error: `must be one of ${NODE_TYPES.join(", ")}` }),
        node_subtype: z.enum(NODE_SUBTYPES, { error: `must be one of ${NODE_SUBTYPES.join(", ")}` }).nullish(),
        node_metadata: jsonObject.nullish(),
      },
      OBJECT,
    ),
    trace: z.object({ trace_id: text, span_id: text, parent_span_id: text.nullish() }, OBJECT),
    evaluation: z.object({ content: text.describe("The text to check."), policies: inlinePolicies }, OBJECT).nullish(),
  },
  OBJECT,
);
export type EventInput = z.infer<typeof recordEventRequest>;

const verdict = z.enum(["passed", "flagged", "blocked"]);
const scope = z.enum(["input", "output", "both"]);
export const score = z.number().min(0).max(1);
export const offset = z.int().min(0).describe("UTF-16 code units of the submitted text.");
const secretDetails = z.array(
  z.object({ text: z.string().optional(), type: z.string(), score, start: offset, end: offset }),
);

const details = z.union([z.looseObject({ score }), secretDetails]).describe("A list for secrets_keys_detection.");
/** Of a text of a proxied exchange. */
const place = {
  side: z.enum(["input", "output"]).optional().describe("Of a proxied exchange: prompt or answer."),
  message: z.int().nullable().optional().describe("Of a proxied exchange: the message, counted from 0."),
};
const SKIPPED = ["disabled", "out_of_scope", "no_configuration", "not_available", "not_awaited"] as const;
const FAILED = ["timeout", "error", "unavailable"] as const;

const violation = z.object({
  policy_name: z.enum(POLICY_NAMES),
  policy_id: z.string(),
  action_taken: z.enum(["block", "flag"]),
  scope,
  details,
  masked_result: z.string().nullable().describe("The text with this policy's findings masked."),
});
const shadowViolation = z.object({ action_taken: z.enum(["block", "flag"]), details, ...place });
const applied = z.object({
  policy_name: z.enum(POLICY_NAMES),
  policy_id: z.string(),
  action: z.enum(["block", "flag", "disabled"]),
  scope,
  shadow: z.literal(true).optional().describe("The policy is only tried out: it never acts."),
  status: z.enum(["violated", "passed", "skipped", "failed"]),
  reason: z
    .enum([...SKIPPED, ...FAILED])
    .optional()
    .describe("Why the policy was skipped or failed. `not_awaited`: a shadow policy that was still asking its judge."),
  duration_us: z.int().min(0),
  violation: shadowViolation
    .optional()
    .describe("Of a violated shadow policy: what it would have done and found, without matched text."),
});
export const requestId = z.uuidv4();

export const analyzeResult = z.object({
  request_id: requestId,
  verdict,
  policies_violated: z.array(violation),
  policies_applied: z.array(applied).optional().describe("Absent for an event without an evaluation."),
  masked_result: z.string().optional().describe("The text with every masking policy's findings masked."),
});
export const verifyKeyResponse = z.object({
  valid: z.literal(true),
  access_level: z.union([z.literal(1), z.literal(2)]),
  key_id: z.string(),
  organization: z.string(),
});
export const verifyAssetResponse = z.object({ valid: z.boolean() });
const usage = {
  last_used: z.iso.datetime().nullable().describe("To the minute; null: not since `since`."),
  requests: z.int().min(0),
};
export const keysResponse = z.object({
  since: z.iso.datetime().describe("When this process began to count."),
  truncated: z.boolean().describe("Whether there are more keys than are shown."),
  keys: z.array(
    z.object({
      key_id: z.string(),
      active: z.boolean(),
      access_level: z.union([z.literal(1), z.literal(2)]),
      admin: z.boolean(),
      ...usage,
      secrets: z.array(z.object(usage)).describe("In the configuration's order."),
    }),
  ),
});
export const errorResponse = z.object({ error: z.string() });
export const healthResponse = z.object({ status: z.literal("ok") });
export const readyResponse = z.object({
  status: z.literal("ready"),
  config: z.object({
    digest: z.string().describe("The first 12 hex digits of the configuration's digest."),
    last_reload: z.enum(["none", "accepted", "rejected"]),
  }),
  limits: z.object({
    store: z.enum(["memory", "redis"]),
    counting: z
      .enum(["normal", "local", "none"])
      .describe("While Redis is away: `local`, each replica by itself; `none`, limited requests are refused."),
  }),
  load: z
    .enum(["normal", "shedding"])
    .describe("`shedding`: requests have been refused for overload in the last five seconds."),
});

const node = z.object({
  node_name: z.string(),
  node_type: z.string(),
  node_subtype: z.string().nullable(),
  node_metadata: z.unknown(),
});
const storedFinding = z.object({
  kind: z.string(),
  score,
  start: offset.optional(),
  end: offset.optional(),
  view: z
    .enum(["as_written", "folded", "decoded"])
    .describe(
      "What shows it: the text as written; as a reader sees it, look-alikes and invisible characters undone; or what an encoding or a cipher hides.",
    ),
  disguise: z.string().optional().describe("Of a folded or decoded view: base64, homoglyph, …"),
});
/** Of a text of a proxied exchange, in addition to side and message. */
const textPlace = {
  pointer: z
    .string()
    .optional()
    .describe("JSON Pointer of the text in its body; `*` stands for a name that no format has."),
  channel: z.string().optional().describe("Of a streamed answer: the text, and offsets count from its beginning."),
  joined: z
    .enum(["parts", "turns"])
    .optional()
    .describe("Only where parts of a message, or messages of a user, are read as one."),
};
const findingReport = {
  threshold: score.optional(),
  joined: z.enum(["parts", "turns"]).optional(),
  finding_count: z.int().min(0).optional(),
  findings: z.array(storedFinding).optional().describe("The first twenty; absent in records of older versions."),
};
const storedViolation = violation.omit({ masked_result: true }).extend({ ...place, ...findingReport, ...textPlace });
const storedApplied = applied.extend({
  violation: shadowViolation
    .extend({ ...findingReport })
    .optional()
    .describe("Of a violated shadow policy: what it would have done and found, without matched text."),
  threshold: score.optional().describe("That scores have to reach."),
  score: score.optional().describe("The highest, be it below the threshold."),
});
export const storedVerdict = z
  .enum(["passed", "flagged", "blocked", "unread", "unavailable"])
  .describe("`unread`: proxied, and no policy could read it. `unavailable`: refused because a policy could not run.");
export const recordKind = z
  .enum(["scan", "exchange", "event"])
  .describe("An analyze call, a proxied exchange, or an event of a trace.");
const nextCursor = z.string().nullable();

export const recordResponse = z.object({
  request_id: requestId,
  recorded_at: z.iso.datetime(),
  kind: recordKind,
  key_id: z.string().nullable(),
  organization: z.string(),
  asset_id: z.string().nullable(),
  session_id: z.string().nullable(),
  user_id: z.string().nullable(),
  endpoint: z.string(),
  verdict: storedVerdict,
  policies_violated: z.array(storedViolation),
  policies_applied: z.array(storedApplied),
  metadata: z
    .unknown()
    .describe(
      "The caller's; of what was refused or passed unread, why: `{ refusal: { code, reason? } }`, `{ passed_unread }`.",
    ),
  content: z.string().nullable().describe("As store.content allows: masked, full or null."),
  answer: z.string().nullable().describe("Of a proxied exchange what the provider answered, as store.content allows."),
  truncated: z.boolean().describe("Whether content and answer end early."),
  duration_us: z
    .int()
    .nullable()
    .describe("From the request's beginning to its record; null in records of older versions."),
  policy_digest: z.string().nullable().describe("SHA-256 of the configuration; null in records of older versions."),
  trace: z
    .object({
      trace_id: z.string(),
      span_id: z.string().nullable().describe("null: not an event; the request came from the parent span."),
      parent_span_id: z.string().nullable(),
    })
    .nullable(),
  node: node.nullable(),
});
export const recordsResponse = z.object({
  records: z.array(recordResponse),
  next_cursor: nextCursor.describe("For the next page; null: there is none. A page may be short and not the last."),
});
export const sessionResponse = z.object({
  session_id: z.string(),
  records: z.array(recordResponse).describe("Oldest first."),
  next_cursor: nextCursor.describe("For the next page; null: there is none yet."),
});
export const removalResponse = z.object({ deleted: z.int().min(0) });

const traceNodeBase = z.object({
  request_id: requestId,
  recorded_at: z.iso.datetime(),
  kind: recordKind,
  span_id: z.string().nullable().describe("null: a scan or an exchange, which is no span of its own."),
  parent_span_id: z.string().nullable(),
  node_name: z.string().nullable(),
  node_type: z.string().nullable(),
  node_subtype: z.string().nullable(),
  node_metadata: z.unknown(),
  endpoint: z.string(),
  asset_id: z.string().nullable(),
  session_id: z.string().nullable(),
  verdict: storedVerdict,
  policies_violated: z.array(storedViolation),
  content: z.string().nullable(),
});
export const traceNode = traceNodeBase.extend({
  get children(): z.ZodArray<z.ZodType> {
    return z.array(traceNode);
  },
});
export const traceResponse = z.object({
  trace_id: z.string(),
  event_count: z.int(),
  scan_count: z.int().describe("Scans and exchanges whose requests named the trace."),
  truncated: z.boolean().describe("Whether the trace has more records than are shown."),
  roots: z.array(traceNode),
});

const count = z.int().min(0);
const meanDuration = z.number().min(0).nullable().describe("Microseconds; null: nothing ran.");
export const statisticsResponse = z.object({
  width: z.enum(["minute", "hour", "day"]),
  from: z.iso.datetime().describe("When the first bucket begins."),
  to: z.iso.datetime().describe("When the last bucket ends."),
  buckets: z.array(
    z.object({
      start: z.iso.datetime(),
      assets: z.array(
        z.object({
          asset_id: z.string().nullable().describe("null: events without an asset."),
          records: z.object({
            count,
            verdicts: z.record(z.string(), count),
            mean_duration_us: meanDuration,
          }),
          policies: z.array(
            z.object({
              policy_name: z.string(),
              count: count.describe("How often it was effective."),
              outcomes: z
                .record(z.string(), count)
                .describe("By `violated:ACTION`, `passed`, `failed:REASON`, `skipped:REASON`, `shadow`."),
              mean_duration_us: meanDuration.describe("Of where it was not skipped."),
            }),
          ),
        }),
      ),
    }),
  ),
});
