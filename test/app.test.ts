import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createNoStore } from "../src/store/none.ts";
import type { RecordStore } from "../src/store/store.ts";
import { makeAsset, makeConfig } from "./support/config.ts";
import { startServer } from "./support/server.ts";

describe("createApp", () => {
  const json = { asset_id: "demo-chatbot", scan_data: { prompt: "hunter2" } };

  test("answers an unexpected error with an opaque 500, and lives", async () => {
    const records: RecordStore = {
      ...createNoStore(),
      save: () => {
        throw new TypeError("cannot read hunter2");
      },
    };
    await using server = await startServer({ records });
    const { status, body, headers } = await server.post("/sdk/v1/analyze/prompt", json);
    assert.deepEqual([status, body], [500, { error: "Internal error" }]);
    const line = server.log.find(
      (entry) => entry.includes('"internal"') && entry.includes(headers.get("x-request-id") ?? "?"),
    );
    assert.match(line ?? "", /"TypeError"/);
    assert.doesNotMatch(server.log.join(""), /hunter2/);
    assert.equal((await server.get("/healthz")).status, 200);
  });

  test("runs a request on the snapshot that it began with", async () => {
    let finish = (): void => {};
    let saving = (): void => {};
    const begun = new Promise<void>((resolve) => (saving = resolve));
    const records: RecordStore = {
      ...createNoStore(),
      save: () => {
        saving();
        return new Promise((resolve) => (finish = resolve));
      },
    };
    await using server = await startServer({ records });
    const answer = server.post("/sdk/v1/analyze/prompt", json);
    await begun;
    server.app.reload(makeConfig({ keys: [], assets: [] }));
    finish();
    assert.equal((await answer).status, 200);
    assert.equal((await server.post("/sdk/v1/analyze/prompt", json)).status, 401);
  });

  test("keeps the old configuration when a policy of the new one does not compile", async () => {
    await using server = await startServer();
    const broken = makeAsset("demo-chatbot", { secrets_keys_detection: { metadata: [["a", "("]] } });
    assert.throws(() => server.app.reload(makeConfig({ assets: [broken] })));
    assert.equal((await server.post("/sdk/v1/analyze/prompt", json)).status, 200);
  });

  test("rejects listen on a port that is taken", async () => {
    await using server = await startServer();
    await assert.rejects(startServer({ server: { port: server.port } }), { code: "EADDRINUSE" });
  });
});
