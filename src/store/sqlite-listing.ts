import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { fromRow, type Row } from "./sqlite-rows.ts";
import type { RecordFilter, RecordPage, RecordPlace } from "./store.ts";

/** Rows that one page looks at: the query runs on the event loop, whatever is looked for. */
const SCANNED_MAX = 2000;
/**
 * Texts of one page, UTF-16 code units: callers say how long what they have recorded is, and all of a page is read, parsed
 * and written again on the event loop. A record that is longer is a page by itself.
 */
const PAGE_MAX_CHARS = 4 * 1024 * 1024;

/** Newest first; what was recorded later comes first among equal times. Long columns are not among those that are looked at. */
const SCANNED = `
  SELECT id, epoch_ms, verdict, asset_id, session_id, user_id, key_id, violated FROM records
  WHERE organization = :organization AND epoch_ms >= :from AND epoch_ms < :to AND (epoch_ms, id) < (:epoch, :id)
  ORDER BY epoch_ms DESC, id DESC LIMIT ${SCANNED_MAX}`;
const MATCHES = `
  (:verdict IS NULL OR verdict = :verdict) AND (:asset IS NULL OR asset_id = :asset)
  AND (:session IS NULL OR session_id = :session) AND (:user IS NULL OR user_id = :user)
  AND (:key IS NULL OR key_id = :key)
  AND (:policy IS NULL OR EXISTS (SELECT 1 FROM json_each(violated) WHERE value ->> 'policy_name' = :policy))`;
const PAGE = `SELECT id, epoch_ms FROM (${SCANNED}) WHERE ${MATCHES} ORDER BY epoch_ms DESC, id DESC LIMIT :limit`;
/** Where the next page begins when this one has found all that it looked at. */
const LAST_SCANNED = `
  SELECT epoch_ms, id FROM (${SCANNED}) LIMIT 1 OFFSET ${SCANNED_MAX - 1}`;
const ROW = "SELECT * FROM records WHERE id = ?";

/** Behind every record: the newest one is the first. */
const START: RecordPlace = { epochMs: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };

/** Pages of an organization's records, newest first. */
export class SqliteListing {
  readonly #page: StatementSync;
  readonly #lastScanned: StatementSync;
  readonly #row: StatementSync;

  constructor(database: DatabaseSync) {
    this.#page = database.prepare(PAGE);
    this.#lastScanned = database.prepare(LAST_SCANNED);
    this.#row = database.prepare(ROW);
  }

  list(filter: RecordFilter, after: RecordPlace | null, limit: number): RecordPage {
    const range = rangeOf(filter, after ?? START);
    const places = this.#page.all({ ...range, ...wantedBy(filter), limit });
    const { rows, isCut } = this.#rowsAt(places);
    const whole = places.length === limit ? places.at(-1) : this.#lastScanned.get(range);
    const last = isCut ? rows.at(-1) : whole;
    const next = last === undefined ? null : { epochMs: Number(last["epoch_ms"]), id: Number(last["id"]) };
    return { records: rows.map(fromRow), next };
  }

  /** The first of the rows, as many as a page may hold. */
  #rowsAt(places: readonly Row[]): { readonly rows: readonly Row[]; readonly isCut: boolean } {
    const rows: Row[] = [];
    let chars = 0;
    for (const { id = null } of places) {
      const row = this.#row.get(id);
      // Another process may have deleted it.
      if (row === undefined) continue;
      chars += charsOf(row);
      if (rows.length > 0 && chars > PAGE_MAX_CHARS) return { rows, isCut: true };
      rows.push(row);
    }
    return { rows, isCut: false };
  }
}

const charsOf = (row: Row): number =>
  Object.values(row).reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 0), 0);

function rangeOf({ organization, fromMs, toMs }: RecordFilter, { epochMs, id }: RecordPlace) {
  return { organization, from: fromMs ?? 0, to: toMs ?? Number.MAX_SAFE_INTEGER, epoch: epochMs, id };
}

function wantedBy(filter: RecordFilter): Record<string, SQLInputValue> {
  const { verdict, policy, assetId, sessionId, userId, keyId } = filter;
  return { verdict, policy, asset: assetId, session: sessionId, user: userId, key: keyId };
}
