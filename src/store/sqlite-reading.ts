import { DatabaseSync } from "node:sqlite";
import type { StoredContent, WantedContents, RecordRange } from "./stored-records.ts";
import { fromRow } from "./rows.ts";
import type { ScanRecord } from "./record-store.ts";

/** Records of one question: between two of them the writer's log can be taken over into the file. */
const PAGE = 200;
const PAGES = `
  SELECT * FROM records
  WHERE (epoch_ms, id) > (:epoch, :id) AND epoch_ms < :to AND (:asset IS NULL OR asset_id = :asset)
  ORDER BY epoch_ms, id LIMIT ${PAGE}`;

/**
 * Records of a file, oldest first, read-only. Records added in the meantime are read if they sort later.
 * @param path of the database; it must be there
 * @throws {Error} when it cannot be read
 */
export function* readSqliteRecords(path: string, { fromMs, toMs, assetId }: RecordRange): Generator<ScanRecord> {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const page = database.prepare(PAGES);
    const to = toMs ?? Number.MAX_SAFE_INTEGER;
    // Before the first of that time: ids begin with 1.
    let after = { epoch: fromMs, id: 0 };
    for (;;) {
      const rows = page.all({ ...after, to, asset: assetId });
      for (const row of rows) yield fromRow(row);
      const last = rows.at(-1);
      if (last === undefined || rows.length < PAGE) return;
      after = { epoch: Number(last["epoch_ms"]), id: Number(last["id"]) };
    }
  } finally {
    database.close();
  }
}

const CONTENTS = `
  SELECT content, endpoint, node_type, node_subtype FROM records
  WHERE organization = ? AND asset_id = ? AND content IS NOT NULL AND content <> ''
  ORDER BY id DESC LIMIT ?`;

/**
 * The newest texts of an asset's records, read-only, beside a service that may be writing.
 * @param path of the database; it must be there
 * @throws {Error} when it cannot be read
 */
export function* readContents(path: string, { organization, assetId, max }: WantedContents): Generator<StoredContent> {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    for (const row of database.prepare(CONTENTS).iterate(organization, assetId, max)) {
      const word = (name: string): string | null => (typeof row[name] === "string" ? row[name] : null);
      yield {
        text: word("content") ?? "",
        endpoint: word("endpoint") ?? "",
        nodeType: word("node_type"),
        nodeSubtype: word("node_subtype"),
      };
    }
  } finally {
    database.close();
  }
}
