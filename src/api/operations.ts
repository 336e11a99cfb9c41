import {
  recordResponse,
  recordsResponse,
  removalResponse,
  sessionResponse,
  statisticsResponse,
  traceNode,
  traceResponse,
  analyzePromptRequest,
  analyzeResult,
  analyzeResponseRequest,
  errorResponse,
  healthResponse,
  keysResponse,
  readyResponse,
  recordEventRequest,
  scanPromptRequest,
  scanResponseRequest,
  verifyAssetResponse,
  verifyKeyResponse,
} from "./schemas.ts";
import { explainedRecord, explanationResponse } from "./explain/explain-schemas.ts";
import { DELETE_PARAMETERS, LINES_TYPE, LIST_PARAMETERS } from "./admin.ts";
import { FILTER_PARAMETERS, PAGE_PARAMETERS } from "./record-query.ts";
import { STATISTICS_PARAMETERS } from "./statistics.ts";

/** Bodies of requests by their names in the document. */
export const REQUESTS = {
  AnalyzePromptRequest: analyzePromptRequest,
  AnalyzeResponseRequest: analyzeResponseRequest,
  RecordEventRequest: recordEventRequest,
  ScanPromptRequest: scanPromptRequest,
  ScanResponseRequest: scanResponseRequest,
};
/** Bodies of answers, likewise. */
export const RESPONSES = {
  AnalyzeResult: analyzeResult,
  Error: errorResponse,
  ExplainedRecord: explainedRecord,
  Explanation: explanationResponse,
  Health: healthResponse,
  Keys: keysResponse,
  Ready: readyResponse,
  Record: recordResponse,
  Records: recordsResponse,
  Removal: removalResponse,
  Session: sessionResponse,
  Statistics: statisticsResponse,
  Trace: traceResponse,
  TraceNode: traceNode,
  VerifyAsset: verifyAssetResponse,
  VerifyKey: verifyKeyResponse,
};

/** One endpoint as the document describes it. */
export interface Operation {
  readonly method: "delete" | "get" | "post";
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  readonly request?: keyof typeof REQUESTS;
  readonly response: keyof typeof RESPONSES | null;
  /** Media type of the answer, where it is no JSON. */
  readonly type?: string;
  /** Without a key and a limit. */
  readonly isOpen?: true;
  readonly query?: string;
  /** Parameters that may be left out. */
  readonly filters?: readonly string[];
  readonly errors: readonly number[];
}

const KEYED = [401, 429, 500, 503] as const;
const POSTED = [400, ...KEYED, 403, 404, 408, 413, 415] as const;
const ADMIN = [...KEYED, 403, 404] as const;

/** Every endpoint of the service's own, sorted by path and method. */
export const OPERATIONS: readonly Operation[] = [
  {
    method: "get",
    path: "/admin/keys",
    id: "readKeys",
    summary: "The organization's keys and their use",
    response: "Keys",
    errors: [...KEYED, 403],
  },
  {
    method: "delete",
    path: "/admin/records",
    id: "deleteRecords",
    summary: "Delete the records of a person, of a session, or of a person in a session",
    response: "Removal",
    filters: DELETE_PARAMETERS,
    errors: [400, ...KEYED, 403],
  },
  {
    method: "get",
    path: "/admin/records",
    id: "listRecords",
    summary: "Stored records, newest first",
    response: "Records",
    filters: LIST_PARAMETERS,
    errors: [400, ...ADMIN],
  },
  {
    method: "get",
    path: "/admin/records/export",
    id: "exportRecords",
    summary: "All stored records that fit, newest first, one Record a line",
    response: null,
    type: LINES_TYPE,
    filters: FILTER_PARAMETERS,
    errors: [400, ...ADMIN],
  },
  {
    method: "get",
    path: "/admin/records/{request_id}",
    id: "readRecord",
    summary: "One stored record, and what explains it",
    response: "ExplainedRecord",
    errors: ADMIN,
  },
  {
    method: "get",
    path: "/admin/sessions/{session_id}",
    id: "readSession",
    summary: "A session's scans, exchanges and events, oldest first",
    response: "Session",
    filters: PAGE_PARAMETERS,
    errors: [400, ...ADMIN],
  },
  {
    method: "get",
    path: "/admin/statistics",
    id: "readStatistics",
    summary: "Counts of records and of what became of policies, by time and asset",
    response: "Statistics",
    filters: STATISTICS_PARAMETERS,
    errors: [400, ...ADMIN],
  },
  {
    method: "get",
    path: "/admin/traces/{trace_id}",
    id: "readTrace",
    summary: "A trace as a tree",
    response: "Trace",
    errors: ADMIN,
  },
  {
    method: "get",
    path: "/healthz",
    id: "healthz",
    summary: "The process lives",
    response: "Health",
    isOpen: true,
    errors: [500],
  },
  {
    method: "get",
    path: "/metrics",
    id: "readMetrics",
    summary: "Counters and gauges in Prometheus' text format",
    response: null,
    type: "text/plain",
    isOpen: true,
    errors: [500],
  },
  {
    method: "get",
    path: "/openapi.json",
    id: "openApi",
    summary: "This document",
    response: null,
    isOpen: true,
    errors: [500, 503],
  },
  {
    method: "get",
    path: "/readyz",
    id: "readyz",
    summary: "Requests are welcome",
    response: "Ready",
    isOpen: true,
    errors: [500, 503],
  },
  {
    method: "post",
    path: "/scan/analyze-prompt",
    id: "scanPrompt",
    summary: "Check a prompt with the asset's configured policies",
    request: "ScanPromptRequest",
    response: "AnalyzeResult",
    errors: POSTED,
  },
  {
    method: "post",
    path: "/scan/analyze-response",
    id: "scanResponse",
    summary: "Check a model's response with the asset's configured policies",
    request: "ScanResponseRequest",
    response: "AnalyzeResult",
    errors: POSTED,
  },
  {
    method: "post",
    path: "/sdk/v1/analyze/prompt",
    id: "analyzePrompt",
    summary: "Check a prompt before it goes to a model",
    request: "AnalyzePromptRequest",
    response: "AnalyzeResult",
    errors: POSTED,
  },
  {
    method: "post",
    path: "/sdk/v1/analyze/response",
    id: "analyzeResponse",
    summary: "Check a model's response before it goes to a user",
    request: "AnalyzeResponseRequest",
    response: "AnalyzeResult",
    errors: POSTED,
  },
  {
    method: "post",
    path: "/sdk/v1/events/record",
    id: "recordEvent",
    summary: "Record an event of an agent's trace, and check its content",
    request: "RecordEventRequest",
    response: "AnalyzeResult",
    errors: POSTED,
  },
  {
    method: "get",
    path: "/sdk/v1/explain/{request_id}",
    id: "explainRequest",
    summary: "Why a recorded request of this key had its outcome",
    response: "Explanation",
    errors: [...KEYED, 404],
  },
  {
    method: "get",
    path: "/sdk/v1/verify/api-key",
    id: "verifyKey",
    summary: "Whether the key is valid",
    response: "VerifyKey",
    errors: KEYED,
  },
  {
    method: "get",
    path: "/sdk/v1/verify/asset",
    id: "verifyAsset",
    summary: "Whether the key may use an asset",
    response: "VerifyAsset",
    query: "asset_id",
    errors: [400, ...KEYED],
  },
];
