import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { WebSocket } from "ws";
import { parseExposition, valueOf } from "../support/prometheus.ts";
import { makeUpstream, startProxy, TEST_KEY, TEST_MAIL, type TestProxy } from "../support/proxy.ts";
import { spoken } from "../support/realtime.ts";
import { eventually, startProvider, TestClient, type FakeProvider, type Said } from "../support/websocket.ts";

const say = (socket: WebSocket, messages: readonly Said[]): void => {
  for (const each of messages) socket.send(JSON.stringify(each));
};

/** Answers each setting with what says nothing, and each request with an address. */
const provider = (): Promise<FakeProvider> =>
  startProvider({
    onMessage: (socket, { type }) => {
      if (type === "session.update") say(socket, [{ type: "session.updated", event_id: "e", session: {} }]);
      if (type === "response.create") say(socket, spoken({ pieces: ["Write to ", TEST_MAIL, "."] }));
    },
  });

const evaluated = (proxy: TestProxy, outcome: string): number =>
  valueOf(parseExposition(proxy.metrics.expose()), "sallyport_policy_evaluations_total", {
    policy: "test_mail",
    side: "output",
    outcome,
  });

describe("metrics of a Realtime connection", () => {
  test("count a policy for each answer, and not for messages without text", async () => {
    await using model = await provider();
    await using proxy = await startProxy({ upstreams: [makeUpstream(model.url, { websocket: "inspect" })] });
    await using client = await TestClient.open(`${proxy.url}/v1/realtime?model=m`);
    for (let times = 1; times <= 3; times++) {
      client.send({ type: "session.update", session: { type: "realtime" } });
      await client.until(() => client.heard.filter(({ type }) => type === "session.updated").length === times);
    }
    assert.deepEqual([evaluated(proxy, "passed"), evaluated(proxy, "violated")], [0, 0]);
    client.send({ type: "response.create" });
    await client.until(({ type }) => type === "response.done");
    assert.deepEqual([evaluated(proxy, "passed"), evaluated(proxy, "violated")], [0, 1]);
  });
});

const ended = (proxy: TestProxy, format: string): Readonly<Record<string, number>> =>
  Object.fromEntries(
    (["complete", "blocked", "unavailable", "unread", "failed", "abandoned"] as const)
      .map((end) => {
        const series = parseExposition(proxy.metrics.expose());
        return [end, valueOf(series, "sallyport_streams_total", { format, end })] as const;
      })
      .filter(([, count]) => count > 0),
  );

/** A provider that answers each request with the next of the scripts. */
const answering = (...scripts: readonly (readonly Said[])[]): Promise<FakeProvider> => {
  let next = 0;
  return startProvider({
    onMessage: (socket, { type }) => {
      if (type === "response.create") say(socket, scripts[next++] ?? []);
    },
  });
};

describe("answers over a Realtime connection", () => {
  const realtime = (pieces: readonly string[], id: string): Said[] => spoken({ pieces, id, item: `item_${id}` });

  async function over(provider: FakeProvider, requests: number): Promise<{ proxy: TestProxy; client: TestClient }> {
    const proxy = await startProxy({ upstreams: [makeUpstream(provider.url, { websocket: "inspect" })] });
    const client = await TestClient.open(`${proxy.url}/v1/realtime?model=m`);
    for (let times = 1; times <= requests; times++) {
      client.send({ type: "response.create" });
      await client.until(() => client.heard.filter(({ type }) => type === "response.done").length === times);
    }
    return { proxy, client };
  }

  test("are counted by how they ended, each once", async () => {
    const [fine, bad] = [realtime(["all ", "fine"], "r1"), realtime(["key ", TEST_KEY, " gone"], "r2")];
    await using provider = await answering(fine, bad, realtime(["fine again"], "r3"));
    const opened = await over(provider, 3);
    await using proxy = opened.proxy;
    await using _client = opened.client;
    await eventually(() => ended(proxy, "openai-realtime")["complete"] === 2);
    assert.deepEqual(ended(proxy, "openai-realtime"), { complete: 2, blocked: 1 });
  });

  for (const [who, end] of [
    ["client", "abandoned"],
    ["provider", "failed"],
  ] as const)
    test(`are ${end} when the ${who} leaves`, async () => {
      await using provider = await answering(realtime(["all ", "fine"], "r1").slice(0, 6));
      const opened = await over(provider, 0);
      await using proxy = opened.proxy;
      await using client = opened.client;
      client.send({ type: "response.create" });
      await client.until(({ type }) => type === "response.content_part.added");
      if (who === "client") client.socket.terminate();
      else for (const socket of provider.server.clients) socket.terminate();
      await client.untilClosed();
      await eventually(() => Object.keys(ended(proxy, "openai-realtime")).length > 0);
      assert.deepEqual(ended(proxy, "openai-realtime"), { [end]: 1 });
    });

  test("are unavailable when a policy that fails closed could not run", async () => {
    await using provider = await answering(realtime(["now ", "explode"], "r1"));
    const opened = await over(provider, 0);
    await using proxy = opened.proxy;
    await using client = opened.client;
    client.send({ type: "response.create" });
    await client.untilClosed();
    await eventually(() => Object.keys(ended(proxy, "openai-realtime")).length > 0);
    assert.deepEqual(ended(proxy, "openai-realtime"), { unavailable: 1 });
  });
});
