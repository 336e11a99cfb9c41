import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openSqliteStore } from "../../src/store/sqlite.ts";
import type { RecordStore } from "../../src/store/record-store.ts";
import { createManualClock } from "../support/clock.ts";
import { ALL_RECORDS, idsOf, pagesOf } from "../support/pages.ts";
import { makeEvent, makeRecord } from "../support/records.ts";

/** What a page looks at is bounded, so that only an index finds a few records behind thousands of others. */
describe("pages of a SQLite store", () => {
  let store: RecordStore;
  before(async () => {
    store = openSqliteStore({ path: ":memory:", retentionDays: 36_500, clock: createManualClock() });
    const mine = { sessionId: "s", userId: "u", event: makeEvent("e") };
    for (const id of ["a", "b", "c"]) await store.save(makeRecord(id, { ...mine, epochMs: 1 }));
    for (let batch = 0; batch < 3; batch++)
      await Promise.all(
        Array.from({ length: 1500 }, (_, n) =>
          store.save(makeRecord(`${batch}-${n}`, { epochMs: 2 + batch, sessionId: "long" })),
        ),
      );
  });
  after(() => store.close());

  for (const filter of [{ sessionId: "s" }, { userId: "u" }, { traceId: "t" }, { userId: "u", verdict: "flagged" }])
    test(`find ${JSON.stringify(filter)} at once`, async () => {
      const { records, next } = await store.list({ ...ALL_RECORDS, ...filter }, { after: null, limit: 9 });
      assert.deepEqual(
        records.map(({ requestId }) => requestId),
        ["c", "b", "a"],
      );
      assert.equal(next, null);
    });

  test("look at a bounded number of others where there is no index, and go on behind them", async () => {
    const filter = { ...ALL_RECORDS, toMs: 2, keyId: "key" };
    assert.equal((await store.list(filter, { after: null, limit: 9 })).records.length, 3);
    const none = await store.list({ ...ALL_RECORDS, keyId: "nobody" }, { after: null, limit: 9 });
    assert.deepEqual([none.records, none.next?.epochMs], [[], 3]);
  });

  test("look at a bounded number of records of other assets, and go on behind them", async () => {
    await store.save(makeRecord("own", { epochMs: 9, assetId: "rare", sessionId: "long" }));
    const assets = ["rare"];
    const listed = [];
    for await (const page of pagesOf((place) => store.session("demo", "long", { after: place, limit: 9, assets })))
      listed.push(page.records.map(({ requestId }) => requestId));
    assert.deepEqual(listed, [[], [], ["own"]]);
    const all = await idsOf(pagesOf((place) => store.list(ALL_RECORDS, { after: place, limit: 9, assets })));
    assert.deepEqual(all, ["own"]);
  });
});
