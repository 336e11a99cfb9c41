import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { OrganizationId } from "../../src/core/model.ts";
import { DEMO_SECRET, makeAsset, makeKey } from "../support/config.ts";
import { startServer, type TestServer } from "../support/server.ts";

/** docs/api.md. */
describe("verify", () => {
  let server: TestServer;
  before(async () => {
    server = await startServer({
      keys: [
        makeKey("demo", { secret: DEMO_SECRET }),
        makeKey("level1", { accessLevel: 1 }),
        makeKey("off", { active: false }),
      ],
      assets: [makeAsset("mine"), makeAsset("theirs", {}, { organization: "other" as OrganizationId })],
    });
  });
  after(() => server[Symbol.asyncDispose]());
  const asset = async (query: string, key = DEMO_SECRET): Promise<unknown[]> => {
    const { status, body } = await server.get(`/sdk/v1/verify/asset${query}`, { key });
    return [status, body];
  };

  test("verify/api-key tells level, id and organization of the key", async () => {
    const { status, body } = await server.get("/sdk/v1/verify/api-key");
    assert.deepEqual([status, body], [200, { valid: true, access_level: 2, key_id: "demo", organization: "demo" }]);
    assert.equal((await server.get("/sdk/v1/verify/api-key", { key: "rsk_level1" })).body.access_level, 1);
  });

  test("missing, unknown and inactive keys get the 401 bodies", async () => {
    for (const path of ["/sdk/v1/verify/api-key", "/sdk/v1/verify/asset?asset_id=mine"]) {
      assert.deepEqual((await server.get(path, { key: null })).body, { error: "API key is missing" });
      for (const key of ["rsk_off", "nope"])
        assert.deepEqual((await server.get(path, { key })).body, { error: "Invalid or inactive API key" });
    }
  });

  test("verify/asset is true for an asset of the key's organization and for the built-in one", async () => {
    assert.deepEqual(await asset("?asset_id=mine"), [200, { valid: true }]);
    assert.deepEqual(await asset("?asset_id=api-user-default"), [200, { valid: true }]);
    assert.deepEqual(await asset("?asset_id=api-user-default", "rsk_level1"), [200, { valid: true }]);
  });

  test("verify/asset is false for an unknown asset, another organization's, and one out of the key's level", async () => {
    assert.deepEqual(await asset("?asset_id=nope"), [200, { valid: false }]);
    assert.deepEqual(await asset("?asset_id=theirs"), [200, { valid: false }]);
    assert.deepEqual(await asset("?asset_id=mine", "rsk_level1"), [200, { valid: false }]);
  });

  test("verify/asset without the parameter, or with an empty one, is 400", async () => {
    for (const query of ["", "?", "?asset_id", "?asset_id=", "?x=1"]) {
      assert.deepEqual(await asset(query), [400, { error: "asset_id: must be a non-empty string" }]);
    }
  });

  test("the parameter is decoded", async () =>
    assert.deepEqual(await asset("?x=1&asset_id=%6Dine"), [200, { valid: true }]));

  test("HEAD answers as GET without a body", async () => {
    const { status, body } = await server.call("HEAD", "/sdk/v1/verify/api-key");
    assert.deepEqual([status, body], [200, undefined]);
  });
});
