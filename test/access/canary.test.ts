import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createCanary } from "../../src/access/canary.ts";

describe("a canary", () => {
  test("is 24 letters that spell nothing", () => {
    assert.match(createCanary(null), /^[bcdfghjkmnpqrtvwxyz]{24}$/);
  });

  test("is the same as long as its key is, and as the process lives without one", () => {
    assert.equal(createCanary("key one"), createCanary("key one"));
    assert.notEqual(createCanary("key one"), createCanary("key two"));
    assert.equal(createCanary(null), createCanary(null));
    assert.notEqual(createCanary(null), createCanary("key one"));
  });
});
