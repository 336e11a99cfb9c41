import type { Json, JsonObject } from "../core/model.ts";
import type { ScanRecord } from "../store/record-store.ts";
import { kindOf, presentNode } from "./present-record.ts";

interface Node {
  readonly record: ScanRecord;
  /** `null`: a scan or an exchange, below which nothing hangs. */
  readonly spanId: string | null;
  readonly parentSpanId: string | null;
  readonly children: Node[];
}

/**
 * A trace's records as a forest, siblings in the order of recording. A span whose parent was never recorded is a root, and
 * so is the oldest span of a circle: every record stands in the answer exactly once.
 */
export function buildTraceTree(records: readonly ScanRecord[]): readonly Json[] {
  const nodes = records.map(nodeOf);
  // A span may be recorded twice, for its prompt and for its response; children hang on the first.
  const bySpan = new Map<string, Node>();
  for (const node of nodes) if (node.spanId !== null && !bySpan.has(node.spanId)) bySpan.set(node.spanId, node);
  const roots: Node[] = [];
  const parents = new Map<Node, Node>();
  for (const node of nodes) {
    const parent = bySpan.get(node.parentSpanId ?? "");
    if (parent === undefined || isAncestor(node, parent, parents)) roots.push(node);
    else {
      parents.set(node, parent);
      parent.children.push(node);
    }
  }
  return roots.map(present);
}

function nodeOf(record: ScanRecord): Node {
  const { event, caller } = record;
  const parentSpanId = event === null ? (caller?.spanId ?? null) : event.parentSpanId;
  return { record, spanId: event?.spanId ?? null, parentSpanId, children: [] };
}

/** Whether `node` is `from` or stands above it. The chain is free of circles, since none was ever linked. */
function isAncestor(node: Node, from: Node, parents: ReadonlyMap<Node, Node>): boolean {
  for (let current: Node | undefined = from; current !== undefined; current = parents.get(current)) {
    if (current === node) return true;
  }
  return false;
}

const NO_NODE: JsonObject = { node_name: null, node_type: null, node_subtype: null, node_metadata: null };

function present({ record, spanId, parentSpanId, children }: Node): JsonObject {
  return {
    request_id: record.requestId,
    recorded_at: new Date(record.epochMs).toISOString(),
    kind: kindOf(record),
    span_id: spanId,
    parent_span_id: parentSpanId,
    ...(record.event === null ? NO_NODE : presentNode(record.event)),
    endpoint: record.endpoint,
    asset_id: record.assetId,
    session_id: record.sessionId,
    verdict: record.verdict,
    policies_violated: record.violated,
    content: record.content,
    children: children.map(present),
  };
}
