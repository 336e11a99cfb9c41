import { DatabaseSync, type StatementSync } from "node:sqlite";
import { GENESIS, linkTo, recordDigest } from "./chain.ts";
import { COLUMNS, type Row } from "./sqlite-rows.ts";
import { requireNewest } from "./sqlite-schema.ts";

/** The first place where the chain does not say what was written. */
export interface ChainBreak {
  /** Place in the chain, from 1. */
  readonly id: number;
  /** `null`: nothing stands there, or what is left of it has no name. */
  readonly requestId: string | null;
  readonly reason: "changed" | "missing" | "not linked" | "not of the chain";
}

export interface ChainReport {
  readonly records: number;
  /** Deleted, their digests kept. */
  readonly tombstones: number;
  /** Written before there was a chain: nothing vouches for them. */
  readonly uncovered: number;
  /** Places up to this one are gone, or stood before the chain. */
  readonly anchorId: number;
  readonly headId: number;
  /** Keep it somewhere else: who rewrites the whole chain cannot give it this one again. */
  readonly headLink: string;
  readonly broken: ChainBreak | null;
}

interface Entry {
  readonly id: number;
  readonly isTombstone: boolean;
  readonly requestId: string | null;
  /** As stored, and as what is stored says. */
  readonly digest: string;
  readonly actualDigest: string;
  readonly link: string;
}

const RECORDS = `SELECT id, ${COLUMNS.join(", ")}, record_sha256, link_sha256 FROM records WHERE id > ? ORDER BY id`;
const TOMBSTONES = "SELECT id, record_sha256, link_sha256 FROM tombstones WHERE id > ? ORDER BY id";
const BEFORE = "SELECT id, request_id, link_sha256 FROM records WHERE id <= ? ORDER BY id";

/**
 * Walks the chain of a database, read-only, beside a service that may be writing.
 * @param path of the database; it must be there, of the newest schema version
 * @throws {Error} when it cannot be read, or another version wrote it
 */
export function verifyChain(path: string): ChainReport {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    // One transaction: what is written meanwhile is not seen half.
    database.exec("BEGIN");
    requireNewest(database);
    return walk(database);
  } finally {
    database.close();
  }
}

/** Who changes a file may put numbers into it that are none of JavaScript's: they are broken records, not unreadable ones. */
function prepare(database: DatabaseSync, sql: string): StatementSync {
  const statement = database.prepare(sql);
  statement.setReadBigInts(true);
  return statement;
}

const NO_CHAIN: Row = { anchor_id: 0, anchor_link: GENESIS, head_id: 0, head_link: GENESIS };

function walk(database: DatabaseSync): ChainReport {
  const chain = prepare(database, "SELECT * FROM chain").get() ?? NO_CHAIN;
  const anchorId = Number(chain["anchor_id"]);
  const [headId, headLink] = [Number(chain["head_id"]), String(chain["head_link"])];
  const counts = { records: 0, tombstones: 0, uncovered: 0 };
  const report = (broken: ChainBreak | null): ChainReport => ({ ...counts, anchorId, headId, headLink, broken });
  if (chain === NO_CHAIN) return report({ id: 1, requestId: null, reason: "not linked" });
  for (const row of prepare(database, BEFORE).iterate(anchorId)) {
    if (row["link_sha256"] !== null) return report(breakAt(recordOf(row), "not of the chain"));
    counts.uncovered += 1;
  }
  let link = String(chain["anchor_link"]);
  let next = anchorId + 1;
  for (const entry of entries(database, anchorId)) {
    if (entry.id !== next) return report({ id: next, requestId: null, reason: "missing" });
    const reason = problemOf(entry, link);
    if (reason !== null) return report(breakAt(entry, reason));
    link = entry.link;
    counts[entry.isTombstone ? "tombstones" : "records"] += 1;
    next += 1;
  }
  if (next <= headId) return report({ id: next, requestId: null, reason: "missing" });
  const isWhole = next === headId + 1 && link === headLink;
  return report(isWhole ? null : { id: headId, requestId: null, reason: "not linked" });
}

/** What is wrong with an entry behind that link. */
function problemOf({ digest, actualDigest, link }: Entry, previousLink: string): ChainBreak["reason"] | null {
  if (actualDigest !== digest) return "changed";
  return linkTo(previousLink, digest) === link ? null : "not linked";
}

const breakAt = ({ id, requestId }: Entry, reason: ChainBreak["reason"]): ChainBreak => ({ id, requestId, reason });

/** Records and tombstones, by their places. */
function* entries(database: DatabaseSync, after: number): Generator<Entry> {
  const tombstones = prepare(database, TOMBSTONES).iterate(after);
  let tombstone = tombstones.next();
  for (const row of prepare(database, RECORDS).iterate(after)) {
    const record = recordOf(row);
    for (; tombstone.done !== true && Number(tombstone.value["id"]) <= record.id; tombstone = tombstones.next())
      yield tombstoneOf(tombstone.value);
    yield record;
  }
  for (; tombstone.done !== true; tombstone = tombstones.next()) yield tombstoneOf(tombstone.value);
}

function recordOf(row: Row): Entry {
  const requestId = typeof row["request_id"] === "string" ? row["request_id"] : null;
  const values = COLUMNS.map((column) => readable(row[column]));
  const actualDigest = recordDigest(Number(row["id"]), values);
  return { ...tombstoneOf(row), isTombstone: false, requestId, actualDigest };
}

/** It has nothing but its digests. */
function tombstoneOf(row: Row): Entry {
  const digest = String(row["record_sha256"]);
  const link = String(row["link_sha256"]);
  return { id: Number(row["id"]), isTombstone: true, requestId: null, digest, actualDigest: digest, link };
}

/** Types and numbers that no record has are told from all that they have. */
function readable(value: Row[string] | undefined): string | number | null {
  if (typeof value === "string" || typeof value === "number" || value === null) return value;
  if (typeof value !== "bigint") return `not a value of a record: ${typeof value}`;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : `not a number of a record: ${value}`;
}
