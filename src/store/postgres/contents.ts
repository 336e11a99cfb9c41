import type { StoredContent, WantedContents } from "../contents.ts";
import type { PostgresConnection } from "./connection.ts";
import { unescapeText } from "./text.ts";

/** Rows that are held at once: their texts may be long. */
const PAGE = 200;

/** The newest first, page by page behind a place. */
const CONTENTS = `
  SELECT epoch_ms, id, asset_id, content, endpoint, node_type, node_subtype FROM sallyport.records
  WHERE organization = $1 AND (epoch_ms, id) < ($2, $3) ORDER BY epoch_ms DESC, id DESC LIMIT ${PAGE}`;

/** The newest texts of an asset's records. */
export function contentsOf({ organization, assetId, max }: WantedContents) {
  return async (connection: PostgresConnection): Promise<readonly StoredContent[]> => {
    const found: StoredContent[] = [];
    let place = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
    for (;;) {
      const rows = await connection.query(CONTENTS, [organization, ...place]);
      for (const row of rows) {
        place = [Number(row["epoch_ms"]), Number(row["id"])];
        const word = (name: string): string | null => (typeof row[name] === "string" ? unescapeText(row[name]) : null);
        const content = word("content") ?? "";
        if (row["asset_id"] !== assetId || content === "") continue;
        const [endpoint, nodeType, nodeSubtype] = [word("endpoint") ?? "", word("node_type"), word("node_subtype")];
        found.push({ text: content, endpoint, nodeType, nodeSubtype });
        if (found.length >= max) return found;
      }
      if (rows.length < PAGE) return found;
    }
  };
}
