import { isRecordInScope, refuseScoped, scopeOf } from "./record-scope.ts";
import { keyUsageName, secretUsageNames, sessionName } from "../access/callers.ts";
import type { ApiKey } from "../config/config-model.ts";
import { badRequest, ServiceError } from "../core/errors.ts";
import { sendJson, sendChunks } from "../http/reply.ts";
import type { Usage, Usages } from "../state/usage-counts.ts";
import { explainRecord } from "./explain/explain.ts";
import { presentRecord, buildTraceTree } from "./present.ts";
import {
  firstPage,
  storedForms,
  cursorOf,
  PAGE_PARAMETERS,
  pageOf,
  readQuery,
  FILTER_PARAMETERS,
  filterOf,
  filterForms,
} from "./record-query.ts";
import type { ApiService, KeyedCall } from "./service.ts";
import type { RecordFilter, RecordPage, RecordPlace, RecordStore, RemovalTarget } from "../store/record-store.ts";

/** Records of one trace in one answer. It also bounds how deep the tree can nest. */
const TRACE_RECORDS_MAX = 1000;

/** `GET /admin/records/{request_id}`: one record of the key's organization, and what explains it. */
export async function readRecord({ exchange, key, parameter, runtime }: KeyedCall, service: ApiService): Promise<void> {
  const record = await service.store.find(key.organization, parameter);
  if (record === null || !isRecordInScope(key, record))
    throw new ServiceError("not_found", { detail: "Record not found" });
  const body = { ...presentRecord(record), explanation: explainRecord(record, runtime) };
  sendJson(exchange, 200, JSON.stringify(body));
}

/** `GET /admin/traces/{trace_id}`: what the key's organization recorded of the trace, as a tree. */
export async function readTrace(call: KeyedCall, service: ApiService): Promise<void> {
  const { exchange, key, parameter } = call;
  const page = { after: null, limit: TRACE_RECORDS_MAX + 1, ...scopeOf(key) };
  const forms = await storedForms(parameter, call, service);
  const { records, next } = await firstPage(forms, (form) => service.store.trace(key.organization, form, page));
  const shown = records.slice(0, TRACE_RECORDS_MAX);
  if (shown.length === 0) throw new ServiceError("not_found", { detail: "Trace not found" });
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
  const own = runtime.config.keys.filter(({ organization }) => organization === caller.organization);
  // A key for some assets knows of no other key.
  const keys = caller.assets === undefined ? own : own.filter(({ id }) => id === caller.id);
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
  const listing = { organization: key.organization, cursors: runtime.cursors };
  const page = { ...pageOf(readQuery(exchange, PAGE_PARAMETERS), listing), ...scopeOf(key) };
  const forms = await storedForms(parameter, call, service);
  const { records, next } = await firstPage(forms, (form) => service.store.session(key.organization, form, page));
  // The page after a session's last record is empty; a session without records does not exist.
  if (records.length === 0 && page.after === null && next === null)
    throw new ServiceError("not_found", { detail: "Session not found" });
  const body = { session_id: parameter, records: records.map(presentRecord), next_cursor: cursorOf(next, listing) };
  sendJson(exchange, 200, JSON.stringify(body));
}

/** Parameters of the endpoint. */
export const LIST_PARAMETERS: readonly string[] = [...FILTER_PARAMETERS, ...PAGE_PARAMETERS];

/** `GET /admin/records`: records of the key's organization, newest first, page by page. */
export async function listRecords(call: KeyedCall, service: ApiService): Promise<void> {
  const { exchange, key, runtime } = call;
  const query = readQuery(exchange, LIST_PARAMETERS);
  const listing = { organization: key.organization, cursors: runtime.cursors };
  const page = { ...pageOf(query, listing), ...scopeOf(key) };
  const filters = await filterForms(filterOf(key.organization, query), call, service);
  const { records, next } = await firstPage(filters, (filter) => service.store.list(filter, page));
  const body = { records: records.map(presentRecord), next_cursor: cursorOf(next, listing) };
  sendJson(exchange, 200, JSON.stringify(body));
}

/** A JSON document a line. @see https://github.com/ndjson/ndjson-spec */
export const LINES_TYPE = "application/x-ndjson";
/** Records in memory at once: one may hold a text of a million characters. */
const PAGE_RECORDS = 20;

/** `GET /admin/records/export`: all records of the key's organization that fit, newest first, one a line. */
export async function exportRecords(call: KeyedCall, service: ApiService): Promise<void> {
  const { exchange, key } = call;
  const filter = filterOf(key.organization, readQuery(exchange, FILTER_PARAMETERS));
  const filters = await filterForms(filter, call, service);
  await sendChunks(exchange, LINES_TYPE, recordLines(service.store, filters, key));
}

/** The lines of one page at a time; none for a page without a match. */
async function* recordLines(
  store: Pick<RecordStore, "list">,
  filters: readonly RecordFilter[],
  key: Pick<ApiKey, "assets">,
): AsyncGenerator<string> {
  let after: RecordPlace | null = null;
  do {
    const asked = { after, limit: PAGE_RECORDS, ...scopeOf(key) };
    const page: RecordPage = await firstPage(filters, (filter) => store.list(filter, asked));
    yield page.records.map((record) => `${JSON.stringify(presentRecord(record))}\n`).join("");
    after = page.next;
  } while (after !== null);
}

/** Parameters of the endpoint. */
export const DELETE_PARAMETERS: readonly string[] = ["user_id", "session_id"];
/** Records that one call to the store deletes; the store pauses between its own steps. */
const ROUND_RECORDS = 10_000;

/**
 * `DELETE /admin/records`: deletes the records of a person, of a session, or of a person in a session, in the key's organization.
 * It continues after the client disconnects: a partial deletion helps no one.
 */
export async function deleteRecords(call: KeyedCall, service: ApiService): Promise<void> {
  const { exchange, key } = call;
  refuseScoped(key);
  const query = readQuery(exchange, DELETE_PARAMETERS);
  const [userId, sessionId] = [nameIn(query, "user_id"), nameIn(query, "session_id")];
  if (userId === null && sessionId === null) throw badRequest("query", "must have user_id, session_id, or both");
  const { organization } = key;
  if (sessionId !== null) await service.sessions.forget(sessionName(organization, sessionId));
  let deleted = 0;
  for (const user of await formsOf(userId, call, service))
    for (const session of await formsOf(sessionId, call, service))
      deleted += await removeAll(service.store, { organization, userId: user, sessionId: session });
  // The log must not reveal whose records they were.
  const by = DELETE_PARAMETERS.filter((name) => query.has(name));
  service.logger.info({ request_id: exchange.id, key_id: key.id, organization, by, deleted }, "records deleted");
  sendJson(exchange, 200, JSON.stringify({ deleted }));
}

async function formsOf(name: string | null, call: KeyedCall, service: ApiService): Promise<readonly (string | null)[]> {
  return name === null ? [null] : storedForms(name, call, service);
}

/** An empty name is more likely a script's mistake than a name. */
function nameIn(query: URLSearchParams, parameter: string): string | null {
  const name = query.get(parameter);
  if (name === "") throw badRequest(parameter, "must not be empty");
  return name;
}

/** @returns how many were deleted. @throws {ServiceError} `store_unavailable`; a repeated call continues where it stopped */
async function removeAll(store: Pick<RecordStore, "remove">, target: RemovalTarget): Promise<number> {
  let deleted = 0;
  for (;;) {
    const removed = await store.remove(target, ROUND_RECORDS);
    deleted += removed;
    if (removed < ROUND_RECORDS) return deleted;
  }
}
