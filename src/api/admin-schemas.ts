import { z } from "zod";
import { applied, place, requestId, violation } from "./schemas.ts";

const node = z.object({
  node_name: z.string(),
  node_type: z.string(),
  node_subtype: z.string().nullable(),
  node_metadata: z.unknown(),
});
const storedViolation = violation.omit({ masked_result: true }).extend(place);
const storedVerdict = z
  .enum(["passed", "flagged", "blocked", "unread", "unavailable"])
  .describe("`unread`: proxied, and no policy could read it. `unavailable`: refused because a policy could not run.");
const kind = z
  .enum(["scan", "exchange", "event"])
  .describe("An analyze call, a proxied exchange, or an event of a trace.");
const nextCursor = z.string().nullable();

export const recordResponse = z.object({
  request_id: requestId,
  recorded_at: z.iso.datetime(),
  kind,
  key_id: z.string().nullable(),
  organization: z.string(),
  asset_id: z.string().nullable(),
  session_id: z.string().nullable(),
  user_id: z.string().nullable(),
  endpoint: z.string(),
  verdict: storedVerdict,
  policies_violated: z.array(storedViolation),
  policies_applied: z.array(applied),
  metadata: z.unknown(),
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
  kind,
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
