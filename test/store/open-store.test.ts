import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { openSqliteStore } from "../../src/store/sqlite.ts";
import { storedRecords, type RecordRange } from "../../src/store/open-store.ts";
import { realClock } from "../support/clock.ts";
import { makeRecord } from "../support/records.ts";

const folder = mkdtempSync(join(tmpdir(), "sallyport-stored-"));
after(() => rmSync(folder, { recursive: true }));
const path = join(folder, "records.db");
const ALL: RecordRange = { fromMs: 0, toMs: null, assetId: null };

async function idsOf(range: Partial<RecordRange> = {}): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { requestId } of storedRecords({ kind: "sqlite", path }, { ...ALL, ...range }, realClock))
    ids.push(requestId);
  return ids;
}

describe("storedRecords", () => {
  test("are all of them, oldest first, page by page, while the service writes", async () => {
    await using closing = new AsyncDisposableStack();
    const store = openSqliteStore({ path, retentionDays: 36_500, clock: realClock });
    closing.defer(() => store.close());
    // Several of one time, across the ends of pages; the order of recording is another one.
    const times = Array.from({ length: 450 }, (_, at) => 1000 + Math.floor(at / 7));
    await Promise.all(
      times.map((epochMs, at) => {
        const assetId = at % 3 === 0 ? "other" : "asset";
        return store.save(
          makeRecord(`r${String(at).padStart(3, "0")}`, { epochMs, assetId, organization: `o${at % 2}` }),
        );
      }),
    );
    await store.save(makeRecord("early", { epochMs: 5 }));
    const ids = await idsOf();
    assert.equal(ids.length, 451);
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => (a === "early" ? -1 : b === "early" ? 1 : a < b ? -1 : 1)),
    );
    assert.deepEqual(await idsOf({ fromMs: 1010, toMs: 1012 }), ids.slice(71, 85));
    assert.equal((await idsOf({ assetId: "other" })).length, 150);
    const reading = storedRecords({ kind: "sqlite", path }, ALL, realClock);
    assert.equal((await reading.next()).value?.requestId, "early");
    await store.save(makeRecord("late", { epochMs: 9000 }));
    let last = "";
    for await (const { requestId } of reading) last = requestId;
    assert.equal(last, "late");
  });

  test("are none where nothing is recorded, and an error where the file is missing", async () => {
    for await (const _ of storedRecords({ kind: "none" }, ALL, realClock)) assert.fail();
    const missing = storedRecords({ kind: "sqlite", path: join(folder, "missing.db") }, ALL, realClock);
    await assert.rejects(missing.next(), { code: "SQLITE_CANTOPEN" });
  });
});
