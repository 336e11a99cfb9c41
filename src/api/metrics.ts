import { EXPOSITION_TYPE } from "../telemetry/exposition.ts";
import type { ApiService, Call } from "./service.ts";

/** `GET /metrics`: what the service has counted, in Prometheus' text format. It needs no key and names no caller. */
export async function readMetrics({ exchange }: Call, { exposition }: ApiService): Promise<void> {
  const { response, headers } = exchange;
  const body = await exposition();
  headers["content-type"] = EXPOSITION_TYPE;
  headers["content-length"] = String(Buffer.byteLength(body));
  response.writeHead(200, headers);
  response.end(body);
}
