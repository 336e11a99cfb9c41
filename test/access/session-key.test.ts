import assert from "node:assert/strict";
import { test } from "node:test";
import { sessionKey, sessionName } from "../../src/access/callers.ts";
import type { OrganizationId } from "../../src/core/model.ts";
import { makeKey } from "../support/config.ts";

test("a session is of one organization, key and asset, and its name is not kept", () => {
  const key = makeKey("k");
  const other = makeKey("k", { organization: "other" as OrganizationId });
  const names = [
    sessionKey(key, "a", "s"),
    sessionKey(key, "a", "t"),
    sessionKey(key, "b", "s"),
    sessionKey(makeKey("l"), "a", "s"),
    sessionKey(other, "a", "s"),
    sessionKey(key, 'a","s', ""),
  ];
  assert.equal(new Set(names).size, names.length);
  assert.equal(sessionKey(key, "a", "s"), names[0]);
  assert.ok(names.every((name) => name.length === 87));
});

test("a session's keys begin with its name in the organization", () => {
  const name = sessionName("demo", "s");
  for (const key of [makeKey("k"), makeKey("l")]) assert.ok(sessionKey(key, "a", "s").startsWith(`${name}.`));
  assert.ok(!sessionKey(makeKey("k"), "a", "t").startsWith(name));
  assert.ok(!sessionKey(makeKey("k", { organization: "other" as OrganizationId }), "a", "s").startsWith(name));
});
