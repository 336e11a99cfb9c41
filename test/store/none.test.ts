import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createNoStore } from "../../src/store/none.ts";

describe("createNoStore", () => {
  test("takes everything and keeps nothing", async () => {
    const store = createNoStore();
    assert.equal(store.isReady(), true);
    assert.equal(await store.find("demo", "a"), null);
    assert.deepEqual(await store.trace("demo", "t", 1), []);
    await store.close();
  });
});
