import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import fc from "fast-check";
import { createCursors } from "../../src/access/cursors.ts";
import { makeConfig } from "../support/config.ts";

const { keys } = makeConfig();
const own = createCursors(null, keys);

describe("createCursors", () => {
  test("gives places back, to their organization only", () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.string(), fc.string(), (epochMs, id, one, other) => {
        const cursor = own.seal(one, { epochMs, id });
        assert.deepEqual(own.open(one, cursor), { epochMs, id });
        if (one !== other) assert.equal(own.open(other, cursor), null);
      }),
    );
  });

  test("tells nothing: neither length nor letters depend on the place", () => {
    const cursors = [0, 1, 1, Number.MAX_SAFE_INTEGER].map((id) => own.seal("o", { epochMs: id, id }));
    assert.equal(new Set(cursors).size, cursors.length);
    assert.equal(new Set(cursors.map(({ length }) => length)).size, 1);
  });

  test("opens nothing that it has not sealed", () => {
    const cursor = own.seal("o", { epochMs: 1, id: 2 });
    fc.assert(
      fc.property(fc.nat(cursor.length - 1), fc.constantFrom("A", "x", "_"), (at, letter) => {
        const changed = cursor.slice(0, at) + letter + cursor.slice(at + 1);
        if (Buffer.from(changed, "base64url").equals(Buffer.from(cursor, "base64url"))) return;
        assert.equal(own.open("o", changed), null);
      }),
    );
    for (const text of ["", "x", cursor.slice(1), `${cursor}A`, Buffer.from("1700000000000.42").toString("base64url")])
      assert.equal(own.open("o", text), null);
  });

  test("opens what another process of the same configuration has sealed, and of no other", () => {
    const cursor = own.seal("o", { epochMs: 1, id: 2 });
    assert.notEqual(createCursors(null, keys.toReversed()).open("o", cursor), null);
    assert.equal(createCursors("a key of sixteen", keys).open("o", cursor), null);
    const [first, ...rest] = keys;
    assert.ok(first);
    const rotated = { ...first, secretsSha256: [createHash("sha256").update("new").digest()] };
    assert.equal(createCursors(null, [rotated, ...rest]).open("o", cursor), null);
  });
});
