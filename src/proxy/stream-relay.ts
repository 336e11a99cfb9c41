import type { CompletionRequest, Parsed, Refusal, StreamCodec, StreamStep, TextDelta, TextKind } from "../codecs/codec.ts";
import type { SseEvent } from "../codecs/sse.ts";
import type { Edit } from "../core/masks.ts";
import type { Origin } from "../core/model.ts";
import type { Inspection } from "./inspect.ts";
import { edited, isWhole, openChannel, releasedText, type Channel, type Piece } from "./stream-channel.ts";

/** What a guard says about a channel's text so far. */
export interface ChannelStep {
  /** Length of the text that is decided, from the channel's beginning; edits of it are all told by now. */
  readonly decided: number;
  /** New edits, ordered, disjoint, behind all earlier ones. */
  readonly edits: readonly Edit[];
  /** Why the text may not go on; `null` while it may. */
  readonly stop: Exclude<Inspection, { readonly kind: "pass" }> | null;
}

export interface WholeText {
  readonly text: string;
  readonly kind: TextKind;
  readonly origin: Origin;
}

/** The checks that a stream needs. The relay knows no policies. */
export interface StreamChecks {
  readonly push: (channel: string, text: string, options: { readonly isSealed: boolean }) => Promise<ChannelStep>;
  readonly end: (channel: string) => Promise<ChannelStep>;
  /** Checks a text that is complete. */
  readonly whole: (text: WholeText) => Promise<Inspection>;
  readonly refusal: (policies: readonly string[]) => Refusal;
}

export interface RelayOptions {
  readonly codec: StreamCodec;
  readonly checks: StreamChecks;
  readonly request: Pick<CompletionRequest, "choiceCount">;
  /** UTF-16 units of one channel, and of all events held back and all texts kept together. */
  readonly textMaxChars: number;
  readonly heldMaxChars: number;
  /** An event that cannot be read passes, or ends the stream. */
  readonly passesUnread: boolean;
}

export type RelayState =
  | { readonly kind: "open" }
  /** Every choice is blocked or finished. */
  | { readonly kind: "blocked"; readonly policies: readonly string[] }
  | { readonly kind: "unavailable"; readonly policies: readonly string[] }
  | { readonly kind: "unread"; readonly reason: string };

interface Item {
  /** `null`: an end of ours in the place of a choice. */
  readonly event: SseEvent | null;
  readonly pieces: readonly Piece[];
  readonly step: StreamStep | null;
  readonly refused: readonly string[];
  /** Counts all items of the stream. */
  readonly sequence: number;
}

/**
 * The queue of a checked stream: events leave in their order, as they came once all their text is decided, rewritten where
 * edits touch them. A block in one choice ends that choice; the others go on.
 */
export class StreamRelay {
  readonly #options: RelayOptions;
  readonly #channels = new Map<string, Channel>();
  /** Channels that are complete, of a format that repeats them. */
  readonly #complete = new Map<string, Channel>();
  readonly #queue: Item[] = [];
  #head = 0;
  #heldChars = 0;
  readonly #known = new Set<string>();
  readonly #finished = new Set<string>();
  /** Blocked choices, and how many items there were when the block came. */
  readonly #blocked = new Map<string, number>();
  /** Blocked choices whose native end stands in the queue already. */
  readonly #ended = new Set<string>();
  /** Choices that a block of everything ends. */
  #endedAtLast: readonly string[] = [];
  readonly #policies = new Set<string>();
  #state: RelayState = { kind: "open" };
  #unreadEvents = 0;
  #sequence = 0;

  constructor(options: RelayOptions) {
    this.#options = options;
  }

  get state(): RelayState {
    return this.#state;
  }

  /** Events that passed although they could not be read. */
  get unreadEvents(): number {
    return this.#unreadEvents;
  }

  get isHolding(): boolean {
    return this.#head < this.#queue.length;
  }

  /**
   * Takes events in, neighbouring pieces of a channel together: how a stream is cut changes the cost, never the outcome. What
   * ends or repeats a text is decided before the next event is read, so that a block finds all before it settled.
   */
  async push(events: readonly SseEvent[]): Promise<void> {
    const gathered: Gathered = { pending: new Map(), copies: [] };
    for (const event of events) {
      const step = this.#options.codec.read(event);
      if (!this.#enqueue(event, step, gathered)) break;
      if (step.ok && !isPieces(step.value)) await this.#settle(gathered, step.value);
    }
    await this.#settle(gathered, NOTHING);
    if (this.#heldChars > this.#options.heldMaxChars) this.#stop({ kind: "unread", reason: "too much text held" });
  }

  async #settle({ pending, copies }: Gathered, { closes, finishes }: Pick<StreamStep, "closes" | "finishes">): Promise<void> {
    for (const [channel, text] of pending) await this.#feed(channel, text);
    for (const name of closes) await this.#close(name);
    for (const copy of copies) await this.#decideCopy(copy);
    pending.clear();
    copies.length = 0;
    // Only now: until its channels are closed a choice is not over.
    for (const choice of finishes) this.#finished.add(choice);
  }

  /** The upstream has ended: what is still open is complete. */
  async end(): Promise<void> {
    // A map may lose entries while it is walked.
    for (const name of this.#channels.keys()) await this.#close(name);
  }

  /** Everything that may leave now. */
  take(): readonly SseEvent[] {
    const out: SseEvent[] = [];
    while (this.#head < this.#queue.length) {
      const item = this.#queue[this.#head];
      if (item === undefined || !item.pieces.every((piece) => this.#isDecided(piece))) break;
      this.#render(item, out);
      this.#heldChars -= item.event?.raw.length ?? 0;
      this.#head += 1;
    }
    if (this.#head === this.#queue.length || this.#head > COMPACT_AFTER) {
      this.#queue.splice(0, this.#head);
      this.#head = 0;
    }
    return out;
  }

  /** The native end of a stream that is blocked; asked for once, behind the last `take`. */
  refusal(): readonly SseEvent[] {
    return this.#refuse(this.#endedAtLast, true);
  }

  #refuse(choices: readonly string[], all: boolean): readonly SseEvent[] {
    const refusal = this.#options.checks.refusal([...this.#policies]);
    return this.#options.codec.refusalEvents({ choices, all, refusal, released: (name) => this.#released(name) });
  }

  #released(name: string): string {
    const channel = this.#complete.get(name) ?? this.#channels.get(name);
    return channel === undefined ? "" : releasedText(channel);
  }

  /** False when the stream cannot go on behind it. */
  #enqueue(event: SseEvent, step: Parsed<StreamStep>, gathered: Gathered): boolean {
    if (this.#state.kind !== "open") return false;
    if (!step.ok) {
      this.#unreadEvents += 1;
      if (!this.#options.passesUnread) this.#stop({ kind: "unread", reason: step.reason });
      else this.#add({ event, pieces: NO_PIECES, step: null, refused: [] });
      return this.#options.passesUnread;
    }
    const { deltas, choices } = step.value;
    for (const choice of choices) this.#known.add(choice);
    const pieces = deltas.length === 0 ? NO_PIECES : deltas.map((delta) => this.#piece(delta, gathered));
    this.#add({ event, pieces, step: step.value, refused: [] });
    return true;
  }

  #add(item: Omit<Item, "sequence">): void {
    this.#heldChars += item.event?.raw.length ?? 0;
    this.#sequence += 1;
    this.#queue.push({ ...item, sequence: this.#sequence });
  }

  #piece(delta: TextDelta, { pending, copies }: Gathered): Piece {
    const { channel: name, text } = delta;
    let channel = delta.isCopy ? undefined : this.#channels.get(name);
    if (channel === undefined) {
      channel = openChannel(delta, { keepsText: this.#options.codec.repeats });
      if (!delta.isCopy) this.#channels.set(name, channel);
    }
    const piece = { channel, start: channel.length, text };
    channel.length += text.length;
    if (delta.isCopy) {
      channel.text = text;
      copies.push(channel);
    } else {
      const before = pending.get(channel);
      pending.set(channel, before === undefined ? text : before + text);
    }
    return piece;
  }

  async #feed(channel: Channel, text: string): Promise<void> {
    if (this.#state.kind !== "open" || this.#isBlocked(channel.choice)) return;
    if (channel.keepsText) {
      channel.text += text;
      this.#heldChars += text.length;
    }
    if (!isWhole(channel)) {
      const options = { isSealed: channel.kind === "sealed" };
      this.#apply(channel, await this.#options.checks.push(channel.name, text, options));
    } else if (channel.text.length > this.#options.textMaxChars) {
      this.#stop({ kind: "unread", reason: "text too long" });
    }
  }

  async #close(name: string): Promise<void> {
    const channel = this.#channels.get(name);
    if (channel === undefined) return;
    this.#channels.delete(name);
    if (this.#options.codec.repeats) this.#complete.set(name, channel);
    else if (channel.keepsText) this.#heldChars -= channel.text.length;
    if (this.#state.kind !== "open" || this.#isBlocked(channel.choice)) return;
    if (isWhole(channel)) await this.#decideWhole(channel);
    else this.#apply(channel, await this.#options.checks.end(name));
  }

  async #decideWhole(channel: Channel): Promise<void> {
    const inspection = await this.#options.checks.whole(channel);
    const isPassing = inspection.kind === "pass";
    const decided = isPassing ? channel.length : 0;
    this.#apply(channel, { decided, edits: isPassing ? inspection.edits : [], stop: isPassing ? null : inspection });
  }

  /** The same text gets the same masks; another one is checked like any text. */
  async #decideCopy(copy: Channel): Promise<void> {
    if (this.#state.kind !== "open" || this.#isBlocked(copy.choice)) return;
    const original = this.#complete.get(copy.name);
    if (original === undefined || original.text !== copy.text) {
      await this.#decideWhole(copy);
      return;
    }
    copy.edits = original.edits;
    copy.decided = original.decided;
  }

  #apply(channel: Channel, step: ChannelStep): void {
    channel.decided = step.decided;
    if (step.edits.length > 0) channel.edits = [...channel.edits, ...step.edits];
    if (step.stop === null) return;
    if (step.stop.kind === "unavailable") this.#stop(step.stop);
    else this.#block(channel.choice, step.stop.policies);
  }

  #block(choice: string | null, policies: readonly string[]): void {
    for (const policy of policies) this.#policies.add(policy);
    if (choice !== null) this.#blocked.set(choice, this.#sequence);
    const done = new Set([...this.#blocked.keys(), ...this.#finished]);
    if (choice !== null && done.size < Math.max(this.#options.request.choiceCount, this.#known.size)) {
      this.#ended.add(choice);
      this.#add({ event: null, pieces: NO_PIECES, step: null, refused: [choice] });
      return;
    }
    // A text that belongs to no choice takes all of them along.
    const open =
      choice === null ? [...this.#known].filter((name) => !this.#finished.has(name)) : [...this.#blocked.keys()];
    for (const name of open) if (!this.#blocked.has(name)) this.#blocked.set(name, this.#sequence);
    this.#endedAtLast = open.filter((name) => !this.#ended.has(name));
    this.#stop({ kind: "blocked", policies: [...this.#policies] });
  }

  #stop(state: RelayState): void {
    if (this.#state.kind === "open") this.#state = state;
  }

  #isBlocked(choice: string | null): boolean {
    return choice !== null && this.#blocked.has(choice);
  }

  #isDecided({ channel, start, text }: Piece): boolean {
    return start + text.length <= channel.decided || this.#isBlocked(channel.choice);
  }

  #render(item: Item, out: SseEvent[]): void {
    const { event, pieces, step } = item;
    if (event === null) {
      out.push(...this.#refuse(item.refused, false));
      return;
    }
    if (step === null) {
      out.push(event);
      return;
    }
    const dropped =
      this.#blocked.size === 0 ? NONE : new Set(step.choices.filter((choice) => this.#isDropped(item, step, choice)));
    let isChanged = false;
    const texts = pieces.map((piece) => {
      const text = edited(piece, this.#isBlocked(piece.channel.choice) ? piece.channel.decided : Infinity);
      isChanged ||= text !== piece.text;
      return text;
    });
    const rendered = step.render({ texts, isChanged, dropped });
    if (rendered !== null) out.push(rendered);
  }

  /** Of a blocked choice only that leaves which came before the match: how the stream was cut makes no difference. */
  #isDropped(item: Item, step: StreamStep, choice: string): boolean {
    const blockedAt = this.#blocked.get(choice);
    if (blockedAt === undefined) return false;
    if (item.sequence > blockedAt || step.finishes.includes(choice)) return true;
    const own = item.pieces.filter(({ channel }) => channel.choice === choice);
    return own.length > 0 && own.every(({ channel, start }) => start >= channel.decided);
  }
}

interface Gathered {
  readonly pending: Map<Channel, string>;
  readonly copies: Channel[];
}

/** Text that goes on, and nothing else. */
function isPieces({ deltas, closes, finishes }: StreamStep): boolean {
  return deltas.length > 0 && closes.length + finishes.length === 0 && !deltas.some(({ isCopy }) => isCopy);
}

const NOTHING = { closes: [], finishes: [] } as const;
const NO_PIECES: readonly Piece[] = [];
const NONE: ReadonlySet<string> = new Set();

/** How many released events may stand before the queue is compacted. */
const COMPACT_AFTER = 256;
