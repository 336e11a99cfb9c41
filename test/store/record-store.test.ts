import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createNoStore, withSaveTimeout } from "../../src/store/record-store.ts";
import { createManualClock } from "../support/clock.ts";
import { makeRecord } from "../support/records.ts";

const unavailable = { code: "store_unavailable" };

/** A store that answers when the test says so. */
function waiting() {
  const clock = createManualClock();
  const answers: ((error?: Error) => void)[] = [];
  let isUp = true;
  const inner = {
    ...createNoStore(),
    isReady: () => isUp,
    save: () =>
      new Promise<void>((resolve, reject) =>
        answers.push((error) => (error === undefined ? resolve() : reject(error))),
      ),
  };
  return { clock, answers, store: withSaveTimeout(inner, clock), fall: () => (isUp = false) };
}

describe("a store that is waited for", () => {
  test("answers as the store does", async () => {
    const { answers, store } = waiting();
    const [saved, lost] = [store.save(makeRecord("a")), store.save(makeRecord("b"))];
    answers[0]?.();
    answers[1]?.(new Error("disk full"));
    await saved;
    await assert.rejects(lost, { ...unavailable, cause: new Error("disk full") });
  });

  test("fails a save that is not answered, and is down for a while", async () => {
    const { clock, store } = waiting();
    const saved = store.save(makeRecord("a"));
    clock.advance(9_999);
    assert.equal(store.isReady(), true);
    clock.advance(1);
    await assert.rejects(saved, unavailable);
    assert.equal(store.isReady(), false);
    clock.advance(5000);
    assert.equal(store.isReady(), true);
  });

  test("takes no more than it can remember, until some are answered", async () => {
    const { clock, answers, store } = waiting();
    const saves = Array.from({ length: 8192 }, (_, index) => store.save(makeRecord(String(index))));
    assert.equal(store.isReady(), false);
    await assert.rejects(store.save(makeRecord("over")), unavailable);
    // Giving up does not make room: the store still holds them.
    const given = Promise.allSettled(saves);
    clock.advance(60_000);
    await assert.rejects(store.save(makeRecord("over")), unavailable);
    for (const answer of answers) answer();
    await given;
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(store.isReady(), true);
  });

  test("is not ready while the store is not", () => {
    const { store, fall } = waiting();
    fall();
    assert.equal(store.isReady(), false);
  });

  test("takes a store that throws for one that fails", async () => {
    const thrower = {
      ...createNoStore(),
      save: () => {
        throw new Error("broken");
      },
    };
    const store = withSaveTimeout(thrower, createManualClock());
    await assert.rejects(store.save(makeRecord("a")), unavailable);
    assert.equal(store.isReady(), true);
  });
});

describe("createNoStore", () => {
  test("takes everything and keeps nothing", async () => {
    const store = createNoStore();
    assert.equal(store.isReady(), true);
    assert.equal(await store.find("demo", "a"), null);
    assert.deepEqual(await store.trace("demo", "t", { after: null, limit: 1 }), { records: [], next: null });
    assert.deepEqual(await store.session("demo", "s", { after: null, limit: 1 }), { records: [], next: null });
    const range = { organization: "demo", fromMs: 0, toMs: 60_000, widthMs: 60_000 };
    assert.deepEqual(await store.statistics({ ...range, assetId: null, policy: null, limit: 1 }), []);
    assert.equal(await store.remove({ organization: "demo", userId: "u", sessionId: null }, 1), 0);
    await store.close();
  });
});
