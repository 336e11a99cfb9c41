import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, describe, test } from "node:test";
import type { StoreEvent } from "../../src/core/stores.ts";
import { SqliteFailure, sqliteReason } from "../../src/store/sqlite-failure.ts";
import { openSqliteStore } from "../../src/store/sqlite.ts";
import { createManualClock } from "../support/clock.ts";
import { makeRecord } from "../support/records.ts";

const folder = mkdtempSync(join(tmpdir(), "sallyport-failure-"));
after(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => join(folder, name);

/** What SQLite throws. */
function thrown(run: (database: DatabaseSync) => void): unknown {
  using database = new DatabaseSync(":memory:");
  try {
    run(database);
  } catch (error) {
    return error;
  }
  return assert.fail("nothing is thrown");
}

describe("the reason of a failure", () => {
  test("is said in words, with SQLite's name for it, and quotes nothing", () => {
    const full = thrown((database) => database.exec("PRAGMA max_page_count = 1; CREATE TABLE secret_name (a)"));
    assert.equal(sqliteReason(full), "the disk is full, or a quota is used up (SQLITE_FULL)");
    const readOnly = thrown((database) => database.exec("PRAGMA query_only = ON; CREATE TABLE secret_name (a)"));
    assert.equal(sqliteReason(readOnly), "the file, its folder or the file system is read-only (SQLITE_READONLY)");
    const syntax = thrown((database) => database.exec("SELECT secret_name"));
    assert.equal(sqliteReason(syntax), "SQLite reports its error 1 (SQLITE_ERROR)");
    assert.equal(sqliteReason(new Error("secret_name")), "the file or its folder cannot be used (unknown error)");
  });
});

/** Why a store cannot be opened. */
function refusal(path: string): string {
  try {
    void openSqliteStore({ path, retentionDays: 30, clock: createManualClock() }).close();
  } catch (error) {
    assert.ok(error instanceof SqliteFailure, String(error));
    return error.message;
  }
  return assert.fail(`${path} is opened`);
}

describe("a store that cannot be opened says which file, and why", () => {
  test("no database", () => {
    writeFileSync(at("text.db"), "not a database at all, but long enough to look like one: ".repeat(20));
    assert.equal(refusal(at("text.db")), `${at("text.db")}: the file is not a SQLite database (SQLITE_NOTADB)`);
  });

  test("a database of another program, which stays as it is", () => {
    using database = new DatabaseSync(at("other.db"));
    database.exec("CREATE TABLE customers (name TEXT); PRAGMA user_version = 7");
    assert.equal(refusal(at("other.db")), `${at("other.db")}: the file is a SQLite database of another program`);
    const tables = database.prepare("SELECT name FROM sqlite_schema").all();
    assert.deepEqual(
      tables.map(({ name }) => name),
      ["customers"],
    );
    assert.equal(database.prepare("PRAGMA journal_mode").get()?.["journal_mode"], "delete");
  });

  test("a folder, and a folder that is a file", () => {
    mkdirSync(at("folder.db"));
    assert.match(refusal(at("folder.db")), /folder\.db: the file cannot be opened: .*\(SQLITE_CANTOPEN\)$/);
    writeFileSync(at("plain"), "");
    assert.match(refusal(at("plain/records.db")), /plain\/records\.db: the file cannot be opened: it or its folder is/);
    assert.equal(refusal(at("plain/a/b.db")), `${at("plain/a/b.db")}: the file or its folder cannot be used (ENOTDIR)`);
  });

  test("a folder that cannot be made", { skip: process.platform !== "linux" }, () => {
    assert.equal(refusal("/proc/none/y.db"), "/proc/none/y.db: the file or its folder cannot be used (ENOENT)");
  });

  test("a locked one", () => {
    using database = new DatabaseSync(at("locked.db"));
    database.exec("CREATE TABLE records (a); BEGIN EXCLUSIVE");
    assert.equal(refusal(at("locked.db")), `${at("locked.db")}: another process holds its lock (SQLITE_BUSY)`);
  });
});

describe("a store that loses its file while it runs", () => {
  function open(name: string) {
    const clock = createManualClock();
    const events: StoreEvent[] = [];
    let connection: DatabaseSync | null = null;
    const store = openSqliteStore({
      path: at(name),
      retentionDays: 30,
      clock,
      report: (event) => void events.push(event),
      onOpen: (database) => (connection = database),
    });
    assert.ok(connection !== null);
    const database: DatabaseSync = connection;
    const save = (): Promise<"saved" | "refused"> =>
      store.save(makeRecord(crypto.randomUUID(), { content: "x".repeat(20_000) })).then(
        () => "saved",
        () => "refused",
      );
    return { store, clock, events, save, database };
  }

  test("to a full disk: says so once, is not ready, and is ready when there is room", async () => {
    const { store, clock, events, save, database } = open("full.db");
    assert.equal(await save(), "saved");
    const { page_count: pages } = database.prepare("PRAGMA page_count").get() ?? {};
    database.exec(`PRAGMA max_page_count = ${String(pages)}`);
    assert.equal(await save(), "refused");
    for (let second = 0; second < 3; second += 1) {
      assert.equal(store.isReady(), false);
      clock.advance(1100);
    }
    const lost = { kind: "lost", reason: "the disk is full, or a quota is used up (SQLITE_FULL)" };
    assert.deepEqual(events, [lost]);
    database.exec("PRAGMA max_page_count = 1000000");
    clock.advance(1100);
    assert.equal(store.isReady(), true);
    assert.equal(events[1]?.kind, "back");
    assert.equal(await save(), "saved");
    assert.equal(database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'probe'").get(), undefined);
    await store.close();
  });

  test("to a file system that has become read-only", async () => {
    const { store, clock, events, save, database } = open("read-only.db");
    database.exec("PRAGMA query_only = ON");
    assert.equal(await save(), "refused");
    clock.advance(1100);
    assert.equal(store.isReady(), false);
    assert.match(
      JSON.stringify(events),
      /^\[\{"kind":"lost","reason":"the file, [^"]* read-only \(SQLITE_READONLY\)"\}\]$/,
    );
    await store.close();
  });

  test("to someone who deletes it", async () => {
    const { store, clock, events, save } = open("gone.db");
    renameSync(at("gone.db"), at("away.db"));
    assert.equal(await save(), "refused");
    assert.match(JSON.stringify(events), /"reason":"the file was moved, replaced or deleted: put it back, or restart/);
    renameSync(at("away.db"), at("gone.db"));
    clock.advance(1100);
    assert.equal(store.isReady(), true);
    assert.equal(await save(), "saved");
    await store.close();
  });
});
