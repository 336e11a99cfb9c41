import type { Clock } from "../core/clock.ts";
import { ServiceError } from "../core/errors.ts";
import type { Json } from "../core/model.ts";
import type { ScanRecord } from "./record-store.ts";

/** Records that wait for the next transaction; more are refused. */
const QUEUE_MAX = 4096;
/** Their text, UTF-16 code units: a queue of long texts must not fill the memory. */
const QUEUE_MAX_CHARS = 32 * 1024 * 1024;

/** Free space that a ready store must have, UTF-16 code units: for the longest prompt and answer of an exchange. */
export const ROOM_CHARS = 64 * 1024;

/** A record whose caller waits. */
export interface Pending {
  readonly record: ScanRecord;
  readonly chars: number;
  readonly sinceMs: number;
  readonly resolve: () => void;
  /** `cause` holds no text of a record. */
  readonly refuse: (cause?: unknown) => void;
}

/** A bounded queue of records to write, in order of arrival. */
export class PendingQueue {
  readonly #clock: Clock;
  #pending: Pending[] = [];
  #chars = 0;
  #newest: Promise<void> = Promise.resolve();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get length(): number {
    return this.#pending.length;
  }

  /** Whether a record with that much text, UTF-16 code units, would be refused. */
  isFull(chars: number): boolean {
    return this.#pending.length >= QUEUE_MAX || this.#chars + chars > QUEUE_MAX_CHARS;
  }

  /** Resolves when the record is durable. @throws {ServiceError} `store_unavailable` */
  add(record: ScanRecord): Promise<void> {
    const chars = charsOf(record);
    if (this.isFull(chars)) return Promise.reject(new ServiceError("store_unavailable"));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const refuse = (cause?: unknown): void => reject(new ServiceError("store_unavailable", { cause }));
    this.#pending.push({ record, chars, sinceMs: this.#clock.now(), resolve, refuse });
    this.#chars += chars;
    this.#newest = promise.catch(() => {});
    return promise;
  }

  /** Takes the oldest records within both bounds, but at least one. */
  take({ countMax, charsMax }: { readonly countMax: number; readonly charsMax: number }): readonly Pending[] {
    let count = 0;
    let chars = 0;
    for (const pending of this.#pending) {
      if (count >= countMax || (count > 0 && chars + pending.chars > charsMax)) break;
      count += 1;
      chars += pending.chars;
    }
    this.#chars -= chars;
    return this.#pending.splice(0, count);
  }

  refuseAll(cause?: unknown): void {
    for (const { refuse } of this.take({ countMax: Infinity, charsMax: Infinity })) refuse(cause);
  }

  /** Resolves when the outcome of all current records is known, including those already taken. */
  settled(): Promise<void> {
    return this.#newest;
  }
}

/** UTF-16 code units of the parts whose length the caller controls. */
export function charsOf({ content, answer, metadata, event }: ScanRecord): number {
  return (content?.length ?? 0) + (answer?.length ?? 0) + jsonChars(metadata) + jsonChars(event?.nodeMetadata ?? null);
}

const jsonChars = (value: Json): number => (value === null ? 0 : JSON.stringify(value).length);
