import type { Json } from "../core/model.ts";
import type { RecordPlace, ScanRecord, TraceCaller, TraceEvent } from "./record-store.ts";
import type { CountedRecord } from "./tallies.ts";

/** Columns of a record, in the order of `toValues`, which never changes since digests cover it. */
export const COLUMNS = [
  "request_id",
  "epoch_ms",
  "key_id",
  "organization",
  "asset_id",
  "session_id",
  "user_id",
  "endpoint",
  "verdict",
  "violated",
  "applied",
  "metadata",
  "content",
  "answer",
  "is_cut",
  "duration_us",
  "policy_digest",
  "trace_id",
  "span_id",
  "parent_span_id",
  "node_name",
  "node_type",
  "node_subtype",
  "node_metadata",
] as const;

/** A row as a database client returns it. */
export type DatabaseRow = Readonly<Record<string, unknown>>;
export type SqlValue = string | number | null;

/** The place of a row among all records. */
export const recordPlace = (row: DatabaseRow): RecordPlace => ({
  epochMs: Number(row["epoch_ms"]),
  id: Number(row["id"]),
});

/** Values in the order of `COLUMNS`, well formed, since databases do not store lone surrogates. */
export function toValues(record: ScanRecord): SqlValue[] {
  const values: SqlValue[] = [
    record.requestId,
    record.epochMs,
    record.keyId,
    record.organization,
    record.assetId,
    record.sessionId,
    record.userId,
    record.endpoint,
    record.verdict,
    JSON.stringify(record.violated),
    JSON.stringify(record.applied),
    JSON.stringify(record.metadata),
    record.content,
    record.answer,
    record.isCut ? 1 : 0,
    record.durationUs,
    record.policyDigest,
    ...traceValues(record),
  ];
  return values.map((value) => (typeof value === "string" ? value.toWellFormed() : value));
}

/** A caller's trace has no own span, unlike an event. */
function traceValues({ event, caller }: ScanRecord): readonly SqlValue[] {
  if (event === null) return [caller?.traceId ?? null, null, caller?.spanId ?? null, null, null, null, null];
  const { traceId, spanId, parentSpanId, nodeName, nodeType, nodeSubtype, nodeMetadata } = event;
  return [traceId, spanId, parentSpanId, nodeName, nodeType, nodeSubtype, JSON.stringify(nodeMetadata)];
}

export function fromRow(row: DatabaseRow): ScanRecord {
  return {
    requestId: text(row, "request_id"),
    epochMs: Number(row["epoch_ms"]),
    keyId: textOrNull(row, "key_id"),
    organization: text(row, "organization"),
    assetId: textOrNull(row, "asset_id"),
    sessionId: textOrNull(row, "session_id"),
    userId: textOrNull(row, "user_id"),
    endpoint: text(row, "endpoint"),
    verdict: text(row, "verdict"),
    violated: json(row, "violated"),
    applied: json(row, "applied"),
    metadata: json(row, "metadata"),
    content: textOrNull(row, "content"),
    answer: textOrNull(row, "answer"),
    isCut: row["is_cut"] === 1,
    durationUs: numberOrNull(row, "duration_us"),
    policyDigest: textOrNull(row, "policy_digest"),
    event: eventOf(row),
    caller: callerOf(row),
  };
}

/** The counted columns of a row. */
export function countedOf(row: DatabaseRow): CountedRecord {
  return {
    organization: text(row, "organization"),
    epochMs: Number(row["epoch_ms"]),
    assetId: textOrNull(row, "asset_id"),
    verdict: text(row, "verdict"),
    applied: json(row, "applied"),
    durationUs: numberOrNull(row, "duration_us"),
  };
}

function callerOf(row: DatabaseRow): TraceCaller | null {
  const traceId = textOrNull(row, "trace_id");
  if (traceId === null || row["span_id"] !== null) return null;
  return { traceId, spanId: text(row, "parent_span_id") };
}

function eventOf(row: DatabaseRow): TraceEvent | null {
  const traceId = textOrNull(row, "trace_id");
  const spanId = textOrNull(row, "span_id");
  if (traceId === null || spanId === null) return null;
  return {
    traceId,
    spanId,
    parentSpanId: textOrNull(row, "parent_span_id"),
    nodeName: text(row, "node_name"),
    nodeType: text(row, "node_type"),
    nodeSubtype: textOrNull(row, "node_subtype"),
    nodeMetadata: json(row, "node_metadata"),
  };
}

function textOrNull(row: DatabaseRow, column: string): string | null {
  const value = row[column];
  return typeof value === "string" ? value : null;
}

function numberOrNull(row: DatabaseRow, column: string): number | null {
  const value = row[column];
  return typeof value === "number" ? value : null;
}

function text(row: DatabaseRow, column: string): string {
  return textOrNull(row, column) ?? "";
}

function json(row: DatabaseRow, column: string): Json {
  const value: Json = JSON.parse(textOrNull(row, column) ?? "null");
  return value;
}
