import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { RecordFilter, RecordStore } from "../../src/store/store.ts";
import { createManualClock, type ManualClock } from "../support/clock.ts";
import { makeEvent, makeRecord } from "../support/records.ts";

/** One kind of store, as the contract opens it. */
export interface StoreKit {
  readonly name: string;
  /** A new and empty place for records; each call of `open` opens it. Records older than 30 days are deleted. */
  readonly place: () => { readonly open: (clock: ManualClock) => RecordStore | Promise<RecordStore> };
}

/** All records of the organization. */
const ALL: RecordFilter = {
  organization: "demo",
  fromMs: null,
  toMs: null,
  verdict: null,
  policy: null,
  assetId: null,
  sessionId: null,
  userId: null,
  keyId: null,
};
const DAY_MS = 86_400_000;

/** What every store promises. */
export function storeContract({ name, place }: StoreKit): void {
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
      assert.deepEqual(await store.trace("other", "t", 10), []);
      await store.close();
    });

    test("reads a trace in the order of recording, within the limit", async () => {
      const store = await open();
      await Promise.all(["c", "a", "b"].map((id) => store.save(makeRecord(id, { event: makeEvent(id) }))));
      const ids = async (limit: number): Promise<string[]> =>
        (await store.trace("demo", "t", limit)).map((found) => found.requestId);
      assert.deepEqual(await ids(10), ["c", "a", "b"]);
      assert.deepEqual(await ids(2), ["c", "a"]);
      await store.close();
    });

    test("lists what fits, newest first, page by page, whatever is added meanwhile", async () => {
      const store = await open();
      const at = (n: number) => ({ epochMs: 1_700_000_000_000 + n });
      for (const n of [1, 2, 3, 3, 4, 5]) {
        const id = `r${(await store.list(ALL, { after: null, limit: 50 })).records.length}`;
        await store.save(makeRecord(id, { ...at(n), sessionId: n > 2 ? "s" : null }));
      }
      await store.save(makeRecord("foreign", { organization: "other", sessionId: "s" }));
      const filter = { ...ALL, sessionId: "s" };
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
    ] as const)
      test(`lists by ${name}`, async () => {
        const store = await open();
        await store.save(makeRecord("fits", { epochMs: 20, sessionId: "s" }));
        await store.save(makeRecord("other", { epochMs: 20, sessionId: "s", ...other }));
        const { records } = await store.list({ ...ALL, [name]: wanted }, { after: null, limit: 9 });
        assert.deepEqual(
          records.map(({ requestId }) => requestId),
          ["fits"],
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
      clock.advance(120_000);
      assert.equal(await store.find("demo", "old0"), null);
      assert.equal(await store.find("demo", "old49"), null);
      assert.notEqual(await store.find("demo", "new"), null);
      await store.close();
    });
  });
}
