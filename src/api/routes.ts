import type { Route } from "../http/router.ts";
import { readRecord, readTrace } from "./admin.ts";
import { analyzePrompt, analyzeResponse, scanPrompt, scanResponse } from "./analyze.ts";
import { recordEvent } from "./events.ts";
import { healthz, openApi, readyz } from "./health.ts";
import { listRecords } from "./list-records.ts";
import type { Handler } from "./service.ts";
import { verifyAsset, verifyKey } from "./verify.ts";

/** Every endpoint of the service's own: one line each, sorted by path. */
export const API_ROUTES: readonly Route<Handler>[] = [
  { method: "GET", path: "/admin/records", handler: listRecords },
  { method: "GET", path: "/admin/records/{request_id}", handler: readRecord },
  { method: "GET", path: "/admin/traces/{trace_id}", handler: readTrace },
  { method: "GET", path: "/healthz", handler: healthz },
  { method: "GET", path: "/openapi.json", handler: openApi },
  { method: "GET", path: "/readyz", handler: readyz },
  { method: "POST", path: "/scan/analyze-prompt", handler: scanPrompt },
  { method: "POST", path: "/scan/analyze-response", handler: scanResponse },
  { method: "POST", path: "/sdk/v1/analyze/prompt", handler: analyzePrompt },
  { method: "POST", path: "/sdk/v1/analyze/response", handler: analyzeResponse },
  { method: "POST", path: "/sdk/v1/events/record", handler: recordEvent },
  { method: "GET", path: "/sdk/v1/verify/api-key", handler: verifyKey },
  { method: "GET", path: "/sdk/v1/verify/asset", handler: verifyAsset },
];
