import type { JsonObject } from "../core/model.ts";
import type { ScanRecord, TraceEvent } from "../store/record-store.ts";

/** One record as the admin endpoints answer it. */
export function presentRecord(record: ScanRecord): JsonObject {
  const { event } = record;
  return {
    request_id: record.requestId,
    recorded_at: new Date(record.epochMs).toISOString(),
    kind: kindOf(record),
    key_id: record.keyId,
    organization: record.organization,
    asset_id: record.assetId,
    session_id: record.sessionId,
    user_id: record.userId,
    endpoint: record.endpoint,
    verdict: record.verdict,
    policies_violated: record.violated,
    policies_applied: record.applied,
    metadata: record.metadata,
    content: record.content,
    answer: record.answer,
    truncated: record.isCut,
    duration_us: record.durationUs,
    policy_digest: record.policyDigest,
    trace: presentTrace(record),
    node: event === null ? null : presentNode(event),
  };
}

/** What left the record: a call of an analyze endpoint, a proxied exchange, or an event of a trace. */
export function kindOf({ event, endpoint }: ScanRecord): "scan" | "exchange" | "event" {
  if (event !== null) return "event";
  return endpoint.startsWith("proxy ") ? "exchange" : "scan";
}

/** An event is a span of its own; what is recorded of a request hangs below its caller's. */
function presentTrace({ event, caller }: ScanRecord): JsonObject | null {
  if (event !== null) return { trace_id: event.traceId, span_id: event.spanId, parent_span_id: event.parentSpanId };
  return caller === null ? null : { trace_id: caller.traceId, span_id: null, parent_span_id: caller.spanId };
}

export function presentNode(event: TraceEvent): JsonObject {
  return {
    node_name: event.nodeName,
    node_type: event.nodeType,
    node_subtype: event.nodeSubtype,
    node_metadata: event.nodeMetadata,
  };
}
