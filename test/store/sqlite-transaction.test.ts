import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { describe, test } from "node:test";
import { inTransaction } from "../../src/store/sqlite-schema.ts";

describe("inTransaction", () => {
  function open(): DatabaseSync {
    const database = new DatabaseSync(":memory:");
    database.exec("CREATE TABLE numbers (n INTEGER NOT NULL)");
    return database;
  }

  const numbers = (database: DatabaseSync): unknown[] =>
    database
      .prepare("SELECT n FROM numbers ORDER BY n")
      .all()
      .map(({ n }) => n);

  test("keeps what was written, and gives what the run gives", () => {
    const database = open();
    const result = inTransaction(database, () => {
      assert.equal(database.isTransaction, true);
      database.exec("INSERT INTO numbers VALUES (1), (2)");
      return "written";
    });
    assert.equal(result, "written");
    assert.equal(database.isTransaction, false);
    assert.deepEqual(numbers(database), [1, 2]);
  });

  test("leaves nothing of a run that throws, and goes on", () => {
    const database = open();
    assert.throws(
      () =>
        inTransaction(database, () => {
          database.exec("INSERT INTO numbers VALUES (1)");
          throw new Error("no");
        }),
      /^Error: no$/,
    );
    inTransaction(database, () => database.exec("INSERT INTO numbers VALUES (2)"));
    assert.deepEqual(numbers(database), [2]);
  });

  test("tells the error of a statement that ended the transaction itself", () => {
    const database = open();
    assert.throws(
      () => inTransaction(database, () => database.exec("INSERT OR ROLLBACK INTO numbers VALUES (NULL)")),
      /NOT NULL/,
    );
    assert.equal(database.isTransaction, false);
  });
});
