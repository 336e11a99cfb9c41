import { sendChunks } from "../http/send-chunks.ts";
import type { RecordFilter, RecordPage, RecordPlace, RecordStore } from "../store/record-store.ts";
import { requireAdmin } from "./request-gate.ts";
import { presentRecord } from "./present-record.ts";
import { filterForms, firstPage } from "./name-forms.ts";
import { FILTER_PARAMETERS, filterOf, readQuery } from "./record-query.ts";
import type { ApiService, KeyedCall } from "./service.ts";

/** A JSON document a line. @see https://github.com/ndjson/ndjson-spec */
export const LINES_TYPE = "application/x-ndjson";
/** Records that are in memory at once: one of them may hold a text of a million characters. */
const PAGE_RECORDS = 20;

/** `GET /admin/records/export`: all records of the key's organization that fit, newest first, one a line. */
export async function exportRecords(call: KeyedCall, service: ApiService): Promise<void> {
  const { exchange, key } = call;
  requireAdmin(key);
  const filter = filterOf(key.organization, readQuery(exchange, FILTER_PARAMETERS));
  const filters = await filterForms(filter, call, service);
  await sendChunks(exchange, LINES_TYPE, recordLines(service.store, filters));
}

/** The lines of one page at a time; of a page on which nothing fits, none. */
async function* recordLines(
  store: Pick<RecordStore, "list">,
  filters: readonly RecordFilter[],
): AsyncGenerator<string> {
  let after: RecordPlace | null = null;
  do {
    const asked = { after, limit: PAGE_RECORDS };
    const page: RecordPage = await firstPage(filters, (filter) => store.list(filter, asked));
    yield page.records.map((record) => `${JSON.stringify(presentRecord(record))}\n`).join("");
    after = page.next;
  } while (after !== null);
}
