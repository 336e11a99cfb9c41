import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test, describe } from "node:test";
import { openSqliteStore } from "../../src/store/sqlite.ts";
import { readContents, verifyChain } from "../../src/store/sqlite-reading.ts";
import type { ScanRecord } from "../../src/store/record-store.ts";
import { realClock, createManualClock } from "../support/clock.ts";
import { makeRecord, makeEvent } from "../support/records.ts";
import { DatabaseSync } from "node:sqlite";
import { COLUMNS } from "../../src/store/rows.ts";
import { SCHEMA_VERSION } from "../../src/store/sqlite-schema.ts";

let folder = "";
before(() => (folder = mkdtempSync(join(tmpdir(), "sallyport-contents-"))));
after(() => rmSync(folder, { recursive: true }));

const record = (requestId: string, rest: Partial<ScanRecord>): ScanRecord =>
  makeRecord(requestId, { organization: "o", assetId: "a", endpoint: "POST /sdk/v1/analyze/prompt", ...rest });

test("texts of an asset's records are read, the newest first, beside an open store", async () => {
  const path = join(folder, "records.db");
  const store = openSqliteStore({ path, retentionDays: 30, clock: realClock });
  await store.save(record("1", { content: "one" }));
  await store.save(record("2", { content: null }));
  await store.save(record("3", { content: "other's", organization: "p" }));
  await store.save(record("4", { content: "of another", assetId: "b" }));
  await store.save(record("5", { content: "two", endpoint: "POST /sdk/v1/analyze/response" }));
  const read = (max: number) => [...readContents(path, { organization: "o", assetId: "a", max })];
  assert.deepEqual(read(9), [
    { text: "two", endpoint: "POST /sdk/v1/analyze/response", nodeType: null, nodeSubtype: null },
    { text: "one", endpoint: "POST /sdk/v1/analyze/prompt", nodeType: null, nodeSubtype: null },
  ]);
  assert.equal(read(1).length, 1);
  await store.close();
});

test("a database that is not there is an error, and none is made", () => {
  const path = join(folder, "none.db");
  assert.throws(() => [...readContents(path, { organization: "o", assetId: "a", max: 1 })]);
});

const auditFolder = mkdtempSync(join(tmpdir(), "sallyport-audit-"));
after(() => rmSync(auditFolder, { recursive: true }));
let files = 0;

const DAY_MS = 86_400_000;

let original = "";

before(async () => {
  original = join(auditFolder, "original.db");
  const clock = createManualClock();
  const store = openSqliteStore({ path: original, retentionDays: 30, clock });
  for (let n = 1; n <= 5; n++) {
    const epochMs = clock.epochMs() - (n <= 2 ? 30 * DAY_MS - 60_000 : 0);
    await store.save(makeRecord(`r${n}`, { epochMs, event: makeEvent("s", "p"), content: "lone \ud83d half" }));
  }
  await store.close();
});

/** A copy of a file of five records, the first two of them past retention after two minutes. */
function written(): { readonly path: string; readonly clock: ReturnType<typeof createManualClock> } {
  const path = join(auditFolder, `${(files += 1)}.db`);
  copyFileSync(original, path);
  return { path, clock: createManualClock() };
}

function tamper(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  assert.ok(Number(database.prepare(sql).run().changes) > 0, "nothing was tampered with");
  database.close();
}

describe("verifyChain", () => {
  test("finds a file whole that nobody touched, over restarts", async () => {
    const { path, clock } = written();
    const before = verifyChain(path);
    assert.equal(before.broken, null);
    assert.deepEqual([before.records, before.anchorId, before.headId], [5, 0, 5]);
    const again = openSqliteStore({ path, retentionDays: 30, clock });
    await again.save(makeRecord("r6"));
    await again.close();
    const { broken, records, headLink } = verifyChain(path);
    assert.deepEqual([broken, records], [null, 6]);
    assert.notEqual(headLink, before.headLink);
  });

  const others: Readonly<Record<string, string>> = {
    epoch_ms: "epoch_ms + 1",
    is_cut: "1 - is_cut",
    duration_us: "duration_us + 1",
    session_id: "'x'",
    answer: "'x'",
    node_subtype: "'x'",
  };
  for (const column of COLUMNS)
    test(`names the record whose ${column} was changed`, async () => {
      const { path } = written();
      tamper(path, `UPDATE records SET ${column} = ${others[column] ?? `${column} || ' '`} WHERE id = 3`);
      const { broken } = verifyChain(path);
      assert.deepEqual([broken?.id, broken?.reason], [3, "changed"]);
    });

  for (const [what, sql, broken] of [
    ["a digest", "UPDATE records SET record_sha256 = 'x' WHERE id = 2", [2, "changed"]],
    ["a link", "UPDATE records SET link_sha256 = 'x' WHERE id = 2", [2, "not linked"]],
    ["a record taken out", "DELETE FROM records WHERE id = 2", [2, "missing"]],
    ["the last record taken out", "DELETE FROM records WHERE id = 5", [5, "missing"]],
    ["a record moved to the end", "UPDATE records SET id = 6 WHERE id = 5", [5, "missing"]],
    ["the chain's head", "UPDATE chain SET head_link = 'x'", [5, "not linked"]],
    ["the chain's beginning", "UPDATE chain SET anchor_link = 'x'", [1, "not linked"]],
    ["a beginning that hides records", "UPDATE chain SET anchor_id = 2", [1, "not of the chain"]],
  ] as const)
    test(`names the place of ${what}`, async () => {
      const { path } = written();
      tamper(path, sql);
      const found = verifyChain(path).broken;
      assert.deepEqual([found?.id, found?.reason], broken);
    });

  for (const [column, value] of [
    ["epoch_ms", "9223372036854775807"],
    ["duration_us", "-9007199254740993"],
  ] as const)
    test(`names the record whose ${column} is a number beyond JavaScript's`, async () => {
      const { path } = written();
      tamper(path, `UPDATE records SET ${column} = ${value} WHERE id = 3`);
      const { broken } = verifyChain(path);
      assert.deepEqual([broken?.id, broken?.requestId, broken?.reason], [3, "r3", "changed"]);
    });

  test("takes no record for a deleted one, whatever became of its name", async () => {
    const { path } = written();
    const database = new DatabaseSync(path, { defensive: false });
    database.exec(`
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, 'request_id TEXT NOT NULL', 'request_id TEXT') WHERE name = 'records';
      PRAGMA writable_schema = RESET;
      UPDATE records SET request_id = NULL, content = 'put in' WHERE id = 3`);
    database.close();
    const { broken } = verifyChain(path);
    assert.deepEqual([broken?.id, broken?.requestId, broken?.reason], [3, null, "changed"]);
  });

  test("is broken at its beginning where nothing says how it begins and ends", async () => {
    const { path } = written();
    tamper(path, "DELETE FROM chain");
    const { broken, anchorId, headId } = verifyChain(path);
    assert.deepEqual([broken?.id, broken?.reason, anchorId, headId], [1, "not linked", 0, 0]);
  });

  for (const version of [1, SCHEMA_VERSION + 1])
    test(`reads no file of schema version ${version}: its records would be digested otherwise`, async () => {
      const { path } = written();
      const database = new DatabaseSync(path);
      database.exec(`PRAGMA user_version = ${version}`);
      database.close();
      assert.throws(() => verifyChain(path), new RegExp(`schema version ${version}; this version`));
    });

  test("finds a file whole whose old records are past their retention", async () => {
    const { path, clock } = written();
    const store = openSqliteStore({ path, retentionDays: 30, clock });
    clock.advance(180_000);
    await store.close();
    const { broken, anchorId, records, tombstones } = verifyChain(path);
    assert.deepEqual(
      { broken, anchorId, records, tombstones },
      { broken: null, anchorId: 2, records: 3, tombstones: 0 },
    );
  });

  test("finds a file whole when retention has taken all of it", async () => {
    const { path } = written();
    // Opened a month later: so long a time would have too many ticks.
    const clock = createManualClock(createManualClock().epochMs() + 31 * DAY_MS);
    const store = openSqliteStore({ path, retentionDays: 30, clock });
    clock.advance(180_000);
    await store.save(makeRecord("after", { epochMs: clock.epochMs() }));
    await store.close();
    const { broken, anchorId, records } = verifyChain(path);
    assert.deepEqual({ broken, anchorId, records }, { broken: null, anchorId: 5, records: 1 });
  });

  test("finds a file whole from which a person's records were deleted, step by step", async () => {
    const { path, clock } = written();
    const store = openSqliteStore({ path, retentionDays: 36_500, clock });
    for (let n = 0; n < 30; n++) await store.save(makeRecord(`p${n}`, { userId: n % 3 === 0 ? "gone" : "stays" }));
    const target = { organization: "demo", userId: "gone", sessionId: null };
    for (let left = 10; left > 0; left -= 1) {
      assert.equal(await store.remove(target, 1), 1);
      const { broken, tombstones } = verifyChain(path);
      assert.deepEqual([broken, tombstones], [null, 11 - left]);
    }
    assert.equal(await store.remove(target, 1), 0);
    // What is left in the middle is the tombstones; when all before them is gone they are the anchor.
    await store.remove({ ...target, userId: "user" }, 9);
    const { broken, anchorId, tombstones } = verifyChain(path);
    assert.deepEqual({ broken, anchorId, tombstones }, { broken: null, anchorId: 6, tombstones: 9 });
    await store.close();
  });

  test("does not make a file that is not there", () => {
    assert.throws(() => verifyChain(join(auditFolder, "none.db")));
  });
});
