import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { PendingQueue } from "../../src/store/pending-queue.ts";
import { createManualClock } from "../support/clock.ts";
import { makeRecord } from "../support/records.ts";

const ALL = { countMax: 10_000, charsMax: Infinity };

describe("PendingQueue", () => {
  test("gives the oldest ones, bounded by number and by text, but one at least", () => {
    const queue = new PendingQueue(createManualClock());
    for (const [id, length] of Object.entries({ a: 3, b: 3, c: 9, d: 1 }))
      queue.add(makeRecord(id, { content: "x".repeat(length), answer: "y" })).catch(() => {});
    const take = (countMax: number, charsMax: number): string[] =>
      queue.take({ countMax, charsMax }).map(({ record }) => record.requestId);
    assert.deepEqual(take(1, 100), ["a"]);
    assert.deepEqual(take(9, 5), ["b"]);
    assert.deepEqual(take(9, 5), ["c"]);
    assert.deepEqual(take(9, 5), ["d"]);
    assert.deepEqual(take(9, 5), []);
  });

  test("has room again when some were taken", async () => {
    const queue = new PendingQueue(createManualClock());
    const long = makeRecord("long", { content: "x".repeat(30 * 1024 * 1024) });
    queue.add(long).catch(() => {});
    await assert.rejects(queue.add(long), { code: "store_unavailable" });
    queue.take(ALL);
    queue.add(long).catch(() => {});
    assert.equal(queue.length, 1);
    queue.take(ALL);
    for (let n = 0; n < 4096; n++) queue.add(makeRecord(`${n}`)).catch(() => {});
    await assert.rejects(queue.add(makeRecord("more")), { code: "store_unavailable" });
  });

  test("is settled when all that were pending are, those that were taken too", async () => {
    const queue = new PendingQueue(createManualClock());
    const first = queue.add(makeRecord("a"));
    const second = queue.add(makeRecord("b"));
    let isSettled = false;
    const settled = queue.settled().then(() => (isSettled = true));
    const [a] = queue.take({ countMax: 1, charsMax: 1 });
    a?.resolve();
    await first;
    assert.equal(isSettled, false);
    queue.refuseAll();
    await assert.rejects(second, { code: "store_unavailable" });
    await settled;
  });
});
