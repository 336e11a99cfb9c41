import { EXPOSITION_TYPE } from "../telemetry/exposition.ts";
import type { ApiService, Call } from "./service.ts";

/** `GET /metrics`: what the process has counted, in Prometheus' text format. It needs no key and names no caller. */
export function readMetrics({ exchange }: Call, { metrics }: ApiService): void {
  const { response, headers } = exchange;
  const body = metrics.expose();
  headers["content-type"] = EXPOSITION_TYPE;
  headers["content-length"] = String(Buffer.byteLength(body));
  response.writeHead(200, headers);
  response.end(body);
}
