import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { startAdminServer } from "../support/admin-server.ts";
import { makeEvent, makeRecord } from "../support/records.ts";

describe("GET /admin/sessions/{session_id}", () => {
  test("is a timeline of scans, exchanges and events, oldest first, page by page", async () => {
    await using admin = await startAdminServer();
    const { server, store } = admin;
    const session = { sessionId: "s/1" };
    const saved = [
      makeRecord(randomUUID(), { ...session, epochMs: 3, event: makeEvent("e") }),
      makeRecord(randomUUID(), { ...session, epochMs: 1 }),
      makeRecord(randomUUID(), { ...session, epochMs: 2, endpoint: "proxy main openai-chat" }),
      makeRecord(randomUUID(), { ...session, epochMs: 2, organization: "other" }),
    ].map((record) => ({ ...record, violated: [] }));
    for (const record of saved) await store.save(record);
    const first = (await server.get("/admin/sessions/s%2F1?limit=2")).body;
    const second = (await server.get(`/admin/sessions/s%2F1?limit=2&cursor=${first.next_cursor}`)).body;
    assert.equal(first.session_id, "s/1");
    assert.deepEqual(
      [...first.records, ...second.records].map(({ kind }: { kind: string }) => kind),
      ["scan", "exchange", "event"],
    );
    assert.equal(second.next_cursor, null);
  });

  test("holds what the API recorded", async () => {
    await using admin = await startAdminServer();
    const prompt = { asset_id: "a", session_id: "s", scan_data: { prompt: "hello" } };
    const { body } = await admin.server.post("/sdk/v1/analyze/prompt", prompt);
    const [record] = (await admin.server.get("/admin/sessions/s")).body.records;
    assert.equal(record.request_id, body.request_id);
  });

  test("is for admin keys of the session's organization", async () => {
    await using admin = await startAdminServer();
    const { server, store } = admin;
    await store.save(makeRecord(randomUUID(), { sessionId: "s", violated: [] }));
    assert.equal((await server.get("/admin/sessions/s")).status, 200);
    assert.equal((await server.get("/admin/sessions/s", { key: "rsk_user" })).status, 403);
    assert.equal((await server.get("/admin/sessions/s", { key: "rsk_other" })).status, 404);
    assert.equal((await server.get("/admin/sessions/none")).status, 404);
    assert.equal((await server.get("/admin/sessions/s?from=2026-01-01")).status, 400);
  });
});
