import { DatabaseSync } from "node:sqlite";
import { chainEntry, ChainWalk, type ChainReport } from "./chain-walk.ts";
import { recordDigest } from "./chain.ts";
import { COLUMNS, type Row } from "./rows.ts";

const RECORDS = `SELECT id, ${COLUMNS.join(", ")}, record_sha256, link_sha256 FROM records WHERE id > ? ORDER BY id`;
const TOMBSTONES = "SELECT id, record_sha256, link_sha256 FROM tombstones WHERE id > ? ORDER BY id";
const BEFORE = "SELECT id, request_id, link_sha256 FROM records WHERE id <= ? ORDER BY id";

/**
 * Walks the chain of a database, read-only, beside a service that may be writing.
 * @param path of the database; it must be there, of the newest schema version
 * @throws {Error} when it cannot be read
 */
export function verifyChain(path: string): ChainReport {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    // One transaction: what is written meanwhile is not seen half.
    database.exec("BEGIN");
    return walk(database);
  } finally {
    database.close();
  }
}

function walk(database: DatabaseSync): ChainReport {
  const chain = database.prepare("SELECT * FROM chain").get() ?? {};
  const anchorId = Number(chain["anchor_id"]);
  const walk = new ChainWalk({
    anchorId,
    anchorLink: String(chain["anchor_link"]),
    headId: Number(chain["head_id"]),
    headLink: String(chain["head_link"]),
  });
  for (const row of database.prepare(BEFORE).iterate(anchorId))
    if (!walk.before(row, Number(row["id"]))) return walk.report();
  for (const row of rows(database, anchorId)) {
    const id = Number(row["id"]);
    if (!walk.step(chainEntry(row, id, (values) => recordDigest(id, values)))) break;
  }
  return walk.report();
}

/** Records and tombstones, by their places. */
function* rows(database: DatabaseSync, after: number): Generator<Row> {
  const tombstones = database.prepare(TOMBSTONES).iterate(after);
  let tombstone = tombstones.next();
  for (const row of database.prepare(RECORDS).iterate(after)) {
    for (; tombstone.done !== true && Number(tombstone.value["id"]) <= Number(row["id"]); tombstone = tombstones.next())
      yield tombstone.value;
    yield row;
  }
  for (; tombstone.done !== true; tombstone = tombstones.next()) yield tombstone.value;
}
