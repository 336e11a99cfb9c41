import { ServiceError } from "../core/errors.ts";
import { sendJson } from "../http/reply.ts";
import { EXPOSITION_TYPE } from "../telemetry/exposition.ts";
import { openApiJson } from "./openapi.ts";
import type { ApiService, Call } from "./service.ts";

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
  const { response, headers } = exchange;
  const body = await exposition();
  headers["content-type"] = EXPOSITION_TYPE;
  headers["content-length"] = String(Buffer.byteLength(body));
  response.writeHead(200, headers);
  response.end(body);
}
