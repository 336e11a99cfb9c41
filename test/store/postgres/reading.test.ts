import assert from "node:assert/strict";
import { test } from "node:test";
import { storedRecords, type RecordRange } from "../../../src/store/stored-records.ts";
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
