import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { PostgresServer } from "../../src/core/stores.ts";
import { freePort } from "../support/listen.ts";
import { postgresSkip, startPostgres, type TestPostgres } from "../support/postgres.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { until } from "../support/until.ts";

/** A password that no log line may show. */
const PASSWORD = ["open", "sesame", "17"].join("-");
const PROMPT = { asset_id: "demo-chatbot", scan_data: { prompt: "write to ann.lee@acme-mail.com" } };

describe("records in PostgreSQL", { skip: postgresSkip, timeout: 600_000 }, () => {
  let postgres: TestPostgres;
  before(async () => (postgres = await startPostgres()));
  after(() => postgres[Symbol.asyncDispose]());

  const start = (server: PostgresServer, onError: "reject" | "degrade" = "reject"): Promise<TestServer> =>
    startServer({ store: { target: { kind: "postgres", server }, onError } });
  const isReady = async (server: TestServer): Promise<boolean> => (await server.get("/readyz")).status === 200;

  test("what one replica records, another one reads", async () => {
    const database = await postgres.database();
    await using first = await start(database);
    await using second = await start(database);
    for (const server of [first, second]) await until("the service is ready", () => isReady(server));
    const policies = [{ policy_name: "pii_detection", action: "flag" }];
    const saved = await first.post("/sdk/v1/analyze/prompt", { ...PROMPT, policies, session_id: "s" });
    assert.equal(saved.status, 200);
    const id = saved.headers.get("x-request-id");
    const { status, body } = await second.get(`/admin/records/${id}`);
    assert.deepEqual([status, body.request_id, body.session_id], [200, id, "s"]);
    const explained = await second.get(`/sdk/v1/explain/${id}`);
    assert.equal(explained.status, 200);
    assert.deepEqual(explained.body.policies, body.explanation.policies);
    const [violation] = explained.body.policies[0].violations;
    assert.deepEqual(violation.findings, [{ kind: "EMAIL_ADDRESS", score: 1, start: 9, end: 30, view: "as_written" }]);
    const listed = await second.get("/admin/records?session_id=s");
    assert.equal(listed.body.records.length, 1);
  });

  test("away, calls are refused or degrade, probes and log say so, and the service is back by itself", async () => {
    const database = { ...(await postgres.database()), password: PASSWORD };
    await using rejecting = await start(database);
    await using degrading = await start(database, "degrade");
    const both = [rejecting, degrading];
    for (const server of both) await until("the service is ready", () => isReady(server));
    await postgres.kill();
    for (const server of both) await until("the service knows", async () => !(await isReady(server)));
    assert.equal((await rejecting.post("/sdk/v1/analyze/prompt", PROMPT)).status, 503);
    assert.equal((await rejecting.post("/sdk/v1/analyze/prompt", { ...PROMPT, save: false })).status, 200);
    assert.equal((await rejecting.get("/admin/records")).status, 503);
    const degraded = await degrading.post("/sdk/v1/analyze/prompt", PROMPT);
    assert.deepEqual([degraded.status, degraded.headers.get("x-guardrail-record")], [200, "lost"]);
    await postgres.start();
    for (const server of both) {
      await until("the service is ready again", () => isReady(server));
      assert.equal((await server.post("/sdk/v1/analyze/prompt", PROMPT)).headers.get("x-guardrail-record"), null);
      const told = server.log.filter((line) => line.includes("records: the store"));
      assert.equal(told.length, 2);
      assert.ok(!server.log.join("").includes(PASSWORD));
    }
  });

  test("a service starts without its store, and says why it is not ready", async () => {
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), "sallyport-"));
    const file = join(folder, "config.yaml");
    const url = `postgres://gate:${PASSWORD}@127.0.0.1:${await freePort()}/records`;
    writeFileSync(file, `server: { port: ${port} }\nstore: { url: "${url}" }\n`);
    const env = { ...process.env, DEBUG: "*", SALLYPORT_LOG_LEVEL: "debug" };
    const child = spawn(process.execPath, ["src/main.ts", "--config", file], {
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
    try {
      await until("the log says so", () => output.includes('"reason":"ECONNREFUSED"') && output.includes("listening"));
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
      assert.deepEqual([answer.status, await answer.json()], [503, { error: "The record store is unavailable" }]);
      assert.equal((await fetch(`http://127.0.0.1:${port}/healthz`)).status, 200);
    } finally {
      child.kill("SIGTERM");
      await once(child, "close");
      rmSync(folder, { recursive: true });
    }
    assert.ok(!output.includes(PASSWORD));
  });
});
