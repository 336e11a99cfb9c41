import { costOf, type RelayedChannel, isWhole } from "./relayed-text.ts";
import type { ChannelStep, StreamChecks } from "./stream-contract.ts";
import type { Inspection } from "../checks/inspect.ts";
import type { StreamTexts } from "./stream-texts.ts";
import type { Edit } from "../../core/masks.ts";
import { editIn, EMPTIED } from "../checks/joined-parts.ts";

/** What the relay does with what readings find. */
interface JoinedParts {
  readonly checks: Pick<StreamChecks, "push" | "endPart" | "end" | "wholes">;
  readonly texts: Pick<StreamTexts, "whole" | "originalOf">;
  readonly isCutOff: (channel: RelayedChannel) => boolean;
  /** All of the channel is decided. */
  readonly decided: (channel: RelayedChannel) => void;
  readonly stopped: (channel: RelayedChannel, stop: NonNullable<ChannelStep["stop"]>) => void;
}

/** `null`: there is nothing to wait for. */
type Waiting = Promise<unknown> | null;

/** The texts of a stream that readers put together, by the name that their codec gives them. */
export class JoinedChannels {
  readonly #parts: JoinedParts;
  readonly #joined = new Map<string, JoinedChannel>();
  #cost = 0;

  constructor(parts: JoinedParts) {
    this.#parts = parts;
  }

  /** What open ones cost besides their texts, UTF-16 units. */
  get cost(): number {
    return this.#cost;
  }

  /** Takes text of a channel in. */
  feed(
    channel: RelayedChannel,
    name: string,
    { text, isLast }: { readonly text: string; readonly isLast: boolean },
  ): Waiting {
    let joined = this.#joined.get(name);
    if (joined === undefined) {
      this.#joined.set(name, (joined = new JoinedChannel(name, channel)));
      this.#cost += costOf(joined);
    }
    const pieces = joined.grow(channel, text, isLast);
    return joined.isWhole || joined.isStopped ? null : this.#give(joined, pieces, 0);
  }

  /** Nothing more comes of those with these names. */
  async end(names: Iterable<string>): Promise<void> {
    for (const name of names) {
      const joined = this.#joined.get(name);
      if (joined?.isStopped === false) await this.#end(joined);
    }
  }

  /** Nothing more comes of a choice; `null`: of all. */
  async endChoice(choice: string | null): Promise<void> {
    for (const joined of this.#joined.values())
      if (!joined.isStopped && (choice === null || joined.choice === choice)) await this.#end(joined);
  }

  /** As `endChoice`, of what is decided while it comes: a choice ends where a text of it is blocked. */
  async endBlocked(choice: string | null): Promise<void> {
    for (const joined of this.#joined.values())
      if (!joined.isWhole && !joined.isStopped && (choice === null || joined.choice === choice))
        await this.#end(joined);
  }

  /** The same text gets the same masks; another one is checked like any text, beside those of its event that it is read with. */
  async decideCopies(copies: readonly RelayedChannel[]): Promise<void> {
    const { texts, isCutOff } = this.#parts;
    const open = copies.filter((copy) => !isCutOff(copy));
    for (const copy of open) {
      copy.original = texts.originalOf(copy);
      // One that is not decided yet follows later.
      if (copy.original !== null) copy.edits = copy.original.edits;
    }
    for (const group of Map.groupBy(open, (copy) => copy.joined ?? copy).values())
      if (group.some(({ original }) => original === null)) await this.decide(group);
  }

  /** Checks complete texts, as one if there are several. */
  async decide(channels: readonly RelayedChannel[]): Promise<void> {
    const { checks, texts, isCutOff } = this.#parts;
    const open = channels.filter((channel) => !isCutOff(channel));
    if (open.length === 0) return;
    const inspections = await checks.wholes(open.map((channel) => texts.whole(channel)));
    for (const [at, channel] of open.entries()) this.#inspected(channel, inspections[at]);
  }

  drop(choice: string): void {
    for (const joined of this.#joined.values()) if (joined.choice === choice) this.#forget(joined);
  }

  #give(joined: JoinedChannel, pieces: readonly JoinedPiece[], from: number): Waiting {
    const { checks } = this.#parts;
    const { name, isSealed } = joined;
    for (let at = from; at < pieces.length; at++) {
      const { text = "", endsPart = false } = pieces[at] ?? {};
      const ends = endsPart ? ({ ends: "part" } as const) : {};
      const step = text === "" ? checks.endPart(name) : checks.push(name, text, { isSealed, ...ends });
      if (step instanceof Promise)
        return step.then((late) => {
          this.#apply(joined, late);
          return this.#give(joined, pieces, at + 1);
        });
      this.#apply(joined, step);
    }
    return null;
  }

  #forget(joined: JoinedChannel): void {
    if (this.#joined.delete(joined.name)) this.#cost -= costOf(joined);
  }

  async #end(joined: JoinedChannel): Promise<void> {
    this.#forget(joined);
    if (joined.isWhole) {
      await this.decide(joined.open);
    } else {
      for (const channel of joined.open) await this.#give(joined, joined.grow(channel, "", true), 0);
      this.#apply(joined, await this.#parts.checks.end(joined.name));
    }
  }

  #inspected(channel: RelayedChannel, inspection: Inspection | undefined): void {
    if (inspection === undefined) return;
    if (inspection.kind !== "pass") {
      channel.isStopped = true;
      this.#parts.stopped(channel, inspection);
      return;
    }
    const isKnown = channel.original !== null;
    // Copies of a text that has been decided share its edits.
    if (isKnown) channel.edits = [];
    channel.original = null;
    channel.edits.push(...inspection.edits);
    channel.decided = channel.length;
    if (!isKnown) this.#parts.decided(channel);
  }

  #apply(joined: JoinedChannel, step: ChannelStep): void {
    for (const channel of joined.apply(step)) this.#parts.decided(channel);
    if (step.stop !== null) this.#parts.stopped(joined.stop(step.decided), step.stop);
  }
}

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
interface JoinedPiece {
  readonly text: string;
  readonly endsPart: boolean;
}

/**
 * Texts of a stream that readers put together, such as the blocks of one answer: checked one by one, and joined in the order of their
 * beginnings. What may continue in the next part is decided with it.
 */
class JoinedChannel {
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
  grow(channel: RelayedChannel, text: string, endsPart: boolean): readonly JoinedPiece[] {
    let part = this.#partOf.get(channel);
    if (part === undefined) {
      part = { channel, start: Infinity, waiting: "", isClosed: false };
      this.#parts.push(part);
      this.#partOf.set(channel, part);
      this.#latest = channel;
    }
    part.waiting += text;
    part.isClosed ||= endsPart;
    return this.#takePieces();
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

  /** The joined text is stopped there. Returns the channel of that place. */
  stop(decided: number): RelayedChannel {
    const at = this.#parts.findLast(({ start, channel }) => start <= decided && channel.length > 0);
    this.isStopped = true;
    for (const { channel } of this.#parts) channel.isStopped = true;
    return at?.channel ?? this.#parts[0]?.channel ?? this.#latest;
  }

  #takePieces(): readonly JoinedPiece[] {
    const pieces: JoinedPiece[] = [];
    for (let part = this.#parts[this.#given]; part !== undefined; part = this.#parts[this.#given]) {
      if (part.start === Infinity) part.start = this.#length;
      if (part.waiting !== "" || part.isClosed) pieces.push({ text: part.waiting, endsPart: part.isClosed });
      this.#length += part.waiting.length;
      part.waiting = "";
      if (!part.isClosed) break;
      this.#given += 1;
    }
    return pieces;
  }
}

const isDone = ({ channel, isClosed, waiting }: Part): boolean =>
  isClosed && waiting === "" && channel.decided === channel.length;

/** Adds what of an edit of the joined text lies in a part. */
function addEdit({ channel, start }: Part, edit: Edit): void {
  const end = start + channel.length;
  if (edit.start >= end || edit.end <= start) return;
  channel.edits.push(editIn({ start, end }, edit));
}

function decide({ channel, start, isClosed }: Part, decided: number): void {
  const own = Math.min(Math.max(0, decided - start), channel.length);
  const [first] = channel.edits;
  const isEmpty = channel.decided === 0 && first?.replacement === "" && first.start === 0 && first.end >= own;
  channel.decided = isEmpty && !isClosed ? 0 : own;
  if (isEmpty && isClosed && first.end === channel.length) channel.edits[0] = { ...first, replacement: EMPTIED };
}
