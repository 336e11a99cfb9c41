import assert from "node:assert/strict";
import { connect } from "node:net";
import { describe, test } from "node:test";
import { answerWith, chat, post, waitFor } from "../support/proxy-client.ts";
import { makeUpstream, startProxy } from "../support/proxy.ts";
import { chatChunk, startUpstream, type FakeUpstream } from "../support/upstream.ts";

describe("failures", () => {
  test("an upstream that is not there is a 502 in the provider's format", async () => {
    const gone = await answerWith("x");
    await gone[Symbol.asyncDispose]();
    await using proxy = await startProxy({ upstreams: [makeUpstream(gone.url)] });
    const answer = await post(proxy, chat("hi"));
    assert.equal(answer.status, 502);
    assert.equal(((await answer.json()) as { error: { code: string } }).error.code, "upstream_unreachable");
  });

  test("an upstream that changes the protocol without being asked is a 502, on every way", async () => {
    await using upstream = await startUpstream((response) => {
      response.socket?.write(
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nhello",
      );
    });
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url, { unread: "pass" })] });
    for (const path of ["/v1/chat/completions", "/v1/files"]) {
      const answer = await fetch(proxy.url + path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(chat("hi")),
      });
      assert.equal(answer.status, 502, path);
      await answer.text();
    }
    await waitFor(() => proxy.proxy.inFlight() === 0);
  });

  test("an upstream that stays silent is a 504", async () => {
    await using upstream = await startUpstream(() => {});
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url, { headersTimeoutMs: 100 })] });
    const answer = await post(proxy, chat("hi"));
    assert.equal(answer.status, 504);
  });

  for (const isStream of [false, true])
    test(`an upstream that sends a byte now and then ${isStream ? "ends with an error event" : "is a 504"}`, async () => {
      const timers = new Set<NodeJS.Timeout>();
      await using upstream = await startUpstream((response) => {
        response.writeHead(200, { "content-type": isStream ? "text/event-stream" : "application/json" });
        if (isStream) response.write(chatChunk({ delta: { role: "assistant", content: "" } }));
        const timer = setInterval(() => response.write(isStream ? ": wait\n" : " "), 10);
        timers.add(timer);
        response.on("close", () => {
          clearInterval(timer);
          timers.delete(timer);
        });
      });
      await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url, { answerTimeoutMs: 150 })] });
      const answer = await post(proxy, chat("hi", { stream: isStream }));
      const text = await answer.text();
      assert.equal(answer.status, isStream ? 200 : 504);
      assert.match(text, /"error":\{.*"upstream_timeout"/);
      await waitFor(() => timers.size === 0 && proxy.proxy.inFlight() === 0);
    });

  test("an upstream that resets before, within the headers or within a JSON body is a 502 and nothing of it leaks", async () => {
    await using upstream = await answerWith("x");
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const scripts: readonly FakeUpstream["script"][] = [
      (response) => void response.socket?.resetAndDestroy(),
      (response) => {
        response.socket?.write("HTTP/1.1 200 OK\r\ncontent-ty");
        setImmediate(() => response.socket?.resetAndDestroy());
      },
      (response) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": "500" });
        response.write('{"choices":[{"secret');
        setImmediate(() => response.socket?.resetAndDestroy());
      },
    ];
    for (const script of scripts) {
      upstream.script = script;
      const answer = await post(proxy, chat("hi"));
      assert.equal(answer.status, 502);
      assert.ok(!(await answer.text()).includes("secret"));
    }
  });

  test("an upstream that resets within a stream becomes an error event, without the text that was held", async () => {
    let reset = (): void => {};
    await using upstream = await startUpstream(async (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(chatChunk({ delta: { role: "assistant", content: "" } }));
      response.write(chatChunk({ delta: { content: `${"word ".repeat(30)}HELD` } }));
      reset = () => void response.socket?.resetAndDestroy();
    });
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const answer = await post(proxy, chat("hi", { stream: true }));
    reset();
    const text = await answer.text();
    assert.ok(!text.includes("HELD"));
    assert.match(text, /data: \{"error":\{.*"upstream_disconnected"/);
    assert.ok(!text.includes("[DONE]"));
  });

  test("a client that leaves aborts the upstream, at every stage", async () => {
    await using upstream = await startUpstream(() => {});
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const stages: readonly FakeUpstream["script"][] = [
      () => {},
      (response) => response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders(),
      (response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(chatChunk({ delta: { role: "assistant", content: "" } }));
      },
      (response) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.write('{"choices":');
      },
    ];
    for (const [index, script] of stages.entries()) {
      upstream.script = script;
      const controller = new AbortController();
      const pending = post(proxy, chat("hi", { stream: true }), { signal: controller.signal }).then((answer) =>
        answer.text(),
      );
      pending.catch(() => {});
      await waitFor(() => upstream.seen.length === index + 1);
      controller.abort();
      await assert.rejects(pending);
      await waitFor(() => upstream.aborted() === index + 1);
    }
    await waitFor(() => proxy.proxy.inFlight() === 0);
  });

  test("a client that leaves within its body reaches no upstream", async () => {
    await using upstream = await answerWith("x");
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const socket = connect(Number(new URL(proxy.url).port), "127.0.0.1");
    socket.write(
      "POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{",
    );
    await waitFor(() => proxy.proxy.inFlight() === 1);
    socket.resetAndDestroy();
    await waitFor(() => proxy.proxy.inFlight() === 0);
    assert.equal(upstream.seen.length, 0);
  });
});
