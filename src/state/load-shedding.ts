import type { OverloadBounds, Permit, ShedReason } from "../core/overload.ts";
import type { Clock } from "../core/clock.ts";

/** Checking interval while requests arrive, milliseconds. */
const TICK_MS = 20;
/**
 * How long waits must stay too long before requests are refused, milliseconds: longer than garbage collection, one long text, or a
 * short burst.
 */
const SUSTAINED_MS = 500;
/** A wait that exceeds the limit by this factor leads to refusals at once. */
const FAR_TOO_LONG = 2;
/** Fewer requests are no queue: if the machine is busy with something else, refusing them frees nothing. */
const FEW_REQUESTS = 32;
/** How long a refusal counts as the current state, milliseconds. */
const SHEDDING_MS = 5000;
/** `Retry-After` cycles from 1 to this many seconds, so that clients do not return all at once. */
const RETRY_MAX_SECONDS = 4;

/** An admitted request. */
export interface Admitted extends Permit {
  /** Resolves when it is the request's turn. */
  readonly turn: () => Promise<void>;
  /** Its answer becomes a stream. */
  readonly begin: () => void;
  /** Ends it. Idempotent. */
  readonly end: () => void;
}

interface OverloadOptions extends BatchSchedulerOptions {
  /** Called for each refused request. */
  readonly report: (reason: ShedReason) => void;
}

/**
 * Load shedding. Requests that wait for others (judges, providers, the store) are counted. Waits for the processor are measured by time:
 * by the queue of the batch scheduler, and by a late timer when something else blocks the loop. A request that would wait longer than
 * `maxDelayMs` is refused on arrival once waits have been too long for a while, and in any case beyond twice that time.
 */
export class Overload {
  readonly #options: OverloadOptions;
  readonly #turns: BatchScheduler;
  /** All clients together. */
  readonly #all: Counts = { requests: 0, streams: 0, bytes: 0 };
  /** By client; idle clients have no entry. */
  readonly #clients = new Map<string, Counts>();
  #maxDelayMs = Infinity;
  /** When the timer is due; `null`: it does not run. */
  #dueMs: number | null = null;
  /** A request has arrived since the timer last fired. */
  #isAsked = false;
  /** Since when waits are too long; `null`: they are not. */
  #lateSinceMs: number | null = null;
  #shedCount = 0;
  #shedMs = -Infinity;

  constructor(options: OverloadOptions) {
    this.#options = options;
    this.#turns = new BatchScheduler(options);
  }

  /** Requests whose answer has not begun. */
  get requests(): number {
    return this.#all.requests;
  }

  get streams(): number {
    return this.#all.streams;
  }

  /** `shedding`: requests were refused in the last seconds. */
  get state(): "normal" | "shedding" {
    return this.#options.clock.now() - this.#shedMs < SHEDDING_MS ? "shedding" : "normal";
  }

  /** @returns `null`: refused */
  admit(bounds: OverloadBounds, arriving: Arriving): Admitted | null {
    const reason = this.#reason(bounds, arriving);
    if (reason === null) return this.#take(bounds, arriving);
    this.shed(reason);
    return null;
  }

  /** Counts a refusal, here or elsewhere in the server. */
  shed(reason: ShedReason): void {
    this.#shedCount += 1;
    this.#shedMs = this.#options.clock.now();
    this.#options.report(reason);
  }

  /** `Retry-After` of the last refusal. */
  get retrySeconds(): number {
    return 1 + (this.#shedCount % RETRY_MAX_SECONDS);
  }

  #reason(bounds: OverloadBounds, arriving: Arriving): ShedReason | null {
    // Always, since it tracks the delay.
    const isLate = this.#isLate(bounds.maxDelayMs);
    return this.#fullReason(bounds, arriving) ?? (isLate ? "delay" : null);
  }

  #fullReason(
    { maxRequests, maxStreams, clientShare }: OverloadBounds,
    { mayStream, client }: Arriving,
  ): ShedReason | null {
    if (this.#all.requests >= maxRequests) return "requests";
    if (mayStream && this.#all.streams >= maxStreams) return "streams";
    const { requests, streams } = this.#clients.get(client) ?? NOTHING;
    const isOver = requests >= Math.ceil(maxRequests * clientShare);
    return isOver || (mayStream && streams >= Math.ceil(maxStreams * clientShare)) ? "client" : null;
  }

  #isLate(maxDelayMs: number): boolean {
    this.#maxDelayMs = maxDelayMs;
    this.#isAsked = true;
    if (this.#dueMs === null) this.#arm();
    const nowMs = this.#options.clock.now();
    const lateMs = this.#all.requests < FEW_REQUESTS ? 0 : nowMs - (this.#dueMs ?? nowMs);
    const waitMs = Math.max(this.#turns.expectedMs, lateMs);
    if (waitMs <= maxDelayMs) return false;
    this.#lateSinceMs ??= nowMs;
    if (this.#turns.expectedMs > maxDelayMs * FAR_TOO_LONG) return true;
    return nowMs - this.#lateSinceMs >= SUSTAINED_MS;
  }

  #arm(): void {
    const { clock } = this.#options;
    this.#isAsked = false;
    this.#dueMs = clock.now() + TICK_MS;
    clock.after(TICK_MS, this.#tick);
  }

  readonly #tick = (): void => {
    const lateMs = this.#options.clock.now() - (this.#dueMs ?? Infinity);
    // Half of the limit: while requests are refused, the queue stays near the limit.
    if (lateMs <= this.#maxDelayMs && this.#turns.expectedMs <= this.#maxDelayMs / 2) this.#lateSinceMs = null;
    // Otherwise the next request starts it again.
    if (this.#isAsked || this.#lateSinceMs !== null) this.#arm();
    else this.#dueMs = null;
  };

  #take(bounds: OverloadBounds, arriving: Arriving): Admitted {
    const { client } = arriving;
    let state: "requests" | "streams" | "none" | "over" = "requests";
    let bytes = 0;
    this.#count(client, "requests", 1);
    const move = (next: typeof state): void => {
      if (state === "requests" || state === "streams") this.#count(client, state, -1);
      state = next;
      if (state === "requests" || state === "streams") this.#count(client, state, 1);
    };
    const change = (more: number): void => {
      bytes += more;
      this.#count(client, "bytes", more);
    };
    return {
      turn: () => this.#turns.take(),
      begin: () => {
        if (state === "requests") move("streams");
      },
      leave: () => {
        if (state === "requests") move("none");
      },
      keep: (more) => {
        if (state === "over") return true;
        const reason = this.#noRoom(bounds, client, { bytes, more });
        if (reason === null) change(more);
        else this.shed(reason);
        return reason === null;
      },
      drop: (less) => {
        if (state !== "over") change(-Math.min(less, bytes));
      },
      retake: () => {
        if (state !== "none") return true;
        const reason = this.#fullReason(bounds, arriving);
        if (reason !== null) this.shed(reason);
        else move("requests");
        return reason === null;
      },
      end: () => {
        if (state === "over") return;
        change(-bytes);
        move("over");
      },
    };
  }

  /** A client with nothing else under way may exceed its share, so that the largest allowed body is possible. */
  #noRoom(
    { bufferedMaxBytes, clientShare }: OverloadBounds,
    client: string,
    { bytes, more }: { readonly bytes: number; readonly more: number },
  ): ShedReason | null {
    if (this.#all.bytes + more > bufferedMaxBytes) return "memory";
    const own = this.#clients.get(client)?.bytes ?? 0;
    return own > bytes && own + more > bufferedMaxBytes * clientShare ? "client" : null;
  }

  #count(client: string, what: keyof Counts, change: number): void {
    let own = this.#clients.get(client);
    if (own === undefined) this.#clients.set(client, (own = { ...NOTHING }));
    own[what] += change;
    this.#all[what] += change;
    if (own.requests === 0 && own.streams === 0 && own.bytes === 0) this.#clients.delete(client);
  }
}

/** An arriving request. */
export interface Arriving {
  /** Whether its answer may become a stream. */
  readonly mayStream: boolean;
  /** The client, as `clientOf` returns it. */
  readonly client: string;
}

interface Counts {
  /** Requests whose answer has not begun and whose body is complete. */
  requests: number;
  streams: number;
  /** Bytes of bodies, answers and messages. */
  bytes: number;
}

const NOTHING: Readonly<Counts> = { requests: 0, streams: 0, bytes: 0 };

/**
 * Work of one turn of the event loop, milliseconds, and so the longest wait of a health probe. Records of one turn are written
 * together, so a shorter slice makes them more expensive: at 2 ms by a third.
 */
const SLICE_MS = 5;
/** Assumed cost of a request before the first measurement, and the minimum, milliseconds. */
const COST_START_MS = 1;
const COST_MIN_MS = 0.02;
/** Weight of the newest turn in the moving average, and its largest factor over the average: a single long text is an outlier. */
const COST_WEIGHT = 0.1;
const COST_RISE_MAX = 10;

interface BatchSchedulerOptions {
  readonly clock: Clock;
  /** Runs something when the loop has taken in what has come: `setImmediate`. */
  readonly defer: (run: () => void) => void;
  /** Whether admitted requests still fill more than a turn. */
  readonly isBacklogged: () => boolean;
}

/**
 * Admits requests in batches. By itself the event loop handles every readable socket before it polls again: requests wait unseen, and
 * every new connection, health probes included, waits for all of them, since a turn accepts one connection. So requests wait here, in
 * order, until the loop has polled, and each turn admits as many as fill a slice of time. A batch proceeds stage by stage, which costs a
 * third less than one request after the other: the code and the tables of a stage stay in the processor's caches.
 */
export class BatchScheduler {
  readonly #options: BatchSchedulerOptions;
  readonly #waiting: (() => void)[] = [];
  /** First waiter: taking from the front of a long array would cost its length. */
  #first = 0;
  #isDeferred = false;
  #startMs = 0;
  #released = 0;
  #costMs = COST_START_MS;

  constructor(options: BatchSchedulerOptions) {
    this.#options = options;
  }

  /** The likely wait of a new request, milliseconds. */
  get expectedMs(): number {
    return (this.#waiting.length - this.#first) * this.#costMs;
  }

  /** Resolves when it is the caller's turn. The caller bounds how many wait. */
  take(): Promise<void> {
    if (!this.#isDeferred) this.#begin(this.#options.clock.now(), 0);
    return new Promise((resolve) => void this.#waiting.push(resolve));
  }

  #begin(nowMs: number, released: number): void {
    this.#isDeferred = true;
    this.#startMs = nowMs;
    this.#released = released;
    this.#options.defer(this.#next);
  }

  /** Runs after the loop has polled. */
  readonly #next = (): void => {
    // The admitted requests still fill the turn.
    if (this.#options.isBacklogged()) {
      this.#options.defer(this.#next);
      return;
    }
    const nowMs = this.#options.clock.now();
    if (this.#released > 0) {
      const measuredMs = (nowMs - this.#startMs) / this.#released;
      const costMs = Math.max(COST_MIN_MS, Math.min(measuredMs, this.#costMs * COST_RISE_MAX));
      this.#costMs += (costMs - this.#costMs) * COST_WEIGHT;
    }
    const count = Math.min(this.#waiting.length - this.#first, Math.max(1, Math.floor(SLICE_MS / this.#costMs)));
    if (count === 0) {
      this.#isDeferred = false;
      return;
    }
    // Later requests queue until the batch is done: none overtakes a waiting one.
    this.#begin(nowMs, count);
    for (let at = 0; at < count; at++) this.#waiting[this.#first + at]?.();
    this.#first += count;
    if (this.#first * 2 < this.#waiting.length) return;
    this.#waiting.splice(0, this.#first);
    this.#first = 0;
  };
}
