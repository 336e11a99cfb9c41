import type { Clock } from "../core/clock.ts";
import { ServiceError } from "../core/errors.ts";
import type { Admission, LocalWindows } from "../state/limiter.ts";
import { SESSION_CHARS_MAX, type Sessions } from "../state/session-turns.ts";
import { UsageCounts, type Usage, type Usages, type UsageTable } from "../state/usage-counts.ts";
import type { CountedUses, PrimaryMethods } from "./contract.ts";
import type { ProcessLink } from "./link.ts";
import { charsOf } from "../store/pending-queue.ts";
import type { RecordStore, ScanRecord } from "../store/record-store.ts";

type PrimaryLink = Pick<ProcessLink<PrimaryMethods>, "call">;

/** How long a request waits for its window, ms. The primary counts in microseconds: waiting longer is futile. */
const TAKE_WITHIN_MS = 2000;
/** How often key uses are reported, ms: a killed worker loses those of one interval. */
const REPORT_USES_MS = 1000;

/** Windows of the primary: all workers together admit exactly the limit. */
export function remoteWindows(link: PrimaryLink): LocalWindows {
  return {
    take: async (key, limit): Promise<Admission> => {
      try {
        return await link.call("take", { key, limit }, { withinMs: TAKE_WITHIN_MS });
      } catch (cause) {
        throw new ServiceError("limits_unavailable", { cause });
      }
    },
    // The primary follows the configuration itself.
    windowSeconds: 0,
  };
}

/** Sessions of the primary, whichever worker a prompt went to. Used only if an asset joins turns. */
export function remoteSessions(link: PrimaryLink): Sessions {
  return {
    recent: (session, count) => asked(link.call("recentTurns", { session, count })),
    add: async (session, text, count) => {
      // Only what is kept: the primary reads what all workers send.
      const kept = text.slice(-SESSION_CHARS_MAX);
      await asked(link.call("addTurn", { session, text: kept, count }));
    },
    forget: async (name) => void (await asked(link.call("forgetTurns", name))),
  };
}

/** Fails closed: a prompt that should be judged with earlier ones is not judged without them. */
async function asked<Value>(answer: Promise<Value>): Promise<Value> {
  try {
    return await answer;
  } catch (cause) {
    throw new ServiceError("guardrail_unavailable", { cause });
  }
}

/** Counts key uses and reports them at intervals. */
export class RemoteUses implements UsageTable {
  readonly #link: PrimaryLink;
  readonly #clock: Clock;
  readonly #counts: UsageCounts;
  #isSending = false;

  constructor(link: PrimaryLink, clock: Clock) {
    this.#link = link;
    this.#clock = clock;
    this.#counts = new UsageCounts({ clock });
  }

  count(name: string): void {
    this.#counts.count(name);
    if (this.#isSending) return;
    this.#isSending = true;
    this.#clock.after(REPORT_USES_MS, () => {
      this.#isSending = false;
      const uses = this.takeAll();
      // A failure means that the primary has ended, and this process ends with it.
      if (uses.length > 0) this.#link.call("addUses", uses).catch(() => {});
    });
  }

  async read(names: readonly string[]): Promise<Usages> {
    const { sinceMs, uses } = await this.#link.call("readUses", names);
    const known: ReadonlyMap<string, Usage> = new Map(uses);
    return { sinceMs, of: (name) => known.get(name) ?? null };
  }

  /** Takes the uses that are not reported yet. */
  takeAll(): CountedUses {
    return this.#counts.takeAll();
  }
}

/** Records on their way to the store; more are refused, as the store's own queue does. */
const UNSAVED_MAX = 4096;
/** Their text, UTF-16 code units. */
const UNSAVED_CHARS_MAX = 32 * 1024 * 1024;

export interface RemoteStore extends RecordStore {
  /** Sets the readiness that the primary reports. */
  readonly setReady: (isReady: boolean) => void;
}

/** The primary's store: a single writer, so that there is one chain and one queue, and a commit serves all workers. */
export function remoteStore(link: Pick<ProcessLink<PrimaryMethods>, "call">, isReadyAtFirst: boolean): RemoteStore {
  let isReady = isReadyAtFirst;
  let isClosed = false;
  let unsavedChars = 0;
  const saving = new Set<Promise<unknown>>();
  const hasRoom = (chars: number): boolean => saving.size < UNSAVED_MAX && unsavedChars + chars <= UNSAVED_CHARS_MAX;
  const save = async (record: ScanRecord): Promise<void> => {
    const chars = charsOf(record);
    if (isClosed || !hasRoom(chars)) throw new ServiceError("store_unavailable");
    unsavedChars += chars;
    const saved = stored(link.call("save", record));
    saving.add(saved);
    try {
      await saved;
    } finally {
      saving.delete(saved);
      unsavedChars -= chars;
    }
  };
  return {
    save,
    find: (...asked) => stored(link.call("find", asked)),
    trace: (...asked) => stored(link.call("trace", asked)),
    list: (...asked) => stored(link.call("list", asked)),
    session: (...asked) => stored(link.call("session", asked)),
    statistics: (...asked) => stored(link.call("statistics", asked, { withinMs: LONG_MS })),
    remove: (...asked) => stored(link.call("remove", asked, { withinMs: LONG_MS })),
    isReady: () => isReady && !isClosed && hasRoom(0),
    setReady: (ready) => void (isReady = ready),
    // The store stays open for other workers.
    close: async () => {
      isClosed = true;
      await Promise.allSettled(saving);
    },
  };
}

/** For calls that read many records, ms. */
const LONG_MS = 600_000;

/** @throws {ServiceError} as the store does; `store_unavailable` if the primary does not answer */
async function stored<Value>(answer: Promise<Value>): Promise<Value> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof ServiceError ? error : new ServiceError("store_unavailable", { cause: error });
  }
}
