import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { WebSocket } from "ws";
import { parseExposition, valueOf } from "../support/prometheus.ts";
import { makeUpstream, startProxy, TEST_MAIL, type TestProxy } from "../support/proxy.ts";
import { spoken } from "../support/realtime.ts";
import { startProvider, TestClient, type FakeProvider, type Said } from "../support/websocket.ts";

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
