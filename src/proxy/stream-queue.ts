import type { PieceShape, StreamStep } from "../codecs/codec.ts";
import type { SseEvent } from "../codecs/sse.ts";
import type { Channel, Piece } from "./stream-channel.ts";

export interface Item {
  /** `null`: an end of ours in the place of a choice. */
  readonly event: SseEvent | null;
  readonly pieces: readonly Piece[];
  readonly step: StreamStep | null;
  /** Of an event that brings a piece of one text and nothing else: it stands for its step. */
  readonly shape: PieceShape | null;
  /** Choices that end here by our will. */
  readonly refused: readonly string[];
  /** Counts the events of the stream; an end of ours has the number of the event before it. */
  readonly sequence: number;
}

interface Waiting extends Item {
  readonly arrivedMs: number;
}

/** Measures how long text is held. */
export interface HoldMeter {
  readonly now: () => number;
  /**
   * Told when an event with text leaves.
   * @param heldMs since it came
   * @param chars of its text's channel that have arrived behind it
   */
  readonly released: (heldMs: number, chars: number) => void;
}

/** How many events that have left may stand before the queue is compacted. */
const COMPACT_AFTER = 256;

/** The events of a stream that wait for a decision, in order. */
export class StreamQueue {
  readonly #meter: HoldMeter;
  readonly #items: Waiting[] = [];
  #head = 0;
  #sequence = 0;
  #heldChars = 0;
  #nowMs = 0;

  constructor(meter: HoldMeter) {
    this.#meter = meter;
  }

  get isEmpty(): boolean {
    return this.#head === this.#items.length;
  }

  /** Length of all events that wait, UTF-16 units. */
  get heldChars(): number {
    return this.#heldChars;
  }

  /** Looks at the clock, for all that is added or taken out until it is told again: what comes together has come at one time. */
  turn(): void {
    this.#nowMs = this.#meter.now();
  }

  add(event: SseEvent, { pieces, step }: Pick<Item, "pieces" | "step">): void {
    this.#heldChars += event.raw.length;
    const sequence = (this.#sequence += 1);
    this.#items.push({ event, pieces, step, shape: null, refused: NOBODY, sequence, arrivedMs: this.#nowMs });
  }

  /** Adds what brings a piece of one text and nothing else. */
  addPiece(event: SseEvent, piece: Piece, shape: PieceShape): void {
    this.#heldChars += event.raw.length;
    const sequence = (this.#sequence += 1);
    const arrivedMs = this.#nowMs;
    this.#items.push({ event, pieces: [piece], step: null, shape, refused: NOBODY, sequence, arrivedMs });
  }

  /** Takes the first item out if all its text is decided. */
  next(isDecided: (piece: Piece) => boolean): Item | null {
    const item = this.#items[this.#head];
    if (item === undefined || !item.pieces.every(isDecided)) {
      this.#compact();
      return null;
    }
    this.#heldChars -= item.event?.raw.length ?? 0;
    this.#head += 1;
    if (this.#head > COMPACT_AFTER) this.#compact();
    const last = item.pieces.at(-1);
    if (last !== undefined) this.#meter.released(this.#nowMs - item.arrivedMs, charsBehind(last));
    return item;
  }

  /** The number of the first event with text of the channel, or of its group, that may not leave. */
  cut(channel: Channel): number {
    const isCut = (piece: Piece): boolean =>
      piece.channel === channel
        ? piece.start >= channel.decided || piece.start + piece.text.length > channel.decided
        : channel.group !== null && piece.channel.group === channel.group;
    const item = this.#items.find(({ pieces }, at) => at >= this.#head && pieces.some(isCut));
    return item?.sequence ?? this.#sequence;
  }

  /** Puts an item behind those of its number. */
  insert(item: Item): void {
    const at = this.#items.findIndex(({ sequence }) => sequence > item.sequence);
    this.#items.splice(at === -1 ? this.#items.length : at, 0, { ...item, arrivedMs: this.#nowMs });
  }

  /** Of what is behind that number only events of choices that `isKept` accepts, and ends of ours, stay. */
  cutBehind(sequence: number, isKept: (choice: string) => boolean): void {
    const at = this.#items.findIndex((item) => item.sequence > sequence);
    if (at === -1) return;
    const rest = this.#items.splice(Math.max(at, this.#head));
    this.#items.push(
      ...rest.filter((item) => item.refused.length > 0 || (item.step ?? item.shape)?.choices.some(isKept) === true),
    );
  }

  #compact(): void {
    if (this.#head === 0) return;
    this.#items.copyWithin(0, this.#head);
    this.#items.length -= this.#head;
    this.#head = 0;
  }
}

const NOBODY: readonly string[] = [];

const charsBehind = ({ channel, start, text }: Piece): number => Math.max(0, channel.length - start - text.length);
