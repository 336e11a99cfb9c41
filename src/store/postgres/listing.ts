import { fromRow, recordPlace, type DatabaseRow, type SqlValue } from "../rows.ts";
import type { PageRequest, RecordFilter, RecordPage, RecordPlace, ScanRecord } from "../record-store.ts";
import { type PostgresConnection, escapeText, unescapeText } from "./connection.ts";

/** Rows that one page scans at most. */
const SCANNED_MAX = 2000;
/**
 * Texts of one page: callers control the length of their records, and a page is read, parsed and serialized on the event loop. A
 * longer record is a page by itself.
 */
const PAGE_MAX_BYTES = 4 * 1024 * 1024;
const LONG_COLUMNS = ["violated", "applied", "metadata", "content", "answer", "node_metadata"];
const BYTES = LONG_COLUMNS.map((column) => `coalesce(octet_length(${column}), 0)`).join(" + ");
/** Places after and before every record. */
const NEWEST: RecordPlace = { epochMs: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };
const OLDEST: RecordPlace = { epochMs: Number.MIN_SAFE_INTEGER, id: 0 };

/** Builds a statement with parameters. */
export class Query {
  readonly values: SqlValue[] = [];

  /** A parameter for a value. */
  value(value: SqlValue): string {
    this.values.push(typeof value === "string" ? escapeText(value.toWellFormed()) : value);
    const type = typeof value === "number" ? "bigint" : "text";
    return `$${this.values.length}::${type}`;
  }

  place({ epochMs, id }: RecordPlace): string {
    return `(${this.value(epochMs)}, ${this.value(id)})`;
  }

  /** Compares a column that has a prefix index. */
  begins(column: string, value: string): string {
    const given = this.value(value);
    return `left(${column}, 128) = left(${given}, 128) AND ${column} = ${given}`;
  }
}

export function find(organization: string, requestId: string) {
  return async (connection: PostgresConnection): Promise<ScanRecord | null> => {
    const rows = await connection.query(
      "SELECT * FROM sallyport.records WHERE organization = $1 AND request_id = $2",
      [organization, requestId].map(escapeText),
    );
    return rows.map(toRecord)[0] ?? null;
  };
}

export function trace(organization: string, traceId: string, page: PageRequest) {
  return oldest({ organization, column: "trace_id", value: traceId }, page);
}

export function session(organization: string, sessionId: string, page: PageRequest) {
  return oldest({ organization, column: "session_id", value: sessionId }, page);
}

function oldest({ organization, column, value }: OldestScan, { after, limit, assets }: PageRequest) {
  return async (connection: PostgresConnection): Promise<RecordPage> => {
    const scanned = (query: Query): string => `
      organization = ${query.value(organization)} AND ${query.begins(column, value)}
      AND (epoch_ms, id) > ${query.place(after ?? OLDEST)}`;
    // Records of some assets are looked for among a bounded number: the index does not know the asset.
    const [last] = assets === undefined ? [] : await lastOldest(connection, scanned);
    const query = new Query();
    const text = `
      SELECT * FROM sallyport.records
      WHERE ${scanned(query)} ${ofAssets(query, assets)}
        ${last === undefined ? "" : `AND (epoch_ms, id) <= ${query.place(recordPlace(last))}`}
      ORDER BY epoch_ms, id LIMIT ${query.value(limit)}`;
    return toPage(await connection.query(fitting(text, "epoch_ms, id"), query.values), { limit, last });
  };
}

interface OldestScan {
  readonly organization: string;
  readonly column: "session_id" | "trace_id";
  readonly value: string;
}

/** The last row that a page of some assets scans. */
function lastOldest(connection: PostgresConnection, scanned: (query: Query) => string) {
  const query = new Query();
  const text = `
    SELECT epoch_ms, id FROM sallyport.records WHERE ${scanned(query)} ORDER BY epoch_ms, id LIMIT 1 OFFSET ${SCANNED_MAX - 1}`;
  return connection.query(text, query.values);
}

/** A condition for the records of some assets. */
function ofAssets(query: Query, assets: readonly string[] | undefined): string {
  if (assets === undefined) return "";
  return assets.length === 0
    ? "AND false"
    : `AND asset_id IN (${assets.map((asset) => query.value(asset)).join(", ")})`;
}

/** The first rows of a statement that fit a page; `asked_count` is the number of all. */
function fitting(text: string, order: string): string {
  return `
    SELECT * FROM (
      SELECT *, count(*) OVER () AS asked_count, sum(bytes) OVER (ORDER BY ${order} ROWS UNBOUNDED PRECEDING) AS page_bytes
      FROM (SELECT *, ${BYTES} AS bytes FROM (${text}) AS asked) AS measured
    ) AS summed WHERE page_bytes <= ${PAGE_MAX_BYTES} OR page_bytes = bytes ORDER BY ${order}`;
}

/** Newest first. */
export function list(filter: RecordFilter, { after, limit, assets }: PageRequest) {
  return async (connection: PostgresConnection): Promise<RecordPage> => {
    // First the end of the page, then the matches before it: records added in between move neither.
    const end = lastScanned(filter, after);
    const [last] = await connection.query(end.text, end.values);
    const query = new Query();
    const text = `
      SELECT * FROM sallyport.records
      WHERE ${rangeOf(query, filter, after)} ${last === undefined ? "" : `AND (epoch_ms, id) >= ${query.place(recordPlace(last))}`}
        ${wantedBy(query, filter)} ${ofAssets(query, assets)}
      ORDER BY epoch_ms DESC, id DESC LIMIT ${query.value(limit)}`;
    return toPage(await connection.query(fitting(text, "epoch_ms DESC, id DESC"), query.values), { limit, last });
  };
}

/** The last row that a page scans. */
function lastScanned(
  filter: RecordFilter,
  after: RecordPlace | null,
): { readonly text: string; readonly values: readonly SqlValue[] } {
  const query = new Query();
  const text = `
    SELECT epoch_ms, id FROM sallyport.records WHERE ${rangeOf(query, filter, after)}
    ORDER BY epoch_ms DESC, id DESC LIMIT 1 OFFSET ${SCANNED_MAX - 1}`;
  return { text, values: query.values };
}

/** The condition with an index by time: of the filtered columns, the most selective one. */
function rangeOf(query: Query, filter: RecordFilter, after: RecordPlace | null): string {
  const { organization, fromMs, toMs, traceId, sessionId, userId } = filter;
  const conditions = [`organization = ${query.value(organization)}`];
  if (traceId !== null) conditions.push(query.begins("trace_id", traceId));
  else if (sessionId !== null) conditions.push(query.begins("session_id", sessionId));
  else if (userId !== null) conditions.push(query.begins("user_id", userId));
  if (fromMs !== null) conditions.push(`epoch_ms >= ${query.value(fromMs)}`);
  if (toMs !== null) conditions.push(`epoch_ms < ${query.value(toMs)}`);
  conditions.push(`(epoch_ms, id) < ${query.place(after ?? NEWEST)}`);
  return conditions.join(" AND ");
}

function wantedBy(query: Query, { verdict, policy, assetId, sessionId, userId, keyId }: RecordFilter): string {
  const wanted = { verdict, asset_id: assetId, session_id: sessionId, user_id: userId, key_id: keyId };
  const equal = Object.entries(wanted).flatMap(([column, value]) =>
    value === null ? [] : [`AND ${column} = ${query.value(value)}`],
  );
  // As `JSON.stringify` writes it; within a text of that JSON its quotes would have backslashes.
  const policyItem = `"policy_name":${JSON.stringify(policy)}`;
  if (policy !== null) equal.push(`AND strpos(violated, ${query.value(policyItem)}) > 0`);
  return equal.join(" ");
}

/** @param options.last where the next page begins if this one holds all matches of its scan */
function toPage(
  rows: readonly DatabaseRow[],
  { limit, last }: { readonly limit: number; readonly last?: DatabaseRow | undefined },
): RecordPage {
  const isWhole = rows.length < limit && rows.length === Number(rows[0]?.["asked_count"] ?? 0);
  const end = isWhole ? last : rows.at(-1);
  return { records: rows.map(toRecord), next: end === undefined ? null : recordPlace(end) };
}

export function toRecord(row: DatabaseRow): ScanRecord {
  const texts = Object.entries(row).map(([name, value]) => [
    name,
    typeof value === "string" ? unescapeText(value) : value,
  ]);
  return fromRow(Object.fromEntries(texts));
}
