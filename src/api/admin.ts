import { ServiceError } from "../core/errors.ts";
import { sendJson } from "../http/reply.ts";
import { requireAdmin } from "./gate.ts";
import { firstPage, storedForms } from "./record-names.ts";
import type { ApiService, KeyedCall } from "./service.ts";
import { presentRecord } from "./present-record.ts";
import { buildTraceTree } from "./trace-tree.ts";

/** Records of one trace in one answer. It also bounds how deep the tree can nest. */
const TRACE_RECORDS_MAX = 1000;

/** `GET /admin/records/{request_id}`: one record of the key's organization. */
export async function readRecord({ exchange, key, parameter }: KeyedCall, service: ApiService): Promise<void> {
  requireAdmin(key);
  const record = await service.store.find(key.organization, parameter);
  if (record === null) throw new ServiceError("not_found", { detail: "Record not found" });
  sendJson(exchange, 200, JSON.stringify(presentRecord(record)));
}

/** `GET /admin/traces/{trace_id}`: what the key's organization recorded of the trace, as a tree. */
export async function readTrace(call: KeyedCall, service: ApiService): Promise<void> {
  const { exchange, key, parameter } = call;
  requireAdmin(key);
  const page = { after: null, limit: TRACE_RECORDS_MAX + 1 };
  const forms = await storedForms(parameter, call, service);
  const { records, next } = await firstPage(forms, (form) => service.store.trace(key.organization, form, page));
  if (records.length === 0) throw new ServiceError("not_found", { detail: "Trace not found" });
  const shown = records.slice(0, TRACE_RECORDS_MAX);
  const body = {
    trace_id: parameter,
    event_count: shown.filter(({ event }) => event !== null).length,
    scan_count: shown.filter(({ event }) => event === null).length,
    truncated: next !== null,
    roots: buildTraceTree(shown),
  };
  sendJson(exchange, 200, JSON.stringify(body));
}
