import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { describe, test } from "node:test";
import fc from "fast-check";
import { ServiceError } from "../../src/core/errors.ts";
import type { RecordStore } from "../../src/store/record-store.ts";
import { startAdminServer } from "../support/admin-server.ts";
import { DEMO_SECRET } from "../support/config.ts";
import { checkAgainstSchema } from "../support/openapi-check.ts";
import { RawConnection } from "../support/raw-http.ts";
import { makeRecord } from "../support/records.ts";
import type { TestServer } from "../support/server.ts";

async function download(server: TestServer, query = "", key = DEMO_SECRET) {
  const response = await fetch(`${server.url}/admin/records/export${query}`, { headers: { "x-api-key": key } });
  assert.deepEqual([response.status, response.headers.get("content-type")], [200, "application/x-ndjson"]);
  const lines = (await response.text()).split("\n");
  assert.equal(lines.pop(), "", "the last line ends");
  const records = lines.map((line) => JSON.parse(line) as { request_id: string; content: string });
  for (const record of records) checkAgainstSchema("Record", record);
  return records;
}

const save = (store: RecordStore, count: number, over: Parameters<typeof makeRecord>[1] = {}): Promise<unknown> =>
  Promise.all(
    Array.from({ length: count }, (_, n) =>
      store.save(makeRecord(randomUUID(), { violated: [], epochMs: n, ...over })),
    ),
  );

describe("GET /admin/records/export", () => {
  test("gives every record that fits on a line of its own, newest first", async () => {
    await using admin = await startAdminServer();
    const { server, store } = admin;
    await save(store, 90, { content: "line\nbreak \u2028 and ä" });
    await save(store, 3, { userId: "v" });
    await save(store, 2, { organization: "other" });
    const all = await download(server);
    assert.equal(all.length, 93);
    assert.equal(new Set(all.map(({ request_id }) => request_id)).size, 93);
    assert.equal((await download(server, "?user_id=v")).length, 3);
    assert.equal((await download(server, "?user_id=v&verdict=passed")).length, 0);
    assert.equal((await download(server, "", "rsk_other")).length, 2);
    assert.ok(all.some(({ content }) => content === "line\nbreak \u2028 and ä"));
  });

  test("gives each record that was there exactly once, whatever is added meanwhile", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(3), { minLength: 1, maxLength: 70 }),
        fc.infiniteStream(fc.nat(5)),
        async (times, later) => {
          await using admin = await startAdminServer((store) => ({
            ...store,
            list: async (filter, page) => {
              const found = await store.list(filter, page);
              await store.save(
                makeRecord(randomUUID(), { violated: [], epochMs: later.next().value, content: "later" }),
              );
              return found;
            },
          }));
          for (const epochMs of times) await save(admin.store, 1, { epochMs, content: "there" });
          const records = await download(admin.server);
          assert.equal(new Set(records.map(({ request_id }) => request_id)).size, records.length);
          assert.equal(records.filter(({ content }) => content === "there").length, times.length);
        },
      ),
      { numRuns: 10 },
    );
  });

  test("ends broken when the store fails in its middle", async () => {
    let pages = 0;
    await using admin = await startAdminServer((store) => ({
      ...store,
      list: (filter, page) => {
        if ((pages += 1) > 2) throw new ServiceError("store_unavailable");
        return store.list(filter, page);
      },
    }));
    await save(admin.store, 90);
    const response = await fetch(`${admin.server.url}/admin/records/export`, { headers: { "x-api-key": DEMO_SECRET } });
    assert.equal(response.status, 200);
    await assert.rejects(response.text());
    assert.ok(admin.server.log.some((line) => line.includes("store_unavailable")));
  });

  test("tells a store that is down from the start", async () => {
    await using admin = await startAdminServer();
    await admin.store.close();
    assert.equal((await admin.server.get("/admin/records/export")).status, 503);
  });

  test("stops when its client leaves", async () => {
    let pages = 0;
    await using admin = await startAdminServer((store) => ({
      ...store,
      // Endless: what follows is always behind the same place.
      list: async (filter, { limit }) => {
        pages += 1;
        const { records } = await store.list(filter, { after: null, limit });
        return { records, next: { epochMs: 0, id: 0 } };
      },
    }));
    await save(admin.store, 20, { content: "x".repeat(1000) });
    const connection = new RawConnection(admin.server.port);
    connection.write(`GET /admin/records/export HTTP/1.1\r\nHost: x\r\nX-API-Key: ${DEMO_SECRET}\r\n\r\n`);
    await once(connection.socket, "data");
    connection.destroy();
    // The request's line is written when its connection is gone.
    while (!admin.server.log.some((line) => line.includes("/admin/records/export")))
      await new Promise((resolve) => setImmediate(resolve));
    const before = pages;
    for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
    assert.ok(pages <= before + 1);
  });

  test("is for admin keys, and takes filters only", async () => {
    await using admin = await startAdminServer();
    assert.equal((await admin.server.get("/admin/records/export", { key: "rsk_user" })).status, 403);
    assert.equal((await admin.server.get("/admin/records/export?limit=1")).status, 400);
  });
});
