import { resolveAsset } from "../access/resolve-asset.ts";
import { sendJson } from "../http/reply.ts";
import { badRequest } from "./request-gate.ts";
import type { KeyedCall } from "./service.ts";

/** `GET /sdk/v1/verify/api-key` */
export function verifyKey({ exchange, key }: KeyedCall): void {
  const body = { valid: true, access_level: key.accessLevel, key_id: key.id, organization: key.organization };
  sendJson(exchange, 200, JSON.stringify(body));
}

/** `GET /sdk/v1/verify/asset?asset_id=…`: whether the key may use the asset. */
export function verifyAsset({ exchange, runtime, key }: KeyedCall): void {
  const assetId = new URLSearchParams(exchange.query).get("asset_id") ?? "";
  if (assetId === "") throw badRequest("asset_id", "must be a non-empty string");
  const isValid = resolveAsset(runtime, key, assetId).kind === "asset";
  sendJson(exchange, 200, JSON.stringify({ valid: isValid }));
}
