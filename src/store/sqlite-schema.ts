import type { DatabaseSync } from "node:sqlite";
import { GENESIS } from "./chain.ts";
import { COLUMNS } from "./rows.ts";

const VERSION_1 = `
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

/** Records of version 1 precede the chain's anchor and are not protected. */
const VERSION_2 = `
  ALTER TABLE records ADD COLUMN answer TEXT;
  ALTER TABLE records ADD COLUMN is_cut INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE records ADD COLUMN duration_us INTEGER;
  ALTER TABLE records ADD COLUMN policy_digest TEXT;
  ALTER TABLE records ADD COLUMN record_sha256 TEXT;
  ALTER TABLE records ADD COLUMN link_sha256 TEXT;
  CREATE INDEX records_by_organization ON records (organization, epoch_ms, id);
  CREATE INDEX records_by_session ON records (organization, session_id, epoch_ms, id) WHERE session_id IS NOT NULL;
  CREATE INDEX records_by_user ON records (organization, user_id, epoch_ms, id) WHERE user_id IS NOT NULL;
  CREATE TABLE tombstones (
    id INTEGER PRIMARY KEY,
    record_sha256 TEXT NOT NULL,
    link_sha256 TEXT NOT NULL,
    reason TEXT NOT NULL,
    removed_ms INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE chain (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    anchor_id INTEGER NOT NULL,
    anchor_link TEXT NOT NULL,
    head_id INTEGER NOT NULL,
    head_link TEXT NOT NULL
  ) STRICT;
  INSERT INTO chain SELECT 1, coalesce(max(id), 0), '${GENESIS}', coalesce(max(id), 0), '${GENESIS}' FROM records;
`;

/** Traces are read by time, like sessions. Counts begin with this version: records of older ones are not counted. */
const VERSION_3 = `
  DROP INDEX records_by_trace;
  CREATE INDEX records_by_trace ON records (organization, trace_id, epoch_ms, id) WHERE trace_id IS NOT NULL;
  CREATE TABLE tallies (
    organization TEXT NOT NULL,
    width_ms INTEGER NOT NULL,
    bucket_ms INTEGER NOT NULL,
    asset_id TEXT NOT NULL,
    policy TEXT NOT NULL,
    outcome TEXT NOT NULL,
    count INTEGER NOT NULL,
    duration_us INTEGER NOT NULL,
    PRIMARY KEY (organization, width_ms, bucket_ms, asset_id, policy, outcome)
  ) STRICT, WITHOUT ROWID;
  ALTER TABLE chain ADD COLUMN tallied_id INTEGER NOT NULL DEFAULT 0;
  UPDATE chain SET tallied_id = head_id;
  CREATE INDEX tallies_by_time ON tallies (width_ms, bucket_ms);
`;

/** The migration to each version. */
const VERSIONS: readonly string[] = [VERSION_1, VERSION_2, VERSION_3];
/** `PRAGMA user_version` of the newest. */
export const SCHEMA_VERSION = VERSIONS.length;

const INSERTED = ["id", ...COLUMNS, "record_sha256", "link_sha256"];
/** Values: the id, those of `COLUMNS`, the digest, the link. */
export const INSERT = `INSERT INTO records (${INSERTED.join(", ")}) VALUES (${INSERTED.map(() => "?").join(", ")})`;
export const FIND = "SELECT * FROM records WHERE organization = ? AND request_id = ?";

/** A readable database whose tables are not those of this version. The message quotes nothing of it. */
export class SchemaError extends Error {}

const TABLES =
  "SELECT count(*) AS count, sum(name IN ('records', 'chain')) AS own FROM sqlite_schema WHERE type = 'table'";

/** Requires an empty database, or one that a version of the service wrote. @throws {SchemaError} */
export function requireOwn(database: DatabaseSync): void {
  const tables = database.prepare(TABLES).get();
  if (Number(tables?.["count"]) > 0 && Number(tables?.["own"]) === 0)
    throw new SchemaError("the file is a SQLite database of another program");
}

/** Migrates a database, or creates its schema. @throws {SchemaError} when a newer version wrote it */
export function migrateSqlite(database: DatabaseSync): void {
  const version = versionOf(database);
  if (version > SCHEMA_VERSION)
    throw new SchemaError(`the database has schema version ${version}; this version knows ${SCHEMA_VERSION}`);
  if (version === SCHEMA_VERSION) return;
  database.exec("BEGIN IMMEDIATE");
  // Another process may have migrated it.
  const steps = VERSIONS.slice(versionOf(database));
  database.exec(`${steps.join("")} PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`);
}

/** The first version whose records are chained. */
const CHAINED_VERSION = 2;

/** For readers that change nothing. @throws {Error} when a version wrote it whose chain cannot be read */
export function requireChained(database: DatabaseSync): void {
  const version = versionOf(database);
  if (version < CHAINED_VERSION || version > SCHEMA_VERSION)
    throw new Error(`it has schema version ${version}; this version reads ${CHAINED_VERSION} to ${SCHEMA_VERSION}`);
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare("PRAGMA user_version").get()?.["user_version"] ?? 0);
}

/** Runs statements as one exclusive transaction, rolled back on an error. */
export function inTransaction<Result>(database: DatabaseSync, run: () => Result): Result {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = run();
    database.exec("COMMIT");
    return result;
  } catch (error: unknown) {
    // A disk error may have ended it already.
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}
