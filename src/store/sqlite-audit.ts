import { DatabaseSync } from "node:sqlite";
import { linkTo, recordDigest } from "./chain.ts";
import { COLUMNS, type Row } from "./sqlite-rows.ts";

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
  const [headId, headLink] = [Number(chain["head_id"]), String(chain["head_link"])];
  const counts = { records: 0, tombstones: 0, uncovered: 0 };
  const report = (broken: ChainBreak | null): ChainReport => ({ ...counts, anchorId, headId, headLink, broken });
  for (const row of database.prepare(BEFORE).iterate(anchorId)) {
    if (row["link_sha256"] !== null) return report(breakAt(entryOf(row), "not of the chain"));
    counts.uncovered += 1;
  }
  let link = String(chain["anchor_link"]);
  let next = anchorId + 1;
  for (const entry of entries(database, anchorId)) {
    if (entry.id !== next) return report({ id: next, requestId: null, reason: "missing" });
    if (entry.actualDigest !== entry.digest) return report(breakAt(entry, "changed"));
    link = linkTo(link, entry.digest);
    if (link !== entry.link) return report(breakAt(entry, "not linked"));
    counts[entry.requestId === null ? "tombstones" : "records"] += 1;
    next += 1;
  }
  if (next <= headId) return report({ id: next, requestId: null, reason: "missing" });
  const isWhole = next === headId + 1 && link === headLink;
  return report(isWhole ? null : { id: headId, requestId: null, reason: "not linked" });
}

const breakAt = ({ id, requestId }: Entry, reason: ChainBreak["reason"]): ChainBreak => ({ id, requestId, reason });

/** Records and tombstones, by their places. */
function* entries(database: DatabaseSync, after: number): Generator<Entry> {
  const tombstones = database.prepare(TOMBSTONES).iterate(after);
  let tombstone = tombstones.next();
  for (const row of database.prepare(RECORDS).iterate(after)) {
    const record = entryOf(row);
    for (; tombstone.done !== true && Number(tombstone.value["id"]) <= record.id; tombstone = tombstones.next())
      yield entryOf(tombstone.value);
    yield record;
  }
  for (; tombstone.done !== true; tombstone = tombstones.next()) yield entryOf(tombstone.value);
}

function entryOf(row: Row): Entry {
  const id = Number(row["id"]);
  const digest = String(row["record_sha256"]);
  const requestId = typeof row["request_id"] === "string" ? row["request_id"] : null;
  const values = COLUMNS.map((column) => readable(row[column]));
  const actualDigest = requestId === null ? digest : recordDigest(id, values);
  return { id, requestId, digest, actualDigest, link: String(row["link_sha256"]) };
}

/** A type that no record has is told from all that they have. */
function readable(value: Row[string] | undefined): string | number | null {
  if (typeof value === "string" || typeof value === "number" || value === null) return value;
  return `not a value of a record: ${typeof value}`;
}
