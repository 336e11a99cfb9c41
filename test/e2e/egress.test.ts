/** Ways out: through a forward proxy, and to servers with certificates of an authority of one's own. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { describe, test } from "node:test";
import { WebSocket } from "ws";
import type { Upstream } from "../../src/config/config-model.ts";
import type { Egress } from "../../src/core/egress.ts";
import { JudgeConnection } from "../../src/judges/judge-connection.ts";
import { startConnectProxy, type ConnectProxy } from "../support/connect-proxy.ts";
import { makeUpstream } from "../support/proxy.ts";
import { answerWith, chat } from "../support/proxy-client.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { startTlsFront } from "../support/tls-front.ts";
import { startUpstream } from "../support/upstream.ts";
import { startProvider } from "../support/websocket.ts";

const LOGIN = `Basic ${Buffer.from("user:hush").toString("base64")}`;

const through = (proxy: ConnectProxy, over: Partial<Egress> & { readonly authorization?: string } = {}): Egress => {
  const { authorization = LOGIN, ...rest } = over;
  return {
    id: `through ${proxy.port}`,
    proxy: { isTls: false, host: "127.0.0.1", port: proxy.port, authorization },
    ca: null,
    ...rest,
  };
};

/** The same server under a name that only the proxy knows. */
const named = (url: string): string => url.replace("127.0.0.1", "provider.test");
const targetOf = (url: string): string => new URL(named(url)).host;

const serve = (url: string, egress: Egress, over: Partial<Upstream> = {}): Promise<TestServer> =>
  startServer({ upstreams: [makeUpstream(named(url), { egress, ...over })] });

const ask = (server: TestServer, path = "/v1/chat/completions"): Promise<Response> =>
  fetch(server.url + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(chat("hello")),
  });

/** The first message of a WebSocket, or the status that refuses it. */
async function firstWord(server: TestServer): Promise<string | number> {
  const client = new WebSocket(`${server.url.replace("http", "ws")}/v1/realtime?model=m`);
  client.on("error", () => {});
  const word = once(client, "message").then(([data]) => String(data));
  const refused = once(client, "unexpected-response").then(([, answer]) => Number(answer.statusCode));
  const first = await Promise.race([word, refused]);
  client.terminate();
  return first;
}

/** Says hello to each WebSocket. */
const greeting = () =>
  startProvider({ onOpen: (socket) => socket.send(JSON.stringify({ type: "session.created", session: {} })) });

describe("through a forward proxy", () => {
  test("goes no WebSocket to a server whose certificate is not for the address", async () => {
    await using provider = await greeting();
    await using front = await startTlsFront(provider.url);
    await using proxy = await startConnectProxy(LOGIN);
    const connect = async (host: string): Promise<string | number> => {
      const egress = through(proxy, { ca: front.ca });
      const url = front.url.replace("127.0.0.1", host);
      const upstream = makeUpstream(url, { egress, websocket: "unread", unread: "pass" });
      await using server = await startServer({ upstreams: [upstream] });
      return await firstWord(server);
    };
    assert.match(String(await connect("127.0.0.1")), /session\.created/);
    // It is for localhost, which is not asked for.
    assert.equal(await connect("192.0.2.1"), 502);
  });

  for (const isSecure of [false, true]) {
    const kind = isSecure ? "https" : "http";

    test(`goes what is inspected and what is not, over ${kind}`, async () => {
      await using provider = await answerWith("fine");
      await using front = await startTlsFront(provider.url);
      await using proxy = await startConnectProxy(LOGIN);
      const url = isSecure ? front.url : provider.url;
      await using server = await serve(url, through(proxy, isSecure ? { ca: front.ca } : {}), { unread: "pass" });
      for (const path of ["/v1/chat/completions", "/v1/unknown"]) {
        const answer = await ask(server, path);
        assert.equal(answer.status, 200, path);
        await answer.text();
      }
      assert.deepEqual(proxy.targets, [targetOf(url), targetOf(url)]);
      assert.deepEqual(
        provider.seen.map(({ headers }) => headers.host),
        [targetOf(url), targetOf(url)],
      );
      assert.ok(provider.seen.every(({ headers }) => headers["proxy-authorization"] === undefined));
    });

    for (const websocket of ["inspect", "unread"] as const)
      test(`go WebSockets (${websocket}), over ${kind}`, async () => {
        await using provider = await greeting();
        await using front = await startTlsFront(provider.url);
        await using proxy = await startConnectProxy(LOGIN);
        const url = isSecure ? front.url : provider.url;
        const egress = through(proxy, isSecure ? { ca: front.ca } : {});
        await using server = await serve(url, egress, { websocket, unread: "pass" });
        assert.match(String(await firstWord(server)), /session\.created/);
        assert.deepEqual(proxy.targets, [targetOf(url)]);
      });

    test(`goes a judge, over ${kind}`, async () => {
      await using model = await startUpstream((response) => void response.end('{"ok":1}'));
      await using front = await startTlsFront(model.url);
      await using proxy = await startConnectProxy(LOGIN);
      const url = isSecure ? front.url : model.url;
      const egress = through(proxy, isSecure ? { ca: front.ca } : {});
      const remote = { url: named(url), apiKey: null, apiKeyHeader: null, responseMaxBytes: 1024, egress };
      const connection = new JudgeConnection(remote, { connections: 1, connectTimeoutMs: 5000 });
      const { signal } = new AbortController();
      assert.deepEqual(await connection.post("/predict", {}, { signal }), { ok: 1 });
      assert.deepEqual(proxy.targets, [targetOf(url)]);
      await connection.close();
    });
  }

  test("that speaks TLS itself", async () => {
    await using provider = await answerWith("fine");
    await using front = await startTlsFront(provider.url);
    await using proxy = await startConnectProxy(LOGIN);
    await using door = await startTlsFront(`http://127.0.0.1:${proxy.port}`, "proxy");
    const secure = { isTls: true, host: "127.0.0.1", port: Number(new URL(door.url).port), authorization: LOGIN };
    const egress = { id: "secure", proxy: secure, ca: front.ca + door.ca };
    await using server = await serve(front.url, egress, { unread: "pass" });
    assert.deepEqual([(await ask(server)).status, (await ask(server, "/v1/unknown")).status], [200, 200]);
    assert.equal(proxy.targets.length, 2);
  });

  test("a refusal is 502 in every way, and the login stands nowhere", async () => {
    await using provider = await answerWith("never");
    await using proxy = await startConnectProxy(LOGIN);
    const egress = through(proxy, { authorization: "Basic d3Jvbmc6aGlkZGVu" });
    await using server = await serve(provider.url, egress, { unread: "pass" });
    const answers = [await ask(server), await ask(server, "/v1/unknown")];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [502, 502],
    );
    assert.equal(await firstWord(server), 502);
    const said = [...server.log, ...(await Promise.all(answers.map((answer) => answer.text())))].join("\n");
    assert.doesNotMatch(said, /d3Jvbmc6aGlkZGVu|hidden|hush/);
    assert.equal(provider.seen.length, 0);
  });
});

describe("an authority of one's own", () => {
  test("is trusted where it is named, and nowhere else", async () => {
    await using provider = await answerWith("fine");
    await using front = await startTlsFront(provider.url);
    const trusting: Egress = { id: "own", proxy: null, ca: front.ca };
    await using server = await startServer({
      upstreams: [
        makeUpstream(front.url, { egress: trusting, unread: "pass" }),
        makeUpstream(front.url, { name: "other", prefix: "/other", unread: "pass" }),
      ],
    });
    const statuses = [];
    for (const prefix of ["", "/other"])
      for (const path of ["/v1/chat/completions", "/v1/unknown"])
        statuses.push((await ask(server, prefix + path)).status);
    assert.deepEqual(statuses, [200, 200, 502, 502]);
  });

  test("stands beside the system's own ones", async () => {
    await using provider = await greeting();
    await using front = await startTlsFront(provider.url);
    const egress: Egress = { id: "own", proxy: null, ca: front.ca };
    await using server = await startServer({
      upstreams: [makeUpstream(front.url, { egress, websocket: "inspect" })],
    });
    assert.match(String(await firstWord(server)), /session\.created/);
  });
});
