import { isAdminPath, isHealthPath } from "../core/own-paths.ts";
import { type Route, Router } from "../http/router.ts";
import { readRecord, readTrace, readKeys, readSession, deleteRecords, exportRecords, listRecords } from "./admin.ts";
import { analyzePrompt, analyzeResponse, scanPrompt, scanResponse } from "./analyze.ts";
import { recordEvent } from "./events.ts";
import { explainRequest } from "./explain/explain.ts";
import { admin, keyed, recorded } from "./request-gate.ts";
import { healthz, openApi, readyz, readMetrics, verifyAsset, verifyKey } from "./probes.ts";
import type { Handler } from "./service.ts";
import { readStatistics } from "./statistics.ts";

/** Every endpoint of the service's own: one line each, sorted by path and method. `keyed`: with a key and a limit; `admin`: of an admin key; `recorded`: of records as well. */
export const API_ROUTES: readonly Route<Handler>[] = [
  { method: "GET", path: "/admin/keys", handler: admin(readKeys) },
  { method: "DELETE", path: "/admin/records", handler: admin(deleteRecords) },
  { method: "GET", path: "/admin/records", handler: recorded(listRecords) },
  { method: "GET", path: "/admin/records/export", handler: recorded(exportRecords) },
  { method: "GET", path: "/admin/records/{request_id}", handler: recorded(readRecord) },
  { method: "GET", path: "/admin/sessions/{session_id}", handler: recorded(readSession) },
  { method: "GET", path: "/admin/statistics", handler: recorded(readStatistics) },
  { method: "GET", path: "/admin/traces/{trace_id}", handler: recorded(readTrace) },
  { method: "GET", path: "/healthz", handler: healthz },
  { method: "GET", path: "/metrics", handler: readMetrics },
  { method: "GET", path: "/openapi.json", handler: openApi },
  { method: "GET", path: "/readyz", handler: readyz },
  { method: "POST", path: "/scan/analyze-prompt", handler: keyed(scanPrompt) },
  { method: "POST", path: "/scan/analyze-response", handler: keyed(scanResponse) },
  { method: "POST", path: "/sdk/v1/analyze/prompt", handler: keyed(analyzePrompt) },
  { method: "POST", path: "/sdk/v1/analyze/response", handler: keyed(analyzeResponse) },
  { method: "POST", path: "/sdk/v1/events/record", handler: keyed(recordEvent) },
  { method: "GET", path: "/sdk/v1/explain/{request_id}", handler: keyed(explainRequest) },
  { method: "GET", path: "/sdk/v1/verify/api-key", handler: keyed(verifyKey) },
  { method: "GET", path: "/sdk/v1/verify/asset", handler: keyed(verifyAsset) },
];

/** Routes of `server.port` when `server.admin_port` serves the others. */
const DATA_ROUTES = API_ROUTES.filter(({ path }) => !isAdminPath(path));
/** Routes of `server.admin_port`. */
const ADMIN_ROUTES = API_ROUTES.filter(({ path }) => isAdminPath(path) || isHealthPath(path));

/** The routes of one listener. */
export interface Listener {
  readonly router: Router<Handler>;
  /** Paths that are not the service's own go to upstreams, and a drain waits for what is under way. */
  readonly isData: boolean;
}

/** @param hasAdminPort whether administration has a listener of its own; without, `admin` is `null` */
export function openListeners(hasAdminPort: boolean): { readonly data: Listener; readonly admin: Listener | null } {
  return {
    data: { router: new Router(hasAdminPort ? DATA_ROUTES : API_ROUTES), isData: true },
    admin: hasAdminPort ? { router: new Router(ADMIN_ROUTES), isData: false } : null,
  };
}
