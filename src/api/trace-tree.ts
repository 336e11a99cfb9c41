import type { Json, JsonObject } from "../core/model.ts";
import type { ScanRecord, TraceEvent } from "../store/store.ts";

interface Node {
  readonly record: ScanRecord;
  readonly event: TraceEvent;
  readonly children: Node[];
}

/**
 * A trace's events as a forest, siblings in the order of recording. A span whose parent was never recorded is a root, and
 * so is the oldest span of a circle: every event stands in the answer exactly once.
 */
export function buildTraceTree(records: readonly ScanRecord[]): readonly Json[] {
  const nodes = records.flatMap((record): Node[] =>
    record.event === null ? [] : [{ record, event: record.event, children: [] }],
  );
  // A span may be recorded twice, for its prompt and for its response; children hang on the first.
  const bySpan = new Map<string, Node>();
  for (const node of nodes) if (!bySpan.has(node.event.spanId)) bySpan.set(node.event.spanId, node);
  const roots: Node[] = [];
  const parents = new Map<Node, Node>();
  for (const node of nodes) {
    const parent = bySpan.get(node.event.parentSpanId ?? "");
    if (parent === undefined || isAncestor(node, parent, parents)) roots.push(node);
    else {
      parents.set(node, parent);
      parent.children.push(node);
    }
  }
  return roots.map(present);
}

/** Whether `node` is `from` or stands above it. The chain is free of circles, since none was ever linked. */
function isAncestor(node: Node, from: Node, parents: ReadonlyMap<Node, Node>): boolean {
  for (let current: Node | undefined = from; current !== undefined; current = parents.get(current)) {
    if (current === node) return true;
  }
  return false;
}

function present(node: Node): JsonObject {
  const { record, event } = node;
  return {
    request_id: record.requestId,
    recorded_at: new Date(record.epochMs).toISOString(),
    span_id: event.spanId,
    parent_span_id: event.parentSpanId,
    ...presentNode(event),
    asset_id: record.assetId,
    verdict: record.verdict,
    policies_violated: record.violated,
    content: record.content,
    children: node.children.map(present),
  };
}

function presentNode(event: TraceEvent): JsonObject {
  return {
    node_name: event.nodeName,
    node_type: event.nodeType,
    node_subtype: event.nodeSubtype,
    node_metadata: event.nodeMetadata,
  };
}

/** One record as the admin endpoint answers it. */
export function presentRecord(record: ScanRecord): JsonObject {
  const { event } = record;
  return {
    request_id: record.requestId,
    recorded_at: new Date(record.epochMs).toISOString(),
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
    trace:
      event === null ? null : { trace_id: event.traceId, span_id: event.spanId, parent_span_id: event.parentSpanId },
    node: event === null ? null : presentNode(event),
  };
}
