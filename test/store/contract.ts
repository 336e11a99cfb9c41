import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { RecordStore } from "../../src/store/record-store.ts";
import { createManualClock, type ManualClock } from "../support/clock.ts";
import { ALL_RECORDS, idsOf, pagesOf } from "../support/pages.ts";
import { makeEvent, makeRecord } from "../support/records.ts";
import { runs } from "../support/runs.ts";
import { countedRecords, recount, sortedRows } from "../support/statistics.ts";
import { until } from "../support/until.ts";
import { pagingContract } from "./paging-contract.ts";

/** One kind of store, as the contract opens it. */
export interface StoreKit {
  readonly name: string;
  /** A new and empty place for records; each call of `open` opens it. Records older than 30 days are deleted. */
  readonly place: () => StorePlace;
}

interface StorePlace {
  readonly open: (clock: ManualClock) => RecordStore | Promise<RecordStore>;
  /** Whether the chain of what is stored there is whole. */
  readonly isWhole: () => boolean | Promise<boolean>;
}

const DAY_MS = 86_400_000;

const name = fc.constantFrom("a", "b");
/** Records of a few people in a few sessions. */
const NAMES = { organization: fc.constantFrom("demo", "other"), userId: fc.option(name), sessionId: fc.option(name) };
const TARGETS = fc.oneof(
  fc.record({ userId: name, sessionId: fc.constant(null) }),
  fc.record({ userId: fc.constant(null), sessionId: name }),
  fc.record({ userId: name, sessionId: name }),
);

/** What every store promises. */
export function storeContract(kit: StoreKit): void {
  const { name, place } = kit;
  pagingContract(kit);

  const open = async (clock = createManualClock()): Promise<RecordStore> => place().open(clock);

  describe(`${name} keeps the contract of stores`, () => {
    test("gives back what was saved", async () => {
      const store = await open();
      const saved = makeRecord("a", {
        metadata: JSON.parse('{"__proto__":{"a":1},"b":[null,"ä😀"]}'),
        content: "text with \0 and \ud83d\ude00",
        answer: "",
        isCut: true,
        event: makeEvent("s", "p"),
      });
      await store.save(saved);
      assert.deepEqual(await store.find("demo", "a"), saved);
      await store.close();
    });

    test("keeps organizations apart", async () => {
      const store = await open();
      await store.save(makeRecord("a", { event: makeEvent("s") }));
      assert.equal(await store.find("other", "a"), null);
      assert.deepEqual((await store.trace("other", "t", { after: null, limit: 10 })).records, []);
      await store.close();
    });

    test("reads a trace in the order of recording, within the limit", async () => {
      const store = await open();
      await Promise.all(["c", "a", "b"].map((id) => store.save(makeRecord(id, { event: makeEvent(id) }))));
      const ids = async (limit: number): Promise<string[]> =>
        (await store.trace("demo", "t", { after: null, limit })).records.map((found) => found.requestId);
      assert.deepEqual(await ids(10), ["c", "a", "b"]);
      assert.deepEqual(await ids(2), ["c", "a"]);
      await store.close();
    });

    test("lists what fits, newest first, page by page, whatever is added meanwhile", async () => {
      const store = await open();
      const at = (n: number) => ({ epochMs: 1_700_000_000_000 + n });
      for (const n of [1, 2, 3, 3, 4, 5]) {
        const id = `r${(await store.list(ALL_RECORDS, { after: null, limit: 50 })).records.length}`;
        await store.save(makeRecord(id, { ...at(n), sessionId: n > 2 ? "s" : null }));
      }
      await store.save(makeRecord("foreign", { organization: "other", sessionId: "s" }));
      const filter = { ...ALL_RECORDS, sessionId: "s" };
      const seen: string[] = [];
      let after = null;
      let pages = 0;
      do {
        const page = await store.list(filter, { after, limit: 2 });
        seen.push(...page.records.map(({ requestId }) => requestId));
        after = page.next;
        await store.save(makeRecord(`later${(pages += 1)}`, { ...at(9), sessionId: "s" }));
      } while (after !== null);
      assert.deepEqual(seen, ["r5", "r4", "r3", "r2"]);
      await store.close();
    });

    for (const [name, wanted, other] of [
      ["fromMs", 20, { epochMs: 19 }],
      ["toMs", 21, { epochMs: 21 }],
      ["verdict", "flagged", { verdict: "passed" }],
      ["policy", "pii_detection", { violated: [{ policy_name: "another" }] }],
      ["assetId", "asset", { assetId: "another" }],
      ["sessionId", "s", { sessionId: "another" }],
      ["userId", "user", { userId: null }],
      ["keyId", "key", { keyId: "another" }],
      ["traceId", "t", { event: null }],
    ] as const)
      test(`lists by ${name}`, async () => {
        const store = await open();
        const common = { epochMs: 20, sessionId: "s", event: makeEvent("s") };
        await store.save(makeRecord("fits", common));
        await store.save(makeRecord("other", { ...common, ...other }));
        const { records } = await store.list({ ...ALL_RECORDS, [name]: wanted }, { after: null, limit: 9 });
        assert.deepEqual(
          records.map(({ requestId }) => requestId),
          ["fits"],
        );
        await store.close();
      });

    test("lists what fits several filters at once", async () => {
      const store = await open();
      const fits = { sessionId: "s", userId: "u", verdict: "blocked" };
      await store.save(makeRecord("fits", fits));
      for (const [id, other] of Object.entries({ sessionId: "x", userId: "x", verdict: "passed" }))
        await store.save(makeRecord(id, { ...fits, [id]: other }));
      const pages = pagesOf((after) => store.list({ ...ALL_RECORDS, ...fits }, { after, limit: 1 }));
      assert.deepEqual(await idsOf(pages), ["fits"]);
      await store.close();
    });

    test("keeps where a record stands in its caller's trace", async () => {
      const store = await open();
      const caller = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" };
      const saved = makeRecord("a", { caller });
      await store.save(saved);
      assert.deepEqual(await store.find("demo", "a"), saved);
      assert.deepEqual((await store.trace("demo", caller.traceId, { after: null, limit: 9 })).records, [saved]);
      const { records } = await store.list({ ...ALL_RECORDS, traceId: caller.traceId }, { after: null, limit: 9 });
      assert.deepEqual(records, [saved]);
      await store.close();
    });

    test("reads a session oldest first, page by page, its organization's alone", async () => {
      const store = await open();
      for (const [id, epochMs] of Object.entries({ c: 3, a: 1, b: 2, b2: 2, d: 4 }))
        await store.save(makeRecord(id, { epochMs, sessionId: "s" }));
      await store.save(makeRecord("other session", { epochMs: 2, sessionId: "t" }));
      await store.save(makeRecord("foreign", { epochMs: 2, sessionId: "s", organization: "other" }));
      for (const limit of [1, 2, 5, 9]) {
        const pages = pagesOf((after) => store.session("demo", "s", { after, limit }));
        assert.deepEqual(await idsOf(pages), ["a", "b", "b2", "c", "d"]);
      }
      await store.close();
    });

    test("counts what it records", async () => {
      const here = place();
      const store = await here.open(createManualClock());
      await fc.assert(
        fc.asyncProperty(fc.array(countedRecords, { maxLength: 40 }), async (records) => {
          const organization = randomUUID();
          await Promise.all(
            records.map((over, index) =>
              store.save(makeRecord(randomUUID(), { ...over, organization, keyId: `${index}` })),
            ),
          );
          const range = { organization, fromMs: 0, toMs: 40 * DAY_MS, limit: 10_000 };
          for (const widthMs of [60_000, 3_600_000, DAY_MS])
            for (const [assetId, policy] of [
              [null, null],
              ["a", null],
              [null, "p"],
              ["a", "p"],
            ] as const) {
              const rows = await store.statistics({ ...range, widthMs, assetId, policy });
              assert.deepEqual(sortedRows(rows), sortedRows(recount(records, { widthMs, assetId, policy })));
            }
        }),
        { numRuns: runs(40) },
      );
      await store.close();
    });

    test("gives counts from a time until before another, and no more than are asked for", async () => {
      const store = await open();
      for (const [id, epochMs] of Object.entries({ early: 59_999, from: 60_000, last: 179_999, to: 180_000 }))
        await store.save(makeRecord(id, { epochMs }));
      const query = {
        organization: "demo",
        fromMs: 60_000,
        toMs: 180_000,
        widthMs: 60_000,
        assetId: null,
        policy: null,
      };
      const rows = await store.statistics({ ...query, limit: 9 });
      assert.deepEqual(
        rows.map(({ bucketMs, count }) => [bucketMs, count]),
        [
          [60_000, 1],
          [120_000, 1],
        ],
      );
      assert.equal((await store.statistics({ ...query, limit: 1 })).length, 1);
      assert.deepEqual(await store.statistics({ ...query, organization: "other", limit: 9 }), []);
      await store.close();
    });

    test("deletes what is asked for and nothing else, pending records too, and stays whole", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.record(NAMES), { maxLength: 30 }), TARGETS, async (records, names) => {
          const here = place();
          const store = await here.open(createManualClock());
          const target = { organization: "demo", ...names };
          const isMeant = (record: (typeof records)[number]): boolean =>
            record.organization === "demo" &&
            (target.sessionId === null || record.sessionId === target.sessionId) &&
            (target.userId === null || record.userId === target.userId);
          const saving = records.map((over, index) =>
            store.save(makeRecord(`r${index}`, { ...over, epochMs: index % 7 })),
          );
          assert.equal(await store.remove(target, 1000), records.filter(isMeant).length);
          await Promise.all(saving);
          for (const [index, record] of records.entries())
            assert.equal((await store.find(record.organization, `r${index}`)) === null, isMeant(record));
          assert.equal(await store.remove(target, 1000), 0);
          await store.close();
          assert.equal(await here.isWhole(), true);
        }),
        { numRuns: runs(40) },
      );
    });

    test("deletes no more than it may, the oldest first, and keeps the counts", async () => {
      const store = await open();
      for (let n = 0; n < 5; n++) await store.save(makeRecord(`r${n}`, { epochMs: n, sessionId: "s" }));
      const target = { organization: "demo", userId: null, sessionId: "s" };
      assert.equal(await store.remove(target, 2), 2);
      assert.equal(await store.find("demo", "r1"), null);
      assert.notEqual(await store.find("demo", "r2"), null);
      assert.equal(await store.remove(target, 9), 3);
      const query = { organization: "demo", fromMs: 0, toMs: 60_000, widthMs: 60_000, assetId: null, policy: null };
      assert.deepEqual(
        (await store.statistics({ ...query, limit: 9 })).map(({ count }) => count),
        [5],
      );
      await store.close();
    });

    test("writes pending records before it closes, and refuses later ones", async () => {
      const here = place();
      const store = await here.open(createManualClock());
      const saving = Promise.all(Array.from({ length: 500 }, (_, index) => store.save(makeRecord(`r${index}`))));
      await store.close();
      await saving;
      await assert.rejects(store.save(makeRecord("late")), { code: "store_unavailable" });
      assert.equal(store.isReady(), false);
      const again = await here.open(createManualClock());
      assert.notEqual(await again.find("demo", "r499"), null);
      await again.close();
    });

    test("deletes records past their retention, and no others", async () => {
      const clock = createManualClock();
      const store = await open(clock);
      const ago = (days: number): number => clock.epochMs() - days * DAY_MS;
      await Promise.all([
        ...Array.from({ length: 50 }, (_, index) => store.save(makeRecord(`old${index}`, { epochMs: ago(31) }))),
        store.save(makeRecord("new", { epochMs: ago(29) })),
      ]);
      // Where a store deletes behind the scenes, its next step is due when this one is done.
      await until("old records are gone", async () => {
        clock.advance(60_000);
        const found = await Promise.all(["old0", "old49"].map((id) => store.find("demo", id)));
        return found.every((record) => record === null);
      });
      assert.notEqual(await store.find("demo", "new"), null);
      await store.close();
    });
  });
}
