import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { makeJudge, startJudge } from "../support/judges.ts";
import { scrape, valueOf } from "../support/prometheus.ts";
import { makeUpstream } from "../support/proxy.ts";
import { answerWith, chat, waitFor } from "../support/proxy-client.ts";
import { startServer } from "../support/server.ts";
import { assetWith, JUDGED_SHADOW } from "../support/shadows.ts";
import { chatStream, startUpstream } from "../support/upstream.ts";
import { watchedStore } from "../support/watched-store.ts";

describe("a shadow policy that asks a judge", () => {
  const rules = { policy_violation_detection: { ...JUDGED_SHADOW.policy_violation_detection, timeoutMs: 5000 } };

  test("keeps no caller of the API waiting; its answer is counted when it comes", async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    await using judge = await startJudge(() => 0.9);
    const { script } = judge;
    judge.script = async (...parts) => {
      await gate;
      await script(...parts);
    };
    await using server = await startServer({
      judges: [makeJudge({ url: `${judge.url}/v1` })],
      assets: [assetWith("demo-chatbot", {}, rules)],
    });
    const ask = () =>
      server.post("/sdk/v1/analyze/prompt", { asset_id: "demo-chatbot", scan_data: { prompt: "You fool" } });
    const { body } = await ask();
    assert.partialDeepStrictEqual(body.policies_applied[0], { shadow: true, status: "skipped", reason: "not_awaited" });
    assert.equal(body.verdict, "passed");
    open();
    await waitFor(() => server.log.some((line) => line.includes("shadow policy answered late")));
    const line = server.log.find((each) => each.includes("answered late")) ?? "";
    assert.partialDeepStrictEqual(JSON.parse(line), { request_id: body.request_id, outcome: "violated", score: 0.9 });
    assert.ok(!line.includes("fool"));
    const labels = { policy: "policy_violation_detection", outcome: "violated" };
    assert.equal(valueOf(await scrape(server.url), "sallyport_shadow_evaluations_total", labels), 1);
    // What the judge remembers is known at once.
    assert.equal((await ask()).body.policies_applied[0].status, "violated");
  });

  test("holds no stream back, and the record waits for it", async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    await using judge = await startJudge(() => 0.9);
    const { script } = judge;
    judge.script = async (...parts) => {
      await gate;
      await script(...parts);
    };
    const { promise: isRead, resolve: read } = Promise.withResolvers<void>();
    await using upstream = await startUpstream(async (response) => {
      const parts = chatStream(["Hello there. ", "You fool."]);
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const part of parts.slice(0, 2)) response.write(part);
      // The rest is only told when the client has had the beginning.
      await isRead;
      for (const part of parts.slice(2)) response.write(part);
      response.end();
    });
    const store = watchedStore();
    await using server = await startServer({
      judges: [makeJudge({ url: `${judge.url}/v1` })],
      assets: [assetWith("demo-chatbot", {}, rules)],
      upstreams: [makeUpstream(upstream.url)],
      records: store.store,
    });
    const response = await fetch(`${server.url}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(chat("Hi", { stream: true })),
    });
    let text = "";
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      if (text.includes("Hello there.")) read();
    }
    assert.match(text, /You fool\..*\[DONE\]/s);
    assert.equal(store.waiting(), 0);
    open();
    const record = await store.next();
    assert.partialDeepStrictEqual(record.applied, [{ status: "violated", shadow: true }]);
  });

  for (const [onError, status, wait] of [
    ["reject", "failed", "a moment only"],
    ["degrade", "violated", "not at all"],
  ] as const)
    test(`a whole answer waits for it ${wait} where store.on_error is ${onError}`, async () => {
      const { promise: gate, resolve: open } = Promise.withResolvers<void>();
      await using judge = await startJudge(() => 0.9);
      const { script } = judge;
      judge.script = async (...parts) => {
        await gate;
        await script(...parts);
      };
      await using upstream = await answerWith("You fool.");
      const store = watchedStore();
      await using server = await startServer({
        judges: [makeJudge({ url: `${judge.url}/v1` })],
        assets: [assetWith("demo-chatbot", {}, rules)],
        upstreams: [makeUpstream(upstream.url)],
        records: store.store,
        store: { onError },
      });
      const response = await fetch(`${server.url}/v1/chat/completions`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(chat("Hi")),
      });
      // The judge has not said anything yet.
      assert.match(await response.text(), /You fool\./);
      open();
      assert.partialDeepStrictEqual((await store.next()).applied, [{ status, shadow: true }]);
    });
});
