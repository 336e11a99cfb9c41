import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import type { PageRequest, RecordFilter, RecordPage, RecordPlace, ScanRecord } from "../../src/store/record-store.ts";
import { createManualClock } from "../support/clock.ts";
import { ALL_RECORDS, idsOf, pagesOf } from "../support/pages.ts";
import { makeRecord } from "../support/records.ts";
import { runs } from "../support/runs.ts";
import type { StoreKit } from "./contract.ts";

const name = fc.constantFrom("a", "b");
const LISTED = fc.array(
  fc.record({
    epochMs: fc.nat(3),
    verdict: fc.constantFrom("passed", "blocked"),
    userId: fc.option(name),
    sessionId: fc.option(name),
    assetId: fc.option(fc.constantFrom("x", "y", 'z"')),
  }),
  { maxLength: 25 },
);
/** What a key may see; `undefined`: everything. */
const ASSETS = fc.option(fc.uniqueArray(fc.constantFrom("x", "y", 'z"', "none")), { nil: undefined });
type Shown = Pick<ScanRecord, "assetId">;
const isShown = ({ assetId }: Shown, assets: readonly string[] | undefined): boolean =>
  assets === undefined || (assetId !== null && assets.includes(assetId));
const FILTERS = {
  fromMs: fc.option(fc.nat(3)),
  toMs: fc.option(fc.nat(4)),
  verdict: fc.option(fc.constantFrom("passed", "blocked")),
  userId: fc.option(name),
  sessionId: fc.option(name),
};

function fits(record: Pick<ScanRecord, "epochMs" | "verdict" | "userId" | "sessionId">, filter: RecordFilter): boolean {
  const { fromMs, toMs, verdict, userId, sessionId } = filter;
  const isInTime = record.epochMs >= (fromMs ?? 0) && record.epochMs < (toMs ?? Number.POSITIVE_INFINITY);
  const isSame = (wanted: string | null, value: string | null): boolean => wanted === null || wanted === value;
  return (
    isInTime && isSame(verdict, record.verdict) && isSame(userId, record.userId) && isSame(sessionId, record.sessionId)
  );
}

const PAGES = fc.record({ limit: fc.integer({ min: 1, max: 7 }), assets: ASSETS });

const pageOf = (
  after: RecordPlace | null,
  { limit, assets }: { readonly limit: number; readonly assets: readonly string[] | undefined },
): PageRequest => ({ after, limit, ...(assets === undefined ? {} : { assets }) });

/** What every store promises of its pages: a part of the contract. */
export function pagingContract({ name, place }: StoreKit): void {
  test(`${name} gives every record that fits exactly once, whatever the pages are`, async () => {
    const store = await place().open(createManualClock());
    await fc.assert(
      fc.asyncProperty(LISTED, fc.record(FILTERS), PAGES, async (records, wanted, { limit, assets }) => {
        const organization = randomUUID();
        const ids = records.map(() => randomUUID());
        // One after the other: records of the same time are listed in the order in which they were saved.
        for (const [n, over] of records.entries())
          await store.save(makeRecord(ids[n] ?? "", { ...over, organization }));
        const filter = { ...ALL_RECORDS, ...wanted, organization };
        const fitting = records.flatMap((record, n) =>
          fits(record, filter) && isShown(record, assets) ? [{ n, epochMs: record.epochMs }] : [],
        );
        const expected = fitting.toSorted((one, other) => other.epochMs - one.epochMs || other.n - one.n);
        assert.deepEqual(
          await idsOf(pagesOf((after) => store.list(filter, pageOf(after, { limit, assets })))),
          expected.map(({ n }) => ids[n]),
        );
        // Of a session oldest first, and every page but the last is full.
        const session = records.flatMap((record, n) =>
          record.sessionId === "a" && isShown(record, assets) ? [{ n, epochMs: record.epochMs }] : [],
        );
        const inOrder = session.toSorted((one, other) => one.epochMs - other.epochMs || one.n - other.n);
        const pages: RecordPage[] = [];
        for await (const page of pagesOf((after) => store.session(organization, "a", pageOf(after, { limit, assets }))))
          pages.push(page);
        assert.deepEqual(
          pages.flatMap((page) => page.records.map(({ requestId }) => requestId)),
          inOrder.map(({ n }) => ids[n]),
        );
        assert.ok(pages.slice(0, -1).every((page) => page.records.length === limit));
      }),
      { numRuns: runs(64) },
    );
    await store.close();
  });
}
