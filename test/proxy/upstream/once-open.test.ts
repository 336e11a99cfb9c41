import assert from "node:assert/strict";
import { Duplex } from "node:stream";
import { test } from "node:test";
import { onceOpen } from "../../../src/proxy/upstream/upstream-address.ts";

/** How often `run` has been called before and after an event. */
function calls(state: object, isSecure: boolean, event: string): readonly number[] {
  const connection = Object.assign(new Duplex(), state);
  let count = 0;
  onceOpen(connection, isSecure, () => (count += 1));
  const before = count;
  connection.emit(event);
  return [before, count];
}

test("a plain connection that is open already is, as one through a proxy, and others are with their event", () => {
  assert.deepEqual(calls({ connecting: false }, false, "connect"), [1, 1]);
  assert.deepEqual(calls({ connecting: true }, false, "connect"), [0, 1]);
  assert.deepEqual(calls({ connecting: false }, true, "secureConnect"), [0, 1]);
});
