import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { RecordStore } from "../../src/store/store.ts";
import { createManualClock, type ManualClock } from "../support/clock.ts";
import { makeEvent, makeRecord } from "../support/records.ts";

/** One kind of store, as the contract opens it. */
export interface StoreKit {
  readonly name: string;
  /** A new and empty place for records; each call of `open` opens it. Records older than 30 days are deleted. */
  readonly place: () => { readonly open: (clock: ManualClock) => RecordStore | Promise<RecordStore> };
}

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
