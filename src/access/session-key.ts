import { hash } from "node:crypto";
import type { ApiKey } from "../config/config-model.ts";

/** Names a caller's session: sessions of other organizations, keys and assets are others, whatever callers name them. */
export function sessionKey({ organization, id }: ApiKey, assetId: string, sessionId: string): string {
  return `${sessionName(organization, sessionId)}.${digest([id, assetId])}`;
}

/** Names an organization's session, whatever keys and assets it has: keys of such sessions begin with it and a dot. */
export function sessionName(organization: string, sessionId: string): string {
  return digest([organization, sessionId]);
}

const digest = (names: readonly string[]): string => hash("sha256", JSON.stringify(names), "base64url");
