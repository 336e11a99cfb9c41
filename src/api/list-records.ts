import { sendJson } from "../http/reply.ts";
import { requireAdmin } from "./gate.ts";
import { presentRecord } from "./present-record.ts";
import { cursorOf, FILTER_PARAMETERS, filterOf, PAGE_PARAMETERS, pageOf, readQuery } from "./record-query.ts";
import type { ApiService, KeyedCall } from "./service.ts";

/** Every parameter of the endpoint. */
export const LIST_PARAMETERS: readonly string[] = [...FILTER_PARAMETERS, ...PAGE_PARAMETERS];

/** `GET /admin/records`: records of the key's organization, newest first, page by page. */
export async function listRecords({ exchange, key }: KeyedCall, service: ApiService): Promise<void> {
  requireAdmin(key);
  const query = readQuery(exchange, LIST_PARAMETERS);
  const { records, next } = await service.store.list(filterOf(key.organization, query), pageOf(query));
  const body = { records: records.map(presentRecord), next_cursor: cursorOf(next) };
  sendJson(exchange, 200, JSON.stringify(body));
}
