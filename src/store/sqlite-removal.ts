import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { RetentionStep } from "./retention-job.ts";
import { recordPlace } from "./rows.ts";
import { OLDEST } from "./sqlite-listing.ts";
import { inTransaction } from "./sqlite-schema.ts";
import type { PageRequest, RecordPlace, RemovalTarget } from "./record-store.ts";

const PAST_RETENTION = "SELECT id FROM records WHERE epoch_ms < ? ORDER BY epoch_ms LIMIT ?";

/** Leaves a tombstone in the chain; records of version 1 were never in it. */
const bury = (chosen: string, reason: string): string =>
  `INSERT INTO tombstones SELECT id, record_sha256, link_sha256, '${reason}', ? FROM records
   WHERE id IN (${chosen}) AND link_sha256 IS NOT NULL`;
const erase = (chosen: string): string => `DELETE FROM records WHERE id IN (${chosen})`;

/** Oldest first; the other column is compared in code. */
const walkOf = (column: "user_id" | "session_id"): string => `
  SELECT id, epoch_ms, user_id, session_id FROM records
  WHERE organization = ? AND ${column} = ? AND (epoch_ms, id) > (?, ?) ORDER BY epoch_ms, id LIMIT ?`;

/** The last tombstone without a record before it: the chain may begin there. */
const BEGINNING = `
  SELECT id, link_sha256 FROM tombstones WHERE id = coalesce(
    (SELECT min(id) - 1 FROM records WHERE id > (SELECT anchor_id FROM chain)), (SELECT head_id FROM chain))`;

/**
 * Tombstones before the anchor are no longer needed. Many may appear at once, when a record before them is deleted: a step drops more of
 * them than it makes, and the next steps drop the rest.
 */
const DROP = "DELETE FROM tombstones WHERE id IN (SELECT id FROM tombstones WHERE id <= ? LIMIT 1000)";

export interface RemovalStep extends PageRequest {
  readonly nowMs: number;
}

export interface RemovalResult {
  readonly removed: number;
  /** Where the next step begins; `null`: the end. */
  readonly next: RecordPlace | null;
}

/**
 * Removes records and leaves the chain whole: a tombstone keeps a record's digests, and tombstones at the chain's
 * beginning become its anchor.
 */
export class SqliteRemoval {
  readonly #database: DatabaseSync;
  readonly #buryOld: StatementSync;
  readonly #eraseOld: StatementSync;
  readonly #ofSession: StatementSync;
  readonly #ofUser: StatementSync;
  readonly #buryOne: StatementSync;
  readonly #eraseOne: StatementSync;
  readonly #beginning: StatementSync;
  readonly #moveAnchor: StatementSync;
  readonly #dropTombstones: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#buryOld = database.prepare(bury(PAST_RETENTION, "retention"));
    this.#eraseOld = database.prepare(erase(PAST_RETENTION));
    this.#ofSession = database.prepare(walkOf("session_id"));
    this.#ofUser = database.prepare(walkOf("user_id"));
    this.#buryOne = database.prepare(bury("?", "asked"));
    this.#eraseOne = database.prepare(erase("?"));
    this.#beginning = database.prepare(BEGINNING);
    this.#moveAnchor = database.prepare("UPDATE chain SET anchor_id = ?, anchor_link = ?");
    this.#dropTombstones = database.prepare(DROP);
  }

  /** @returns deleted records, at most `limit` */
  prune({ retentionMs, nowMs, limit }: RetentionStep): number {
    const beforeMs = nowMs - retentionMs;
    return this.#within(() => {
      this.#buryOld.run(nowMs, beforeMs, limit);
      return Number(this.#eraseOld.run(beforeMs, limit).changes);
    });
  }

  /** Scans `limit` records and deletes those of the target. */
  remove(target: RemovalTarget, step: RemovalStep): RemovalResult {
    const { organization, userId, sessionId } = target;
    const { epochMs, id } = step.after ?? OLDEST;
    let next: RecordPlace | null = null;
    const removed = this.#within(() => {
      const walk = sessionId === null ? this.#ofUser : this.#ofSession;
      const rows = walk.all(organization, sessionId ?? userId, epochMs, id, step.limit);
      const last = rows.length === step.limit ? rows.at(-1) : undefined;
      next = last === undefined ? null : recordPlace(last);
      const meant = rows.filter((row) => userId === null || row["user_id"] === userId);
      for (const row of meant) {
        this.#buryOne.run(step.nowMs, Number(row["id"]));
        this.#eraseOne.run(Number(row["id"]));
      }
      return meant.length;
    });
    return { removed, next };
  }

  #within(remove: () => number): number {
    return inTransaction(this.#database, () => {
      const removed = remove();
      if (removed > 0) this.#compact();
      return removed;
    });
  }

  #compact(): void {
    const beginning = this.#beginning.get();
    if (beginning === undefined) return;
    const id = Number(beginning["id"]);
    this.#moveAnchor.run(id, String(beginning["link_sha256"]));
    this.#dropTombstones.run(id);
  }
}
