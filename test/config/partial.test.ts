import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { partialConfig } from "../../src/config/partial.ts";

describe("partialConfig", () => {
  test("keeps the indices of a list around an item that cannot be read", () => {
    const { keys } = partialConfig({ keys: [{ id: 7 }, { id: "b", organization: "o" }, "text"] });
    assert.equal(keys.length, 3);
    assert.equal(keys[1]?.id, "b");
    assert.deepEqual(
      keys.flatMap(({ id }) => [id]),
      ["b"],
    );
  });

  test("keeps an asset whose policies cannot all be read", () => {
    const policies = [{ policy_name: "nonsense" }, { policy_name: "pii_detection", action: "flag" }];
    const { assets } = partialConfig({ assets: [{ id: "a", organization: "o", policies }] });
    assert.equal(assets[0]?.policies.length, 2);
    assert.equal(assets[0]?.policies[1]?.policy_name, "pii_detection");
  });

  for (const value of [null, 3, [], { keys: 3, server: { port: "x" } }])
    test(`has the defaults in place of ${JSON.stringify(value)}`, () => {
      const { keys, server } = partialConfig(value);
      assert.deepEqual(keys, []);
      assert.equal(server.port, 8080);
    });
});
