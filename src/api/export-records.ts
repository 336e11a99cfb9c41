import { sendChunks } from "../http/send-chunks.ts";
import type { RecordFilter, RecordPage, RecordPlace, RecordStore } from "../store/store.ts";
import { requireAdmin } from "./gate.ts";
import { presentRecord } from "./present-record.ts";
import { FILTER_PARAMETERS, filterOf, readQuery } from "./record-query.ts";
import type { ApiService, KeyedCall } from "./service.ts";

/** A JSON document a line. @see https://github.com/ndjson/ndjson-spec */
export const LINES_TYPE = "application/x-ndjson";
/** Records that are in memory at once: one of them may hold a text of a million characters. */
const PAGE_RECORDS = 20;

/** `GET /admin/records/export`: all records of the key's organization that fit, newest first, one a line. */
export async function exportRecords({ exchange, key }: KeyedCall, { store }: ApiService): Promise<void> {
  requireAdmin(key);
  const filter = filterOf(key.organization, readQuery(exchange, FILTER_PARAMETERS));
  await sendChunks(exchange, LINES_TYPE, recordLines(store, filter));
}

/** The lines of one page at a time; of a page on which nothing fits, none. */
async function* recordLines(store: Pick<RecordStore, "list">, filter: RecordFilter): AsyncGenerator<string> {
  let after: RecordPlace | null = null;
  do {
    const page: RecordPage = await store.list(filter, { after, limit: PAGE_RECORDS });
    yield page.records.map((record) => `${JSON.stringify(presentRecord(record))}\n`).join("");
    after = page.next;
  } while (after !== null);
}
