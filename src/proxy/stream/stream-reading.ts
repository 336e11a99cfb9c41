import type { Edit } from "../../core/masks.ts";
import { EMPTIED } from "../checks/joined-parts.ts";
import { isWhole, type RelayedChannel } from "./relayed-text.ts";
import type { ChannelStep } from "./stream-contract.ts";

/** A part of a reading: one channel. */
interface Part {
  readonly channel: RelayedChannel;
  /** Where it begins in the joined text. */
  start: number;
  /** Text that waits for the parts before it to end. */
  waiting: string;
  isClosed: boolean;
}

/** Text of a reading that its guard is to be given. */
export interface Turn {
  readonly text: string;
  readonly endsPart: boolean;
}

/**
 * Texts of a stream that readers put together, such as the blocks of one answer: checked one by one, and joined in the order of their
 * beginnings. What may go on in the next part is decided with it.
 */
export class Reading {
  readonly name: string;
  readonly choice: string | null;
  readonly isSealed: boolean;
  /** Its texts are checked when all of them are complete. */
  readonly isWhole: boolean;
  isStopped = false;
  /** Those that are not decided, in order, and how many of them the guard has been given whole. */
  readonly #parts: Part[] = [];
  #given = 0;
  readonly #partOf = new Map<RelayedChannel, Part>();
  #latest: RelayedChannel;
  /** Length of the joined text that the guard has been given. */
  #length = 0;

  constructor(name: string, first: RelayedChannel) {
    this.name = name;
    this.choice = first.choice;
    this.isSealed = first.kind === "sealed";
    this.isWhole = isWhole(first);
    this.#latest = first;
  }

  /** Channels that are not decided yet. */
  get open(): readonly RelayedChannel[] {
    return this.#parts.map(({ channel }) => channel);
  }

  /** Takes text of a channel in. Returns what the guard is to be given, in order. */
  grow(channel: RelayedChannel, text: string, endsPart: boolean): readonly Turn[] {
    let part = this.#partOf.get(channel);
    if (part === undefined) {
      part = { channel, start: Infinity, waiting: "", isClosed: false };
      this.#parts.push(part);
      this.#partOf.set(channel, part);
      this.#latest = channel;
    }
    part.waiting += text;
    part.isClosed ||= endsPart;
    return this.#turns();
  }

  /** What the guard says of the joined text, as what is decided of its parts. Returns the channels that are decided, all of them. */
  apply({ decided, edits }: ChannelStep): readonly RelayedChannel[] {
    const reach = Math.max(decided, edits.at(-1)?.end ?? 0);
    for (const part of this.#parts) {
      if (part.start > reach) break;
      for (const edit of edits) addEdit(part, edit);
      decide(part, decided);
    }
    const done: RelayedChannel[] = [];
    for (let first = this.#parts[0]; first !== undefined && isDone(first); first = this.#parts[0]) {
      this.#parts.shift();
      this.#given -= 1;
      this.#partOf.delete(first.channel);
      done.push(first.channel);
    }
    return done;
  }

  /** The joined text may not go on from there. Returns the channel where that is. */
  stop(decided: number): RelayedChannel {
    const at = this.#parts.findLast(({ start, channel }) => start <= decided && channel.length > 0);
    this.isStopped = true;
    for (const { channel } of this.#parts) channel.isStopped = true;
    return at?.channel ?? this.#parts[0]?.channel ?? this.#latest;
  }

  #turns(): readonly Turn[] {
    const turns: Turn[] = [];
    for (let part = this.#parts[this.#given]; part !== undefined; part = this.#parts[this.#given]) {
      if (part.start === Infinity) part.start = this.#length;
      if (part.waiting !== "" || part.isClosed) turns.push({ text: part.waiting, endsPart: part.isClosed });
      this.#length += part.waiting.length;
      part.waiting = "";
      if (!part.isClosed) break;
      this.#given += 1;
    }
    return turns;
  }
}

const isDone = ({ channel, isClosed, waiting }: Part): boolean =>
  isClosed && waiting === "" && channel.decided === channel.length;

/** The first part that an edit touches shows the replacement. */
function addEdit({ channel, start }: Part, edit: Edit): void {
  const end = start + channel.length;
  if (edit.start >= end || edit.end <= start) return;
  const replacement = edit.start >= start ? edit.replacement : "";
  channel.edits.push({ start: Math.max(edit.start, start) - start, end: Math.min(edit.end, end) - start, replacement });
}

function decide({ channel, start, isClosed }: Part, decided: number): void {
  const own = Math.min(Math.max(0, decided - start), channel.length);
  const [first] = channel.edits;
  const isEmpty = channel.decided === 0 && first?.replacement === "" && first.start === 0 && first.end >= own;
  channel.decided = isEmpty && !isClosed ? 0 : own;
  if (isEmpty && isClosed && first.end === channel.length) channel.edits[0] = { ...first, replacement: EMPTIED };
}
