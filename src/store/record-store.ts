import type { Json } from "../core/model.ts";
import type { Clock } from "../core/clock.ts";
import { ServiceError } from "../core/errors.ts";

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
  /** Where it stands in the caller's distributed trace; `null`: the caller sent none, or `event` says it. */
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
  /** Of an event's trace, or of the caller's. */
  readonly traceId: string | null;
}

/** Where a record stands among all: by its time, then by the order of recording. */
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

/** Which part of a listing is meant. */
export interface PageRequest {
  /** The place after which the page begins; `null`: at the beginning. */
  readonly after: RecordPlace | null;
  /** Records of the page, at most. */
  readonly limit: number;
}

/** Which counts are asked for; `null`: whatever they have there. */
export interface StatisticsQuery {
  readonly organization: string;
  /** From then on, and before then; both where buckets begin. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Of one bucket: a kept width, or several of the widest (`tallyWidthFor`). */
  readonly widthMs: number;
  readonly assetId: string | null;
  /** Counts of this policy alone; those of the records themselves come in any case. */
  readonly policy: string | null;
  /** Rows of the answer, at most. */
  readonly limit: number;
}

/** How often something came out in one bucket of time. */
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

/** Whose records are to go: a person's, a session's, or a person's in a session. One of both is given. */
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
  /** One page; the work for it is bounded whatever is looked for. Records added in the meantime do not shift it. */
  readonly list: (filter: RecordFilter, page: PageRequest) => Promise<RecordPage>;
  /** One page of a session's records, oldest first. */
  readonly session: (organization: string, sessionId: string, page: PageRequest) => Promise<RecordPage>;
  /** Counts of what was recorded, by bucket, asset, policy and outcome; deleted records stay counted. */
  readonly statistics: (query: StatisticsQuery) => Promise<readonly StatisticsRow[]>;
  /**
   * Deletes records, oldest first, pending ones included; the chain stays whole. Records saved in the meantime may stay.
   * @returns how many are gone, at most `limit`; fewer: none are left
   */
  readonly remove: (target: RemovalTarget, limit: number) => Promise<number>;
  /** False while records cannot be written, or no more of them can wait. */
  readonly isReady: () => boolean;
  /** Writes what is pending and closes. */
  readonly close: () => Promise<void>;
}

/** Keeps nothing; always ready. */
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
/** How long a store that let a save wait for that long counts as down; then it is tried again. */
const DOWN_MS = 5000;
/** Unanswered saves; more are refused. A store bounds its own queue, this bounds one that does not. */
const UNANSWERED_MAX = 8192;

/**
 * Bounds every wait for a store: a save that is not answered in time fails, and may be written all the same. Whatever goes
 * wrong with a save is `store_unavailable`.
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
