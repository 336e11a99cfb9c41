/** Keys of this service stay here, and what two readers read in two ways goes nowhere, whichever way a request takes. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { WebSocketServer } from "ws";
import type { Upstream } from "../../src/config/config-model.ts";
import { makeKey } from "../support/config.ts";
import { makeUpstream } from "../support/proxy.ts";
import { RawConnection, type RawAnswer } from "../support/raw-http.ts";
import { startServer } from "../support/server.ts";
import { chatCompletion, replyJson, startUpstream } from "../support/upstream.ts";

const SECRET = "rsk_service";
const BASIC = Buffer.from(`me:${SECRET}`).toString("base64");
const CHAT = JSON.stringify({ model: "m", messages: [{ role: "user", content: "hi" }] });

async function start(over: Partial<Upstream> = {}, deny: Partial<Upstream> = {}) {
  const provider = await startUpstream((response) => replyJson(response, chatCompletion("fine")));
  const heads: string[] = [];
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: (offered) => [...offered][0] ?? false });
  provider.server.on("request", ({ method, url, rawHeaders }) => heads.push([method, url, ...rawHeaders].join("\n")));
  provider.server.on("upgrade", (request, socket, rest) => {
    heads.push([request.method, request.url, ...request.rawHeaders].join("\n"));
    sockets.handleUpgrade(request, socket, rest, (accepted) => accepted.terminate());
  });
  const server = await startServer({
    keys: [makeKey("one", { secret: SECRET })],
    upstreams: [
      makeUpstream(provider.url, { unread: "pass", ...over }),
      makeUpstream(provider.url, { name: "inspect", prefix: "/inspect", websocket: "inspect", ...over, ...deny }),
    ],
    server: { allowedOrigins: new Set(["https://app.example.com"]) },
  });
  const ask = async (line: string, fields: readonly string[] = [], body: string | Buffer = ""): Promise<RawAnswer> => {
    const connection = new RawConnection(server.port);
    connection.socket.on("data", (chunk) => {
      if (String(chunk).startsWith("HTTP/1.1 101")) connection.destroy();
    });
    const ends = line.includes(" /ws") || line.includes("/realtime") ? UPGRADE : ["Connection: close"];
    const isListed = fields.some((field) => /^connection:/i.test(field));
    const length = body.length === 0 ? [] : ["Content-Type: application/json", `Content-Length: ${body.length}`];
    const own = isListed ? ends.filter((field) => !field.startsWith("Connection")) : ends;
    connection.write([`${line} HTTP/1.1`, "Host: gate", ...own, ...length, ...fields, "\r\n"].join("\r\n"));
    connection.write(body);
    return connection.untilClosed();
  };
  return {
    provider,
    port: server.port,
    ask,
    take: () => heads.splice(0),
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}

const UPGRADE = [
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
];

/** A request on each way: inspected, passed on, a WebSocket passed on and one that is inspected. */
const WAYS: readonly (readonly [line: (query: string) => string, body: string])[] = [
  [(query) => `POST /v1/chat/completions${query}`, CHAT],
  [(query) => `POST /v1/files${query}`, CHAT],
  [(query) => `GET /ws/realtime${query}`, ""],
  [(query) => `GET /inspect/v1/realtime${query}`, ""],
];

describe("a service key", () => {
  const HEADERS = [
    [`Authorization: Basic ${BASIC}`],
    [`Authorization: Token ${SECRET}`],
    [`Authorization: ${SECRET}`],
    ["Authorization: Bearer theirs", `Authorization: Bearer ${SECRET}`],
    [`Cookie: a=b; session=${SECRET}`],
    [`X-Anything: ${SECRET}`],
    [`User-Agent: agent/1 (${SECRET})`],
    [`Referer: http://x.test/?key=${SECRET}`],
    [`Sec-WebSocket-Protocol: ${SECRET}`],
    [`${SECRET}: a`],
    [`X-Late: ${"a,".repeat(5000)}${SECRET}`],
    [`Cookie: a=%22%2572${SECRET.slice(1)}%22`],
    [`Proxy-Authorization: Basic ${BASIC}`],
    [
      `Sec-WebSocket-Protocol: realtime, token.${SECRET}, base64url.bearer.${Buffer.from(SECRET).toString("base64url")}`,
    ],
  ];
  const QUERIES = ["Key", "KEY", "api_key", "key[]", "anything", "%6Bey", "a=1;key"].map(
    (name) => `?x=1&${name}=${SECRET}`,
  );

  for (const own of [null, "provider-key"])
    test(`never reaches the provider, ${own === null ? "whose key the caller has" : "which has its own"}`, async () => {
      await using rig = await start({ apiKey: own });
      for (const [line, body] of WAYS) {
        for (const fields of HEADERS) await rig.ask(line("?x=1"), fields, body);
        for (const query of [...QUERIES, `?${SECRET}`, `?x=${BASIC}`, `?x=%72sk_service`, `?x=%2572sk_service`])
          await rig.ask(line(query), [], body);
      }
      const heads = rig.take();
      assert.equal(heads.length, WAYS.length * (HEADERS.length + QUERIES.length + 4));
      for (const seen of heads) {
        assert.ok(!seen.includes(SECRET) && !seen.includes(BASIC) && !/%(?:25)?72sk/.test(seen), seen);
        const sent = seen.match(/provider-key/g)?.length ?? 0;
        assert.equal(sent, own === null ? 0 : 1, seen);
      }
    });

  test("in the path, or in a field that describes the body, is refused", async () => {
    await using rig = await start();
    assert.equal((await rig.ask(`POST /v1/${SECRET}/files`, [], CHAT)).status, 400);
    assert.equal((await rig.ask("POST /v1/files", [`Content-Language: ${SECRET}`], CHAT)).status, 400);
    assert.deepEqual(rig.take(), []);
  });
});

describe("a caller's credential", () => {
  test("goes nowhere beside the upstream's own, whatever header has it", async () => {
    await using rig = await start({ apiKey: "provider-key" });
    const names =
      "Authorization X-API-Key api-key x-goog-api-key Ocp-Apim-Subscription-Key cf-aig-authorization Helicone-Auth X-Amz-Security-Token api_key X-Auth-Key x-functions-key X-Client-Secret Cookie x-portkey-virtual-key";
    const fields = names.split(" ").flatMap((name) => [`${name}: theirs-1`, `${name}: theirs-2`]);
    for (const [line, body] of WAYS)
      await rig.ask(line("?Key=theirs-3&api_key=theirs-4&token[]=theirs-5"), fields, body);
    const heads = rig.take();
    assert.equal(heads.length, WAYS.length);
    for (const seen of heads) assert.ok(!seen.includes("theirs") && seen.split("provider-key").length === 2, seen);
  });
});

describe("the provider's key", () => {
  test("does not come back, whoever repeats requests", async () => {
    await using rig = await start({ apiKey: "provider-key" });
    rig.provider.script = (response, { rawHeaders }) => {
      const status = rawHeaders.includes("X-Fail") ? 401 : 200;
      response.writeHead(status, { "content-type": "application/json", "x-sent": rawHeaders.join(" ") });
      response.write(JSON.stringify({ ...chatCompletion("fine"), rawHeaders }).slice(0, -12));
      response.end(`{"key":"provider-key"}`);
    };
    for (const method of ["POST", "GET", "TRACE"])
      for (const path of ["/v1/chat/completions", "/v1/files", "/inspect/v1/chat/completions", "/inspect/v1/models"])
        for (const fields of [[], ["X-Fail: a"]]) {
          const { status, headers, body } = await rig.ask(`${method} ${path}`, fields, method === "POST" ? CHAT : "");
          const all = [...headers.values(), body].join("\n");
          assert.ok(!all.includes("provider-key"), `${method} ${path} ${status} ${all}`);
          if (method === "TRACE") assert.equal(status, 405);
        }
    assert.ok(rig.take().some((seen) => seen.includes("provider-key")));
  });

  test("does not come back compressed, where the caller asks for that", async () => {
    await using rig = await start({ apiKey: "provider-key" });
    rig.provider.script = (response, { headers }) => {
      const isCoded = headers["accept-encoding"]?.includes("gzip") === true;
      const body = JSON.stringify(headers);
      response.writeHead(404, {
        "content-type": "application/json",
        ...(isCoded ? { "content-encoding": "gzip" } : {}),
      });
      response.end(isCoded ? gzipSync(body) : body);
    };
    for (const path of ["/v1/files", "/inspect/v1/models"]) {
      const { headers, body } = await rig.ask(`GET ${path}`, ["Accept-Encoding: gzip"]);
      assert.ok(!headers.has("content-encoding") && !body.includes("provider-key"), path);
    }
  });
});

describe("a header that makes another message of it", () => {
  test("is refused in Connection, and a coding that is given twice or unknown is too", async () => {
    await using rig = await start({}, { unread: "deny" });
    const zipped = gzipSync(CHAT);
    for (const name of ["content-encoding", "Content-Type", "x, CONTENT-LENGTH", "authorization", "host"])
      for (const [line, body] of WAYS) {
        const listed = line("").includes("realtime") ? `Upgrade, ${name}` : `close, ${name}`;
        const { status } = await rig.ask(line(""), [`Connection: ${listed}`], body);
        assert.equal(status, 400, `${line("")} ${name}`);
      }
    const twice = ["Content-Encoding: gzip", "Content-Encoding: identity"];
    assert.equal((await rig.ask("POST /inspect/v1/chat/completions", twice, zipped)).status, 403);
    const coded = "POST /v1/chat/completions";
    assert.equal(
      (await rig.ask(coded, ["Transfer-Encoding: gzip, chunked", "Content-Type: application/json"])).status,
      400,
    );
    assert.deepEqual(rig.take(), []);
    assert.equal(
      (await rig.ask(coded, ["Connection: close, X-Mine", "X-Mine: a", "X-Original-URL: /mine"], CHAT)).status,
      200,
    );
    assert.ok(rig.take().every((seen) => !/mine/i.test(seen)));
  });
});

describe("the body of a request that is passed on", () => {
  test("stays its body, whatever the method, and an upgrade has none", async () => {
    await using rig = await start();
    const smuggled = "POST /v1/smuggled HTTP/1.1\r\nHost: y\r\nContent-Length: 0\r\n\r\n";
    const chunked = `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`;
    for (const method of ["DELETE", "OPTIONS", "PUT", "PATCH", "POST"]) {
      const connection = new RawConnection(rig.port);
      connection.write(
        `${method} /v1/files/x HTTP/1.1\r\nHost: gate\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}`,
      );
      assert.equal((await connection.untilClosed()).status, 200, method);
      assert.equal(rig.provider.seen.at(-1)?.body.toString(), smuggled, method);
    }
    for (const line of ["GET /ws/realtime", "GET /inspect/v1/realtime"])
      assert.equal((await rig.ask(line, [], smuggled)).status, 400);
    assert.ok(rig.take().every((seen) => !seen.includes("smuggled") && seen.includes("/v1/files/x")));
  });
});

describe("an override", () => {
  const GENERATE = "/v1beta/models/x:generateContent";

  test("in the query is refused, or passes and is named", async () => {
    await using rig = await start({}, { unread: "deny" });
    for (const line of [
      `GET ${GENERATE}?$httpMethod=POST&$req=a`,
      `POST ${GENERATE}?%24req=a`,
      "GET /v1/models?_method=DELETE",
      "GET /v1/realtime?$req=a",
    ])
      assert.equal(
        (await rig.ask(line.replace(" ", " /inspect"), [], line.startsWith("POST") ? "{}" : "")).status,
        403,
        line,
      );
    assert.equal((await rig.ask(`GET /inspect${GENERATE}`)).status, 403);
    assert.deepEqual(rig.take(), []);
    const passed = await rig.ask(`GET ${GENERATE}?$httpMethod=POST`);
    assert.deepEqual([passed.status, passed.headers.get("x-guardrail-unread")], [200, "override"]);
    assert.equal(passed.headers.get("x-guardrail-verdict"), "unread");
  });

  test("in a header is refused, or taken out and named", async () => {
    await using rig = await start({}, { unread: "deny" });
    const fields = ["X-HTTP-Method-Override: DELETE"];
    assert.equal((await rig.ask("POST /inspect/v1/chat/completions", fields, CHAT)).status, 403);
    assert.equal((await rig.ask("GET /inspect/v1/realtime", fields)).status, 403);
    assert.deepEqual(rig.take(), []);
    const passed = await rig.ask("POST /v1/chat/completions", fields, CHAT);
    assert.deepEqual([passed.status, passed.headers.get("x-guardrail-unread")], [200, "override"]);
    assert.equal(passed.headers.get("x-guardrail-verdict"), "passed");
    assert.ok(rig.take().every((seen) => !/override/i.test(seen)));
  });
});

describe("a page of another origin", () => {
  test("opens no WebSocket, and uses no upstream that asks for no key", async () => {
    await using rig = await start({}, { auth: "key" });
    const evil = ["Origin: https://evil.test"];
    const key = `Authorization: Bearer ${SECRET}`;
    for (const [line, body] of WAYS) {
      const { status, body: text } = await rig.ask(line(""), evil, body);
      assert.equal(status, 403, line(""));
      assert.match(text, /origin_not_allowed/);
    }
    assert.equal((await rig.ask("GET /v1/models", ["Sec-Fetch-Site: cross-site"])).status, 403);
    assert.equal((await rig.ask("GET /inspect/v1/realtime", [...evil, key])).status, 403);
    assert.deepEqual(rig.take(), []);
    // A page that has a key was given it.
    assert.equal((await rig.ask("POST /inspect/v1/chat/completions", [...evil, key], CHAT)).status, 200);
    for (const [line, body] of WAYS) await rig.ask(line(""), ["Origin: https://app.example.com", key], body);
    assert.equal(rig.take().length, 1 + WAYS.length);
  });
});
