import assert from "node:assert/strict";
import { test } from "node:test";
import { createNameHash } from "../../src/access/name-hash.ts";

test("createNameHash: equal names of one organization, and none of another or of another key, have one digest", () => {
  const hash = createNameHash(null);
  assert.equal(hash("o", "jane"), createNameHash(null)("o", "jane"));
  assert.match(hash("o", "jane"), /^hashed:[0-9a-f]{32}$/);
  const others = [hash("p", "jane"), hash("o", "jan"), hash("oj", "ane"), createNameHash("key")("o", "jane")];
  assert.ok(!others.includes(hash("o", "jane")));
});
