import { ServiceError } from "../core/errors.ts";
import { sendJson } from "../http/reply.ts";
import type { RecordFilter, RecordPlace } from "../store/store.ts";
import { badRequest, requireAdmin } from "./gate.ts";
import type { ApiService, KeyedCall } from "./service.ts";
import { presentRecord } from "./trace-tree.ts";

const LIMIT_DEFAULT = 50;
/** Records of one page. */
const LIMIT_MAX = 200;
/** Filters of `GET /admin/records` that are compared as they are, with their names in the store. */
const WORDS = [
  ["verdict", "verdict"],
  ["policy", "policy"],
  ["asset_id", "assetId"],
  ["session_id", "sessionId"],
  ["user_id", "userId"],
  ["key_id", "keyId"],
  ["trace_id", "traceId"],
] as const;

/** Every parameter of the endpoint. */
export const LIST_PARAMETERS: readonly string[] = ["from", "to", ...WORDS.map(([name]) => name), "cursor", "limit"];

/** `GET /admin/records`: records of the key's organization, newest first, page by page. */
export async function listRecords({ exchange, key }: KeyedCall, service: ApiService): Promise<void> {
  requireAdmin(key);
  const query = new URLSearchParams(exchange.query);
  for (const name of query.keys()) if (!LIST_PARAMETERS.includes(name)) throw badRequest("query", "unknown parameter");
  const limit = limitOf(query);
  const { records, next } = await service.store.list(filterOf(key.organization, query), {
    after: placeOf(query),
    limit,
  });
  const body = { records: records.map(presentRecord), next_cursor: next === null ? null : cursorOf(next) };
  sendJson(exchange, 200, JSON.stringify(body));
}

function filterOf(organization: string, query: URLSearchParams): RecordFilter {
  const words = {
    verdict: null,
    policy: null,
    assetId: null,
    sessionId: null,
    userId: null,
    keyId: null,
    traceId: null,
  };
  const given = WORDS.flatMap(([name, field]) => (query.has(name) ? [[field, query.get(name)] as const] : []));
  return {
    organization,
    fromMs: timeOf(query, "from"),
    toMs: timeOf(query, "to"),
    ...words,
    ...Object.fromEntries(given),
  };
}

const TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z)?$/;

function timeOf(query: URLSearchParams, name: string): number | null {
  const text = query.get(name);
  if (text === null) return null;
  const epochMs = TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(epochMs)) throw badRequest(name, "must be a date or a time in UTC, such as 2026-11-22T10:00:00Z");
  return epochMs;
}

function limitOf(query: URLSearchParams): number {
  const text = query.get("limit") ?? String(LIMIT_DEFAULT);
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > LIMIT_MAX) throw badRequest("limit", `must be a number from 1 to ${LIMIT_MAX}`);
  return limit;
}

const CURSOR = /^(\d{1,16})\.(\d{1,16})$/;
const cursorOf = ({ epochMs, id }: RecordPlace): string => Buffer.from(`${epochMs}.${id}`).toString("base64url");

function placeOf(query: URLSearchParams): RecordPlace | null {
  const text = query.get("cursor");
  if (text === null) return null;
  const [, epochMs, id] = CURSOR.exec(Buffer.from(text, "base64url").toString("latin1")) ?? [];
  if (epochMs === undefined) throw new ServiceError("bad_request", { detail: "cursor: must be one of an answer" });
  return { epochMs: Number(epochMs), id: Number(id) };
}
