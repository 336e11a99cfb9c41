import assert from "node:assert/strict";
import { Agent, request } from "node:http";
import { describe, test } from "node:test";
import { createManualClock } from "../support/clock.ts";
import { DEMO_SECRET, makeAsset, makeKey } from "../support/config.ts";
import { startServer, type TestServer } from "../support/server.ts";

const PROMPT = "/sdk/v1/analyze/prompt";
const json = { asset_id: "demo-chatbot", scan_data: { prompt: "hello" } };

function limitHeaders(headers: Headers): (string | null)[] {
  return ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset", "retry-after"].map((name) => headers.get(name));
}

/** Posts once through the agent and gives the status. */
function post(server: TestServer, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { "x-api-key": DEMO_SECRET, "content-type": "application/json" };
    const call = request(`${server.url}${PROMPT}`, { method: "POST", agent, headers }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode ?? 0));
    });
    call.once("error", reject);
    call.end(JSON.stringify(json));
  });
}

/** docs/api.md. */
describe("limits", () => {
  test("500 + 1 requests in a window over 20 connections admit exactly 500", async () => {
    await using server = await startServer({ clock: createManualClock() });
    const agent = new Agent({ keepAlive: true, maxSockets: 20 });
    const statuses = await Promise.all(Array.from({ length: 501 }, () => post(server, agent)));
    agent.destroy();
    assert.equal(statuses.filter((status) => status === 200).length, 500);
    assert.equal(statuses.filter((status) => status === 429).length, 1);
  });

  test("the shipped figures: 500 for analyze and events, 50 for verify and scan", async () => {
    await using server = await startServer();
    const limit = async (method: string, path: string): Promise<string | null> =>
      (await server.call(method, path, method === "POST" ? { json: {} } : {})).headers.get("ratelimit-limit");
    for (const path of [PROMPT, "/sdk/v1/analyze/response", "/sdk/v1/events/record"])
      assert.equal(await limit("POST", path), "500");
    for (const path of ["/scan/analyze-prompt", "/scan/analyze-response"])
      assert.equal(await limit("POST", path), "50");
    for (const path of ["/sdk/v1/verify/api-key", "/sdk/v1/verify/asset"]) assert.equal(await limit("GET", path), "50");
  });

  test("windows are kept per key and per endpoint", async () => {
    const keys = [makeKey("demo", { secret: DEMO_SECRET }), makeKey("second")];
    await using server = await startServer({ keys, limits: { default: 1, routes: new Map() } });
    assert.equal((await server.get("/sdk/v1/verify/api-key")).status, 200);
    assert.equal((await server.get("/sdk/v1/verify/api-key")).status, 429);
    assert.equal((await server.get("/sdk/v1/verify/asset?asset_id=x")).status, 200);
    assert.equal((await server.get("/sdk/v1/verify/api-key", { key: "rsk_second" })).status, 200);
  });

  test("every answer of a limited endpoint tells the window, and a refusal tells when to retry", async () => {
    const clock = createManualClock();
    await using server = await startServer({
      clock,
      assets: [makeAsset("demo-chatbot")],
      limits: { default: 9, routes: new Map([[`POST ${PROMPT}`, 3]]) },
    });
    clock.advance(12_345);
    assert.deepEqual(limitHeaders((await server.post(PROMPT, json)).headers), ["3", "2", "60", null]);
    clock.advance(20_500);
    assert.deepEqual(limitHeaders((await server.post(PROMPT, { bad: 1 })).headers), ["3", "1", "40", null]);
    assert.deepEqual(limitHeaders((await server.post(PROMPT, { ...json, asset_id: "nope" })).headers), [
      "3",
      "0",
      "40",
      null,
    ]);
    const refused = await server.post(PROMPT, json);
    assert.deepEqual([refused.status, refused.body], [429, { error: "Rate limit exceeded" }]);
    assert.deepEqual(limitHeaders(refused.headers), ["3", "0", "40", "40"]);
  });

  test("the window opens with the first request and ends to the millisecond", async () => {
    const clock = createManualClock();
    await using server = await startServer({ clock, limits: { default: 1, routes: new Map() } });
    clock.advance(59_999);
    const status = async (): Promise<number> => (await server.get("/sdk/v1/verify/api-key")).status;
    assert.equal(await status(), 200);
    clock.advance(59_999);
    assert.equal(await status(), 429);
    clock.advance(1);
    assert.equal(await status(), 200);
    assert.equal(await status(), 429);
  });

  test("a request without a valid key uses nothing and tells nothing", async () => {
    await using server = await startServer({ limits: { default: 1, routes: new Map() } });
    const { status, headers } = await server.get("/sdk/v1/verify/api-key", { key: "nope" });
    assert.equal(status, 401);
    assert.deepEqual(limitHeaders(headers), [null, null, null, null]);
    assert.equal((await server.get("/sdk/v1/verify/api-key")).status, 200);
  });

  test("the limit is checked before the body is read", async () => {
    await using server = await startServer({ limits: { default: 0, routes: new Map() } });
    const { status } = await server.call("POST", PROMPT, { raw: "{", headers: { "content-type": "text/plain" } });
    assert.equal(status, 429);
  });
});
