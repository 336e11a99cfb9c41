import { keyUsageName, secretUsageNames } from "../access/key-usage.ts";
import type { ApiKey } from "../config/config-model.ts";
import { ServiceError } from "../core/errors.ts";
import { sendJson } from "../http/reply.ts";
import type { Usage, Usages } from "../state/usage-counts.ts";
import { requireAdmin } from "./request-gate.ts";
import { presentRecord } from "./present-record.ts";
import { firstPage, storedForms } from "./name-forms.ts";
import { cursorOf, PAGE_PARAMETERS, pageOf, readQuery } from "./record-query.ts";
import type { ApiService, KeyedCall } from "./service.ts";
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

/** Keys in one answer. */
const KEYS_SHOWN_MAX = 1000;
const MINUTE_MS = 60_000;

/** `GET /admin/keys`: the keys of the key's organization and their use. No secret and no hash of one. */
export async function readKeys({ exchange, runtime, key: caller }: KeyedCall, { keyUsage }: ApiService): Promise<void> {
  requireAdmin(caller);
  const keys = runtime.config.keys.filter(({ organization }) => organization === caller.organization);
  const shown = keys.slice(0, KEYS_SHOWN_MAX);
  const usages = await keyUsage.read(shown.flatMap((key) => [keyUsageName(key), ...secretUsageNames(key)]));
  const body = {
    since: toMinute(usages.sinceMs),
    truncated: keys.length > KEYS_SHOWN_MAX,
    keys: shown.map((key) => presentKey(key, usages)),
  };
  sendJson(exchange, 200, JSON.stringify(body));
}

function presentKey(key: ApiKey, usages: Usages): object {
  return {
    key_id: key.id,
    active: key.active,
    access_level: key.accessLevel,
    admin: key.admin,
    ...presentUsage(usages.of(keyUsageName(key))),
    secrets: secretUsageNames(key).map((name) => presentUsage(usages.of(name))),
  };
}

function presentUsage(usage: Usage | null): object {
  return { last_used: usage === null ? null : toMinute(usage.lastUsedMs), requests: usage?.count ?? 0 };
}

/** ISO 8601, seconds dropped: the second of a use is private. */
function toMinute(epochMs: number): string {
  return new Date(Math.floor(epochMs / MINUTE_MS) * MINUTE_MS).toISOString();
}

/** `GET /admin/sessions/{session_id}`: scans, exchanges and events of a session, oldest first, page by page. */
export async function readSession(call: KeyedCall, service: ApiService): Promise<void> {
  const { exchange, key, parameter, runtime } = call;
  requireAdmin(key);
  const listing = { organization: key.organization, cursors: runtime.cursors };
  const page = pageOf(readQuery(exchange, PAGE_PARAMETERS), listing);
  const forms = await storedForms(parameter, call, service);
  const { records, next } = await firstPage(forms, (form) => service.store.session(key.organization, form, page));
  // The page after a session's last record is empty; a session without records does not exist.
  if (records.length === 0 && page.after === null) throw new ServiceError("not_found", { detail: "Session not found" });
  const body = { session_id: parameter, records: records.map(presentRecord), next_cursor: cursorOf(next, listing) };
  sendJson(exchange, 200, JSON.stringify(body));
}
