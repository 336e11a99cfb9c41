/** A window's answer to one request. */
export interface Admission {
  readonly admitted: boolean;
  readonly limit: number;
  /** Requests that the window still admits. */
  readonly remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
  /** Counted by this process alone, because the shared store did not answer. */
  readonly isLocal?: true;
}

/** `"unavailable"`: the request could not be counted, so it must be refused. */
export type LimitAnswer = Admission | "unavailable";

export interface Limiter {
  /**
   * Counts one request of `key` unless it is refused. Answers synchronously if it can: a promise for each request would cost more
   * than counting it.
   */
  readonly take: (key: string, limit: number) => LimitAnswer | Promise<LimitAnswer>;
}

/** Windows of one replica, in this process or in the primary of its workers. */
export interface LocalWindows {
  readonly take: (key: string, limit: number) => Admission | Promise<Admission>;
  /** Length of windows that open from now on; open ones keep theirs. */
  windowSeconds: number;
}

/** Windows that replicas share. */
export interface SharedWindows {
  /** @throws {StoreFailure} also when the store is not connected */
  readonly take: (key: string, options: { readonly limit: number; readonly windowMs: number }) => Promise<Admission>;
  /** Connects, unless a connection is open. @throws {StoreFailure} */
  readonly connect: () => Promise<void>;
  /** Drops the connection; unanswered calls fail. */
  readonly drop: () => void;
}

/** The shared store failed. The cause is dropped: client errors quote commands, which hold credentials. */
export class StoreFailure extends Error {
  /** A code: `timeout`, `ECONNREFUSED`, `WRONGPASS`. */
  readonly reason: string;

  constructor(reason: string) {
    super(`the store of limits failed: ${reason}`);
    this.name = "StoreFailure";
    this.reason = reason;
  }
}

/** Rounds the rest of a window up to whole seconds. */
export const wholeSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));
