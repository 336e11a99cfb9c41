import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { fromRow, type Row } from "./rows.ts";
import type { PageRequest, RecordFilter, RecordPage, RecordPlace } from "./store.ts";

/** Rows that one page looks at: the query runs on the event loop, whatever is looked for. */
const SCANNED_MAX = 2000;

/** Columns with an index by time, the one that leaves fewest rows first: what a page looks at has the wanted value there. */
const SCOPES = [
  ["trace_id", "traceId"],
  ["session_id", "sessionId"],
  ["user_id", "userId"],
] as const;
type ScopeField = (typeof SCOPES)[number][1];

/** Newest first; what was recorded later comes first among equal times. */
const scanned = (columns: string, scope: string): string => `
  SELECT ${columns} FROM records
  WHERE organization = :organization ${scope} AND epoch_ms >= :from AND epoch_ms < :to AND (epoch_ms, id) < (:epoch, :id)
  ORDER BY epoch_ms DESC, id DESC LIMIT ${SCANNED_MAX}`;
const MATCHES = `
  (:verdict IS NULL OR verdict = :verdict) AND (:asset IS NULL OR asset_id = :asset)
  AND (:session IS NULL OR session_id = :session) AND (:user IS NULL OR user_id = :user)
  AND (:trace IS NULL OR trace_id = :trace) AND (:key IS NULL OR key_id = :key)
  AND (:policy IS NULL OR EXISTS (SELECT 1 FROM json_each(violated) WHERE value ->> 'policy_name' = :policy))`;

/** Oldest first. */
const SESSION = `
  SELECT * FROM records WHERE organization = ? AND session_id = ? AND (epoch_ms, id) > (?, ?)
  ORDER BY epoch_ms, id LIMIT ?`;

/** Behind every record, the newest one being the first; and before every record. */
const NEWEST: RecordPlace = { epochMs: Number.MAX_SAFE_INTEGER - 1, id: Number.MAX_SAFE_INTEGER };
export const OLDEST: RecordPlace = { epochMs: Number.MIN_SAFE_INTEGER, id: 0 };

/** One way through the records: all of an organization's, or those with one value in a column. */
interface Walk {
  /** `null`: all of them. */
  readonly field: ScopeField | null;
  readonly page: StatementSync;
  /** Where the next page begins when this one has found all that it looked at. */
  readonly lastScanned: StatementSync;
}

/** Pages of an organization's records. */
export class SqliteListing {
  readonly #walks: readonly Walk[];
  readonly #session: StatementSync;

  constructor(database: DatabaseSync) {
    const scoped = SCOPES.map(([column, field]) => prepareWalk(database, { field, scope: `AND ${column} = :scope` }));
    this.#walks = [...scoped, prepareWalk(database, { field: null, scope: "" })];
    this.#session = database.prepare(SESSION);
  }

  /** Newest first. */
  list(filter: RecordFilter, { after, limit }: PageRequest): RecordPage {
    const walk = this.#walks.find(({ field }) => field === null || filter[field] !== null);
    if (walk === undefined) throw new Error("the last walk takes every filter");
    const scope = walk.field === null ? {} : { scope: filter[walk.field] };
    const range = { ...rangeOf(filter, after ?? NEWEST), ...scope };
    const rows = walk.page.all({ ...range, ...wantedBy(filter), limit });
    return toPage(rows, rows.length === limit ? rows.at(-1) : walk.lastScanned.get(range));
  }

  /** Oldest first. */
  session(organization: string, sessionId: string, { after, limit }: PageRequest): RecordPage {
    const { epochMs, id } = after ?? OLDEST;
    const rows = this.#session.all(organization, sessionId, epochMs, id, limit);
    return toPage(rows, rows.length === limit ? rows.at(-1) : undefined);
  }
}

function prepareWalk(database: DatabaseSync, { field, scope }: { field: ScopeField | null; scope: string }): Walk {
  const page = `SELECT * FROM (${scanned("*", scope)}) WHERE ${MATCHES} ORDER BY epoch_ms DESC, id DESC LIMIT :limit`;
  const last = `SELECT epoch_ms, id FROM (${scanned("epoch_ms, id", scope)}) LIMIT 1 OFFSET ${SCANNED_MAX - 1}`;
  return { field, page: database.prepare(page), lastScanned: database.prepare(last) };
}

function toPage(rows: readonly Row[], last: Row | undefined): RecordPage {
  return { records: rows.map(fromRow), next: last === undefined ? null : placeOf(last) };
}

export function placeOf(row: Row): RecordPlace {
  return { epochMs: Number(row["epoch_ms"]), id: Number(row["id"]) };
}

/** The end of the range follows the place: the index is entered there, not at the newest record. */
function rangeOf({ organization, fromMs, toMs }: RecordFilter, { epochMs, id }: RecordPlace) {
  const to = Math.min(toMs ?? Number.MAX_SAFE_INTEGER, epochMs + 1);
  return { organization, from: fromMs ?? 0, to, epoch: epochMs, id };
}

function wantedBy(filter: RecordFilter): Record<string, SQLInputValue> {
  const { verdict, policy, assetId, sessionId, userId, keyId, traceId } = filter;
  return { verdict, policy, asset: assetId, session: sessionId, user: userId, key: keyId, trace: traceId };
}
