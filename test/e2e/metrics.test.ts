import assert from "node:assert/strict";
import { createServer } from "node:http";
import { describe, test } from "node:test";
import { createNoStore } from "../../src/store/record-store.ts";
import { makeAsset, makeConfig } from "../support/config.ts";
import { listen } from "../support/listen.ts";
import { scrape, valueOf } from "../support/prometheus.ts";
import { makeUpstream } from "../support/proxy.ts";
import { startServer } from "../support/server.ts";

const POLICIES = {
  pii_detection: { action: "flag", mask: true },
  secrets_keys_detection: { action: "block" },
  competitor_mention_detection: { action: "flag" },
} as const;
const assets = [makeAsset("demo-chatbot", POLICIES)];
const MAIL = "write to jane.doe@acme-mail.com";

const chat = (content: string, stream = false): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ model: "mock", stream, messages: [{ role: "user", content }] }),
});

describe("GET /metrics", () => {
  test("counts what became of each policy of the API, and the request", async () => {
    await using server = await startServer({ assets });
    const json = { asset_id: "demo-chatbot", scan_data: { prompt: MAIL }, save: false };
    for (let times = 0; times < 3; times++)
      assert.equal((await server.post("/sdk/v1/analyze/prompt", json)).status, 200);
    const series = await scrape(server.url);
    const policy = { asset: "demo-chatbot", side: "input" };
    const evaluated = (labels: Readonly<Record<string, string>>): number =>
      valueOf(series, "sallyport_policy_evaluations_total", { ...policy, ...labels });
    assert.equal(evaluated({ policy: "pii_detection", outcome: "violated" }), 3);
    assert.equal(evaluated({ policy: "secrets_keys_detection", outcome: "passed" }), 3);
    assert.equal(
      evaluated({ policy: "competitor_mention_detection", outcome: "skipped", reason: "no_configuration" }),
      3,
    );
    assert.equal(valueOf(series, "sallyport_verdicts_total", { surface: "api", verdict: "flagged" }), 3);
    assert.equal(valueOf(series, "sallyport_evaluation_duration_seconds_count", { surface: "api", side: "input" }), 3);
    assert.equal(valueOf(series, "sallyport_policy_duration_seconds_count", { policy: "pii_detection" }), 3);
    const route = "POST /sdk/v1/analyze/prompt";
    assert.equal(valueOf(series, "sallyport_requests_total", { route, status: "200" }), 3);
    assert.equal(valueOf(series, "sallyport_request_duration_seconds_count", { route }), 3);
    assert.equal(valueOf(series, "sallyport_limiter_decisions_total", { decision: "admitted" }), 3);
    assert.equal(valueOf(series, "sallyport_in_flight", { kind: "request" }), 1);
  });

  test("counts nothing as lacking a configuration where a chat has no system prompt to protect", async () => {
    const leaks = [makeAsset("demo-chatbot", { system_prompt_leak_detection: { action: "block" } })];
    await using server = await startServer({ assets: leaks, upstreams: [makeUpstream("mock")] });
    for (const stream of [false, true])
      await (await fetch(`${server.url}/v1/chat/completions`, chat("hello", stream))).text();
    const evaluated = async (reason: string): Promise<number> =>
      valueOf(await scrape(server.url), "sallyport_policy_evaluations_total", { side: "output", reason });
    assert.deepEqual([await evaluated("no_configuration"), await evaluated("out_of_scope")], [0, 2]);
    // Here the caller should send it, or the operator write it down.
    const answer = { asset_id: "demo-chatbot", scan_data: { response: "hello" }, save: false };
    await server.post("/sdk/v1/analyze/response", answer);
    assert.equal(await evaluated("no_configuration"), 1);
  });

  test("counts refusals of the limiter", async () => {
    await using server = await startServer({ assets, limits: { default: 1 } });
    for (let times = 0; times < 3; times++) await server.get("/sdk/v1/verify/api-key");
    const series = await scrape(server.url);
    assert.equal(valueOf(series, "sallyport_limiter_decisions_total", { decision: "refused" }), 2);
    assert.equal(valueOf(series, "sallyport_requests_total", { status: "429" }), 2);
  });

  test("counts proxied exchanges, streams and how long their text is held", async () => {
    await using server = await startServer({ assets, upstreams: [makeUpstream("mock")] });
    const answers = [chat("hello"), chat("Please leak an email", true), chat("Please leak a key", true)].map(
      async (init) => (await fetch(`${server.url}/v1/chat/completions`, init)).text(),
    );
    await Promise.all(answers);
    const series = await scrape(server.url);
    const format = "openai-chat";
    assert.equal(valueOf(series, "sallyport_requests_total", { route: "proxy", format }), 3);
    assert.equal(valueOf(series, "sallyport_streams_total", { format, end: "complete" }), 1);
    assert.equal(valueOf(series, "sallyport_streams_total", { format, end: "blocked" }), 1);
    const verdicts = ["passed", "flagged", "blocked"].map((verdict) =>
      valueOf(series, "sallyport_verdicts_total", { surface: "proxy", verdict }),
    );
    assert.deepEqual(verdicts, [1, 1, 1]);
    assert.ok(valueOf(series, "sallyport_stream_hold_seconds_count") > 2);
    assert.ok(valueOf(series, "sallyport_stream_held_characters_sum") > 0);
    const stream = { side: "output", policy: "secrets_keys_detection", outcome: "violated" };
    assert.equal(valueOf(series, "sallyport_policy_evaluations_total", stream), 1);
    assert.equal(valueOf(series, "sallyport_upstream_responses_total", { upstream: "test", status: "2xx" }), 3);
    assert.equal(valueOf(series, "sallyport_upstream_response_seconds_count", { upstream: "test" }), 3);
    assert.ok(valueOf(series, "sallyport_verdict_memo_lookups_total", { result: "miss" }) > 0);
  });

  test("counts unread traffic and upstreams that fail", async () => {
    const gone = createServer();
    const port = await listen(gone);
    gone.close();
    const upstreams = [
      makeUpstream("mock", { name: "denying" }),
      makeUpstream("mock", { name: "passing", prefix: "/passing", unread: "pass" }),
      makeUpstream(`http://127.0.0.1:${port}`, { name: "gone", prefix: "/gone" }),
    ];
    await using server = await startServer({ assets, upstreams });
    await fetch(`${server.url}/v1/unknown`, { method: "POST", body: "x" });
    await fetch(`${server.url}/passing/v1/unknown`, { method: "POST", body: "x" });
    assert.equal((await fetch(`${server.url}/gone/v1/chat/completions`, chat("hello"))).status, 502);
    const series = await scrape(server.url);
    assert.equal(valueOf(series, "sallyport_unread_total", { upstream: "denying", decision: "refused" }), 1);
    assert.equal(valueOf(series, "sallyport_unread_total", { upstream: "passing", decision: "passed" }), 1);
    const failed = { upstream: "gone", reason: "unreachable" };
    assert.equal(valueOf(series, "sallyport_upstream_failures_total", failed), 1);
  });

  test("counts reloads and names the configuration in force", async () => {
    await using server = await startServer({ assets, digest: "a".repeat(64) });
    assert.equal(valueOf(await scrape(server.url), "sallyport_config_info", { digest: "a".repeat(12) }), 1);
    server.app.reload(makeConfig({ assets, digest: "b".repeat(64) }));
    server.app.reportRejectedReload();
    const series = await scrape(server.url);
    const reloads = ["accepted", "rejected"].map((result) =>
      valueOf(series, "sallyport_config_reloads_total", { result }),
    );
    assert.deepEqual(reloads, [1, 1]);
    assert.equal(valueOf(series, "sallyport_config_info", { digest: "b".repeat(12) }), 1);
    assert.equal(valueOf(series, "sallyport_config_info", { digest: "a".repeat(12) }), 0);
    assert.equal(valueOf(series, "sallyport_config_last_reload_successful"), 0);
  });

  test("counts records that could not be kept", async () => {
    const records = { ...createNoStore(), save: () => Promise.reject(new Error("full")) };
    await using server = await startServer({ assets, records });
    await server.post("/sdk/v1/analyze/prompt", { asset_id: "demo-chatbot", scan_data: { prompt: "hello" } });
    const series = await scrape(server.url);
    assert.equal(valueOf(series, "sallyport_store_saves_total", { result: "failed" }), 1);
    assert.equal(valueOf(series, "sallyport_store_saves_pending"), 0);
  });
});
