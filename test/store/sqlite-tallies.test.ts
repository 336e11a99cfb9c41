import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { describe, test } from "node:test";
import { SqliteChain } from "../../src/store/sqlite.ts";
import { SqliteCounting, SqliteTallies } from "../../src/store/sqlite-tallies.ts";
import { migrateSqlite } from "../../src/store/sqlite-schema.ts";
import type { ScanRecord } from "../../src/store/record-store.ts";
import { makeRecord } from "../support/records.ts";

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
