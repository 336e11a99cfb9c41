import type { Clock } from "../../core/clock.ts";
import type { PostgresServer } from "../../core/store-target.ts";
import { PostgresConnection } from "./connection.ts";
import { PostgresFailure } from "./postgres-failure.ts";
import { versionOf } from "./postgres-schema.ts";

/** Commands read much at once, and no request waits for them. */
const STATEMENT_MS = 60_000;
const CONNECT_MS = 5000;

/** What commands read, beside services that may be writing: as it was at one time, and nothing is written. @throws {PostgresFailure} */
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

/** For a command to read from; the caller closes it. @throws {PostgresFailure} when no records are there, too */
export async function openOffline(server: PostgresServer, clock: Clock): Promise<PostgresConnection> {
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
