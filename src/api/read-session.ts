import { ServiceError } from "../core/errors.ts";
import { sendJson } from "../http/reply.ts";
import { requireAdmin } from "./gate.ts";
import { presentRecord } from "./present-record.ts";
import { cursorOf, PAGE_PARAMETERS, pageOf, readQuery } from "./record-query.ts";
import type { ApiService, KeyedCall } from "./service.ts";

/** `GET /admin/sessions/{session_id}`: scans, exchanges and events of a session, oldest first, page by page. */
export async function readSession({ exchange, key, parameter }: KeyedCall, service: ApiService): Promise<void> {
  requireAdmin(key);
  const page = pageOf(readQuery(exchange, PAGE_PARAMETERS));
  const { records, next } = await service.store.session(key.organization, parameter, page);
  // The page behind a session's last record is empty; a session without records is none.
  if (records.length === 0 && page.after === null) throw new ServiceError("not_found", { detail: "Session not found" });
  const body = { session_id: parameter, records: records.map(presentRecord), next_cursor: cursorOf(next) };
  sendJson(exchange, 200, JSON.stringify(body));
}
