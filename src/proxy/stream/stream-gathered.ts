import type { RelayedChannel, Piece } from "./relayed-text.ts";
import type { GrowingRun } from "./stream-queue.ts";

/** Text that is checked in one turn of the event loop, UTF-16 units: others wait for some 10 ms. */
const TURN_CHARS = 16 * 1024;

/** Text of one channel. */
interface Growth {
  readonly channel: RelayedChannel;
  text: string;
}

/** What neighbouring events bring, together. */
export class Gathered {
  readonly #pending = new Map<RelayedChannel, Growth>();
  readonly #copies: RelayedChannel[] = [];
  /** What grew last. */
  #latest: Growth | null = null;
  /** What the last event has begun or joined, and the next may; `null`: the next stands by itself. */
  run: GrowingRun | null = null;
  #turnChars = 0;

  /** By channel, in the order of their beginnings. */
  get pending(): ReadonlyMap<RelayedChannel, Growth> {
    return this.#pending;
  }

  get copies(): readonly RelayedChannel[] {
    return this.#copies;
  }

  /** Others should have a turn of the event loop. */
  get isFull(): boolean {
    return this.#turnChars >= TURN_CHARS;
  }

  turn(): void {
    this.#turnChars = 0;
    this.run = null;
  }

  add(channel: RelayedChannel, text: string): Piece {
    const start = channel.length;
    channel.length += text.length;
    this.#turnChars += text.length;
    if (channel.isCopy) {
      channel.text = text;
      this.#copies.push(channel);
    } else {
      this.#growthOf(channel).text += text;
    }
    return { channel, start, text };
  }

  /** Nothing of the channel is gathered any more. */
  drop(channel: RelayedChannel): void {
    this.#pending.delete(channel);
    this.#latest = null;
  }

  clear(): void {
    this.#pending.clear();
    this.#copies.length = 0;
    this.#latest = null;
  }

  #growthOf(channel: RelayedChannel): Growth {
    if (this.#latest?.channel === channel) return this.#latest;
    const growth = this.#pending.get(channel) ?? { channel, text: "" };
    this.#pending.set(channel, growth);
    return (this.#latest = growth);
  }
}
