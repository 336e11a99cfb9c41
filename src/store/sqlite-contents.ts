import { DatabaseSync } from "node:sqlite";
import type { StoredContent, WantedContents } from "./contents.ts";

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
