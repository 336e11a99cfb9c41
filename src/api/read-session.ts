import { ServiceError } from "../core/errors.ts";
import { sendJson } from "../http/reply.ts";
import { requireAdmin } from "./gate.ts";
import { presentRecord } from "./present-record.ts";
import { cursorOf, PAGE_PARAMETERS, pageOf, readQuery } from "./record-query.ts";
import { firstPage, storedForms } from "./record-names.ts";
import type { ApiService, KeyedCall } from "./service.ts";

/** `GET /admin/sessions/{session_id}`: scans, exchanges and events of a session, oldest first, page by page. */
export async function readSession(call: KeyedCall, service: ApiService): Promise<void> {
  const { exchange, key, parameter, runtime } = call;
  requireAdmin(key);
  const listing = { organization: key.organization, cursors: runtime.cursors };
  const page = pageOf(readQuery(exchange, PAGE_PARAMETERS), listing);
  const forms = await storedForms(parameter, call, service);
  const { records, next } = await firstPage(forms, (form) => service.store.session(key.organization, form, page));
  // The page behind a session's last record is empty; a session without records is none.
  if (records.length === 0 && page.after === null) throw new ServiceError("not_found", { detail: "Session not found" });
  const body = { session_id: parameter, records: records.map(presentRecord), next_cursor: cursorOf(next, listing) };
  sendJson(exchange, 200, JSON.stringify(body));
}
