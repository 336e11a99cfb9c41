import type { Evaluation, JsonObject, Json } from "../core/model.ts";
import type { KeyedHash } from "../core/mask-forms.ts";
import { maskText, PlaceholderBook } from "../core/masks.ts";
import type { ShadowOutcome } from "../engine/shadow-policies.ts";
import { presentAllApplied, presentViolation } from "../records/report.ts";
import type { ScanRecord, TraceEvent } from "../store/record-store.ts";

interface Presented {
  readonly evaluation: Evaluation;
  readonly shadows: readonly ShadowOutcome[];
  /** The submitted text. */
  readonly text: string;
  readonly maskHash: KeyedHash;
}

/** The analyze result of docs/api.md, ready to be encoded. */
export function presentEvaluation(requestId: string, { evaluation, shadows, text, maskHash }: Presented): JsonObject {
  const { violations } = evaluation;
  const masks = violations.flatMap((violation) => violation.masks);
  // One book for the answer: the merged text numbers the values in order of appearance, the others follow it.
  const book = new PlaceholderBook(maskHash);
  if (masks.length > 0) book.reserve(text);
  const masked = maskText(text, masks, book);
  return {
    request_id: requestId,
    verdict: evaluation.verdict,
    policies_violated: violations.map((violation) => {
      // If only one policy masks, its text is the merged text.
      const isAlone = violation.masks.length === masks.length;
      const maskedText = isAlone ? masked : maskText(text, violation.masks, book);
      return Object.assign(presentViolation(violation), { masked_result: maskedText });
    }),
    policies_applied: presentAllApplied(evaluation.applied, shadows),
    ...(masked === null ? {} : { masked_result: masked }),
  };
}

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

/** The origin of a record: an analyze call, a proxied exchange, or an event of a trace. */
export function kindOf({ event, endpoint }: ScanRecord): "scan" | "exchange" | "event" {
  if (event !== null) return "event";
  return endpoint.startsWith("proxy ") ? "exchange" : "scan";
}

/** An event is a span of its own; the record of a request is a child of its caller's span. */
function presentTrace({ event, caller }: ScanRecord): JsonObject | null {
  if (event !== null) return { trace_id: event.traceId, span_id: event.spanId, parent_span_id: event.parentSpanId };
  return caller === null ? null : { trace_id: caller.traceId, span_id: null, parent_span_id: caller.spanId };
}

function presentNode(event: TraceEvent): JsonObject {
  return {
    node_name: event.nodeName,
    node_type: event.nodeType,
    node_subtype: event.nodeSubtype,
    node_metadata: event.nodeMetadata,
  };
}

interface Node {
  readonly record: ScanRecord;
  /** `null`: a scan or an exchange, which has no children. */
  readonly spanId: string | null;
  readonly parentSpanId: string | null;
  readonly children: Node[];
}

/**
 * A trace's records as a forest, siblings in the order of recording. A span whose parent was never recorded is a root, and
 * so is the oldest span of a cycle: every record appears exactly once.
 */
export function buildTraceTree(records: readonly ScanRecord[]): readonly Json[] {
  const nodes = records.map(nodeOf);
  // A span may be recorded twice, for its prompt and for its response; the first one gets the children.
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

/** Whether `node` is `from` or an ancestor of it. The chain has no cycle, since none is ever linked. */
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
