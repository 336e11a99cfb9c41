import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { describe, test, after } from "node:test";
import { SqliteChain } from "../../src/store/sqlite.ts";
import { SqliteCounting, SqliteTallies } from "../../src/store/sqlite-tallies.ts";
import { migrateSqlite } from "../../src/store/sqlite-schema.ts";
import type { ScanRecord } from "../../src/store/record-store.ts";
import { makeRecord } from "../support/records.ts";
import { runs } from "../support/runs.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

function open() {
  const database = new DatabaseSync(":memory:");
  migrateSqlite(database);
  const rows = database.prepare("SELECT width_ms, bucket_ms FROM tallies ORDER BY width_ms, bucket_ms");
  const kept = () => rows.all().map((row) => [Number(row["width_ms"]), Number(row["bucket_ms"])] as const);
  const [chain, counting] = [new SqliteChain(database), new SqliteCounting(database)];
  const add = (records: readonly ScanRecord[]): void => {
    counting.note(records, chain.append(records));
    assert.equal(counting.step(), true);
  };
  return { tallies: new SqliteTallies(database), kept, add };
}

describe("SqliteTallies", () => {
  test("answers in steps of a bounded size", () => {
    const { tallies, add } = open();
    const records = Array.from({ length: 4500 }, (_, n) => makeRecord(`r${n}`, { epochMs: n * 60_000 }));
    add(records);
    const query = { organization: "demo", fromMs: 0, toMs: DAY_MS * 9, assetId: null, policy: null };
    const steps = tallies.statistics({ ...query, widthMs: 60_000, limit: 10_000 });
    let taken = 1;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) taken += 1;
    assert.equal(taken, 3);
    assert.equal(step.value.length, 4500);
    const few = tallies.statistics({ ...query, widthMs: 60_000, limit: 10 }).next();
    assert.ok(few.done === true && few.value.length === 10);
  });

  test("keeps minutes for two days and hours as long as records, and prunes in steps", () => {
    const { tallies, kept, add } = open();
    const nowMs = 40 * DAY_MS;
    const ages = [0, 2 * DAY_MS - 60_000, 2 * DAY_MS + 60_000, 29 * DAY_MS, 31 * DAY_MS];
    add(ages.map((age, n) => makeRecord(`r${n}`, { epochMs: nowMs - age })));
    const prune = (limit: number): number => tallies.prune({ nowMs, retentionMs: 30 * DAY_MS, limit });
    assert.equal(prune(1), 2);
    assert.equal(prune(9), 2);
    assert.equal(prune(9), 0);
    assert.deepEqual(
      kept().map(([widthMs, bucketMs]) => [widthMs, (nowMs - bucketMs) / HOUR_MS]),
      [
        [60_000, 48 - 1 / 60],
        [60_000, 0],
        [HOUR_MS, 29 * 24],
        [HOUR_MS, 49],
        [HOUR_MS, 48],
        [HOUR_MS, 0],
      ],
    );
  });
});

const folder = mkdtempSync(join(tmpdir(), "sallyport-counting-"));
after(() => rmSync(folder, { recursive: true }));
let files = 0;

/** A file, and as many writers of it as are opened. */
function place() {
  const path = join(folder, `${(files += 1)}.db`);
  const reader = new DatabaseSync(path);
  reader.exec("PRAGMA journal_mode = WAL");
  migrateSqlite(reader);
  let records = 0;
  const open = () => {
    const database = new DatabaseSync(path);
    const [chain, counting] = [new SqliteChain(database), new SqliteCounting(database)];
    const record = (count: number): void => {
      const batch = Array.from({ length: count }, () => makeRecord(`r${(records += 1)}`));
      database.exec("BEGIN IMMEDIATE");
      const firstId = chain.append(batch);
      database.exec("COMMIT");
      counting.note(batch, firstId);
    };
    return { record, counting, database };
  };
  const sum = reader.prepare("SELECT coalesce(sum(count), 0) AS counted FROM tallies WHERE width_ms = 60000");
  const finish = (counting: SqliteCounting): void => {
    let steps = 0;
    while (!counting.step()) assert.ok((steps += 1) < 1000);
  };
  return { open, finish, counted: () => Number(sum.get()?.["counted"]), recorded: () => records };
}

describe("SqliteCounting", () => {
  test("counts what it was told of in one step", () => {
    const { open, counted } = place();
    const { record, counting } = open();
    for (let batch = 0; batch < 5; batch++) record(300);
    assert.equal(counted(), 0);
    assert.equal(counting.step(), true);
    assert.equal(counted(), 1500);
    assert.equal(counting.step(), true);
    assert.equal(counted(), 1500);
  });

  test("reads back what a killed process left behind, in bounded steps", () => {
    const { open, counted, finish } = place();
    open().record(450);
    const { record, counting } = open();
    record(7);
    assert.equal(counting.step(), false);
    assert.equal(counted(), 200);
    finish(counting);
    assert.equal(counted(), 457);
  });

  test("counts nothing of a step that fails, and all of it in the next", () => {
    const { open, counted } = place();
    const { record, counting, database } = open();
    const other = open();
    record(3);
    database.exec("PRAGMA busy_timeout = 0");
    other.database.exec("BEGIN IMMEDIATE");
    assert.throws(() => counting.step(), /locked/);
    other.database.exec("ROLLBACK");
    assert.equal(counting.step(), true);
    assert.equal(counted(), 3);
  });

  test("counts each record once, whoever writes, counts and dies", () => {
    const turn = fc.tuple(fc.nat(2), fc.constantFrom("record", "step", "die"), fc.nat(40));
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 40 }), (turns) => {
        const { open, counted, recorded, finish } = place();
        const writers = [open(), open(), open()];
        for (const [index, act, count] of turns) {
          const writer = writers[index] ?? open();
          if (act === "record") writer.record(count);
          else if (act === "step") writer.counting.step();
          else writers[index] = open();
        }
        finish(open().counting);
        assert.equal(counted(), recorded());
        for (const { counting } of writers) counting.step();
        assert.equal(counted(), recorded());
      }),
      { numRuns: runs(80) },
    );
  });
});
