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
const OF_ASSETS = "asset_id IN (SELECT value FROM json_each(:assets))";
const MATCHES = `
  (:verdict IS NULL OR verdict = :verdict) AND (:asset IS NULL OR asset_id = :asset)
  AND (:session IS NULL OR session_id = :session) AND (:user IS NULL OR user_id = :user)
  AND (:trace IS NULL OR trace_id = :trace) AND (:assets IS NULL OR ${OF_ASSETS}) AND (:key IS NULL OR key_id = :key)
  AND (:policy IS NULL OR EXISTS (SELECT 1 FROM json_each(violated) WHERE value ->> 'policy_name' = :policy))`;

/** Oldest first. */
const oldestScan = (columns: string, column: OldestColumn): string => `
  SELECT ${columns} FROM records WHERE organization = :organization AND ${column} = :name AND (epoch_ms, id) > (:epoch, :id)
  ORDER BY epoch_ms, id`;
export const oldest = (column: OldestColumn): string => `${oldestScan("id, epoch_ms", column)} LIMIT :limit`;
type OldestColumn = "session_id" | "trace_id";
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

/** A scan of a session or of a trace. */
interface OldestWalk {
  readonly all: StatementSync;
  /** Of some assets only: within a bounded scan, since the index does not know the asset. */
  readonly ofAssets: StatementSync;
  readonly lastScanned: StatementSync;
}

/** Pages of an organization's records. */
export class SqliteListing {
  readonly #walks: readonly Walk[];
  readonly #session: OldestWalk;
  readonly #trace: OldestWalk;
  readonly #row: StatementSync;

  constructor(database: DatabaseSync) {
    const scoped = SCOPES.map(([column, field]) => prepareWalk(database, { field, scope: `AND ${column} = :scope` }));
    this.#walks = [...scoped, prepareWalk(database, { field: null, scope: "" })];
    this.#session = prepareOldest(database, "session_id");
    this.#trace = prepareOldest(database, "trace_id");
    this.#row = database.prepare(ROW);
  }

  /** Newest first. */
  list(filter: RecordFilter, { after, limit, assets }: PageRequest): RecordPage {
    const walk = this.#walks.find(({ field }) => field === null || filter[field] !== null);
    if (walk === undefined) throw new Error("the last walk takes every filter");
    const scope = walk.field === null ? {} : { scope: filter[walk.field] };
    const range = { ...rangeOf(filter, after ?? NEWEST), ...scope };
    const places = walk.page.all({ ...range, ...wantedBy(filter), assets: assetList(assets), limit });
    return this.#page(places, places.length === limit ? places.at(-1) : walk.lastScanned.get(range));
  }

  /** Oldest first. */
  session(organization: string, sessionId: string, page: PageRequest): RecordPage {
    return this.#oldest(this.#session, { organization, name: sessionId }, page);
  }

  /** Oldest first. */
  trace(organization: string, traceId: string, page: PageRequest): RecordPage {
    return this.#oldest(this.#trace, { organization, name: traceId }, page);
  }

  #oldest(walk: OldestWalk, wanted: { organization: string; name: string }, page: PageRequest): RecordPage {
    const { after, limit, assets } = page;
    const { epochMs, id } = after ?? OLDEST;
    const range = { ...wanted, epoch: epochMs, id };
    const places =
      assets === undefined
        ? walk.all.all({ ...range, limit })
        : walk.ofAssets.all({ ...range, assets: assetList(assets), limit });
    if (places.length === limit) return this.#page(places, places.at(-1));
    return this.#page(places, assets === undefined ? undefined : walk.lastScanned.get(range));
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

function prepareOldest(database: DatabaseSync, column: OldestColumn): OldestWalk {
  const scan = oldestScan("id, epoch_ms, asset_id", column);
  const ofAssets = `SELECT id, epoch_ms FROM (${scan} LIMIT ${SCANNED_MAX}) WHERE ${OF_ASSETS} ORDER BY epoch_ms, id LIMIT :limit`;
  const last = `${oldestScan("epoch_ms, id", column)} LIMIT 1 OFFSET ${SCANNED_MAX - 1}`;
  return {
    all: database.prepare(oldest(column)),
    ofAssets: database.prepare(ofAssets),
    lastScanned: database.prepare(last),
  };
}

/** As the parameter of a statement. */
const assetList = (assets: readonly string[] | undefined): string | null =>
  assets === undefined ? null : JSON.stringify(assets);

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
