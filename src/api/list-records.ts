import { sendJson } from "../http/reply.ts";
import { requireAdmin } from "./request-gate.ts";
import { presentRecord } from "./present-record.ts";
import { cursorOf, FILTER_PARAMETERS, filterOf, PAGE_PARAMETERS, pageOf, readQuery } from "./record-query.ts";
import { filterForms, firstPage } from "./name-forms.ts";
import type { ApiService, KeyedCall } from "./service.ts";

/** Every parameter of the endpoint. */
export const LIST_PARAMETERS: readonly string[] = [...FILTER_PARAMETERS, ...PAGE_PARAMETERS];

/** `GET /admin/records`: records of the key's organization, newest first, page by page. */
export async function listRecords(call: KeyedCall, service: ApiService): Promise<void> {
  const { exchange, key, runtime } = call;
  requireAdmin(key);
  const query = readQuery(exchange, LIST_PARAMETERS);
  const listing = { organization: key.organization, cursors: runtime.cursors };
  const page = pageOf(query, listing);
  const filters = await filterForms(filterOf(key.organization, query), call, service);
  const { records, next } = await firstPage(filters, (filter) => service.store.list(filter, page));
  const body = { records: records.map(presentRecord), next_cursor: cursorOf(next, listing) };
  sendJson(exchange, 200, JSON.stringify(body));
}
