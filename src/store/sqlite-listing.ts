import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { fromRow, recordPlace, type DatabaseRow } from "./rows.ts";
import type { PageRequest, RecordFilter, RecordPage, RecordPlace } from "./record-store.ts";

/** Rows that one page scans at most: the query runs on the event loop. */
const SCANNED_MAX = 2000;
/**
 * Texts of one page, UTF-16 code units: callers control the length of their records, and a page is read, parsed and serialized on the
 * event loop. A longer record is a page by itself.
 */
const PAGE_MAX_CHARS = 4 * 1024 * 1024;

/** Columns with an index by time, the most selective first: a page scans rows with the wanted value there. */
const SCOPES = [
  ["trace_id", "traceId"],
  ["session_id", "sessionId"],
  ["user_id", "userId"],
] as const;
type ScopeField = (typeof SCOPES)[number][1];

/** A scan reads no long columns. */
const SCANNED_COLUMNS = "id, epoch_ms, verdict, asset_id, session_id, user_id, trace_id, key_id, violated";

/** Newest first; among equal times the one recorded last. */
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
export const oldest = (column: "session_id" | "trace_id"): string => `
  SELECT id, epoch_ms FROM records WHERE organization = ? AND ${column} = ? AND (epoch_ms, id) > (?, ?)
  ORDER BY epoch_ms, id LIMIT ?`;
const ROW = "SELECT * FROM records WHERE id = ?";

/** Places after and before every record. */
const NEWEST: RecordPlace = { epochMs: Number.MAX_SAFE_INTEGER - 1, id: Number.MAX_SAFE_INTEGER };
export const OLDEST: RecordPlace = { epochMs: Number.MIN_SAFE_INTEGER, id: 0 };

/** A scan of an organization's records, or of those with one value in a column. */
interface Walk {
  /** `null`: all of them. */
  readonly field: ScopeField | null;
  readonly page: StatementSync;
  /** Where the next page begins if this one holds all matches of its scan. */
  readonly lastScanned: StatementSync;
}

/** Pages of an organization's records. */
export class SqliteListing {
  readonly #walks: readonly Walk[];
  readonly #session: StatementSync;
  readonly #trace: StatementSync;
  readonly #row: StatementSync;

  constructor(database: DatabaseSync) {
    const scoped = SCOPES.map(([column, field]) => prepareWalk(database, { field, scope: `AND ${column} = :scope` }));
    this.#walks = [...scoped, prepareWalk(database, { field: null, scope: "" })];
    this.#session = database.prepare(oldest("session_id"));
    this.#trace = database.prepare(oldest("trace_id"));
    this.#row = database.prepare(ROW);
  }

  /** Newest first. */
  list(filter: RecordFilter, { after, limit }: PageRequest): RecordPage {
    const walk = this.#walks.find(({ field }) => field === null || filter[field] !== null);
    if (walk === undefined) throw new Error("the last walk takes every filter");
    const scope = walk.field === null ? {} : { scope: filter[walk.field] };
    const range = { ...rangeOf(filter, after ?? NEWEST), ...scope };
    const places = walk.page.all({ ...range, ...wantedBy(filter), limit });
    return this.#page(places, places.length === limit ? places.at(-1) : walk.lastScanned.get(range));
  }

  /** Oldest first. */
  session(organization: string, sessionId: string, page: PageRequest): RecordPage {
    return this.#oldest(this.#session, [organization, sessionId], page);
  }

  /** Oldest first. */
  trace(organization: string, traceId: string, page: PageRequest): RecordPage {
    return this.#oldest(this.#trace, [organization, traceId], page);
  }

  #oldest(statement: StatementSync, wanted: readonly string[], { after, limit }: PageRequest): RecordPage {
    const { epochMs, id } = after ?? OLDEST;
    const places = statement.all(...wanted, epochMs, id, limit);
    return this.#page(places, places.length === limit ? places.at(-1) : undefined);
  }

  /** The first rows that fit a page. @param last where the next page begins if all fit */
  #page(places: readonly DatabaseRow[], last: DatabaseRow | undefined): RecordPage {
    const rows: DatabaseRow[] = [];
    let chars = 0;
    for (const place of places) {
      const row = this.#row.get(Number(place["id"]));
      // Another process may have deleted it.
      if (row === undefined) continue;
      chars += charsOf(row);
      if (rows.length > 0 && chars > PAGE_MAX_CHARS) return toPage(rows, rows.at(-1));
      rows.push(row);
    }
    return toPage(rows, last);
  }
}

function prepareWalk(database: DatabaseSync, { field, scope }: { field: ScopeField | null; scope: string }): Walk {
  const page = `SELECT id, epoch_ms FROM (${scanned(SCANNED_COLUMNS, scope)}) WHERE ${MATCHES} ORDER BY epoch_ms DESC, id DESC LIMIT :limit`;
  const last = `SELECT epoch_ms, id FROM (${scanned("epoch_ms, id", scope)}) LIMIT 1 OFFSET ${SCANNED_MAX - 1}`;
  return { field, page: database.prepare(page), lastScanned: database.prepare(last) };
}

const charsOf = (row: DatabaseRow): number =>
  Object.values(row).reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 0), 0);

function toPage(rows: readonly DatabaseRow[], last: DatabaseRow | undefined): RecordPage {
  return { records: rows.map(fromRow), next: last === undefined ? null : recordPlace(last) };
}

/** The range ends at the place, so that the index is entered there and not at the newest record. */
function rangeOf({ organization, fromMs, toMs }: RecordFilter, { epochMs, id }: RecordPlace) {
  const to = Math.min(toMs ?? Number.MAX_SAFE_INTEGER, epochMs + 1);
  return { organization, from: fromMs ?? 0, to, epoch: epochMs, id };
}

function wantedBy(filter: RecordFilter): Record<string, SQLInputValue> {
  const { verdict, policy, assetId, sessionId, userId, keyId, traceId } = filter;
  return { verdict, policy, asset: assetId, session: sessionId, user: userId, key: keyId, trace: traceId };
}
