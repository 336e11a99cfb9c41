import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { describe, test } from "node:test";
import { INSERT, migrate, SCHEMA_VERSION, TRACE } from "../../src/store/sqlite-schema.ts";

describe("migrate", () => {
  test("creates the tables once", () => {
    const database = new DatabaseSync(":memory:");
    migrate(database);
    migrate(database);
    assert.equal(database.prepare("PRAGMA user_version").get()?.["user_version"], SCHEMA_VERSION);
    database.prepare(INSERT);
  });

  test("gives the trace query an index", () => {
    const database = new DatabaseSync(":memory:");
    migrate(database);
    const plan = JSON.stringify(database.prepare(`EXPLAIN QUERY PLAN ${TRACE}`).all("o", "t", 1));
    assert.match(plan, /USING INDEX records_by_trace/);
    assert.doesNotMatch(plan, /TEMP B-TREE/);
  });
});
