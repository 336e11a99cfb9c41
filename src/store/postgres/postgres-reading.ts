import type { Clock } from "../../core/clock.ts";
import type { PostgresServer } from "../../core/stores.ts";
import type { StoredContent, WantedContents, RecordRange } from "../open-store.ts";
import type { ScanRecord } from "../record-store.ts";
import { PostgresConnection, unescapeText, PostgresFailure } from "./connection.ts";
import { Query, toRecord } from "./listing.ts";
import { versionOf } from "./postgres-schema.ts";
import { ChainWalk, recordEntry, tombstoneEntry, type ChainBreak, type ChainReport } from "../chain.ts";
import { COLUMNS, recordPlace, type DatabaseRow } from "../rows.ts";
import { chainHead, writerLink, writtenDigest } from "./postgres-chain.ts";

/** Rows of one query: a slow reader holds few in memory, and does not keep old rows from being vacuumed. */
const PAGE = 200;

/** Records of all writers, oldest first. Records added in the meantime are read if they sort later. @throws {PostgresFailure} */
export async function* readPostgresRecords(
  server: PostgresServer,
  clock: Clock,
  { fromMs, toMs, assetId }: RecordRange,
): AsyncGenerator<ScanRecord> {
  const connection = await openOffline(server, clock);
  try {
    let after = { epochMs: fromMs, id: 0 };
    for (;;) {
      const query = new Query();
      // The index is one of times alone.
      const conditions = [`epoch_ms >= ${query.value(after.epochMs)}`, `(epoch_ms, id) > ${query.place(after)}`];
      if (toMs !== null) conditions.push(`epoch_ms < ${query.value(toMs)}`);
      if (assetId !== null) conditions.push(`asset_id = ${query.value(assetId)}`);
      const text = `SELECT * FROM sallyport.records WHERE ${conditions.join(" AND ")} ORDER BY epoch_ms, id LIMIT ${PAGE}`;
      const rows = await connection.query(text, query.values);
      for (const row of rows) yield toRecord(row);
      const last = rows.at(-1);
      if (last === undefined || rows.length < PAGE) return;
      after = recordPlace(last);
    }
  } finally {
    await connection.close();
  }
}

/** The newest first, page by page from a place on. */
const CONTENTS = `
  SELECT epoch_ms, id, asset_id, content, endpoint, node_type, node_subtype FROM sallyport.records
  WHERE organization = $1 AND (epoch_ms, id) < ($2, $3) ORDER BY epoch_ms DESC, id DESC LIMIT ${PAGE}`;

/** The newest texts of an asset's records. */
export function contentsOf({ organization, assetId, max }: WantedContents) {
  return async (connection: PostgresConnection): Promise<readonly StoredContent[]> => {
    const found: StoredContent[] = [];
    let place = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
    for (;;) {
      const rows = await connection.query(CONTENTS, [organization, ...place]);
      for (const row of rows) {
        place = [Number(row["epoch_ms"]), Number(row["id"])];
        const word = (name: string): string | null => (typeof row[name] === "string" ? unescapeText(row[name]) : null);
        const content = word("content") ?? "";
        if (row["asset_id"] !== assetId || content === "") continue;
        const [endpoint, nodeType, nodeSubtype] = [word("endpoint") ?? "", word("node_type"), word("node_subtype")];
        found.push({ text: content, endpoint, nodeType, nodeSubtype });
        if (found.length >= max) return found;
      }
      if (rows.length < PAGE) return found;
    }
  };
}

/** Commands read much at once, and no request waits for them. */
const STATEMENT_MS = 60_000;
const CONNECT_MS = 5000;

/** A consistent read-only snapshot for commands, while services may write. @throws {PostgresFailure} */
export async function readingOnly<Result>(
  server: PostgresServer,
  clock: Clock,
  read: (connection: PostgresConnection) => Promise<Result>,
): Promise<Result> {
  const connection = await openOffline(server, clock);
  try {
    await connection.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    return await read(connection);
  } finally {
    await connection.close();
  }
}

/** A connection for a command, which closes it. @throws {PostgresFailure} also when there are no records */
async function openOffline(server: PostgresServer, clock: Clock): Promise<PostgresConnection> {
  const connection = await PostgresConnection.open(server, {
    clock,
    connectMs: CONNECT_MS,
    statementMs: STATEMENT_MS,
  });
  try {
    if ((await versionOf(connection)) === 0) throw new PostgresFailure("no_records", { isRefusal: true });
    return connection;
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** The report of one writer and its chain. */
interface WriterReport extends ChainReport {
  readonly number: number;
  readonly name: string;
  readonly startedMs: number;
}

export interface LedgerReport {
  readonly chains: readonly WriterReport[];
  /** Writers up to this one are deleted, with all their records. */
  readonly anchorNumber: number;
  readonly headNumber: number;
  readonly headLink: string;
  /** In the chain of writers; `id` is a writer's number. */
  readonly broken: ChainBreak | null;
}

/** Rows that are held at once. */
const AUDIT_PAGE = 500;

const ENTRIES = `
  (SELECT seq, 0 AS is_tombstone, ${COLUMNS.join(", ")}, record_sha256, link_sha256 FROM sallyport.records
   WHERE writer = $1 AND seq > $2 ORDER BY seq LIMIT ${AUDIT_PAGE})
  UNION ALL
  (SELECT seq, 1 AS is_tombstone, ${COLUMNS.map((column) => `NULL AS ${column}`).join(", ")}, record_sha256, link_sha256
   FROM sallyport.tombstones WHERE writer = $1 AND seq > $2 ORDER BY seq LIMIT ${AUDIT_PAGE})
  ORDER BY seq LIMIT ${AUDIT_PAGE}`;

/** Records before the beginning of their writer's chain, and records of unknown writers. */
const BEFORE_CHAIN = `
  SELECT writer, seq, request_id, link_sha256 FROM sallyport.records
  WHERE writer = $1 AND seq <= $2 ORDER BY seq LIMIT 1`;
const OUTSIDE = `
  SELECT writer AS number FROM sallyport.records WHERE writer <= $1
  UNION ALL SELECT writer FROM sallyport.records WHERE writer > $2 LIMIT 1`;

/** Walks all chains of a database. @throws {PostgresFailure} when it cannot be read */
export function verifyLedger(server: PostgresServer, clock: Clock): Promise<LedgerReport> {
  return readingOnly(server, clock, walkLedger);
}

async function walkLedger(connection: PostgresConnection): Promise<LedgerReport> {
  const [row = {}] = await connection.query("SELECT * FROM sallyport.ledger");
  const ledger: Ledger = {
    anchorNumber: Number(row["anchor_number"]),
    anchorLink: String(row["anchor_link"]),
    headNumber: Number(row["head_number"]),
    headLink: String(row["head_link"]),
  };
  const { anchorNumber, headNumber, headLink } = ledger;
  const writers = await connection.query("SELECT * FROM sallyport.writers ORDER BY number");
  const last = Math.max(anchorNumber, ...writers.slice(-1).map((writer) => Number(writer["number"])));
  const [outside] = await connection.query(OUTSIDE, [anchorNumber, last]);
  const strange: ChainBreak | null =
    outside === undefined ? null : { id: Number(outside["number"]), requestId: null, reason: "not of the chain" };
  const chains: WriterReport[] = [];
  for (const writer of writers) chains.push({ ...identityOf(writer), ...(await walkWriter(connection, writer)) });
  return { chains, anchorNumber, headNumber, headLink, broken: brokenWriter(writers, ledger) ?? strange };
}

interface Ledger {
  readonly anchorNumber: number;
  readonly anchorLink: string;
  readonly headNumber: number;
  readonly headLink: string;
}

function identityOf(row: DatabaseRow) {
  return { number: Number(row["number"]), name: String(row["name"]), startedMs: Number(row["started_ms"]) };
}

/** The first break in the chain of writers. */
function brokenWriter(writers: readonly DatabaseRow[], ledger: Ledger): ChainBreak | null {
  let next = ledger.anchorNumber + 1;
  let link = ledger.anchorLink;
  const breakAt = (id: number, reason: ChainBreak["reason"]): ChainBreak => ({ id, requestId: null, reason });
  for (const row of writers) {
    const writer = identityOf(row);
    if (writer.number !== next) return breakAt(next, "missing");
    link = writerLink(link, writer);
    if (link !== row["link_sha256"]) return breakAt(next, "changed");
    next += 1;
  }
  if (next <= ledger.headNumber) return breakAt(next, "missing");
  const isWhole = next === ledger.headNumber + 1 && link === ledger.headLink;
  return isWhole ? null : breakAt(ledger.headNumber, "not linked");
}

async function walkWriter(connection: PostgresConnection, row: DatabaseRow): Promise<ChainReport> {
  const writer = Number(row["number"]);
  const anchorId = Number(row["anchor_seq"]);
  const { seq: headId, link: headLink } = chainHead(row);
  const walk = new ChainWalk({ anchorId, anchorLink: String(row["anchor_link"]), headId, headLink });
  const [early] = await connection.query(BEFORE_CHAIN, [writer, anchorId]);
  if (early !== undefined && !walk.before(early, Number(early["seq"]))) return walk.report();
  let after = anchorId;
  for (;;) {
    const entries = await connection.query(ENTRIES, [writer, after]);
    for (const entry of entries) {
      const seq = Number(entry["seq"]);
      const isWhole = walk.step(
        Number(entry["is_tombstone"]) === 1
          ? tombstoneEntry(entry, seq)
          : recordEntry(entry, seq, (values) => writtenDigest({ writer, seq }, values)),
      );
      if (!isWhole) return walk.report();
      after = seq;
    }
    if (entries.length < AUDIT_PAGE) return walk.report();
  }
}
