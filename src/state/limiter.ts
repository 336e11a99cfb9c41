/** What a window says of one request. */
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
   * Counts one request of `key` and says whether it is admitted; a refused request does not count. An answer that needs no
   * waiting is given as it is: a promise for each request would cost more than counting it.
   */
  readonly take: (key: string, limit: number) => LimitAnswer | Promise<LimitAnswer>;
}

/** Windows that the replica counts by itself, in this process or in the one that leads its workers. */
export interface LocalWindows {
  readonly take: (key: string, limit: number) => Admission | Promise<Admission>;
  /** Windows that open from now on are that long; open ones end as they were begun. */
  windowSeconds: number;
}

/** Windows outside the process, which several replicas share. */
export interface SharedWindows {
  /** @throws {StoreFailure} also where the store is not connected */
  readonly take: (key: string, options: { readonly limit: number; readonly windowMs: number }) => Promise<Admission>;
  /** Connects, unless a connection is open. @throws {StoreFailure} */
  readonly connect: () => Promise<void>;
  /** Gives the connection up; what is unanswered fails. */
  readonly drop: () => void;
}

/** The shared store could not be asked. Its cause stays out: errors of clients quote commands, and those hold credentials. */
export class StoreFailure extends Error {
  /** A code: `timeout`, `ECONNREFUSED`, `WRONGPASS`. */
  readonly reason: string;

  constructor(reason: string) {
    super(`the store of limits failed: ${reason}`);
    this.name = "StoreFailure";
    this.reason = reason;
  }
}

/** From the milliseconds that are left of a window to what callers see. */
export const wholeSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));
