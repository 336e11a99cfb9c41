import type { Clock } from "../../core/clock.ts";
import type { PostgresServer } from "../../core/store-target.ts";
import { ChainWalk, recordEntry, tombstoneEntry, type ChainBreak, type ChainReport } from "../chain-walk.ts";
import { COLUMNS, type Row } from "../rows.ts";
import { chainHead, writerLink, writtenDigest } from "./postgres-chain.ts";
import type { PostgresConnection } from "./connection.ts";
import { readingOnly } from "./offline.ts";

/** What is said of one writer and its chain. */
interface WriterReport extends ChainReport {
  readonly number: number;
  readonly name: string;
  readonly startedMs: number;
}

export interface LedgerReport {
  readonly chains: readonly WriterReport[];
  /** Writers up to this one are gone, with all that they had written. */
  readonly anchorNumber: number;
  readonly headNumber: number;
  readonly headLink: string;
  /** Of the writers themselves: `id` is the number of one. */
  readonly broken: ChainBreak | null;
}

/** Rows that are held at once. */
const PAGE = 500;

const ENTRIES = `
  (SELECT seq, 0 AS is_tombstone, ${COLUMNS.join(", ")}, record_sha256, link_sha256 FROM sallyport.records
   WHERE writer = $1 AND seq > $2 ORDER BY seq LIMIT ${PAGE})
  UNION ALL
  (SELECT seq, 1 AS is_tombstone, ${COLUMNS.map((column) => `NULL AS ${column}`).join(", ")}, record_sha256, link_sha256
   FROM sallyport.tombstones WHERE writer = $1 AND seq > $2 ORDER BY seq LIMIT ${PAGE})
  ORDER BY seq LIMIT ${PAGE}`;

/** Records of writers that there are not, and those before the beginning of their writer's chain. */
const STRANGERS = `
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

function identityOf(row: Row) {
  return { number: Number(row["number"]), name: String(row["name"]), startedMs: Number(row["started_ms"]) };
}

/** The first place where the writers are not those that began. */
function brokenWriter(writers: readonly Row[], ledger: Ledger): ChainBreak | null {
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

async function walkWriter(connection: PostgresConnection, row: Row): Promise<ChainReport> {
  const writer = Number(row["number"]);
  const anchorId = Number(row["anchor_seq"]);
  const { seq: headId, link: headLink } = chainHead(row);
  const walk = new ChainWalk({ anchorId, anchorLink: String(row["anchor_link"]), headId, headLink });
  const [stranger] = await connection.query(STRANGERS, [writer, anchorId]);
  if (stranger !== undefined && !walk.before(stranger, Number(stranger["seq"]))) return walk.report();
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
    if (entries.length < PAGE) return walk.report();
  }
}
