import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, test } from "node:test";
import { openSqliteStore } from "../../src/store/sqlite.ts";
import { verifyChain } from "../../src/store/sqlite-reading.ts";
import { oldest } from "../../src/store/sqlite-listing.ts";
import { INSERT, migrateSqlite, SCHEMA_VERSION, inTransaction } from "../../src/store/sqlite-schema.ts";
import { createManualClock } from "../support/clock.ts";
import { makeEvent, makeRecord } from "../support/records.ts";

describe("migrate", () => {
  test("creates the tables once", () => {
    const database = new DatabaseSync(":memory:");
    migrateSqlite(database);
    migrateSqlite(database);
    assert.equal(database.prepare("PRAGMA user_version").get()?.["user_version"], SCHEMA_VERSION);
    database.prepare(INSERT);
  });

  test("takes over a file of version 1", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sallyport-v1-"));
    const path = join(folder, "records.db");
    const old = new DatabaseSync(path);
    old.exec(readFileSync(new URL("../fixtures/store/version-1.sql", import.meta.url), "utf8"));
    old.close();
    const store = openSqliteStore({ path, retentionDays: 36_500, clock: createManualClock() });
    const found = await store.find("demo", "old-1");
    assert.deepEqual(found, {
      ...makeRecord("old-1", { violated: [], userId: null, content: "text of version 1" }),
      durationUs: null,
      policyDigest: null,
      event: makeEvent("s", null),
    });
    await store.save(makeRecord("new-1"));
    await store.close();
    const { uncovered, records, broken } = verifyChain(path);
    assert.deepEqual({ uncovered, records, broken }, { uncovered: 2, records: 1, broken: null });
    rmSync(folder, { recursive: true });
  });

  test("takes over a file of version 2, whose chain goes on", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sallyport-v2-"));
    const path = join(folder, "records.db");
    const old = new DatabaseSync(path);
    old.exec(readFileSync(new URL("../fixtures/store/version-2.sql", import.meta.url), "utf8"));
    old.close();
    const store = openSqliteStore({ path, retentionDays: 36_500, clock: createManualClock() });
    assert.deepEqual((await store.trace("demo", "t", { after: null, limit: 9 })).records, [
      makeRecord("old-1", { event: makeEvent("s") }),
    ]);
    assert.deepEqual(await store.find("demo", "old-2"), makeRecord("old-2", { sessionId: "s" }));
    await store.save(makeRecord("new-1"));
    await store.close();
    const { records, broken } = verifyChain(path);
    assert.deepEqual({ records, broken }, { records: 3, broken: null });
    rmSync(folder, { recursive: true });
  });

  test("gives the trace query an index", () => {
    const database = new DatabaseSync(":memory:");
    migrateSqlite(database);
    const plan = JSON.stringify(
      database
        .prepare(`EXPLAIN QUERY PLAN ${oldest("trace_id")}`)
        .all({ organization: "o", name: "t", epoch: 0, id: 0, limit: 1 }),
    );
    assert.match(plan, /USING COVERING INDEX records_by_trace/);
    assert.doesNotMatch(plan, /TEMP B-TREE/);
  });
});

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
