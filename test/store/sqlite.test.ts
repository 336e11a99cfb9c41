import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, describe, test } from "node:test";
import { verifyChain } from "../../src/store/sqlite-reading.ts";
import { openSqliteStore, fileIdentity } from "../../src/store/sqlite.ts";
import type { RecordStore } from "../../src/store/record-store.ts";
import { createJumpyClock, createManualClock, type ManualClock } from "../support/clock.ts";
import { makeEvent, makeRecord } from "../support/records.ts";
import { storeContract } from "./contract.ts";
import { pageSizeContract } from "./page-size-contract.ts";

const folder = mkdtempSync(join(tmpdir(), "sallyport-store-"));
after(() => rmSync(folder, { recursive: true }));

let files = 0;
const newPath = (): string => join(folder, `${(files += 1)}`, "deep", "records.db");

function open(path = newPath(), clock: ManualClock = createManualClock()): RecordStore {
  return openSqliteStore({ path, retentionDays: 30, clock });
}

storeContract({
  name: "the SQLite store",
  place: () => {
    const path = newPath();
    return { open: (clock) => open(path, clock), isWhole: () => verifyChain(path).broken === null };
  },
});

pageSizeContract("the SQLite store", open);

describe("openSqliteStore", () => {
  test("refuses more than its queue holds", async () => {
    const store = open();
    const saves = Array.from({ length: 5000 }, (_, index) => store.save(makeRecord(`r${index}`)));
    const outcomes = await Promise.allSettled(saves);
    assert.equal(outcomes.filter((outcome) => outcome.status === "fulfilled").length, 4096);
    const long = "x".repeat(20 * 1024 * 1024);
    const texts = await Promise.allSettled([
      store.save(makeRecord("l1", { content: long })),
      store.save(makeRecord("l2", { content: long })),
    ]);
    assert.deepEqual(
      texts.map((outcome) => outcome.status),
      ["fulfilled", "rejected"],
    );
    await store.close();
  });

  test("is not ready while as many records wait as may", async () => {
    const store = open(newPath());
    const saves = Array.from({ length: 4096 }, (_, index) => store.save(makeRecord(String(index))));
    assert.equal(store.isReady(), false);
    await Promise.all(saves);
    assert.equal(store.isReady(), true);
    const long = "x".repeat(32 * 1024 * 1024);
    const saved = store.save(makeRecord("long", { content: long }));
    assert.equal(store.isReady(), false);
    await saved;
    assert.equal(store.isReady(), true);
    await store.close();
  });

  test("reports a locked database, and recovers by itself", async () => {
    const path = newPath();
    const clock = createManualClock();
    const store = open(path, clock);
    const other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    await assert.rejects(store.save(makeRecord("a")), { code: "store_unavailable" });
    assert.equal(store.isReady(), false);
    other.exec("ROLLBACK");
    other.close();
    clock.advance(1000);
    assert.equal(store.isReady(), true);
    await store.save(makeRecord("a"));
    await store.close();
  });

  // Each try waits for the lock, and the event loop with it.
  test("tries a locked database once a second, for all who wait", async () => {
    const path = newPath();
    const clock = createManualClock();
    const store = open(path, clock);
    const other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    await assert.rejects(store.save(makeRecord("a")), { code: "store_unavailable" });
    const waiting = ["b", "c"].map((id) => store.save(makeRecord(id)));
    clock.advance(1000);
    for (const save of waiting) await assert.rejects(save, { code: "store_unavailable" });
    let isSaved = false;
    const last = store.save(makeRecord("d")).then(() => (isSaved = true));
    other.exec("ROLLBACK");
    other.close();
    clock.advance(999);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(isSaved, false);
    clock.advance(1);
    await last;
    assert.equal(await store.find("demo", "b"), null);
    assert.notEqual(await store.find("demo", "d"), null);
    await store.close();
  });

  // Method: SQLite writes on into a file that has no name any more; what is acknowledged then is gone.
  test("refuses to write to a file that was moved away, until it is back", async () => {
    const path = newPath();
    const clock = createManualClock();
    const store = open(path, clock);
    await store.save(makeRecord("a"));
    renameSync(path, `${path}.moved`);
    await assert.rejects(store.save(makeRecord("b")), { code: "store_unavailable" });
    clock.advance(1000);
    assert.equal(store.isReady(), false);
    writeFileSync(path, "another file");
    clock.advance(1000);
    assert.equal(store.isReady(), false);
    renameSync(`${path}.moved`, path);
    clock.advance(1000);
    assert.equal(store.isReady(), true);
    await store.save(makeRecord("c"));
    await store.close();
  });

  test("deletes records past their retention in small steps", async () => {
    const clock = createManualClock();
    const store = open(newPath(), clock);
    const old = clock.epochMs() - 31 * 86_400_000;
    await Promise.all(
      Array.from({ length: 450 }, (_, index) =>
        store.save(makeRecord(`old${index}`, { epochMs: old, event: makeEvent(`s${index}`) })),
      ),
    );
    await store.save(makeRecord("new", { epochMs: clock.epochMs() - 29 * 86_400_000, event: makeEvent("s") }));
    const left = async (): Promise<number> =>
      (await store.trace("demo", "t", { after: null, limit: 1000 })).records.length;
    clock.advance(100);
    assert.equal(await left(), 251);
    clock.advance(200);
    assert.equal(await left(), 1);
    await store.close();
  });

  test("deletes nothing by a clock that was set ahead, until that time has held for an hour", async () => {
    const clock = createJumpyClock();
    const store = open(newPath(), clock);
    await store.save(makeRecord("a", { epochMs: clock.epochMs(), event: makeEvent("s") }));
    const left = async (): Promise<number> =>
      (await store.trace("demo", "t", { after: null, limit: 10 })).records.length;
    clock.jump(31 * 86_400_000);
    clock.advance(50 * 60_000);
    assert.equal(await left(), 1);
    clock.jump(-31 * 86_400_000);
    clock.advance(3 * 3_600_000);
    assert.equal(await left(), 1);
    clock.jump(31 * 86_400_000);
    clock.advance(2 * 3_600_000);
    assert.equal(await left(), 0);
    await store.close();
  });

  test("gives the file to its owner alone", () => {
    const path = newPath();
    void open(path).close();
    assert.equal(statSync(path).mode & 0o777, 0o600);
  });

  test("refuses a database of a newer version, and what is no database", () => {
    const path = newPath();
    void open(path).close();
    const database = new DatabaseSync(path);
    database.exec("PRAGMA user_version = 99");
    database.close();
    assert.throws(() => open(path), /schema version 99/);
    assert.throws(() => open(join(path, "below-a-file.db")));
  });

  test("keeps every acknowledged record when the process is killed", async () => {
    const path = newPath();
    const program = `
      import { openSqliteStore } from ${JSON.stringify(join(import.meta.dirname, "../../src/store/sqlite.ts"))};
      const clock = { now: () => 0, epochMs: () => 0, after: () => () => {} };
      const store = openSqliteStore({ path: ${JSON.stringify(path)}, retentionDays: 1, clock });
      const base = ${JSON.stringify(makeRecord("x"))};
      for (let n = 0; ; n++) {
        await Promise.all([0, 1, 2].map((k) => store.save({ ...base, requestId: n + "-" + k })));
        process.stdout.write(n + "\\n");
      }`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let out = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      out += chunk;
      if (out.length > 500) child.kill("SIGKILL");
    });
    await once(child, "close");
    const last = Number(out.trim().split("\n").at(-1));
    const store = open(path);
    for (let n = 0; n <= last; n++) assert.notEqual(await store.find("demo", `${n}-2`), null, `record ${n}`);
    await store.close();
  });
});

describe("fileIdentity", () => {
  const path = join(folder, "a");
  const other = join(folder, "b");

  test("stays while the file is written, and when it is moved away and back", () => {
    writeFileSync(path, "1");
    const identity = fileIdentity(path);
    assert.notEqual(identity, null);
    writeFileSync(path, "2");
    renameSync(path, other);
    assert.equal(fileIdentity(path), null);
    renameSync(other, path);
    assert.equal(fileIdentity(path), identity);
  });

  test("is another one for a file that takes its place", () => {
    writeFileSync(path, "1");
    const identity = fileIdentity(path);
    writeFileSync(other, "1");
    renameSync(other, path);
    assert.notEqual(fileIdentity(path), identity);
  });
});
