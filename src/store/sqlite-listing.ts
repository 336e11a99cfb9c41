import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { fromRow } from "./sqlite-rows.ts";
import type { RecordFilter, RecordPage, RecordPlace } from "./store.ts";

/** Rows that one page looks at: the query runs on the event loop, whatever is looked for. */
const SCANNED_MAX = 2000;

/** Newest first; what was recorded later comes first among equal times. */
const SCANNED = `
  SELECT * FROM records
  WHERE organization = :organization AND epoch_ms >= :from AND epoch_ms < :to AND (epoch_ms, id) < (:epoch, :id)
  ORDER BY epoch_ms DESC, id DESC LIMIT ${SCANNED_MAX}`;
const MATCHES = `
  (:verdict IS NULL OR verdict = :verdict) AND (:asset IS NULL OR asset_id = :asset)
  AND (:session IS NULL OR session_id = :session) AND (:user IS NULL OR user_id = :user)
  AND (:key IS NULL OR key_id = :key)
  AND (:policy IS NULL OR EXISTS (SELECT 1 FROM json_each(violated) WHERE value ->> 'policy_name' = :policy))`;
const PAGE = `SELECT * FROM (${SCANNED}) WHERE ${MATCHES} ORDER BY epoch_ms DESC, id DESC LIMIT :limit`;
/** Where the next page begins when this one has found all that it looked at. */
const LAST_SCANNED = `
  SELECT epoch_ms, id FROM (${SCANNED.replace("SELECT *", "SELECT epoch_ms, id")}) LIMIT 1 OFFSET ${SCANNED_MAX - 1}`;

/** Behind every record: the newest one is the first. */
const START: RecordPlace = { epochMs: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };

/** Pages of an organization's records, newest first. */
export class SqliteListing {
  readonly #page: StatementSync;
  readonly #lastScanned: StatementSync;

  constructor(database: DatabaseSync) {
    this.#page = database.prepare(PAGE);
    this.#lastScanned = database.prepare(LAST_SCANNED);
  }

  list(filter: RecordFilter, after: RecordPlace | null, limit: number): RecordPage {
    const range = rangeOf(filter, after ?? START);
    const rows = this.#page.all({ ...range, ...wantedBy(filter), limit });
    const last = rows.length === limit ? rows.at(-1) : this.#lastScanned.get(range);
    const next = last === undefined ? null : { epochMs: Number(last["epoch_ms"]), id: Number(last["id"]) };
    return { records: rows.map(fromRow), next };
  }
}

function rangeOf({ organization, fromMs, toMs }: RecordFilter, { epochMs, id }: RecordPlace) {
  return { organization, from: fromMs ?? 0, to: toMs ?? Number.MAX_SAFE_INTEGER, epoch: epochMs, id };
}

function wantedBy(filter: RecordFilter): Record<string, SQLInputValue> {
  const { verdict, policy, assetId, sessionId, userId, keyId } = filter;
  return { verdict, policy, asset: assetId, session: sessionId, user: userId, key: keyId };
}
