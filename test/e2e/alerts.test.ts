/** Alerts of the whole service: which requests raise one, and that no text is in it. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { DEMO_SECRET, makeAsset, makeKey } from "../support/config.ts";
import { makeAlert } from "../support/alerts.ts";
import { makeUpstream } from "../support/proxy.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { chatStream, replyStream, startUpstream, type FakeUpstream } from "../support/upstream.ts";
import { until } from "../support/until.ts";

const SECRET = ["AKIA", "Z7QXN4PLM2WERT5Y"].join("");
const block = { secrets_keys_detection: { action: "block" as const } };

let provider: FakeUpstream;
let receiver: FakeUpstream;
let server: TestServer;
before(async () => {
  provider = await startUpstream((response) => replyStream(response, chatStream(["The key is ", SECRET, "."])));
  receiver = await startUpstream((response) => void response.writeHead(204).end());
  server = await startServer({
    keys: [makeKey("demo", { secret: DEMO_SECRET })],
    assets: [makeAsset("shop", block)],
    upstreams: [makeUpstream(provider.url, { asset: makeAsset("shop").id })],
    alerts: [makeAlert({ dedupeMs: 0, target: { kind: "http", url: receiver.url } })],
  });
});
after(async () => {
  await server[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

const received = (): readonly Record<string, unknown>[] =>
  receiver.seen.map(({ body }) => (JSON.parse(body.toString()) as { readonly data: Record<string, unknown> }).data);

async function chat(content: string, stream = false): Promise<Response> {
  const response = await fetch(`${server.url}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: "m", stream, messages: [{ role: "user", content }] }),
  });
  await response.text();
  return response;
}

describe("alerts", () => {
  test("a blocked analysis, a blocked prompt and a blocked stream raise one each; what passes does not", async () => {
    const analysis = await server.post("/sdk/v1/analyze/prompt", {
      asset_id: "shop",
      scan_data: { prompt: `The key is ${SECRET}.` },
    });
    await server.post("/sdk/v1/analyze/prompt", { asset_id: "shop", scan_data: { prompt: "Hello" } });
    const prompt = await chat(`The key is ${SECRET}.`);
    const stream = await chat("Which key?", true);
    await until("three alerts have come", () => receiver.seen.length === 3);
    const ids = [
      analysis.body.request_id,
      ...[prompt, stream].map(({ headers }) => headers.get("x-guardrail-request-id")),
    ];
    assert.deepEqual(new Set(received().map((data) => data["request_id"])), new Set(ids));
    for (const data of received()) {
      assert.deepEqual(
        [data["verdict"], data["policies"], data["asset_id"], data["organization"]],
        ["blocked", ["secrets_keys_detection"], "shop", makeAsset("shop").organization],
      );
    }
    assert.ok(receiver.seen.every(({ body }) => !body.includes(SECRET)));
    assert.match(
      await (await fetch(`${server.url}/metrics`)).text(),
      /sallyport_alerts_total\{alert="soc",outcome="sent"\} 3/,
    );
  });
});
