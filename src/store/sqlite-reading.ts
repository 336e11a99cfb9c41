import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { StoredContent, WantedContents, RecordRange } from "./open-store.ts";
import { fromRow, COLUMNS, type DatabaseRow } from "./rows.ts";
import type { ScanRecord } from "./record-store.ts";
import {
  ChainWalk,
  recordEntry,
  tombstoneEntry,
  type ChainEntry,
  type ChainReport,
  GENESIS,
  recordDigest,
} from "./chain.ts";
import { asSqliteFailure } from "./sqlite-failure.ts";
import { requireChained } from "./sqlite-schema.ts";

/** @throws {SqliteFailure} */
function openToRead(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { readOnly: true });
  } catch (error) {
    throw asSqliteFailure(path, error);
  }
}

/** Records of one query: between two queries SQLite can checkpoint the log. */
const PAGE = 200;
const PAGES = `
  SELECT * FROM records
  WHERE (epoch_ms, id) > (:epoch, :id) AND epoch_ms < :to AND (:asset IS NULL OR asset_id = :asset)
  ORDER BY epoch_ms, id LIMIT ${PAGE}`;

/**
 * Records of a file, oldest first, read-only. Records added in the meantime are read if they sort later.
 * @param path of the database; it must be there
 * @throws {Error} when it cannot be read
 */
export function* readSqliteRecords(path: string, { fromMs, toMs, assetId }: RecordRange): Generator<ScanRecord> {
  const database = openToRead(path);
  try {
    const page = database.prepare(PAGES);
    const to = toMs ?? Number.MAX_SAFE_INTEGER;
    // Before the first record of that time: ids begin with 1.
    let after = { epoch: fromMs, id: 0 };
    for (;;) {
      const rows = page.all({ ...after, to, asset: assetId });
      for (const row of rows) yield fromRow(row);
      const last = rows.at(-1);
      if (last === undefined || rows.length < PAGE) return;
      after = { epoch: Number(last["epoch_ms"]), id: Number(last["id"]) };
    }
  } catch (error) {
    throw asSqliteFailure(path, error);
  } finally {
    database.close();
  }
}

const CONTENTS = `
  SELECT content, endpoint, node_type, node_subtype FROM records
  WHERE organization = ? AND asset_id = ? AND content IS NOT NULL AND content <> ''
  ORDER BY id DESC LIMIT ?`;

/**
 * The newest texts of an asset's records, read-only, while a service may write.
 * @param path of the database; it must be there
 * @throws {Error} when it cannot be read
 */
export function* readContents(path: string, { organization, assetId, max }: WantedContents): Generator<StoredContent> {
  const database = openToRead(path);
  try {
    for (const row of database.prepare(CONTENTS).iterate(organization, assetId, max)) {
      const word = (name: string): string | null => (typeof row[name] === "string" ? row[name] : null);
      yield {
        text: word("content") ?? "",
        endpoint: word("endpoint") ?? "",
        nodeType: word("node_type"),
        nodeSubtype: word("node_subtype"),
      };
    }
  } catch (error) {
    throw asSqliteFailure(path, error);
  } finally {
    database.close();
  }
}

const RECORDS = `SELECT id, ${COLUMNS.join(", ")}, record_sha256, link_sha256 FROM records WHERE id > ? ORDER BY id`;
const TOMBSTONES = "SELECT id, record_sha256, link_sha256 FROM tombstones WHERE id > ? ORDER BY id";
const BEFORE = "SELECT id, request_id, link_sha256 FROM records WHERE id <= ? ORDER BY id";

/**
 * Walks the chain of a database, read-only, while a service may write.
 * @param path of the database; it must be there
 * @throws {Error} when it cannot be read, or a version wrote it that this one does not know, or that had no chain
 */
export function verifyChain(path: string): ChainReport {
  const database = openToRead(path);
  try {
    // One transaction: concurrent writes are not seen half.
    database.exec("BEGIN");
    requireChained(database);
    return walk(database);
  } catch (error) {
    throw asSqliteFailure(path, error);
  } finally {
    database.close();
  }
}

/** A tampered file may hold numbers outside JavaScript's range: such records are broken, not unreadable. */
function prepare(database: DatabaseSync, sql: string): StatementSync {
  const statement = database.prepare(sql);
  statement.setReadBigInts(true);
  return statement;
}

const NO_CHAIN: DatabaseRow = { anchor_id: 0, anchor_link: GENESIS, head_id: 0, head_link: GENESIS };

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
