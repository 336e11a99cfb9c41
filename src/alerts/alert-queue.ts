import { LRUCache } from "lru-cache";
import type { Alert, AlertEvent, AlertSettings } from "../core/alert-model.ts";
import { pause, type Clock } from "../core/clock.ts";
import { Receiver, type Delivered } from "./delivery.ts";
import { messageOf } from "./formats.ts";

/** What became of an alert. `suppressed`: an equal one was sent a moment ago. `dropped`: over the rate, or the queue is full. */
export type AlertOutcome = "sent" | "failed" | "suppressed" | "dropped";

export interface AlertReports {
  /** @param reason of a failure: a status or an error code, nothing of the receiver's words */
  readonly outcome: (name: string, outcome: AlertOutcome, reason?: string) => void;
}

export interface AlertQueueOptions extends AlertReports {
  readonly clock: Clock;
  /** Of this service. */
  readonly version: string;
}

/** Alerts that wait for one receiver. */
const QUEUE_MAX = 100;
/** Kinds of alerts that are distinguished; the one that has been quiet for longest is forgotten first. */
const KINDS_MAX = 1000;
const MINUTE_MS = 60_000;
/** Pauses before the attempts after the first. */
const PAUSES_MS = [1000, 5000, 20_000];
/** However long a receiver asks to wait. */
const PAUSE_MAX_MS = 60_000;

interface Kind {
  /** Until then equal alerts are only counted; `clock.now()`. */
  quietUntilMs: number;
  repeated: number;
}

/** The alerts of one receiver: equal ones within a time are sent once, no more than so many a minute, one after the other. */
export class AlertQueue {
  readonly #settings: AlertSettings;
  readonly #options: AlertQueueOptions;
  readonly #receiver: Receiver;
  readonly #kinds = new LRUCache<string, Kind>({ max: KINDS_MAX });
  readonly #waiting: Alert[] = [];
  readonly #closing = new AbortController();
  #window = { startMs: -Infinity, count: 0 };
  #isSending = false;

  constructor(settings: AlertSettings, options: AlertQueueOptions) {
    this.#settings = settings;
    this.#options = options;
    this.#receiver = new Receiver(settings);
  }

  /** Takes what it is for. Never waits, never throws. */
  notify(event: AlertEvent): void {
    if (!this.#isFor(event)) return;
    const { clock } = this.#options;
    const kind = this.#kindOf(event);
    if (clock.now() < kind.quietUntilMs) {
      kind.repeated += 1;
      this.#report("suppressed");
      return;
    }
    if (this.#waiting.length >= QUEUE_MAX || !this.#hasRate()) {
      kind.repeated += 1;
      this.#report("dropped");
      return;
    }
    this.#waiting.push({ ...event, epochMs: clock.epochMs(), repeated: kind.repeated });
    kind.quietUntilMs = clock.now() + this.#settings.dedupeMs;
    kind.repeated = 0;
    void this.#sendAll();
  }

  /** Gives up what waits. */
  close(): void {
    this.#waiting.length = 0;
    this.#closing.abort();
    void this.#receiver.close();
  }

  #isFor({ verdict, policies, asset }: AlertEvent): boolean {
    const { verdicts, policies: wanted, assets } = this.#settings;
    if (!verdicts.has(verdict)) return false;
    if (wanted !== null && !policies.some((name) => wanted.has(name))) return false;
    return assets === null || (asset !== null && assets.has(asset));
  }

  #kindOf({ verdict, policies, asset, keyId }: AlertEvent): Kind {
    const name = JSON.stringify([verdict, policies.toSorted(), asset, keyId]);
    const known = this.#kinds.get(name);
    if (known !== undefined) return known;
    const kind = { quietUntilMs: -Infinity, repeated: 0 };
    this.#kinds.set(name, kind);
    return kind;
  }

  #hasRate(): boolean {
    const nowMs = this.#options.clock.now();
    if (nowMs - this.#window.startMs >= MINUTE_MS) this.#window = { startMs: nowMs, count: 0 };
    if (this.#window.count >= this.#settings.perMinute) return false;
    this.#window.count += 1;
    return true;
  }

  async #sendAll(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    for (let alert = this.#waiting.shift(); alert !== undefined; alert = this.#waiting.shift()) {
      const delivered = await this.#send(alert);
      if (this.#closing.signal.aborted) break;
      if (delivered.kind === "sent") this.#report("sent");
      else this.#report("failed", delivered.reason);
    }
    this.#isSending = false;
  }

  /** Tries until the receiver has it, refuses it, or there are no attempts left. */
  async #send(alert: Alert): Promise<Delivered> {
    const message = messageOf(alert, this.#settings, this.#options.version);
    let delivered = await this.#attempt(message);
    for (const pauseMs of PAUSES_MS) {
      if (delivered.kind !== "failed" || this.#closing.signal.aborted) break;
      const waitMs = Math.min(PAUSE_MAX_MS, Math.max(pauseMs, delivered.retryAfterMs));
      await pause(this.#options.clock, waitMs, this.#closing.signal);
      if (this.#closing.signal.aborted) break;
      delivered = await this.#attempt(message);
    }
    return delivered;
  }

  async #attempt(message: ReturnType<typeof messageOf>): Promise<Delivered> {
    const timeout = new AbortController();
    const cancel = this.#options.clock.after(this.#settings.timeoutMs, () => timeout.abort());
    try {
      return await this.#receiver.deliver(message, AbortSignal.any([timeout.signal, this.#closing.signal]));
    } finally {
      cancel();
    }
  }

  #report(outcome: AlertOutcome, reason?: string): void {
    this.#options.outcome(this.#settings.name, outcome, reason);
  }
}
