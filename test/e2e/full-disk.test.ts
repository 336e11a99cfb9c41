/** The file of the records runs out of room: what becomes of requests follows `store.on_error`, and readiness and log say so. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { after, describe, test } from "node:test";
import { openSqliteStore } from "../../src/store/sqlite.ts";
import { realClock } from "../support/clock.ts";
import { chat } from "../support/proxy-client.ts";
import { makeUpstream } from "../support/proxy.ts";
import { startServer } from "../support/server.ts";
import { until } from "../support/until.ts";

const folder = mkdtempSync(join(tmpdir(), "sallyport-full-"));
after(() => rmSync(folder, { recursive: true }));

/** A quota in pages that the file has used up. */
function fill(database: DatabaseSync): void {
  const { page_count: pages } = database.prepare("PRAGMA page_count").get() ?? {};
  database.exec(`PRAGMA max_page_count = ${String(pages)}`);
}

async function open(onError: "reject" | "degrade") {
  let connection: DatabaseSync | null = null;
  const records = openSqliteStore({
    path: join(folder, `${onError}.db`),
    retentionDays: 30,
    clock: realClock,
    onOpen: (database) => (connection = database),
  });
  assert.ok(connection !== null);
  const database: DatabaseSync = connection;
  const server = await startServer({
    records,
    clock: realClock,
    store: { onError, content: "full" },
    upstreams: [makeUpstream("mock")],
  });
  // Longer than what is left of the pages in use.
  const prompt = "a long and harmless sentence. ".repeat(2000);
  const analyze = async () => {
    const { status, headers } = await server.post("/sdk/v1/analyze/prompt", {
      asset_id: "demo-chatbot",
      scan_data: { prompt },
    });
    return [status, headers.get("x-guardrail-record")];
  };
  const ask = async () => {
    const init = {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(chat("hello")),
    };
    const { status, headers } = await fetch(`${server.url}/v1/chat/completions`, init);
    return [status, headers.get("x-guardrail-record")];
  };
  const ready = async () => (await server.get("/readyz")).status;
  return { server, database, analyze, ask, ready };
}

describe("a full disk", () => {
  for (const [onError, refused] of [
    ["reject", [503, null]],
    ["degrade", [200, "lost"]],
  ] as const)
    test(`on_error: ${onError}`, async () => {
      const { server, database, analyze, ask, ready } = await open(onError);
      await using _ = server;
      assert.deepEqual([await analyze(), await ask(), await ready()], [[200, null], [200, null], 200]);
      fill(database);
      assert.deepEqual([await analyze(), await ask(), await ready()], [refused, refused, 503]);
      database.exec("PRAGMA max_page_count = 1000000");
      await until("the store is ready again", async () => (await ready()) === 200);
      assert.deepEqual(
        [await analyze(), await ask()],
        [
          [200, null],
          [200, null],
        ],
      );
    });
});
