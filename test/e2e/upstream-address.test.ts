/** Where requests go, by every way through the proxy: hostile targets, and a listener that must never be called. */
import assert from "node:assert/strict";
import { createServer } from "node:net";
import { describe, test } from "node:test";
import fc from "fast-check";
import { WebSocketServer } from "ws";
import type { Upstream } from "../../src/config/config-model.ts";
import { listen } from "../support/listen.ts";
import { makeUpstream } from "../support/proxy.ts";
import { RawConnection, type RawAnswer } from "../support/raw-http.ts";
import { startServer } from "../support/server.ts";
import { chatCompletion, replyJson, startUpstream } from "../support/upstream.ts";
import { runs } from "../support/runs.ts";

const CHAT = JSON.stringify({ model: "m", messages: [{ role: "user", content: "hi" }] });
const FORM = '--b\r\nContent-Disposition: form-data; name="prompt"\r\n\r\nhi\r\n--b--\r\n';

const head = (method: string, target: string, fields: readonly string[]): string =>
  [`${method} ${target} HTTP/1.1`, "Host: gate", "Connection: close", ...fields, "\r\n"].join("\r\n");
const withBody = (target: string, type: string, body: string): string =>
  head("POST", target, [`Content-Type: ${type}`, `Content-Length: ${body.length}`]) + body;
const upgrade = (target: string): string =>
  head("GET", target, [
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
  ]).replace("Connection: close", "Connection: Upgrade");

/** The answer to a request that asks for the connection's end; an upgraded connection is cut. */
async function sendRaw(port: number, text: string | Buffer): Promise<RawAnswer> {
  const connection = new RawConnection(port);
  connection.socket.on("data", (chunk) => {
    if (String(chunk).startsWith("HTTP/1.1 101")) connection.destroy();
  });
  connection.write(text);
  return connection.untilClosed();
}

/** Each is a way through the proxy: the end of the path that leads there, and how it is asked. */
const LANES: readonly (readonly [name: string, end: string, ask: (target: string) => string])[] = [
  ["inspected", "/chat/completions", (target) => withBody(target, "application/json", CHAT)],
  [
    "streamed",
    "/chat/completions",
    (target) => withBody(target, "application/json", CHAT.replace("{", '{"stream":true,')),
  ],
  ["form", "/images/edits", (target) => withBody(target, "multipart/form-data; boundary=b", FORM)],
  ["passed", "/files", (target) => withBody(target, "text/plain", "hi")],
  ["listed", "/models", (target) => head("GET", target, [])],
  ["WebSocket", "/realtime", upgrade],
];

interface Rig extends AsyncDisposable {
  readonly port: number;
  readonly attackerPort: number;
  readonly calls: () => number;
  /** Targets of requests and upgrades that the provider has got, since it was asked last. */
  readonly take: () => readonly string[];
  readonly log: readonly string[];
}

async function start(): Promise<Rig> {
  let calls = 0;
  const attacker = createServer((socket) => {
    calls += 1;
    socket.destroy();
  });
  const attackerPort = await listen(attacker);
  const seen: string[] = [];
  const provider = await startUpstream((response, { url }) => {
    seen.push(url);
    replyJson(response, chatCompletion("fine"));
  });
  const sockets = new WebSocketServer({ noServer: true });
  provider.server.on("upgrade", (request, socket, rest) => {
    seen.push(request.url ?? "");
    sockets.handleUpgrade(request, socket, rest, (accepted) => accepted.terminate());
  });
  const to = (prefix: string, base: string, over: Partial<Upstream>): Upstream =>
    makeUpstream(provider.url + base, { name: prefix.slice(1) || "root", prefix, apiKey: "provider-key", ...over });
  const server = await startServer({
    upstreams: [
      to("/", "", { unread: "pass" }),
      to("/pass", "", { unread: "pass" }),
      to("/inspect", "/base/path", { websocket: "inspect" }),
      to("/base", "/base", { unread: "pass" }),
      makeUpstream("mock", { name: "mock", prefix: "/mock", websocket: "inspect" }),
    ],
  });
  return {
    port: server.port,
    attackerPort,
    calls: () => calls,
    take: () => seen.splice(0),
    log: server.log,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
      await new Promise((resolve) => attacker.close(resolve));
    },
  };
}

const PREFIXES: ReadonlyMap<string, string> = new Map([
  ["", ""],
  ["/pass", ""],
  ["/inspect", "/base/path"],
  ["/base", "/base"],
  ["/mock", ""],
]);

/** The one path that the provider may get for a target. */
function expected(prefix: string, rest: string): string {
  return (PREFIXES.get(prefix) ?? "") + (rest.startsWith("?") ? `/${rest}` : rest);
}

describe("the address of the provider", () => {
  test("is the configured one whatever path is asked for, and the path arrives as it is", async () => {
    await using rig = await start();
    const attacker = `127.0.0.1:${rig.attackerPort}`;
    const hosts = ["//HOST", "/\\HOST", "@HOST", "http://HOST", "/%2fHOST"].map((text) =>
      text.replace("HOST", attacker),
    );
    const signs = "/v1 / // /.. /%2e%2e /..; \\ @ # ? % %00 [::1 :99999999 é ; user:pass@".split(" ");
    const piece = fc.constantFrom(...hosts, ...signs);
    const targets = fc.tuple(
      fc.constantFrom(...PREFIXES.keys()),
      fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join("")),
      fc.constantFrom(...LANES),
    );
    await fc.assert(
      fc.asyncProperty(targets, async ([prefix, middle, [, end, ask]]) => {
        const target = prefix + (prefix === "" && !middle.startsWith("/") ? `/v1${middle}` : middle) + end;
        const answer = await sendRaw(rig.port, Buffer.from(ask(target), "latin1"));
        assert.ok(answer.status >= 101, `${target}: ${answer.status}`);
        assert.equal(rig.calls(), 0, target);
        const got = rig.take();
        const rest = target.slice(prefix.length);
        const wanted = /^[/?]/.test(rest) ? expected(prefix, rest) : target;
        assert.ok(got.length <= 1 && got.every((path) => path === wanted), `${target} → ${got.join(" ")}`);
      }),
      { numRuns: runs(300) },
    );
    assert.ok(rig.log.every((line) => !line.includes("uncaught")));
  });

  test("is reached by every way, and by none on a path that begins with //", async () => {
    await using rig = await start();
    const host = `127.0.0.1:${rig.attackerPort}`;
    for (const prefix of ["", "/pass", "/inspect"])
      for (const [name, end, ask] of LANES) {
        if (prefix === "/inspect" && name === "passed") continue;
        await sendRaw(rig.port, ask(`${prefix}/v1${end}`));
        assert.deepEqual(rig.take(), [expected(prefix, `/v1${end}`)], name);
        const refused = await sendRaw(rig.port, ask(`${prefix}//${host}/v1${end}`));
        assert.equal(refused.status, 400, `${prefix} ${name}`);
        assert.match(refused.body, /invalid_path/);
      }
    assert.deepEqual([rig.take(), rig.calls()], [[], 0]);
  });

  test("stays it for targets in the absolute form, whose authority says nothing", async () => {
    await using rig = await start();
    const ask = (target: string): Promise<RawAnswer> => sendRaw(rig.port, head("GET", target, []));
    assert.equal((await ask(`http://127.0.0.1:${rig.attackerPort}/pass/v1/models?a=b`)).status, 200);
    assert.deepEqual(rig.take(), ["/v1/models?a=b"]);
    for (const target of [
      "http://x//y/v1/models",
      "http://x/a/../v1/models",
      "http://x/\\y/models",
      "http://x/%2e%2e/models",
    ])
      assert.equal((await ask(target)).status, 400, target);
    for (const target of [
      "http://a@x/models",
      "http:///models",
      "ftp://x/models",
      "http:x/models",
      "//",
      "http://x\\y/models",
    ])
      assert.equal((await ask(target)).status, 400, target);
    assert.deepEqual([rig.take(), rig.calls()], [[], 0]);
  });
});

describe("an upgrade", () => {
  test("is answered whatever its target", async () => {
    await using rig = await start();
    for (const target of [
      "//:99999999/x",
      "//[::1/x",
      "/pass//:99999999/x",
      "http://[::1/x",
      "//",
      "/%zz",
      "/#",
      "*",
      "/pass/%c0%ae",
    ])
      assert.ok([400, 404].includes((await sendRaw(rig.port, upgrade(target))).status), target);
    assert.ok(rig.log.every((line) => !line.includes("uncaught")));
  });
});
