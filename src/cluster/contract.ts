import type { Admission } from "../state/limiter.ts";
import type { Usage } from "../state/usage-counts.ts";
import type { RecordStore, ScanRecord } from "../store/record-store.ts";
import type { MetricSnapshot } from "../telemetry/families.ts";

/** Uses by name, as one process reports them to another. */
export type CountedUses = readonly (readonly [name: string, usage: Usage])[];

/** The store of the process that leads, with the same arguments as a list. */
type StoreMethods = {
  readonly [Name in "find" | "trace" | "list" | "session" | "statistics" | "remove"]: (
    asked: Parameters<RecordStore[Name]>,
  ) => ReturnType<RecordStore[Name]>;
};

/** What a worker may ask the process that leads it. A type rather than an interface: only that is an index of methods. */
export type PrimaryMethods = StoreMethods & {
  readonly take: (asked: { readonly key: string; readonly limit: number }) => Admission;
  readonly recentTurns: (asked: { readonly session: string; readonly count: number }) => readonly string[];
  readonly addTurn: (said: { readonly session: string; readonly text: string; readonly count: number }) => null;
  readonly forgetTurns: (name: string) => null;
  readonly addUses: (uses: CountedUses) => null;
  readonly readUses: (names: readonly string[]) => Promise<{ readonly sinceMs: number; readonly uses: CountedUses }>;
  readonly metrics: (nothing: null) => Promise<string>;
  readonly save: (record: ScanRecord) => Promise<null>;
  /** The worker received a signal of its own, and waits for its replacement. */
  readonly leaving: (nothing: null) => null;
  /** The last that a worker says: what it has counted. */
  readonly ended: (last: WorkerCounts) => null;
};

export interface WorkerCounts {
  readonly metrics: readonly MetricSnapshot[];
  readonly uses: CountedUses;
}

/** What a worker needs to know before it can serve. */
export interface WorkerStart {
  readonly file: string;
  /** The configuration that the service was started with: what waits for a restart comes from it. */
  readonly startedSource: string;
  /** The configuration in force. */
  readonly source: string;
  readonly overrides: { readonly host?: string; readonly port?: number };
  /** For those that are configured without one: all workers must mask alike. Never log it. */
  readonly maskKey: string;
  readonly version: string;
  /** The newest version of the file was refused. */
  readonly isRejected: boolean;
  readonly isStoreReady: boolean;
}

/** Where a worker listens. */
export interface ListenAddresses {
  readonly host: string;
  readonly port: number;
  /** `null`: there is none. */
  readonly adminPort: number | null;
}

export type ReloadOutcome =
  | { readonly kind: "taken" }
  /** Sound, but something that it names is not there. */
  | { readonly kind: "refused"; readonly message: string };

/** What the primary process may ask a worker. */
export type WorkerMethods = {
  /** Resolves when it listens. A failure is one of the configuration or the machine, with a message for the operator. */
  readonly start: (start: WorkerStart) => Promise<Started>;
  readonly reload: (source: string) => ReloadOutcome;
  readonly reportRejectedReload: (nothing: null) => null;
  readonly storeReady: (isReady: boolean) => null;
  readonly metrics: (nothing: null) => readonly MetricSnapshot[];
  /** Uses of keys not reported yet; the call takes them. */
  readonly uses: (nothing: null) => CountedUses;
  /** Another worker has taken its place: take no more connections, finish the open ones, end. */
  readonly leave: (nothing: null) => null;
  /** The service ends: refuse new requests, finish those under way. */
  readonly drain: (nothing: null) => null;
  /** Cut what is under way; keep promised records. */
  readonly close: (nothing: null) => null;
};

export type Started =
  | { readonly kind: "listening"; readonly places: ListenAddresses }
  | { readonly kind: "failed"; readonly message: string };
