import type { ScanRecord } from "../../src/store/record-store.ts";

/** A record as the API writes it, unless told otherwise. */
export function makeRecord(requestId: string, over: Partial<ScanRecord> = {}): ScanRecord {
  return {
    requestId,
    epochMs: 1_700_000_000_000,
    keyId: "key",
    organization: "demo",
    assetId: "asset",
    sessionId: null,
    userId: "user",
    endpoint: "POST /x",
    verdict: "flagged",
    violated: [{ policy_name: "pii_detection", details: { score: 1 } }],
    applied: [],
    metadata: null,
    content: "text",
    answer: null,
    isCut: false,
    durationUs: 120,
    policyDigest: "0".repeat(64),
    event: null,
    caller: null,
    ...over,
  };
}

/** The event of a node in the trace `t`. */
export const makeEvent = (spanId: string, parentSpanId: string | null = null): NonNullable<ScanRecord["event"]> => ({
  traceId: "t",
  spanId,
  parentSpanId,
  nodeName: "n",
  nodeType: "TOOL",
  nodeSubtype: null,
  nodeMetadata: { a: 1 },
});
