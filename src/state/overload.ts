import type { OverloadBounds, ShedReason } from "../core/overload.ts";
import { Turns, type TurnsOptions } from "./turns.ts";

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
/** Clients that are refused are told to come back after 1 to this many seconds, by turns: not all at once. */
const RETRY_MAX_SECONDS = 4;

/** A request that was let in. */
export interface Admitted {
  /** Asks for its turn: resolves when it is. */
  readonly turn: () => Promise<void>;
  /** Its answer goes on for a while from here: it is a stream now. */
  readonly begin: () => void;
  /** It is over. Told once or more. */
  readonly end: () => void;
}

export interface OverloadOptions extends TurnsOptions {
  /** Told each request that is refused. */
  readonly report: (reason: ShedReason) => void;
}

/**
 * Bounds what the process takes on. What waits for others (judges, providers, the store) is counted. What waits for the processor is
 * told by time: by those who wait for their turn, and by a timer that is late, when something else keeps the loop. A request that
 * would wait for longer than `maxDelayMs` is refused when it comes, once it has been so for a while; for twice as long, in any case.
 */
export class Overload {
  readonly #options: OverloadOptions;
  readonly #turns: Turns;
  #requests = 0;
  #streams = 0;
  #maxDelayMs = Infinity;
  /** When the timer is due; `null`: it does not run. */
  #dueMs: number | null = null;
  /** Somebody came since the timer went last. */
  #isAsked = false;
  /** Since when requests have been late; `null` as soon as few wait. */
  #lateSinceMs: number | null = null;
  #shedCount = 0;
  #shedMs = -Infinity;

  constructor(options: OverloadOptions) {
    this.#options = options;
    this.#turns = new Turns(options);
  }

  /** Whose answer has not begun. */
  get requests(): number {
    return this.#requests;
  }

  get streams(): number {
    return this.#streams;
  }

  /** `shedding`: requests have been refused in the last seconds. */
  get state(): "normal" | "shedding" {
    return this.#options.clock.now() - this.#shedMs < SHEDDING_MS ? "shedding" : "normal";
  }

  /** @param mayStream whether its answer may become a stream. @returns `null`: refused */
  admit(bounds: OverloadBounds, { mayStream }: { readonly mayStream: boolean }): Admitted | null {
    const reason = this.#reason(bounds, mayStream);
    if (reason === null) return this.#take();
    this.#shedCount += 1;
    this.#shedMs = this.#options.clock.now();
    this.#options.report(reason);
    return null;
  }

  /** When the client that was refused last may come again. */
  get retrySeconds(): number {
    return 1 + (this.#shedCount % RETRY_MAX_SECONDS);
  }

  #reason({ maxRequests, maxStreams, maxDelayMs }: OverloadBounds, mayStream: boolean): ShedReason | null {
    // Always, since it takes notice of the delay.
    const isLate = this.#isLate(maxDelayMs);
    if (this.#requests >= maxRequests) return "requests";
    if (mayStream && this.#streams >= maxStreams) return "streams";
    return isLate ? "delay" : null;
  }

  #isLate(maxDelayMs: number): boolean {
    this.#maxDelayMs = maxDelayMs;
    this.#isAsked = true;
    if (this.#dueMs === null) this.#arm();
    const nowMs = this.#options.clock.now();
    const lateMs = this.#requests < FEW_REQUESTS ? 0 : nowMs - (this.#dueMs ?? nowMs);
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
    // Nobody has come: the next who does sets it going again.
    if (this.#isAsked || this.#lateSinceMs !== null) this.#arm();
    else this.#dueMs = null;
  };

  #take(): Admitted {
    let state: "request" | "stream" | "over" = "request";
    this.#requests += 1;
    const leave = (): void => {
      if (state === "request") this.#requests -= 1;
      else if (state === "stream") this.#streams -= 1;
    };
    return {
      turn: () => this.#turns.take(),
      begin: () => {
        if (state !== "request") return;
        leave();
        state = "stream";
        this.#streams += 1;
      },
      end: () => {
        leave();
        state = "over";
      },
    };
  }
}
