import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { authenticate, countKeyUse, keyUsageName, secretUsageNames } from "../../src/access/callers.ts";
import { buildRuntime } from "../../src/access/runtime.ts";
import type { ApiKey } from "../../src/config/config-model.ts";
import type { OrganizationId } from "../../src/core/model.ts";
import { makeConfig, makeKey } from "../support/config.ts";

/** Names that a request with this secret counts for. */
function counted(key: ApiKey, secret: string): readonly string[] {
  const names: string[] = [];
  const found = authenticate(buildRuntime(makeConfig({ keys: [key] })), secret);
  const notes = { keyId: key.id, organization: key.organization };
  countKeyUse(found.kind === "key" ? { ...notes, secretIndex: found.secretIndex } : notes, {
    count: (name) => names.push(name),
  });
  return names;
}

describe("countKeyUse", () => {
  const rotating = makeKey("a", { oldSecret: "old", secret: "new" });
  const [oldName = "", newName = ""] = secretUsageNames(rotating);

  test("counts for the key and for the secret that came", () => {
    assert.deepEqual(counted(rotating, "old"), [keyUsageName(rotating), oldName]);
    assert.deepEqual(counted(rotating, "new"), [keyUsageName(rotating), newName]);
    assert.notEqual(oldName, newName);
  });

  test("goes on for a secret when the other is dropped", () => {
    assert.deepEqual(secretUsageNames(makeKey("a", { secret: "new" })), [newName]);
  });

  test("counts nothing for a request without a key that counts", () => {
    assert.deepEqual(counted(rotating, "guess"), []);
  });

  test("tells keys of organizations apart", () => {
    assert.notEqual(keyUsageName(rotating), keyUsageName(makeKey("a", { organization: "other" as OrganizationId })));
  });
});
