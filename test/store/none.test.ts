import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createNoStore } from "../../src/store/record-store.ts";

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
