import assert from "node:assert/strict";
import { test } from "node:test";
import type { PageRequest, RecordPage, RecordPlace, RecordStore } from "../../src/store/record-store.ts";
import { ALL_RECORDS } from "../support/pages.ts";
import { makeEvent, makeRecord } from "../support/records.ts";

const MIB = 1024 * 1024;
/** What a page may hold; a record that is longer is a page by itself. */
const PAGE_MAX_CHARS = 4 * MIB;

const charsOf = ({ records }: RecordPage): number => JSON.stringify(records).length;

/** Any caller may have large records kept; a page of them must not fill the memory of whoever lists them. */
export function pageSizeContract(name: string, open: () => RecordStore | Promise<RecordStore>): void {
  test(`${name}: pages of large records are short, and lead to all of them`, async () => {
    const store = await open();
    const sizes = [10, 1, 9 * MIB, 1, 3 * MIB, 3 * MIB, MIB / 2, 0, 5 * MIB];
    for (const [index, size] of sizes.entries())
      await store.save(
        makeRecord(`r${index}`, {
          sessionId: "s",
          event: makeEvent(`span${index}`),
          ...(index % 2 === 0 ? { metadata: { x: "m".repeat(size) } } : { answer: "a".repeat(size) }),
        }),
      );
    const newestFirst = [...sizes.keys()].map((index) => `r${index}`).toReversed();
    await assertShort((page) => store.list(ALL_RECORDS, page), newestFirst);
    await assertShort((page) => store.session("demo", "s", page), newestFirst.toReversed());
    await assertShort((page) => store.trace("demo", "t", page), newestFirst.toReversed());
    await store.close();
  });
}

async function assertShort(read: (page: PageRequest) => Promise<RecordPage>, wanted: readonly string[]): Promise<void> {
  const pages: RecordPage[] = [];
  let after: RecordPlace | null = null;
  do {
    const page = await read({ after, limit: 200 });
    pages.push(page);
    after = page.next;
  } while (after !== null);
  assert.deepEqual(
    pages.flatMap(({ records }) => records.map(({ requestId }) => requestId)),
    wanted,
  );
  for (const page of pages)
    assert.ok(page.records.length === 1 || charsOf(page) < PAGE_MAX_CHARS + MIB, `${charsOf(page)} characters`);
}
