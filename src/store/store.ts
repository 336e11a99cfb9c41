import type { Json } from "../core/model.ts";

/** A stored analysis, or a proxied exchange. Holds no text unless `content` and `answer` allow it. */
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
  /** What was judged, of an exchange its prompt; `null` under `store.content: none`. */
  readonly content: string | null;
  /** What an upstream answered, kept as `content` is; `null` where there is none. */
  readonly answer: string | null;
  /** The texts were longer than a record may be, and end early. */
  readonly isCut: boolean;
  /** From the request's beginning to its record, microseconds; `null`: an older version wrote it. */
  readonly durationUs: number | null;
  /** Digest of the configuration that judged, 64 hex digits; `null`: an older version wrote it. */
  readonly policyDigest: string | null;
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

/** Which records are meant; `null`: whatever they have there. */
export interface RecordFilter {
  readonly organization: string;
  /** From then on, and before then. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly verdict: string | null;
  /** Name of a policy that is violated. */
  readonly policy: string | null;
  readonly assetId: string | null;
  readonly sessionId: string | null;
  readonly userId: string | null;
  readonly keyId: string | null;
}

/** Where a record stands among all: by its time, then by the order of recording. */
export interface RecordPlace {
  readonly epochMs: number;
  readonly id: number;
}

export interface RecordPage {
  /** Newest first. */
  readonly records: readonly ScanRecord[];
  /** Behind which the next page begins; `null`: there is none. A page may be short, or empty, and not the last. */
  readonly next: RecordPlace | null;
}

export interface RecordStore {
  /** Resolves when the record is durable. @throws {ServiceError} `store_unavailable` */
  readonly save: (record: ScanRecord) => Promise<void>;
  /** One record of that organization, or `null`. */
  readonly find: (organization: string, requestId: string) => Promise<ScanRecord | null>;
  /** Records of a trace, oldest first, at most `limit`. */
  readonly trace: (organization: string, traceId: string, limit: number) => Promise<readonly ScanRecord[]>;
  /** One page; the work for it is bounded whatever is looked for. Records that are added meanwhile move nothing. */
  readonly list: (
    filter: RecordFilter,
    page: { readonly after: RecordPlace | null; readonly limit: number },
  ) => Promise<RecordPage>;
  /** False while records cannot be written, or no more of them can wait. */
  readonly isReady: () => boolean;
  /** Writes what is pending and closes. */
  readonly close: () => Promise<void>;
}
