import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openSqliteStore } from "../../src/store/sqlite.ts";
import { readContents } from "../../src/store/sqlite-reading.ts";
import type { ScanRecord } from "../../src/store/record-store.ts";
import { realClock } from "../support/clock.ts";
import { makeRecord } from "../support/records.ts";

let folder = "";
before(() => (folder = mkdtempSync(join(tmpdir(), "sallyport-contents-"))));
after(() => rmSync(folder, { recursive: true }));

const record = (requestId: string, rest: Partial<ScanRecord>): ScanRecord =>
  makeRecord(requestId, { organization: "o", assetId: "a", endpoint: "POST /sdk/v1/analyze/prompt", ...rest });

test("texts of an asset's records are read, the newest first, beside an open store", async () => {
  const path = join(folder, "records.db");
  const store = openSqliteStore({ path, retentionDays: 30, clock: realClock });
  await store.save(record("1", { content: "one" }));
  await store.save(record("2", { content: null }));
  await store.save(record("3", { content: "other's", organization: "p" }));
  await store.save(record("4", { content: "of another", assetId: "b" }));
  await store.save(record("5", { content: "two", endpoint: "POST /sdk/v1/analyze/response" }));
  const read = (max: number) => [...readContents(path, { organization: "o", assetId: "a", max })];
  assert.deepEqual(read(9), [
    { text: "two", endpoint: "POST /sdk/v1/analyze/response", nodeType: null, nodeSubtype: null },
    { text: "one", endpoint: "POST /sdk/v1/analyze/prompt", nodeType: null, nodeSubtype: null },
  ]);
  assert.equal(read(1).length, 1);
  await store.close();
});

test("a database that is not there is an error, and none is made", () => {
  const path = join(folder, "none.db");
  assert.throws(() => [...readContents(path, { organization: "o", assetId: "a", max: 1 })]);
});
