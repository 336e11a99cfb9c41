import type { Admission } from "../state/limiter.ts";
import type { Usage } from "../state/usage-counts.ts";
import type { RecordStore, ScanRecord } from "../store/record-store.ts";
import type { MetricSnapshot } from "../telemetry/families.ts";

/** Key uses by name, as processes report them to each other. */
export type CountedUses = readonly (readonly [name: string, usage: Usage])[];

/** The primary's record store; the arguments travel as a list. */
type StoreMethods = {
  readonly [Name in "find" | "trace" | "list" | "session" | "statistics" | "remove"]: (
    asked: Parameters<RecordStore[Name]>,
  ) => ReturnType<RecordStore[Name]>;
};

/** Calls from a worker to the primary. A type rather than an interface, so that it has an index signature. */
export type PrimaryMethods = StoreMethods & {
  readonly take: (asked: { readonly key: string; readonly limit: number }) => Admission;
  readonly recentTurns: (asked: { readonly session: string; readonly count: number }) => readonly string[];
  readonly addTurn: (said: { readonly session: string; readonly text: string; readonly count: number }) => null;
  readonly forgetTurns: (name: string) => null;
  readonly addUses: (uses: CountedUses) => null;
  readonly readUses: (names: readonly string[]) => Promise<{ readonly sinceMs: number; readonly uses: CountedUses }>;
  readonly metrics: (nothing: null) => Promise<string>;
  readonly save: (record: ScanRecord) => Promise<null>;
  /** The worker received a signal of its own and waits for its replacement. */
  readonly leaving: (nothing: null) => null;
  /** A worker's last call: its counts. */
  readonly ended: (last: WorkerCounts) => null;
};

export interface WorkerCounts {
  readonly metrics: readonly MetricSnapshot[];
  readonly uses: CountedUses;
}

/** What a worker needs before it can serve. */
export interface WorkerStart {
  readonly file: string;
  /** The configuration at the start of the service, a `ConfigBundle`: settings that wait for a restart come from it. */
  readonly startedSource: string;
  /** The configuration in force, a `ConfigBundle`. Never log it. */
  readonly source: string;
  readonly overrides: { readonly host?: string; readonly port?: number };
  /** For configurations without one: all workers must mask alike. Never log it. */
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
  /** Valid, but something it names is missing. */
  | { readonly kind: "refused"; readonly message: string };

/** Calls from the primary to a worker. */
export type WorkerMethods = {
  /** Resolves when the worker listens. A failure of configuration or machine has a message for the operator. */
  readonly start: (start: WorkerStart) => Promise<Started>;
  /** What `/readyz` of the worker says. */
  readonly isReady: (nothing: null) => boolean;
  readonly reload: (source: string) => ReloadOutcome;
  readonly reportRejectedReload: (nothing: null) => null;
  readonly storeReady: (isReady: boolean) => null;
  readonly metrics: (nothing: null) => readonly MetricSnapshot[];
  /** Takes the key uses that are not reported yet. */
  readonly uses: (nothing: null) => CountedUses;
  /** A replacement serves: accept no more connections, finish the open ones, end. */
  readonly leave: (nothing: null) => null;
  /** The service ends: refuse new requests, finish the others. */
  readonly drain: (nothing: null) => null;
  /** Abort requests under way; keep acknowledged records. */
  readonly close: (nothing: null) => null;
};

export type Started =
  | { readonly kind: "listening"; readonly places: ListenAddresses }
  | { readonly kind: "failed"; readonly message: string };
