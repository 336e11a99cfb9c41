/** Keys in queries and headers: whose they are decides where they may go, and no log line holds one. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { describe, test } from "node:test";
import { WebSocket, WebSocketServer } from "ws";
import { makeKey } from "../support/config.ts";
import { makeUpstream, startProxy } from "../support/proxy.ts";
import { startServer } from "../support/server.ts";
import { replyJson, startUpstream } from "../support/upstream.ts";

const GEMINI = "/v1beta/models/m:generateContent";
const body = JSON.stringify({ contents: [{ role: "user", parts: [{ text: "hi" }] }] });
const answer = {
  candidates: [{ index: 0, content: { role: "model", parts: [{ text: "fine" }] }, finishReason: "STOP" }],
};
const send = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: "POST", headers: { "content-type": "application/json", ...headers }, body });
const text = (reply: Response) => reply.text();
const keys = [makeKey("one", { secret: "rsk_one" })];

describe("a key in the query", () => {
  test("goes on as it came where the upstream has no key, and stays behind where it has one", async () => {
    await using upstream = await startUpstream((response) => replyJson(response, answer));
    await using through = await startProxy({ upstreams: [makeUpstream(upstream.url)] });
    await using owned = await startProxy({
      upstreams: [makeUpstream(upstream.url, { apiKey: "own", unread: "pass" })],
    });
    assert.equal((await send(`${through.url}${GEMINI}?alt=json&key=AIza%2Bx`)).status, 200);
    assert.equal((await send(`${owned.url}${GEMINI}?alt=json&key=AIza%2Bx`)).status, 200);
    assert.equal((await send(`${owned.url}/v1/unknown?key=AIzax&a=b`)).status, 200);
    assert.equal((await fetch(`${owned.url}/v1beta/models?key=AIzax`)).status, 200);
    assert.deepEqual(
      upstream.seen.map(({ url }) => url),
      [`${GEMINI}?alt=json&key=AIza%2Bx`, `${GEMINI}?alt=json`, "/v1/unknown?a=b", "/v1beta/models"],
    );
    assert.equal(upstream.seen[1]?.headers["x-goog-api-key"], "own");
  });

  test("opens an upstream that asks for a service key, as headers do, and never reaches the provider", async () => {
    await using upstream = await startUpstream((response) => replyJson(response, answer));
    const target = makeUpstream(upstream.url, { auth: "key", unread: "pass" });
    await using proxy = await startProxy({ keys, upstreams: [target] });
    const ways: readonly (readonly [string, Record<string, string>])[] = [
      ["?key=rsk_one&alt=json", {}],
      ["?alt=json", { "x-goog-api-key": "rsk_one" }],
      ["?alt=json", { "api-key": "rsk_one" }],
      ["?alt=json&key=rsk_one", { "x-goog-api-key": "rsk_one" }],
    ];
    for (const path of [GEMINI, "/v1/unknown"]) {
      for (const [query, headers] of ways) assert.equal((await send(proxy.url + path + query, headers)).status, 200);
      for (const query of ["", "?key=rsk_two"]) assert.equal((await send(proxy.url + path + query)).status, 401);
    }
    assert.equal(upstream.seen.length, 8);
    for (const { url, rawHeaders } of upstream.seen) {
      assert.match(url, /\?alt=json$/);
      assert.ok(!rawHeaders.join(" ").includes("rsk_one"));
    }
  });

  test("of a WebSocket stays behind alike", async () => {
    await using upstream = await startUpstream((response) => void response.end());
    const sockets = new WebSocketServer({ server: upstream.server });
    const urls: (string | undefined)[] = [];
    sockets.on("connection", (_socket, { url }) => urls.push(url));
    const target = makeUpstream(upstream.url, { auth: "key", unread: "pass", apiKey: "own" });
    await using proxy = await startProxy({ keys, upstreams: [target] });
    const socket = new WebSocket(`${proxy.url.replace("http", "ws")}/v1/live?key=rsk_one&model=m&key=theirs`);
    await once(socket, "open");
    assert.deepEqual(urls, ["/v1/live?model=m"]);
    socket.terminate();
    sockets.close();
  });

  test("stands in no line of the log, whatever becomes of the request", async () => {
    const scripts = {
      fine: (response) => replyJson(response, answer),
      refused: (response) => replyJson(response, { error: { message: "bad key" } }, 403),
      reset: (response) => void response.socket?.resetAndDestroy(),
      cut: (response) => {
        response.writeHead(200, { "content-type": "text/event-stream", "content-encoding": "gzip" });
        response.end("no gzip");
      },
    } satisfies Record<string, Parameters<typeof startUpstream>[0]>;
    await using upstream = await startUpstream(scripts.fine);
    await using server = await startServer({
      keys,
      upstreams: [
        makeUpstream(upstream.url, { unread: "pass" }),
        makeUpstream("http://127.0.0.1:1", { name: "gone", prefix: "/gone", unread: "pass" }),
      ],
    });
    for (const script of Object.values(scripts)) {
      upstream.script = script;
      for (const path of [GEMINI, "/v1/unknown", "/nowhere"])
        for (const key of ["AIzaSecretOfTheCaller", "rsk_one"])
          await send(`${server.url}${path}?key=${key}`, { "x-goog-api-key": key })
            .then(text)
            .catch(() => "cut");
    }
    for (const path of [GEMINI, "/v1/unknown"]) await send(`${server.url}/gone${path}?key=rsk_one`).then(text);
    assert.ok(server.log.length >= 20);
    assert.ok(
      server.log.every((line) => !line.includes("AIzaSecret") && !line.includes("rsk_one") && !line.includes("key=")),
    );
  });
});
