import { DatabaseSync, type StatementSync } from "node:sqlite";
import { ChainWalk, recordEntry, tombstoneEntry, type ChainEntry, type ChainReport } from "./chain-walk.ts";
import { GENESIS, recordDigest } from "./chain.ts";
import { COLUMNS, type Row } from "./rows.ts";
import { requireChained } from "./sqlite-schema.ts";

const RECORDS = `SELECT id, ${COLUMNS.join(", ")}, record_sha256, link_sha256 FROM records WHERE id > ? ORDER BY id`;
const TOMBSTONES = "SELECT id, record_sha256, link_sha256 FROM tombstones WHERE id > ? ORDER BY id";
const BEFORE = "SELECT id, request_id, link_sha256 FROM records WHERE id <= ? ORDER BY id";

/**
 * Walks the chain of a database, read-only, beside a service that may be writing.
 * @param path of the database; it must be there
 * @throws {Error} when it cannot be read, or a version wrote it that this one does not know, or that had no chain
 */
export function verifyChain(path: string): ChainReport {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    // One transaction: concurrent writes are not seen half.
    database.exec("BEGIN");
    requireChained(database);
    return walk(database);
  } finally {
    database.close();
  }
}

/** A tampered file may hold numbers outside JavaScript's range: the records are broken, not unreadable. */
function prepare(database: DatabaseSync, sql: string): StatementSync {
  const statement = database.prepare(sql);
  statement.setReadBigInts(true);
  return statement;
}

const NO_CHAIN: Row = { anchor_id: 0, anchor_link: GENESIS, head_id: 0, head_link: GENESIS };

function walk(database: DatabaseSync): ChainReport {
  const chain = prepare(database, "SELECT * FROM chain").get() ?? NO_CHAIN;
  const anchorId = Number(chain["anchor_id"]);
  const walk = new ChainWalk({
    anchorId,
    anchorLink: String(chain["anchor_link"]),
    headId: Number(chain["head_id"]),
    headLink: String(chain["head_link"]),
  });
  if (chain === NO_CHAIN) return { ...walk.report(), broken: { id: 1, requestId: null, reason: "not linked" } };
  for (const row of prepare(database, BEFORE).iterate(anchorId))
    if (!walk.before(row, Number(row["id"]))) return walk.report();
  for (const entry of entries(database, anchorId)) if (!walk.step(entry)) break;
  return walk.report();
}

/** Records and tombstones, by their places. */
function* entries(database: DatabaseSync, after: number): Generator<ChainEntry> {
  const tombstones = prepare(database, TOMBSTONES).iterate(after);
  let tombstone = tombstones.next();
  for (const row of prepare(database, RECORDS).iterate(after)) {
    const id = Number(row["id"]);
    for (; tombstone.done !== true && Number(tombstone.value["id"]) <= id; tombstone = tombstones.next())
      yield tombstoneEntry(tombstone.value, Number(tombstone.value["id"]));
    yield recordEntry(row, id, (values) => recordDigest(id, values));
  }
  for (; tombstone.done !== true; tombstone = tombstones.next())
    yield tombstoneEntry(tombstone.value, Number(tombstone.value["id"]));
}
