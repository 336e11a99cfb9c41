import assert from "node:assert/strict";
import { test } from "node:test";
import { storedContents } from "../../../src/store/contents.ts";
import type { ScanRecord } from "../../../src/store/store.ts";
import { realClock } from "../../support/clock.ts";
import { openReady, postgresSkip, startPostgres } from "../../support/postgres.ts";
import { makeRecord } from "../../support/records.ts";

const record = (requestId: string, rest: Partial<ScanRecord>): ScanRecord =>
  makeRecord(requestId, { organization: "o", assetId: "a", endpoint: "POST /sdk/v1/analyze/prompt", ...rest });

test(
  "texts of an asset's records are read, the newest first, beside an open store",
  { skip: postgresSkip },
  async () => {
    await using postgres = await startPostgres();
    const server = await postgres.database();
    const target = { kind: "postgres", server } as const;
    const read = (max: number) => storedContents(target, { organization: "o", assetId: "a", max }, realClock);
    await assert.rejects(read(9), { code: "no_records" });
    const store = await openReady(server);
    await store.save(record("1", { content: "one\0" }));
    await store.save(record("2", { content: null }));
    await store.save(record("3", { content: "other's", organization: "p" }));
    await store.save(record("4", { content: "of another", assetId: "b" }));
    await store.save(record("5", { content: "two", endpoint: "POST /sdk/v1/analyze/response" }));
    assert.deepEqual(await read(9), [
      { text: "two", endpoint: "POST /sdk/v1/analyze/response", nodeType: null, nodeSubtype: null },
      { text: "one\0", endpoint: "POST /sdk/v1/analyze/prompt", nodeType: null, nodeSubtype: null },
    ]);
    assert.equal((await read(1)).length, 1);
    const many = Array.from({ length: 450 }, (_, n) => store.save(record(`m${n}`, { epochMs: 1_700_000_001_000 + n })));
    await Promise.all(many);
    assert.equal((await read(440)).length, 440);
    assert.equal((await read(1000)).length, 452);
    await store.close();
  },
);
