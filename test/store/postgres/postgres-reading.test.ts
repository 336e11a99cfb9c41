import assert from "node:assert/strict";
import { test } from "node:test";
import { storedContents, storedRecords, type RecordRange } from "../../../src/store/open-store.ts";
import type { ScanRecord } from "../../../src/store/record-store.ts";
import { realClock } from "../../support/clock.ts";
import { openReady, postgresSkip, startPostgres } from "../../support/postgres.ts";
import { makeRecord } from "../../support/records.ts";

test("records are read oldest first, page by page, beside open stores", { skip: postgresSkip }, async () => {
  await using postgres = await startPostgres();
  const server = await postgres.database();
  const ALL: RecordRange = { fromMs: 0, toMs: null, assetId: null };
  const idsOf = async (range: Partial<RecordRange> = {}): Promise<readonly string[]> => {
    const records = storedRecords({ kind: "postgres", server }, { ...ALL, ...range }, realClock);
    const ids: string[] = [];
    for await (const { requestId } of records) ids.push(requestId);
    return ids;
  };
  await assert.rejects(idsOf(), { code: "no_records" });
  const stores = [await openReady(server), await openReady(server)] as const;
  // Several of one time, across the ends of pages, by two writers and of two organizations.
  const times = Array.from({ length: 450 }, (_, at) => 1000 + Math.floor(at / 7));
  for (const [at, epochMs] of times.entries()) {
    const over = { epochMs, assetId: at % 3 === 0 ? "other" : "asset", organization: `o${at % 2}` };
    await stores[at % 5 === 0 ? 0 : 1].save(makeRecord(`r${String(at).padStart(3, "0")}`, over));
  }
  await stores[0].save(makeRecord("early", { epochMs: 5, content: "one\0" }));
  const all = times.map((_, at) => `r${String(at).padStart(3, "0")}`);
  assert.deepEqual(await idsOf(), ["early", ...all]);
  assert.deepEqual(
    await idsOf({ assetId: "other" }),
    all.filter((_, at) => at % 3 === 0),
  );
  assert.deepEqual(
    await idsOf({ fromMs: 1010, toMs: 1012 }),
    all.filter((_, at) => Math.floor(at / 7) === 10 || Math.floor(at / 7) === 11),
  );
  const first = await storedRecords({ kind: "postgres", server }, ALL, realClock).next();
  assert.equal(first.done === true ? null : first.value.content, "one\0");
  for (const store of stores) await store.close();
});

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
