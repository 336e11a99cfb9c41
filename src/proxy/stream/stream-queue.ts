import { append } from "../../core/lists.ts";
import type { PieceShape, StreamStep } from "../../codecs/codec.ts";
import type { SseEvent } from "../../codecs/framing/framing.ts";
import { NO_PIECES, type RelayedChannel, type Piece } from "./relayed-text.ts";

/** An event that waits, or an end of ours. */
export interface Item {
  readonly kind: "item";
  /** `null`: an end of ours in the place of a choice. */
  readonly event: SseEvent | null;
  readonly pieces: readonly Piece[];
  readonly step: StreamStep | null;
  /** Choices that we end here. */
  readonly refused: readonly string[];
  /** Counts the events of the stream; an end of ours has the number of the event before it. */
  readonly sequence: number;
}

/**
 * Neighbouring events that each bring a piece of one text and nothing else, as most of a stream do: what they have in common is
 * noted once for all of them.
 */
export interface EventRun {
  readonly kind: "run";
  /** Stands for the steps of all. */
  readonly shape: PieceShape;
  readonly channel: RelayedChannel;
  /** Where the text of the first begins in its channel. */
  readonly start: number;
  readonly events: readonly SseEvent[];
  /** Of each event its own. */
  readonly texts: readonly string[];
  /** Number of the first. */
  readonly sequence: number;
}

export interface GrowingRun extends EventRun {
  readonly events: SseEvent[];
  readonly texts: string[];
}

interface Timed {
  readonly arrivedMs: number;
}

type WaitingRun = GrowingRun & Timed;
type Waiting = (Item & Timed) | WaitingRun;

/** Measures how long text is delayed. */
export interface DelayMeter {
  readonly now: () => number;
  /**
   * Called when an event with text leaves.
   * @param delayMs since it came
   * @param chars of its text's channel that have arrived after it
   */
  readonly released: (delayMs: number, chars: number) => void;
}

/** How many events that have left may stand before the queue is compacted. */
const COMPACT_AFTER = 256;

/** The events of a stream that wait for a decision, in order. */
export class StreamQueue {
  readonly #meter: DelayMeter;
  readonly #items: Waiting[] = [];
  #head = 0;
  #sequence = 0;
  #bufferedChars = 0;
  #nowMs = 0;

  constructor(meter: DelayMeter) {
    this.#meter = meter;
  }

  get isEmpty(): boolean {
    return this.#head === this.#items.length;
  }

  /** Length of all events that wait, UTF-16 units. */
  get bufferedChars(): number {
    return this.#bufferedChars;
  }

  /** Looks at the clock, for all that is added or taken out until the next call: what comes together shares one time. */
  readClock(): void {
    this.#nowMs = this.#meter.now();
  }

  add(event: SseEvent, { pieces, step }: Pick<Item, "pieces" | "step">): void {
    const sequence = this.#count(event);
    this.#items.push({ kind: "item", event, pieces, step, refused: NO_CHOICES, sequence, arrivedMs: this.#nowMs });
  }

  /** Adds what brings a piece of one text and nothing else. What it returns may grow for as long as nothing else is added or taken out. */
  addPiece(event: SseEvent, { channel, start, text }: Piece, shape: PieceShape): GrowingRun {
    const sequence = this.#count(event);
    const arrivedMs = this.#nowMs;
    const run: WaitingRun = { kind: "run", shape, channel, start, events: [event], texts: [text], sequence, arrivedMs };
    this.#items.push(run);
    return run;
  }

  /** Adds one more of the run's shape. */
  grow(run: GrowingRun, event: SseEvent, text: string): void {
    this.#count(event);
    run.events.push(event);
    run.texts.push(text);
  }

  #count(event: SseEvent): number {
    this.#bufferedChars += event.raw.length;
    return (this.#sequence += 1);
  }

  /**
   * Takes the first item out if all its text is decided; of a run as many events as are.
   * @param isDecided of the text of a channel up to an offset
   */
  next(isDecided: IsDecided): Item | EventRun | null {
    const item = this.#items[this.#head];
    const count = item === undefined ? 0 : decidedCount(item, isDecided);
    if (item === undefined || count === 0) {
      this.#compact();
      return null;
    }
    const delayMs = this.#nowMs - item.arrivedMs;
    return item.kind === "run" ? this.#leaveRun(item, count, delayMs) : this.#leave(item, delayMs);
  }

  #leave(item: Item, delayMs: number): Item {
    this.#bufferedChars -= item.event?.raw.length ?? 0;
    this.#pass();
    const last = item.pieces.at(-1);
    if (last !== undefined) this.#meter.released(delayMs, charsAfter(last.channel, endOf(last)));
    return item;
  }

  #leaveRun(run: WaitingRun, count: number, delayMs: number): EventRun {
    const isWhole = count === run.events.length;
    const leaving = isWhole ? run : before(run, count);
    if (isWhole) this.#pass();
    else this.#items[this.#head] = after(run, count);
    let end = leaving.start;
    for (let at = 0; at < count; at++) {
      this.#bufferedChars -= leaving.events[at]?.raw.length ?? 0;
      end += leaving.texts[at]?.length ?? 0;
      this.#meter.released(delayMs, charsAfter(leaving.channel, end));
    }
    return leaving;
  }

  /** The first of those that wait waits no more. */
  #pass(): void {
    this.#head += 1;
    if (this.#head > COMPACT_AFTER) this.#compact();
  }

  /** The number of the first event with text of one of the channels, or of their groups, that may not leave. */
  cut(channels: ReadonlySet<RelayedChannel>): number {
    /** How many of the channels are of a group. */
    const groups = new Map<string, number>();
    for (const { group } of channels) if (group !== null) groups.set(group, (groups.get(group) ?? 0) + 1);
    for (let at = this.#head; at < this.#items.length; at++) {
      const item = this.#items[at];
      const sequence = item === undefined ? null : cutIn(item, channels, groups);
      if (sequence !== null) return sequence;
    }
    return this.#sequence;
  }

  /** Inserts an end of ours after the event of that number. */
  insert(refused: readonly string[], sequence: number): void {
    const own = { event: null, pieces: NO_PIECES, step: null, refused, sequence };
    this.#items.splice(this.#after(sequence), 0, { kind: "item", ...own, arrivedMs: this.#nowMs });
  }

  /** After that number, only events of choices that `isKept` accepts, and ends of ours, stay. */
  cutAfter(sequence: number, isKept: (choice: string) => boolean): void {
    const isOurs = (item: Waiting): boolean => item.kind === "item" && item.refused.length > 0;
    const choicesOf = (item: Waiting): readonly string[] =>
      (item.kind === "run" ? item.shape : item.step)?.choices ?? NO_CHOICES;
    const rest = this.#items.splice(this.#after(sequence));
    append(
      this.#items,
      rest.filter((item) => isOurs(item) || choicesOf(item).some(isKept)),
    );
  }

  /** Index of the first item with a greater number. A run that has such and others is two then. */
  #after(sequence: number): number {
    let at = this.#head;
    for (let item = this.#items[at]; item !== undefined && item.sequence <= sequence; item = this.#items[at]) {
      const count = sequence - item.sequence + 1;
      if (item.kind === "run" && count < item.events.length)
        this.#items.splice(at, 1, before(item, count), after(item, count));
      at += 1;
    }
    return at;
  }

  #compact(): void {
    if (this.#head === 0) return;
    this.#items.copyWithin(0, this.#head);
    this.#items.length -= this.#head;
    this.#head = 0;
  }
}

const NO_CHOICES: readonly string[] = [];

/** Whether the text of a channel is decided up to that offset. */
export type IsDecided = (channel: RelayedChannel, end: number) => boolean;

const endOf = ({ start, text }: Piece): number => start + text.length;

const charsAfter = (channel: RelayedChannel, end: number): number => Math.max(0, channel.length - end);

/** How many events of an item may leave. */
function decidedCount(item: Waiting, isDecided: IsDecided): number {
  if (item.kind === "item") return item.pieces.every((piece) => isDecided(piece.channel, endOf(piece))) ? 1 : 0;
  let end = item.start;
  for (let at = 0; at < item.texts.length; at++) {
    end += item.texts[at]?.length ?? 0;
    if (!isDecided(item.channel, end)) return at;
  }
  return item.texts.length;
}

/** The number of the item's first event with text of the channels, or of the groups, that may not leave; `null`: there is none. */
function cutIn(
  item: Waiting,
  channels: ReadonlySet<RelayedChannel>,
  groups: ReadonlyMap<string, number>,
): number | null {
  const isCut = (piece: Piece): boolean => {
    const { channel, start } = piece;
    const isOne = channels.has(channel);
    if (isOne && (start >= channel.decided || endOf(piece) > channel.decided)) return true;
    // Of a group that another one of the channels is of nothing leaves.
    return channel.group !== null && (groups.get(channel.group) ?? 0) > (isOne ? 1 : 0);
  };
  if (item.kind === "item") return item.pieces.some(isCut) ? item.sequence : null;
  let start = item.start;
  for (const [at, text] of item.texts.entries()) {
    if (isCut({ channel: item.channel, start, text })) return item.sequence + at;
    start += text.length;
  }
  return null;
}

/** The first events of a run. */
const before = (run: WaitingRun, count: number): WaitingRun => ({
  ...run,
  events: run.events.slice(0, count),
  texts: run.texts.slice(0, count),
});

/** The others. */
function after(run: WaitingRun, count: number): WaitingRun {
  let { start } = run;
  for (let at = 0; at < count; at++) start += run.texts[at]?.length ?? 0;
  const sequence = run.sequence + count;
  return { ...run, start, sequence, events: run.events.slice(count), texts: run.texts.slice(count) };
}
