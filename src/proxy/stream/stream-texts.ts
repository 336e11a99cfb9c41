import type { Work } from "../../core/work-budget.ts";
import type { TextDelta } from "../../codecs/codec.ts";
import {
  CallNames,
  costOf,
  KeptChannels,
  openRelayedChannel,
  releasedText,
  type RelayedChannel,
  type Piece,
} from "./relayed-text.ts";
import type { WholeText } from "./stream-contract.ts";
import type { GrowingRun } from "./stream-queue.ts";

/** What the names of texts begin with that come in one event and belong to nothing else. */
const LOOSE = "events/";

/** The texts of a relayed stream: those that grow, and those that are complete where the format repeats them. */
export class StreamTexts {
  readonly #channels = new Map<string, RelayedChannel>();
  readonly #kept = new KeptChannels();
  readonly #calls = new CallNames();
  readonly #repeats: boolean;
  /** Greatest places of texts that are read as one, by their name. */
  readonly #reached = new Map<string, number>();
  #openCost = 0;
  readonly #work: Work | undefined;

  /**
   * @param repeats the format repeats finished texts
   * @param work drawn from for each text; absent: not counted
   */
  constructor(repeats: boolean, work?: Work) {
    this.#repeats = repeats;
    this.#work = work;
  }

  /** Size of all texts that are kept, UTF-16 units. */
  get keptChars(): number {
    return this.#kept.chars;
  }

  /** What texts that are kept or grow cost besides, UTF-16 units. */
  get cost(): number {
    return this.#kept.cost + this.#openCost;
  }

  /** Those that grow. */
  get open(): ReadonlyMap<string, RelayedChannel> {
    return this.#channels;
  }

  /** Whether a text stands where it comes: none of the later texts that it is read with has come. */
  isInOrder({ channel, joined, at, isCopy }: TextDelta): boolean {
    if (joined === undefined || at === undefined || isCopy || this.#channels.has(channel)) return true;
    const reached = this.#reached.get(joined) ?? at;
    this.#reached.set(joined, Math.max(at, reached));
    return at >= reached;
  }

  /** No more texts are read with those of these names. */
  endJoined(names: readonly string[]): void {
    for (const name of names) this.#reached.delete(name);
  }

  /** @param text of the delta: `delta` may be one that others share */
  add(delta: TextDelta, text: string, batch: EventBatch): Piece {
    this.#calls.note(delta, text);
    let channel = delta.isCopy ? undefined : this.#channels.get(delta.channel);
    if (channel === undefined) {
      this.#work?.draw("texts", 1);
      channel = openRelayedChannel(delta, { keepsText: this.#repeats });
      if (!delta.isCopy) {
        this.#channels.set(delta.channel, channel);
        this.#openCost += costOf(channel);
      }
    }
    return batch.add(channel, text);
  }

  /** As `add`, for one more of neighbouring pieces of a channel. */
  grow(
    channel: RelayedChannel,
    { delta, text }: { readonly delta: TextDelta; readonly text: string },
    batch: EventBatch,
  ): void {
    this.#calls.note(delta, text);
    batch.add(channel, text);
  }

  keep(channel: RelayedChannel, text: string): void {
    this.#kept.grow(channel, text);
  }

  /**
   * It gets no more text; where texts are repeated it stays known.
   * @param isBlocked its choice is: what comes after a block stands for nothing that was released
   */
  close(channel: RelayedChannel, isBlocked: boolean): void {
    this.#forget(channel);
    if (isBlocked && this.#kept.get(channel.name) !== undefined) return;
    // What an event says by itself is never repeated.
    if (this.#repeats && !channel.name.startsWith(LOOSE)) this.#kept.complete(channel);
    else this.#kept.drop(channel);
  }

  #forget(channel: RelayedChannel): void {
    if (this.#channels.delete(channel.name)) this.#openCost -= costOf(channel);
  }

  /** The text as it is checked. */
  whole(channel: RelayedChannel): WholeText {
    return this.#calls.whole(channel);
  }

  /** The complete text that a copy repeats as it was checked; `null`: the copy is another text. */
  originalOf(copy: RelayedChannel): RelayedChannel | null {
    const original = this.#kept.get(copy.name);
    return original !== undefined && this.#calls.isSame(original, copy) ? original : null;
  }

  /** What of a channel may be shown. */
  readonly released = (name: string): string => releasedText(this.#kept.get(name) ?? this.#channels.get(name));

  dropChoice(choice: string): void {
    for (const channel of this.#channels.values()) {
      if (channel.choice !== choice) continue;
      this.#forget(channel);
      this.#kept.drop(channel);
    }
    this.#kept.dropChoice(choice);
    this.#calls.dropChoice(choice);
  }
}

/** Text that is checked in one turn of the event loop, UTF-16 units: others wait for some 10 ms. */
const TURN_CHARS = 16 * 1024;

/** Text of one channel. */
interface Growth {
  readonly channel: RelayedChannel;
  text: string;
}

/** What neighbouring events bring, together. */
export class EventBatch {
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

  resetCount(): void {
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

  /** Forgets the channel's text. */
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
