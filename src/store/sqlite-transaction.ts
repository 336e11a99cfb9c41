import type { DatabaseSync } from "node:sqlite";

/** Runs statements as one transaction, which has the database for itself. What throws leaves no trace. */
export function inTransaction<Result>(database: DatabaseSync, run: () => Result): Result {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = run();
    database.exec("COMMIT");
    return result;
  } catch (error: unknown) {
    // An error of the disk may have ended it already.
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}
