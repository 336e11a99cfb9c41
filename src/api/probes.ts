import { ServiceError } from "../core/errors.ts";
import { sendJson, sendText } from "../http/reply.ts";
import { EXPOSITION_TYPE } from "../telemetry/families.ts";
import { openApiJson } from "./openapi.ts";
import type { ApiService, Call, KeyedCall } from "./service.ts";
import { resolveAsset } from "../access/callers.ts";
import { badRequest } from "../core/errors.ts";

/** `GET /healthz`: the process lives. */
export function healthz({ exchange }: Call): void {
  sendJson(exchange, 200, '{"status":"ok"}');
}

const DIGEST_SHOWN = 12;

/** `GET /readyz`: requests are welcome. It also reports a rejected reload (the old configuration keeps serving), how limits are counted, and whether requests are refused for overload. */
export function readyz({ exchange, runtime }: Call, { health, store }: ApiService): void {
  if (health.isDraining()) throw new ServiceError("draining");
  if (!store.isReady()) throw new ServiceError("store_unavailable");
  const config = { digest: runtime.config.digest.slice(0, DIGEST_SHOWN), last_reload: health.lastReload() };
  sendJson(exchange, 200, JSON.stringify({ status: "ready", config, limits: health.limits(), load: health.load() }));
}

/** `GET /openapi.json` */
export function openApi({ exchange }: Call): void {
  sendJson(exchange, 200, openApiJson());
}

/** `GET /metrics`: what the service has counted, in Prometheus' text format. It needs no key and names no caller. */
export async function readMetrics({ exchange }: Call, { exposition }: ApiService): Promise<void> {
  sendText(exchange, 200, { type: EXPOSITION_TYPE, body: await exposition() });
}

/** `GET /sdk/v1/verify/api-key` */
export function verifyKey({ exchange, key }: KeyedCall): void {
  const body = { valid: true, access_level: key.accessLevel, key_id: key.id, organization: key.organization };
  sendJson(exchange, 200, JSON.stringify(body));
}

/** `GET /sdk/v1/verify/asset?asset_id=…`: whether the key may use the asset. */
export function verifyAsset({ exchange, runtime, key }: KeyedCall): void {
  const assetId = new URLSearchParams(exchange.query).get("asset_id") ?? "";
  if (assetId === "") throw badRequest("asset_id", "must be a non-empty string");
  const isValid = typeof resolveAsset(runtime, key, assetId) !== "string";
  sendJson(exchange, 200, JSON.stringify({ valid: isValid }));
}
