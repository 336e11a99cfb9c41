import { GENESIS, linkTo, recordDigest } from "../chain.ts";
import { COLUMNS, toValues, type SqlValue } from "../rows.ts";
import type { ScanRecord } from "../record-store.ts";
import { talliesOf, tallyValues } from "../tallies.ts";
import { type PostgresConnection, PostgresFailure, escapeText } from "./connection.ts";

/** The end of a writer's chain on the server. */
export interface WriterHead {
  readonly number: number;
  /** Counts the connections of a writer, so that a statement of an earlier one can no longer append. */
  readonly term: number;
  readonly seq: number;
  readonly link: string;
}

/** A batch, identified by its last link. */
export interface Batch {
  readonly rows: string;
  readonly tallies: string;
  readonly count: number;
  readonly link: string;
}

const typeOf = (column: string): string => (/_(?:ms|us)$|^is_/.test(column) ? "bigint" : "text");
const KEPT = [...COLUMNS, "record_sha256", "link_sha256"];
const COUNTED = {
  organization: "text",
  width_ms: "bigint",
  bucket_ms: "bigint",
  asset_id: "text",
  policy: "text",
  outcome: "text",
  count: "bigint",
  duration_us: "bigint",
};
const typed = (columns: readonly (readonly [name: string, type: string])[]): string =>
  columns.map((column) => column.join(" ")).join(", ");

/** One statement: one transaction and one round trip. */
const APPEND = `
  WITH moved AS (
    UPDATE sallyport.writers SET head_seq = $4, head_link = $5
    WHERE number = $1 AND term = $2 AND head_seq = $3
    RETURNING number
  ), kept AS (
    INSERT INTO sallyport.records (writer, seq, ${KEPT.join(", ")})
    SELECT moved.number, new.* FROM moved, json_to_recordset($6::json)
      AS new (${typed([["seq", "bigint"], ...KEPT.map((column) => [column, typeOf(column)] as const)])})
    ORDER BY new.seq
  ), counted AS (
    INSERT INTO sallyport.tallies AS old (writer, ${Object.keys(COUNTED).join(", ")})
    SELECT moved.number, new.* FROM moved, json_to_recordset($7::json) AS new (${typed(Object.entries(COUNTED))})
    ON CONFLICT (organization, width_ms, bucket_ms, asset_id, policy, outcome, writer)
    DO UPDATE SET count = old.count + excluded.count, duration_us = old.duration_us + excluded.duration_us
  )
  SELECT number FROM moved`;

const ENLIST = `
  UPDATE sallyport.writers SET term = term + 1, seen_ms = $2 WHERE name = $1
  RETURNING number, term, head_seq, head_link`;
const REGISTER = `
  INSERT INTO sallyport.writers
    (number, name, started_ms, link_sha256, term, seen_ms, anchor_seq, anchor_link, head_seq, head_link)
  VALUES ($1, $2, $3, $4, 1, $3, 0, $5, 0, $5)`;

/** Values as they are written: digests cover these. */
const escaped = (values: readonly SqlValue[]): SqlValue[] =>
  values.map((value) => (typeof value === "string" ? escapeText(value) : value));

/** The digest of a record, its writer and its place. */
export function writtenDigest(
  { writer, seq }: { readonly writer: number; readonly seq: number },
  values: readonly SqlValue[],
): string {
  return recordDigest(seq, [writer, ...values]);
}

/** The hash that links a writer to all earlier ones. */
export function writerLink(previous: string, { number, name, startedMs }: WriterIdentity): string {
  return linkTo(previous, recordDigest(number, [name, startedMs]));
}

export interface WriterIdentity {
  readonly number: number;
  readonly name: string;
  readonly startedMs: number;
}

/** Appends records to a head. */
export function prepareBatch(records: readonly ScanRecord[], head: WriterHead): Batch {
  let { seq, link } = head;
  const rows = records.map((record) => {
    seq += 1;
    const values = escaped(toValues(record));
    const digest = writtenDigest({ writer: head.number, seq }, values);
    link = linkTo(link, digest);
    return { seq, ...toObject(COLUMNS, values), record_sha256: digest, link_sha256: link };
  });
  const tallies = talliesOf(records).map((tally) => toObject(Object.keys(COUNTED), escaped(tallyValues(tally))));
  return { rows: JSON.stringify(rows), tallies: JSON.stringify(tallies), count: records.length, link };
}

function toObject(names: readonly string[], values: readonly SqlValue[]): object {
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? null]));
}

/** @returns the new head @throws {PostgresFailure} */
export async function appendBatch(
  connection: PostgresConnection,
  head: WriterHead,
  { rows, tallies, count, link }: Batch,
): Promise<WriterHead> {
  const { number, term } = head;
  const seq = head.seq + count;
  const moved = await connection.query(APPEND, [number, term, head.seq, seq, link, rows, tallies]);
  // The writer's row is deleted or taken over: its head must be read again.
  if (moved.length !== 1) throw new PostgresFailure("writer_moved", { isRefusal: false });
  return { number, term, seq, link };
}

/**
 * Claims a writer for this connection and reads its head. A statement of an earlier connection has ended before, since it locks the row
 * that is updated here.
 * @throws {PostgresFailure} also when the server refuses writes
 */
export async function enlist(connection: PostgresConnection, name: string, nowMs: number): Promise<WriterHead> {
  const [row] = await connection.query(ENLIST, [name, nowMs]);
  const head =
    row === undefined
      ? await register(connection, name, nowMs)
      : { number: Number(row["number"]), term: Number(row["term"]), ...chainHead(row) };
  await connection.query(probe(head.number));
  return head;
}

export function chainHead(row: Readonly<Record<string, unknown>>): { readonly seq: number; readonly link: string } {
  return { seq: Number(row["head_seq"]), link: String(row["head_link"]) };
}

function register(connection: PostgresConnection, name: string, nowMs: number): Promise<WriterHead> {
  return connection.transaction(async () => {
    const [ledger] = await connection.query("SELECT head_number, head_link FROM sallyport.ledger FOR UPDATE");
    const number = Number(ledger?.["head_number"]) + 1;
    const link = writerLink(String(ledger?.["head_link"]), { number, name, startedMs: nowMs });
    await connection.query(REGISTER, [number, name, nowMs, link, GENESIS]);
    await connection.query("UPDATE sallyport.ledger SET head_number = $1, head_link = $2", [number, link]);
    return { number, term: 1, seq: 0, link: GENESIS };
  });
}

/** A record that is rolled back, to detect a server that is read-only, full or lacks a permission. */
const probe = (writer: number): string => `
  BEGIN;
  INSERT INTO sallyport.records (writer, seq, request_id, epoch_ms, organization, endpoint, verdict, violated, applied,
    metadata, is_cut, record_sha256, link_sha256)
  VALUES (${writer}, 0, 'probe ${writer}', 0, '', '', '', '', '', '', 0, '', '');
  ROLLBACK`;
