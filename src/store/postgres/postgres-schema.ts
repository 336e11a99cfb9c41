import { GENESIS } from "../chain.ts";
import { type PostgresConnection, PostgresFailure } from "./connection.ts";

/**
 * Texts of callers may exceed the size of an index entry, so indexes hold prefixes. Each writer has a chain: replicas that shared one
 * would wait for each other's commits. `ledger` chains the writers. Counts are kept by writer for the same reason. Frequently updated
 * rows have free space (`fillfactor`).
 */
const VERSION_1 = `
  CREATE TABLE sallyport.ledger (
    one integer PRIMARY KEY CHECK (one = 1),
    version integer NOT NULL,
    anchor_number bigint NOT NULL,
    anchor_link text NOT NULL,
    head_number bigint NOT NULL,
    head_link text NOT NULL
  );
  INSERT INTO sallyport.ledger VALUES (1, 0, 0, '${GENESIS}', 0, '${GENESIS}');
  CREATE TABLE sallyport.writers (
    number bigint PRIMARY KEY,
    name text NOT NULL UNIQUE,
    started_ms bigint NOT NULL,
    link_sha256 text NOT NULL,
    term bigint NOT NULL,
    seen_ms bigint NOT NULL,
    anchor_seq bigint NOT NULL,
    anchor_link text NOT NULL,
    head_seq bigint NOT NULL,
    head_link text NOT NULL
  ) WITH (fillfactor = 20);
  CREATE TABLE sallyport.records (
    id bigint GENERATED ALWAYS AS IDENTITY,
    writer bigint NOT NULL,
    seq bigint NOT NULL,
    request_id text NOT NULL UNIQUE,
    epoch_ms bigint NOT NULL,
    key_id text,
    organization text NOT NULL,
    asset_id text,
    session_id text,
    user_id text,
    endpoint text NOT NULL,
    verdict text NOT NULL,
    violated text NOT NULL,
    applied text NOT NULL,
    metadata text NOT NULL,
    content text,
    answer text,
    is_cut bigint NOT NULL,
    duration_us bigint,
    policy_digest text,
    trace_id text,
    span_id text,
    parent_span_id text,
    node_name text,
    node_type text,
    node_subtype text,
    node_metadata text,
    record_sha256 text NOT NULL,
    link_sha256 text NOT NULL,
    PRIMARY KEY (writer, seq)
  );
  CREATE INDEX records_by_time ON sallyport.records (epoch_ms);
  CREATE INDEX records_by_organization ON sallyport.records (organization, epoch_ms, id);
  CREATE INDEX records_by_session ON sallyport.records (organization, left(session_id, 128), epoch_ms, id)
    WHERE session_id IS NOT NULL;
  CREATE INDEX records_by_user ON sallyport.records (organization, left(user_id, 128), epoch_ms, id)
    WHERE user_id IS NOT NULL;
  CREATE INDEX records_by_trace ON sallyport.records (organization, left(trace_id, 128), epoch_ms, id)
    WHERE trace_id IS NOT NULL;
  CREATE TABLE sallyport.tombstones (
    writer bigint NOT NULL,
    seq bigint NOT NULL,
    record_sha256 text NOT NULL,
    link_sha256 text NOT NULL,
    reason text NOT NULL,
    removed_ms bigint NOT NULL,
    PRIMARY KEY (writer, seq)
  );
  CREATE TABLE sallyport.tallies (
    organization text NOT NULL,
    width_ms bigint NOT NULL,
    bucket_ms bigint NOT NULL,
    asset_id text NOT NULL,
    policy text NOT NULL,
    outcome text NOT NULL,
    writer bigint NOT NULL,
    count bigint NOT NULL,
    duration_us bigint NOT NULL,
    PRIMARY KEY (organization, width_ms, bucket_ms, asset_id, policy, outcome, writer)
  ) WITH (fillfactor = 50);
  CREATE INDEX tallies_by_time ON sallyport.tallies (width_ms, bucket_ms);
`;

/** The migration to each version. */
const VERSIONS: readonly string[] = [VERSION_1];
const SCHEMA_VERSION = VERSIONS.length;

/** Longest wait for the migrations of another replica, and for our own. */
const MIGRATE_MS = 60_000;
/** Advisory lock of migrations: an arbitrary number, the same in all versions. */
const MIGRATION_LOCK = 7_236_419_305_118_284n;

/** Migrates a database, or creates its schema. Replicas may run it concurrently. @throws {PostgresFailure} */
export async function migratePostgres(connection: PostgresConnection): Promise<void> {
  if ((await versionOf(connection)) === SCHEMA_VERSION) return;
  await connection.query("BEGIN");
  await connection.query(
    `SET LOCAL statement_timeout = ${MIGRATE_MS}; SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`,
    [],
    MIGRATE_MS,
  );
  // Another replica may have migrated it.
  const version = await versionOf(connection);
  const steps = VERSIONS.slice(version).join("");
  const schema = version === 0 ? await missingSchema(connection) : "";
  await connection.query(
    `${schema}${steps} UPDATE sallyport.ledger SET version = ${SCHEMA_VERSION}; COMMIT`,
    [],
    MIGRATE_MS,
  );
}

/** The schema version; 0: none. @throws {PostgresFailure} when a newer version wrote it */
export async function versionOf(connection: PostgresConnection): Promise<number> {
  const [database] = await connection.query("SELECT current_setting('server_encoding') AS encoding");
  if (database?.["encoding"] !== "UTF8") throw new PostgresFailure("encoding_not_utf8", { isRefusal: true });
  // Not `to_regclass`: a session caches a missing table until its transaction takes another lock.
  const found = await connection.query(
    "SELECT 1 FROM pg_tables WHERE schemaname = 'sallyport' AND tablename = 'ledger'",
  );
  if (found.length === 0) return 0;
  const [row] = await connection.query("SELECT version FROM sallyport.ledger");
  const version = Number(row?.["version"]);
  if (version > SCHEMA_VERSION) throw new PostgresFailure("schema_newer", { isRefusal: true });
  return version;
}

/** An existing schema, made by an administrator, needs no permission to create one. */
async function missingSchema(connection: PostgresConnection): Promise<string> {
  const found = await connection.query("SELECT 1 FROM pg_namespace WHERE nspname = 'sallyport'");
  return found.length === 0 ? "CREATE SCHEMA sallyport;" : "";
}
