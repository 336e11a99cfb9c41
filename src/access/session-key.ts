import { createHash } from "node:crypto";
import type { ApiKey } from "../config/model.ts";

/** Names a caller's session: sessions of other organizations, keys and assets are others, whatever callers name them. */
export function sessionKey({ organization, id }: ApiKey, assetId: string, sessionId: string): string {
  return createHash("sha256")
    .update(JSON.stringify([organization, id, assetId, sessionId]))
    .digest("base64url");
}
