import type { OverloadBounds, Permit, ShedReason } from "../core/overload.ts";
import type { Clock } from "../core/clock.ts";

/** How often it is looked whether requests wait, milliseconds, while some come. */
const TICK_MS = 20;
/**
 * How long requests must have waited too long without a pause before some are refused, milliseconds: longer than garbage
 * collection, one long text, or a burst that is worked off in that time.
 */
const SUSTAINED_MS = 500;
/** Of a wait that many times too long some are refused at once. */
const FAR_TOO_LONG = 2;
/** So few requests under way are no queue: where the machine is busy with something else, refusing them frees nothing. */
const FEW_REQUESTS = 32;
/** How long a refusal counts as the present state, milliseconds. */
const SHEDDING_MS = 5000;
/** Refused clients are asked to retry after 1 to this many seconds, in turn: not all at once. */
const RETRY_MAX_SECONDS = 4;

/** A request that was let in. */
export interface Admitted extends Permit {
  /** Asks for its turn: resolves when it is. */
  readonly turn: () => Promise<void>;
  /** Its answer goes on for a while from here: it is a stream now. */
  readonly begin: () => void;
  /** It is over. Called once or more. */
  readonly end: () => void;
}

interface OverloadOptions extends BatchSchedulerOptions {
  /** Called for each refused request. */
  readonly report: (reason: ShedReason) => void;
}

/**
 * Bounds what the process takes on. What waits for others (judges, providers, the store) is counted. What waits for the processor is
 * measured by time: by the requests that wait for their turn, and by a late timer when something else keeps the loop. A request that
 * would wait for longer than `maxDelayMs` is refused when it comes, once it has been so for a while; for twice as long, in any case.
 */
export class Overload {
  readonly #options: OverloadOptions;
  readonly #turns: BatchScheduler;
  /** All clients together. */
  readonly #all: Counts = { requests: 0, streams: 0, bytes: 0 };
  /** By client; one that has nothing under way is not in it. */
  readonly #clients = new Map<string, Counts>();
  #maxDelayMs = Infinity;
  /** When the timer is due; `null`: it does not run. */
  #dueMs: number | null = null;
  /** A request came since the timer last fired. */
  #isAsked = false;
  /** Since when requests have been late; `null` as soon as few wait. */
  #lateSinceMs: number | null = null;
  #shedCount = 0;
  #shedMs = -Infinity;

  constructor(options: OverloadOptions) {
    this.#options = options;
    this.#turns = new BatchScheduler(options);
  }

  /** Whose answer has not begun. */
  get requests(): number {
    return this.#all.requests;
  }

  get streams(): number {
    return this.#all.streams;
  }

  /** `shedding`: requests have been refused in the last seconds. */
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

  /** Counts what was refused, here or before. */
  shed(reason: ShedReason): void {
    this.#shedCount += 1;
    this.#shedMs = this.#options.clock.now();
    this.#options.report(reason);
  }

  /** When the client that was refused last may come again. */
  get retrySeconds(): number {
    return 1 + (this.#shedCount % RETRY_MAX_SECONDS);
  }

  #reason(bounds: OverloadBounds, arriving: Arriving): ShedReason | null {
    // Always, since it takes notice of the delay.
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
    // Half of it: while requests are refused, about as many wait as may.
    if (lateMs <= this.#maxDelayMs && this.#turns.expectedMs <= this.#maxDelayMs / 2) this.#lateSinceMs = null;
    // No request has come: the next one starts it again.
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

  /** A client with nothing else under way may exceed its share: what is allowed at all must be possible. */
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

/** A request that comes. */
export interface Arriving {
  /** Whether its answer may become a stream. */
  readonly mayStream: boolean;
  /** The client, as `clientOf` returns it. */
  readonly client: string;
}

interface Counts {
  /** Requests whose answer has not begun, but those whose body is still coming. */
  requests: number;
  streams: number;
  /** That bodies, answers and messages take. */
  bytes: number;
}

const NOTHING: Readonly<Counts> = { requests: 0, streams: 0, bytes: 0 };

/**
 * Work of one turn of the event loop, milliseconds. Between turns it takes in what has come: a probe waits for no longer. Records of
 * one turn are written together, so that a shorter slice makes them dear: at 2 ms by a third.
 */
const SLICE_MS = 5;
/** What a request is taken to cost before any was measured, and at least, milliseconds. */
const COST_START_MS = 1;
const COST_MIN_MS = 0.02;
/** How much the newest turn counts for what a request costs, and how much dearer than it seemed it may count: one long text is one. */
const COST_WEIGHT = 0.1;
const COST_RISE_MAX = 10;

interface BatchSchedulerOptions {
  readonly clock: Clock;
  /** Runs something when the loop has taken in what has come: `setImmediate`. */
  readonly defer: (run: () => void) => void;
  /** Whether what was let in before still fills more than a turn. */
  readonly isBehind: () => boolean;
}

/**
 * Whose turn it is to be worked on. Left to itself the event loop works off every socket that has something before it looks again:
 * requests wait unseen, and every newcomer, health probes included, waits for all of them, since a turn takes one
 * new connection. So all wait here, in order, until the loop has taken in what has come, and a turn takes on as many as fill a slice of
 * time. They go on together, stage by stage, which costs a third less than one after the other: the code and the tables of a stage stay
 * in the processor's caches.
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

  /** The loop has taken in what has come. */
  readonly #next = (): void => {
    // The last admitted requests still take the time.
    if (this.#options.isBehind()) {
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
    // All of it queues after them until it is done: no request overtakes a waiting one.
    this.#begin(nowMs, count);
    for (let at = 0; at < count; at++) this.#waiting[this.#first + at]?.();
    this.#first += count;
    if (this.#first * 2 < this.#waiting.length) return;
    this.#waiting.splice(0, this.#first);
    this.#first = 0;
  };
}
