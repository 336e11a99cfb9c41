import type { Cursors } from "../access/cursors.ts";
import { POLICY_NAMES } from "../analyzers/registry.ts";
import { parseUtcTime } from "../core/clock.ts";
import type { Outcome } from "../core/model.ts";
import type { Exchange } from "../http/exchange.ts";
import type { PageRequest, RecordFilter, RecordPlace, RecordPage } from "../store/record-store.ts";
import { badRequest } from "../core/errors.ts";
import type { Runtime } from "../access/runtime.ts";
import type { ApiKey } from "../config/config-model.ts";
import { keptName } from "../records/record-names.ts";
import type { ApiService } from "./service.ts";

const LIMIT_DEFAULT = 50;
/** Records of one page. */
const LIMIT_MAX = 200;
/** Parameters that select records. */
export const FILTER_PARAMETERS: readonly string[] = [
  "from",
  "to",
  "verdict",
  "policy",
  "asset_id",
  "session_id",
  "user_id",
  "key_id",
  "trace_id",
];
/** Parameters that select a page. */
export const PAGE_PARAMETERS: readonly string[] = ["cursor", "limit"];

/** The request's parameters. @throws {ServiceError} `bad_request` when one is unknown or repeated */
export function readQuery({ query }: Pick<Exchange, "query">, names: readonly string[]): URLSearchParams {
  const parameters = new URLSearchParams(query);
  const given = [...parameters.keys()];
  if (given.some((name) => !names.includes(name)))
    throw badRequest("query", `unknown parameter; the parameters are ${names.join(", ")}`);
  if (new Set(given).size < given.length) throw badRequest("query", "every parameter must stand there once");
  return parameters;
}

/** @throws {ServiceError} `bad_request` */
export function filterOf(organization: string, query: URLSearchParams): RecordFilter {
  return {
    organization,
    fromMs: timeOf(query, "from"),
    toMs: timeOf(query, "to"),
    verdict: oneOf(query, "verdict", OUTCOMES),
    policy: policyOf(query),
    assetId: query.get("asset_id"),
    sessionId: query.get("session_id"),
    userId: query.get("user_id"),
    keyId: query.get("key_id"),
    traceId: query.get("trace_id"),
  };
}

/** What a record may say. */
const OUTCOMES = ["passed", "flagged", "blocked", "unread", "unavailable"] as const satisfies readonly Outcome[];

/** A name that no record can have would find nothing, which looks like an answer. */
function oneOf(query: URLSearchParams, name: string, allowed: readonly string[]): string | null {
  const text = query.get(name);
  if (text !== null && !allowed.includes(text)) throw badRequest(name, `must be one of ${allowed.join(", ")}`);
  return text;
}

/** `null`: not given. @throws {ServiceError} `bad_request` */
export const policyOf = (query: URLSearchParams): string | null => oneOf(query, "policy", POLICY_NAMES);

/** `null`: not given. @throws {ServiceError} `bad_request` */
export function timeOf(query: URLSearchParams, name: string): number | null {
  const text = query.get(name);
  if (text === null) return null;
  const epochMs = parseUtcTime(text);
  if (epochMs === null) throw badRequest(name, "must be a date or a time in UTC, such as 2026-11-22T10:00:00Z");
  return epochMs;
}

/** @throws {ServiceError} `bad_request` */
export function pageOf(query: URLSearchParams, listing: Listing): PageRequest {
  return { after: placeOf(query, listing), limit: limitOf(query) };
}

/** Whose records are listed, and the cursors of their pages. */
interface Listing {
  readonly organization: string;
  readonly cursors: Cursors;
}

function limitOf(query: URLSearchParams): number {
  const text = query.get("limit") ?? String(LIMIT_DEFAULT);
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > LIMIT_MAX) throw badRequest("limit", `must be a number from 1 to ${LIMIT_MAX}`);
  return limit;
}

/** The cursor of the next page. */
export function cursorOf(place: RecordPlace | null, { organization, cursors }: Listing): string | null {
  return place === null ? null : cursors.seal(organization, place);
}

function placeOf(query: URLSearchParams, { organization, cursors }: Listing): RecordPlace | null {
  const text = query.get("cursor");
  if (text === null) return null;
  const place = cursors.open(organization, text);
  if (place === null) throw badRequest("cursor", "must be one of an answer");
  return place;
}

/** The caller of a record query. */
interface Asking {
  readonly key: Pick<ApiKey, "organization">;
  readonly runtime: Runtime;
}

/**
 * The forms that a name may have in records: as it is kept now, in clear, and as a digest. Older records may come from another
 * configuration or version.
 */
export async function storedForms(
  name: string,
  { key: { organization }, runtime }: Asking,
  ports: Pick<ApiService, "clock" | "recordGuards">,
): Promise<readonly string[]> {
  const hashName = (given: string): string => runtime.nameHash(organization, given);
  const { clock, recordGuards } = ports;
  const keeping = { mode: runtime.config.store.content, clock, recordGuards, maskHash: runtime.maskHash, hashName };
  return [...new Set([await keptName(name, keeping), name, hashName(name)])];
}

/** The first page with records on it, in any of the forms. */
export async function firstPage<Form>(
  forms: readonly Form[],
  pageOf: (form: Form) => Promise<RecordPage>,
): Promise<RecordPage> {
  let page: RecordPage = { records: [], next: null };
  for (const form of forms) {
    page = await pageOf(form);
    if (page.records.length > 0 || page.next !== null) break;
  }
  return page;
}

const NAMES = ["sessionId", "userId", "traceId"] as const;

/** The filter with its names in each of their forms. */
export async function filterForms(
  filter: RecordFilter,
  asking: Asking,
  service: Pick<ApiService, "clock" | "recordGuards">,
): Promise<readonly RecordFilter[]> {
  let filters: readonly RecordFilter[] = [filter];
  for (const field of NAMES) {
    const name = filter[field];
    const forms = name === null || name === "" ? [name] : await storedForms(name, asking, service);
    filters = forms.flatMap((form) => filters.map((each) => ({ ...each, [field]: form })));
  }
  return filters;
}
