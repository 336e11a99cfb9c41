import type { DatabaseSync, StatementSync } from "node:sqlite";
import { linkTo, recordDigest } from "./chain.ts";
import { toValues } from "./rows.ts";
import { INSERT } from "./sqlite-schema.ts";
import type { ScanRecord } from "./store.ts";

/** Appends records to the chain of a database, inside its caller's transaction: writers of one file take turns there. */
export class SqliteChain {
  readonly #head: StatementSync;
  readonly #moveHead: StatementSync;
  readonly #insert: StatementSync;

  constructor(database: DatabaseSync) {
    this.#head = database.prepare("SELECT head_id, head_link FROM chain");
    this.#moveHead = database.prepare("UPDATE chain SET head_id = ?, head_link = ?");
    this.#insert = database.prepare(INSERT);
  }

  /** @returns the place of the first record; the others follow it */
  append(records: readonly ScanRecord[]): number {
    const head = this.#head.get();
    const firstId = Number(head?.["head_id"]) + 1;
    let id = firstId - 1;
    let link = String(head?.["head_link"]);
    for (const record of records) {
      id += 1;
      const values = toValues(record);
      const digest = recordDigest(id, values);
      link = linkTo(link, digest);
      this.#insert.run(id, ...values, digest, link);
    }
    this.#moveHead.run(id, link);
    return firstId;
  }
}
