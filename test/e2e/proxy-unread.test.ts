import assert from "node:assert/strict";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { describe, test } from "node:test";
import { WebSocket, WebSocketServer } from "ws";
import type { Upstream } from "../../src/config/config-model.ts";
import { makeKey } from "../support/config.ts";
import { answerWith, chat, post, rawRequest } from "../support/proxy-client.ts";
import { makeUpstream, startProxy, TEST_KEY, TEST_MAIL } from "../support/proxy.ts";
import { replyJson, startUpstream, type FakeUpstream } from "../support/upstream.ts";

const echoing = (): Promise<FakeUpstream> =>
  startUpstream((response, { method, url, body, headers }) =>
    replyJson(response, { method, url, body: body.toString(), headers }, 200, { "x-guardrail-verdict": "forged" }),
  );

describe("the unread lane", () => {
  test("refuses routes, methods, content types and codings under deny", async () => {
    await using upstream = await echoing();
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const json = { "content-type": "application/json" };
    const cases: readonly (readonly [path: string, init: RequestInit])[] = [
      ["/v1/files", { method: "POST", body: "x" }],
      ["/v1/chat/completions", { method: "GET" }],
      ["/v1/chat/completions", { method: "POST", body: "{}", headers: { "content-type": "text/plain" } }],
      [
        "/v1/chat/completions",
        { method: "POST", body: "{}", headers: { "content-type": "application/json; charset=utf-16" } },
      ],
      [
        "/v1/chat/completions",
        { method: "POST", body: "{}", headers: { ...json, "content-encoding": "gzip, compress" } },
      ],
      ["/v1/models", { method: "POST", body: "{}", headers: json }],
    ];
    for (const [path, init] of cases) {
      const answer = await fetch(proxy.url + path, init);
      assert.equal(answer.status, 403, path);
      const { error } = (await answer.json()) as { error: { code: string; message: string } };
      assert.equal(error.code, "guardrail_unread");
      assert.ok(error.message.includes(`${init.method} ${path}, upstream test: `), error.message);
      assert.match(error.message, /; unread: pass lets it pass unread$/);
      assert.ok(answer.headers.get("x-guardrail-request-id"));
      assert.equal(answer.headers.get("x-guardrail-verdict"), "unread", path);
      assert.equal(answer.headers.get("x-guardrail-policies"), "");
    }
    assert.equal(upstream.seen.length, 0);
  });

  test("calls nothing passed that no policy has looked at", async () => {
    await using upstream = await startUpstream((response) => void response.end("no JSON"));
    const chat = (content: string): RequestInit => ({
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model: "m", messages: [{ role: "user", content }] }),
    });
    const cases: readonly (readonly [Partial<Upstream>, limit: number, RequestInit, status: number, string])[] = [
      [{ auth: "key" }, 0, chat("hello"), 401, "unread"],
      [{}, 1, chat("hello"), 429, "unread"],
      [{}, 0, { ...chat(""), body: "{" }, 400, "unread"],
      [{}, 0, chat("hello"), 502, "unread"],
      [{}, 0, chat(`to ${TEST_MAIL}`), 502, "flagged"],
      [{}, 0, chat(`my ${TEST_KEY}`), 400, "blocked"],
    ];
    for (const [over, proxy, init, status, verdict] of cases) {
      await using gate = await startProxy({ upstreams: [makeUpstream(upstream.url, over)], limits: { proxy } });
      if (status === 429) await fetch(`${gate.url}/v1/chat/completions`, init);
      const answer = await fetch(`${gate.url}/v1/chat/completions`, init);
      assert.equal(answer.status, status, `${status} ${await answer.text()}`);
      assert.equal(answer.headers.get("x-guardrail-verdict"), verdict, String(status));
    }
  });

  test("passes lists of models always", async () => {
    await using upstream = await echoing();
    await using proxy = await startProxy({ upstreams: [makeUpstream(`${upstream.url}/base`)] });
    for (const path of ["/v1/models", "/v1/models/gpt?x=1", "/models/"]) {
      const answer = await fetch(proxy.url + path);
      assert.equal(answer.status, 200);
      assert.equal(((await answer.json()) as { url: string }).url, `/base${path}`);
      assert.equal(answer.headers.get("x-guardrail-unread"), null);
      assert.equal(answer.headers.get("x-guardrail-verdict"), "passed");
    }
  });

  test("passes the rest under pass, names it, and puts its own credential in", async () => {
    await using upstream = await echoing();
    const keys = [makeKey("one", { secret: "rsk_one" })];
    const target = makeUpstream(`${upstream.url}/base`, {
      prefix: "/p",
      unread: "pass",
      apiKey: "sk-own",
      auth: "key",
    });
    await using proxy = await startProxy({ keys, upstreams: [target] });
    const answer = await fetch(`${proxy.url}/p/v1/files?a=b%20c`, {
      method: "POST",
      headers: { "x-api-key": "rsk_one", "x-keep": "1" },
      body: "raw bytes",
    });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("x-guardrail-unread"), "route");
    assert.equal(answer.headers.get("x-guardrail-verdict"), "unread");
    const seen = (await answer.json()) as { url: string; body: string; headers: Record<string, string> };
    assert.equal(seen.url, "/base/v1/files?a=b%20c");
    assert.equal(seen.body, "raw bytes");
    assert.equal(seen.headers["authorization"], "Bearer sk-own");
    assert.equal(seen.headers["x-api-key"], undefined);
    assert.equal(seen.headers["x-keep"], "1");
    assert.equal(seen.headers["host"], new URL(upstream.url).host);
    assert.ok(proxy.log.some((line) => line.includes("unread traffic passed")));
  });

  test("passes a chat request that it cannot read, its answer unread too", async () => {
    await using upstream = await echoing();
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url, { unread: "pass" })] });
    const answer = await fetch(`${proxy.url}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: `{"input":"${TEST_KEY}"}`,
    });
    assert.equal(answer.headers.get("x-guardrail-unread"), "messages");
    assert.equal(((await answer.json()) as { body: string }).body, `{"input":"${TEST_KEY}"}`);
  });

  test("tells of an unreachable upstream in the provider's format", async () => {
    const gone = await echoing();
    await gone[Symbol.asyncDispose]();
    await using proxy = await startProxy({ upstreams: [makeUpstream(gone.url, { unread: "pass" })] });
    const answer = await fetch(`${proxy.url}/v1/files`);
    assert.equal(answer.status, 502);
    assert.equal(((await answer.json()) as { error: { code: string } }).error.code, "upstream_unreachable");
  });

  test("cuts the client when the upstream breaks off within an answer", async () => {
    await using upstream = await startUpstream((response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("half");
      setImmediate(() => response.socket?.resetAndDestroy());
    });
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url, { unread: "pass" })] });
    await assert.rejects(fetch(`${proxy.url}/v1/files`).then((answer) => answer.text()));
  });
});

describe("WebSockets", () => {
  test("pass under pass, marked as unread", async () => {
    await using upstream = await echoing();
    const sockets = new WebSocketServer({ server: upstream.server });
    sockets.on("connection", (socket, request) => {
      socket.on("message", (data: Buffer) =>
        socket.send(`${request.url} ${request.headers["authorization"]} ${data.toString()}`),
      );
    });
    await using proxy = await startProxy({
      upstreams: [makeUpstream(`${upstream.url}/base`, { unread: "pass", apiKey: "sk" })],
    });
    const client = new WebSocket(`${proxy.url.replace("http", "ws")}/v1/realtime?model=m`);
    const [upgrade] = await Promise.all([once(client, "upgrade"), once(client, "open")]);
    const [response] = upgrade as [{ headers: Record<string, string> }];
    assert.equal(response.headers["x-guardrail-unread"], "websocket");
    client.send("hello");
    const [message] = (await once(client, "message")) as [Buffer];
    assert.equal(message.toString(), "/base/v1/realtime?model=m Bearer sk hello");
    assert.ok(proxy.proxy.inFlight() > 0);
    client.close();
    await once(client, "close");
    sockets.close();
  });

  test("are refused under deny, without a key, and where there is no route", async () => {
    await using upstream = await echoing();
    const refusals: readonly (readonly [Parameters<typeof makeUpstream>[1], number])[] = [
      [{}, 403],
      [{ unread: "pass", auth: "key" }, 401],
      [{ unread: "pass", prefix: "/elsewhere" }, 404],
    ];
    for (const [over, status] of refusals) {
      await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url, over)] });
      const client = new WebSocket(`${proxy.url.replace("http", "ws")}/v1/realtime`);
      client.on("error", () => {});
      const [, response] = (await once(client, "unexpected-response")) as [unknown, IncomingMessage];
      assert.equal(response.statusCode, status);
      const verdict = response.headers["x-guardrail-verdict"];
      assert.equal(verdict, status === 404 ? undefined : "unread");
      client.terminate();
    }
    assert.equal(upstream.seen.length, 0);
  });

  test("to an upstream that is not there are a 502", async () => {
    const gone = await echoing();
    await gone[Symbol.asyncDispose]();
    await using proxy = await startProxy({ upstreams: [makeUpstream(gone.url, { unread: "pass" })] });
    const client = new WebSocket(`${proxy.url.replace("http", "ws")}/v1/realtime`);
    client.on("error", () => {});
    const [, response] = (await once(client, "unexpected-response")) as [unknown, { statusCode: number }];
    assert.equal(response.statusCode, 502);
    client.terminate();
  });

  test("lists models only: no body, no other method behind a header", async () => {
    await using upstream = await answerWith("x");
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    const head = "GET /v1beta/models/m HTTP/1.1\r\nhost: x\r\n";
    const refused = [
      `${head}content-length: 2\r\n\r\n{}`,
      `${head}x-http-method-override: POST\r\n\r\n`,
      `${head.replace("/m ", "/m:generateContent ")}\r\n`,
    ];
    for (const text of refused) assert.match(await rawRequest(proxy, text), /^HTTP\/1\.1 403 /);
    assert.equal(upstream.seen.length, 0);
    assert.match(await rawRequest(proxy, `${head}\r\n`), /^HTTP\/1\.1 200 /);
  });

  test("a stream that cannot be read passes under pass as it comes", async () => {
    let finish = (): void => {};
    await using upstream = await startUpstream((response) => {
      response.writeHead(200, { "content-type": "application/x-ndjson" });
      response.write("{}\n");
      finish = () => void response.end("{}\n");
    });
    await using proxy = await startProxy({ upstreams: [makeUpstream(upstream.url, { unread: "pass" })] });
    const answer = await post(proxy, chat("hi", { stream: true }));
    assert.equal(answer.headers.get("x-guardrail-verdict"), "unread");
    const reader = answer.body?.getReader();
    assert.equal(new TextDecoder().decode((await reader?.read())?.value), "{}\n");
    finish();
    await reader?.read();
  });
});
