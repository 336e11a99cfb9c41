import type { Json } from "../core/model.ts";

/** A stored analysis. Holds no text unless `content` allows it. */
export interface ScanRecord {
  readonly requestId: string;
  readonly epochMs: number;
  readonly keyId: string | null;
  readonly organization: string;
  readonly assetId: string | null;
  readonly sessionId: string | null;
  readonly userId: string | null;
  readonly endpoint: string;
  readonly verdict: string;
  /** `policies_violated` and `policies_applied` as presented, matched text removed. */
  readonly violated: Json;
  readonly applied: Json;
  /** The caller's `metadata`. */
  readonly metadata: Json;
  /** `null` under `store.content: none`. */
  readonly content: string | null;
  readonly event: TraceEvent | null;
}

export interface TraceEvent {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly nodeName: string;
  readonly nodeType: string;
  readonly nodeSubtype: string | null;
  readonly nodeMetadata: Json;
}

export interface RecordStore {
  /** Resolves when the record is durable. @throws {ServiceError} `store_unavailable` */
  readonly save: (record: ScanRecord) => Promise<void>;
  /** One record of that organization, or `null`. */
  readonly find: (organization: string, requestId: string) => Promise<ScanRecord | null>;
  /** Records of a trace, oldest first, at most `limit`. */
  readonly trace: (organization: string, traceId: string, limit: number) => Promise<readonly ScanRecord[]>;
  /** False while records cannot be written. */
  readonly isReady: () => boolean;
  /** Writes what is pending and closes. */
  readonly close: () => Promise<void>;
}
