import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { AssetId, OrganizationId } from "../../src/core/model.ts";
import { createManualClock } from "../support/clock.ts";
import { makeAsset, makeConfig, makeKey } from "../support/config.ts";
import { makeUpstream } from "../support/proxy.ts";
import { startServer } from "../support/server.ts";

const other = "other" as OrganizationId;
const keys = [
  makeKey("boss", { admin: true }),
  makeKey("app", { oldSecret: "rsk_old", secret: "rsk_new" }),
  makeKey("off", { active: false, accessLevel: 1 }),
  makeKey("stranger", { organization: other, admin: true }),
];
/** 13 s past a full minute. */
const START_MS = Date.UTC(2026, 10, 22, 5, 0, 13);
const VERIFY = "/sdk/v1/verify/api-key";
const never = { last_used: null, requests: 0 };

describe("GET /admin/keys", () => {
  test("tells the organization's keys, how often each and each secret came, and when last, to the minute", async () => {
    const clock = createManualClock(START_MS);
    await using server = await startServer({ keys, clock });
    for (const secret of ["rsk_old", "rsk_old", "rsk_new", "rsk_off", "rsk_guess", "rsk_stranger"])
      await server.get(VERIFY, { key: secret });
    clock.advance(3 * 60_000);
    await server.get(VERIFY, { key: "rsk_new" });
    const { status, body } = await server.get("/admin/keys", { key: "rsk_boss" });
    assert.equal(status, 200);
    const [five, three] = ["2026-11-22T05:00:00.000Z", "2026-11-22T05:03:00.000Z"];
    assert.deepEqual(body, {
      since: five,
      truncated: false,
      keys: [
        { key_id: "boss", active: true, access_level: 2, admin: true, ...never, secrets: [never] },
        {
          key_id: "app",
          active: true,
          access_level: 2,
          admin: false,
          last_used: three,
          requests: 4,
          secrets: [
            { last_used: five, requests: 2 },
            { last_used: three, requests: 2 },
          ],
        },
        { key_id: "off", active: false, access_level: 1, admin: false, ...never, secrets: [never] },
      ],
    });
  });

  test("holds neither a secret nor a hash, and the log does not either", async () => {
    await using server = await startServer({ keys });
    await server.get(VERIFY, { key: "rsk_old" });
    const text = JSON.stringify((await server.get("/admin/keys", { key: "rsk_boss" })).body) + server.log.join("");
    const hashes = keys.flatMap(({ secretsSha256 }) => secretsSha256.map((digest) => digest.toString("hex", 0, 8)));
    for (const hidden of ["rsk_", ...hashes]) assert.ok(!text.includes(hidden), hidden);
  });

  test("is for admin keys", async () => {
    await using server = await startServer({ keys });
    const { status, body } = await server.get("/admin/keys", { key: "rsk_new" });
    assert.deepEqual([status, body], [403, { error: "Admin key required" }]);
    assert.equal((await server.get("/admin/keys", { key: null })).status, 401);
  });

  test("counts proxied requests, wherever the key stands, once each", async () => {
    const upstream = makeUpstream("mock", { auth: "key", asset: "demo-chatbot" as AssetId });
    await using server = await startServer({ keys, assets: [makeAsset("demo-chatbot")], upstreams: [upstream] });
    const body = JSON.stringify({ model: "mock", messages: [{ role: "user", content: "hi" }] });
    for (const [query, headers] of [
      ["", { authorization: "Bearer rsk_new" }],
      ["?key=rsk_new", {}],
      ["", { authorization: "Bearer rsk_new", "x-api-key": "rsk_new" }],
    ] as const) {
      const response = await fetch(`${server.url}/v1/chat/completions${query}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body,
      });
      assert.equal(response.status, 200);
      await response.arrayBuffer();
    }
    const told = (await server.get("/admin/keys", { key: "rsk_boss" })).body.keys[1];
    assert.deepEqual([told.requests, told.secrets[0].requests, told.secrets[1].requests], [3, 0, 3]);
  });

  test("counts a request that the limit refuses", async () => {
    await using server = await startServer({ keys, limits: { default: 1 } });
    for (const status of [200, 429]) assert.equal((await server.get(VERIFY, { key: "rsk_new" })).status, status);
    assert.equal((await server.get("/admin/keys", { key: "rsk_boss" })).body.keys[1].requests, 2);
  });

  test("goes on counting over a reload that drops the old secret, which is no key any more", async () => {
    await using server = await startServer({ keys });
    await server.get(VERIFY, { key: "rsk_old" });
    await server.get(VERIFY, { key: "rsk_new" });
    server.app.reload(makeConfig({ keys: keys.with(1, makeKey("app", { secret: "rsk_new" })) }));
    assert.equal((await server.get(VERIFY, { key: "rsk_old" })).status, 401);
    const answer = await server.get(VERIFY, { key: "rsk_new" });
    assert.equal(answer.body.key_id, "app");
    // One id, one window: the old secret's request has used it too.
    assert.equal(answer.headers.get("ratelimit-remaining"), "47");
    const told = (await server.get("/admin/keys", { key: "rsk_boss" })).body.keys[1];
    assert.deepEqual([told.requests, told.secrets.length, told.secrets[0].requests], [3, 1, 2]);
  });

  test("tells when there are more keys than it shows", async () => {
    const many = Array.from({ length: 1001 }, (_, index) => makeKey(`k${index}`, { admin: index === 0 }));
    await using server = await startServer({ keys: many });
    const { body } = await server.get("/admin/keys", { key: "rsk_k0" });
    assert.deepEqual([body.truncated, body.keys.length], [true, 1000]);
  });
});
