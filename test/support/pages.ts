import type { RecordFilter, RecordPage, RecordPlace } from "../../src/store/record-store.ts";

/** All records of the organization `demo`. */
export const ALL_RECORDS: RecordFilter = {
  organization: "demo",
  fromMs: null,
  toMs: null,
  verdict: null,
  policy: null,
  assetId: null,
  sessionId: null,
  userId: null,
  keyId: null,
  traceId: null,
};

/** What stands on pages, in their order. */
export async function idsOf(pages: AsyncIterable<RecordPage>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { records } of pages) ids.push(...records.map(({ requestId }) => requestId));
  return ids;
}

/** All pages, one after the other. */
export async function* pagesOf(read: (after: RecordPlace | null) => Promise<RecordPage>): AsyncGenerator<RecordPage> {
  let after: RecordPlace | null = null;
  do {
    const page: RecordPage = await read(after);
    yield page;
    after = page.next;
  } while (after !== null);
}
