import type { Json } from "../core/model.ts";
import type { Clock } from "../core/clock.ts";
import { ServiceError } from "../core/errors.ts";

/** A stored analysis or proxied exchange. Only `content` and `answer` hold text, if the configuration allows it. */
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
  /** The caller's `metadata`; of what was refused, or passed unread, why: `{ refusal: { code, reason? } }`, `{ passed_unread }`. */
  readonly metadata: Json;
  /** The judged text, of an exchange the prompt; `null` under `store.content: none`. */
  readonly content: string | null;
  /** An upstream's answer, kept like `content`; `null`: none. */
  readonly answer: string | null;
  /** The texts are truncated to the length of a record. */
  readonly isCut: boolean;
  /** From the request's beginning to its record, microseconds; `null`: an older version wrote it. */
  readonly durationUs: number | null;
  /** Digest of the configuration that judged, 64 hex digits; `null`: an older version wrote it. */
  readonly policyDigest: string | null;
  readonly event: TraceEvent | null;
  /** The caller's span; `null`: the caller sent none, or `event` has it. */
  readonly caller: TraceCaller | null;
}

/** The span that made the request, as W3C `traceparent` names it. */
export interface TraceCaller {
  /** 32 hex digits. */
  readonly traceId: string;
  /** 16 hex digits. */
  readonly spanId: string;
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

/** Selects records; `null`: any value. */
export interface RecordFilter {
  readonly organization: string;
  /** Inclusive start and exclusive end. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly verdict: string | null;
  /** Name of a policy that is violated. */
  readonly policy: string | null;
  readonly assetId: string | null;
  readonly sessionId: string | null;
  readonly userId: string | null;
  readonly keyId: string | null;
  /** Of an event's trace, or of the caller's. */
  readonly traceId: string | null;
}

/** The place of a record: by its time, then by the order of recording. */
export interface RecordPlace {
  readonly epochMs: number;
  readonly id: number;
}

export interface RecordPage {
  /** Newest first, of a session oldest first. */
  readonly records: readonly ScanRecord[];
  /** The next page begins after it; `null`: there is none. A page may be short, or empty, and not the last. */
  readonly next: RecordPlace | null;
}

/** Selects a page. */
export interface PageRequest {
  /** The place after which the page begins; `null`: at the beginning. */
  readonly after: RecordPlace | null;
  /** Records of the page, at most. */
  readonly limit: number;
  /** Records of these assets alone, as if there were no others; absent: of all assets, and of none. */
  readonly assets?: readonly string[];
}

/** Selects counts; `null`: any value. */
export interface StatisticsQuery {
  readonly organization: string;
  /** Inclusive start and exclusive end, both at the beginning of a bucket. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Of one bucket: a kept width, or several of the widest (`tallyWidthFor`). */
  readonly widthMs: number;
  readonly assetId: string | null;
  /** Counts of this policy only; those of the records are always included. */
  readonly policy: string | null;
  /** Rows of the answer, at most. */
  readonly limit: number;
}

/** How often an outcome occurred in one bucket. */
export interface StatisticsRow {
  /** When the bucket begins. */
  readonly bucketMs: number;
  readonly assetId: string | null;
  /** `null`: the records themselves, whose outcome is their verdict. */
  readonly policy: string | null;
  readonly outcome: string;
  readonly count: number;
  /** Of all that are counted, together. */
  readonly durationUs: number;
}

/** The records to delete: of a person, of a session, or of a person in a session. At least one is given. */
export interface RemovalTarget {
  readonly organization: string;
  readonly userId: string | null;
  readonly sessionId: string | null;
}

export interface RecordStore {
  /** Resolves when the record is durable. @throws {ServiceError} `store_unavailable` */
  readonly save: (record: ScanRecord) => Promise<void>;
  /** One record of that organization, or `null`. */
  readonly find: (organization: string, requestId: string) => Promise<ScanRecord | null>;
  /** Records of a trace, oldest first. */
  readonly trace: (organization: string, traceId: string, page: PageRequest) => Promise<RecordPage>;
  /** One page, with bounded work whatever the filter. Records added in the meantime do not shift it. */
  readonly list: (filter: RecordFilter, page: PageRequest) => Promise<RecordPage>;
  /** One page of a session's records, oldest first. */
  readonly session: (organization: string, sessionId: string, page: PageRequest) => Promise<RecordPage>;
  /** Counts of what was recorded, by bucket, asset, policy and outcome; deleted records stay counted. */
  readonly statistics: (query: StatisticsQuery) => Promise<readonly StatisticsRow[]>;
  /**
   * Deletes records, oldest first, pending ones included; the chain stays whole. Records saved in the meantime may stay.
   * @returns deleted records, at most `limit`; fewer: none are left
   */
  readonly remove: (target: RemovalTarget, limit: number) => Promise<number>;
  /** False while records cannot be written or the queue is full. */
  readonly isReady: () => boolean;
  /** Writes pending records and closes. */
  readonly close: () => Promise<void>;
}

/** A store that keeps nothing and is always ready. */
export function createNoStore(): RecordStore {
  return {
    save: () => Promise.resolve(),
    find: () => Promise.resolve(null),
    trace: () => Promise.resolve({ records: [], next: null }),
    list: () => Promise.resolve({ records: [], next: null }),
    session: () => Promise.resolve({ records: [], next: null }),
    statistics: () => Promise.resolve([]),
    remove: () => Promise.resolve(0),
    isReady: () => true,
    close: () => Promise.resolve(),
  };
}

/** How long a caller waits for its record, milliseconds. */
const SAVE_WITHIN_MS = 10_000;
/** How long a store counts as down after a timeout; then it is tried again. */
const DOWN_MS = 5000;
/** Unanswered saves; more are refused, in case a store does not bound its own queue. */
const UNANSWERED_MAX = 8192;

/**
 * Bounds the wait for a store: a save that is not answered in time fails, though it may still be written. Every failure of a save is
 * `store_unavailable`.
 */
export function withSaveTimeout(store: RecordStore, clock: Clock): RecordStore {
  let unanswered = 0;
  let downUntilMs = -Infinity;
  const save = (record: ScanRecord): Promise<void> => {
    if (unanswered >= UNANSWERED_MAX) return Promise.reject(new ServiceError("store_unavailable"));
    unanswered += 1;
    return new Promise((resolve, reject) => {
      const cancel = clock.after(SAVE_WITHIN_MS, () => {
        downUntilMs = clock.now() + DOWN_MS;
        fail(new Error("the store did not answer in time"));
      });
      const fail = (cause: unknown): void =>
        reject(cause instanceof ServiceError ? cause : new ServiceError("store_unavailable", { cause }));
      const answered = (): void => {
        unanswered -= 1;
        cancel();
      };
      const saving = async (): Promise<void> => store.save(record);
      saving().finally(answered).then(resolve, fail);
    });
  };
  const isReady = (): boolean => unanswered < UNANSWERED_MAX && clock.now() >= downUntilMs && store.isReady();
  return { ...store, save, isReady };
}
