import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { makeUpstream } from "../support/proxy.ts";
import { redisSkip, redisStore, startRedis, startSilentServer } from "../support/redis.ts";
import { startServer } from "../support/server.ts";
import { eventually } from "../support/websocket.ts";

const VERIFY = "/sdk/v1/verify/api-key";
/** A password that no log line may show. */
const PASSWORD = ["open", "sesame", "17"].join("-");
/** Nobody listens there. */
const NOWHERE = 1;

const limitsOf = (store: ReturnType<typeof redisStore>) => ({ store, default: 2, routes: new Map<string, number>() });

describe("limits whose Redis is away", { timeout: 600_000 }, () => {
  test("under local, this process counts, and says so on answers, in the log and on /readyz", async () => {
    await using server = await startServer({ limits: limitsOf(redisStore(NOWHERE)) });
    const answers = [await server.get(VERIFY), await server.get(VERIFY), await server.get(VERIFY)];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 429],
    );
    for (const { headers } of answers) assert.equal(headers.get("x-guardrail-limits"), "local");
    assert.deepEqual((await server.get("/readyz")).body.limits, { store: "redis", counting: "local" });
    assert.equal(server.log.filter((line) => line.includes('"reason":"ECONNREFUSED"')).length, 1);
  });

  test("under reject, a limited request is refused with 503, and what has no limit goes on", async () => {
    await using server = await startServer({ limits: limitsOf(redisStore(NOWHERE, { onError: "reject" })) });
    const { status, body, headers } = await server.get(VERIFY);
    assert.deepEqual([status, body], [503, { error: "Rate limits cannot be checked" }]);
    assert.equal(headers.get("retry-after"), "2");
    assert.equal(headers.get("ratelimit-limit"), null);
    assert.equal((await server.get(VERIFY, { key: "wrong" })).status, 401);
    const ready = await server.get("/readyz");
    assert.deepEqual([ready.status, ready.body.limits], [200, { store: "redis", counting: "none" }]);
  });

  // The client of Redis can trace what it sends, `AUTH` included.
  test("a password is written nowhere, whatever is traced", { skip: redisSkip }, async () => {
    await using redis = await startRedis(["--requirepass", PASSWORD]);
    const url = `redis://:${PASSWORD}@127.0.0.1:${redis.port}`;
    const folder = mkdtempSync(join(tmpdir(), "sallyport-"));
    const file = join(folder, "config.yaml");
    writeFileSync(file, `server: { port: 0 }\nlimits: { store: "${url}" }\nstore: { url: none }\n`);
    const env = { ...process.env, DEBUG: "*", SALLYPORT_LOG_LEVEL: "debug" };
    const child = spawn(process.execPath, ["src/main.ts", "--config", file], {
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
    try {
      await eventually(() => output.includes("listening"));
      // It listens when it has logged in and asked.
      await redis.client.auth(PASSWORD);
      assert.equal(await redis.client.exists("sallyport:limit:probe"), 1);
    } finally {
      child.kill("SIGTERM");
      await once(child, "close");
      rmSync(folder, { recursive: true });
    }
    assert.ok(!output.includes(PASSWORD));
  });

  test("on proxied routes it is the same, in the provider's format", async () => {
    const upstreams = [makeUpstream("http://127.0.0.1:1", { target: { kind: "mock" } })];
    const chat = { model: "m", messages: [{ role: "user", content: "hello" }] };
    const ask = async (onError: "local" | "reject"): Promise<Response> => {
      const limits = { ...limitsOf(redisStore(NOWHERE, { onError })), proxy: 5 };
      await using server = await startServer({ upstreams, limits });
      const headers = { "content-type": "application/json" };
      const answer = await fetch(`${server.url}/v1/chat/completions`, {
        method: "POST",
        headers,
        body: JSON.stringify(chat),
      });
      return new Response(await answer.text(), answer);
    };
    const local = await ask("local");
    assert.deepEqual([local.status, local.headers.get("x-guardrail-limits")], [200, "local"]);
    const refused = await ask("reject");
    assert.deepEqual([refused.status, refused.headers.get("retry-after")], [503, "2"]);
    const body = (await refused.json()) as { readonly error: { readonly code: string } };
    assert.equal(body.error.code, "limits_unavailable");
  });

  test("a Redis that accepts and never answers delays nobody, once that is known, and is tried again", async () => {
    await using silent = await startSilentServer();
    await using server = await startServer({ limits: limitsOf(redisStore(silent.port, { timeoutMs: 50 })) });
    assert.equal((await server.get(VERIFY)).headers.get("x-guardrail-limits"), "local");
    assert.equal(server.log.filter((line) => line.includes('"reason":"timeout"')).length, 1);
    await eventually(() => silent.accepted() >= 2);
    assert.equal(server.log.filter((line) => line.includes("limits: the store")).length, 1);
  });

  test("a wrong password is told by its code, and stands in no log line", { skip: redisSkip }, async () => {
    await using redis = await startRedis(["--requirepass", "another"]);
    const store = redisStore(redis.port);
    const withPassword = { ...store, server: { ...store.server, username: "default", password: PASSWORD } };
    await using server = await startServer({ limits: limitsOf(withPassword) });
    assert.equal((await server.get(VERIFY)).headers.get("x-guardrail-limits"), "local");
    assert.equal(server.log.filter((line) => line.includes('"reason":"WRONGPASS"')).length, 1);
    assert.ok(server.log.every((line) => !line.includes(PASSWORD)));
  });
});
