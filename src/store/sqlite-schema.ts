import type { DatabaseSync, SQLInputValue, SQLOutputValue } from "node:sqlite";
import type { Json } from "../core/model.ts";
import type { ScanRecord, TraceEvent } from "./store.ts";

/** `PRAGMA user_version` of the tables below. */
export const SCHEMA_VERSION = 1;

const TABLES = `
  CREATE TABLE records (
    id INTEGER PRIMARY KEY,
    request_id TEXT NOT NULL UNIQUE,
    epoch_ms INTEGER NOT NULL,
    key_id TEXT,
    organization TEXT NOT NULL,
    asset_id TEXT,
    session_id TEXT,
    user_id TEXT,
    endpoint TEXT NOT NULL,
    verdict TEXT NOT NULL,
    violated TEXT NOT NULL,
    applied TEXT NOT NULL,
    metadata TEXT NOT NULL,
    content TEXT,
    trace_id TEXT,
    span_id TEXT,
    parent_span_id TEXT,
    node_name TEXT,
    node_type TEXT,
    node_subtype TEXT,
    node_metadata TEXT
  ) STRICT;
  CREATE INDEX records_by_time ON records (epoch_ms);
  CREATE INDEX records_by_trace ON records (organization, trace_id, id) WHERE trace_id IS NOT NULL;
`;

export const INSERT = `
  INSERT INTO records (request_id, epoch_ms, key_id, organization, asset_id, session_id, user_id, endpoint, verdict,
    violated, applied, metadata, content, trace_id, span_id, parent_span_id, node_name, node_type, node_subtype, node_metadata)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
export const FIND = "SELECT * FROM records WHERE organization = ? AND request_id = ?";
export const TRACE = "SELECT * FROM records WHERE organization = ? AND trace_id = ? ORDER BY id LIMIT ?";
export const PRUNE =
  "DELETE FROM records WHERE id IN (SELECT id FROM records WHERE epoch_ms < ? ORDER BY epoch_ms LIMIT ?)";

/** Creates the tables in an empty database. @throws {Error} when a newer version wrote it */
export function migrate(database: DatabaseSync): void {
  const version = Number(database.prepare("PRAGMA user_version").get()?.["user_version"] ?? 0);
  if (version > SCHEMA_VERSION)
    throw new Error(`the database has schema version ${version}; this version knows ${SCHEMA_VERSION}`);
  if (version === SCHEMA_VERSION) return;
  database.exec(`BEGIN IMMEDIATE; ${TABLES} PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`);
}

/** Values in the order of `INSERT`. */
export function toRow(record: ScanRecord): SQLInputValue[] {
  return [
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
    ...eventColumns(record.event),
  ];
}

const NO_EVENT: readonly null[] = [null, null, null, null, null, null, null];

function eventColumns(event: TraceEvent | null): readonly SQLInputValue[] {
  if (event === null) return NO_EVENT;
  const { traceId, spanId, parentSpanId, nodeName, nodeType, nodeSubtype, nodeMetadata } = event;
  return [traceId, spanId, parentSpanId, nodeName, nodeType, nodeSubtype, JSON.stringify(nodeMetadata)];
}

type Row = Record<string, SQLOutputValue>;

export function fromRow(row: Row): ScanRecord {
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
    event: eventOf(row),
  };
}

function eventOf(row: Row): TraceEvent | null {
  const traceId = textOrNull(row, "trace_id");
  if (traceId === null) return null;
  return {
    traceId,
    spanId: text(row, "span_id"),
    parentSpanId: textOrNull(row, "parent_span_id"),
    nodeName: text(row, "node_name"),
    nodeType: text(row, "node_type"),
    nodeSubtype: textOrNull(row, "node_subtype"),
    nodeMetadata: json(row, "node_metadata"),
  };
}

function textOrNull(row: Row, column: string): string | null {
  const value = row[column];
  return typeof value === "string" ? value : null;
}

function text(row: Row, column: string): string {
  return textOrNull(row, column) ?? "";
}

function json(row: Row, column: string): Json {
  const value: Json = JSON.parse(textOrNull(row, column) ?? "null");
  return value;
}
