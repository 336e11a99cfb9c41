import type { CompletionRequest, Parsed, StreamCodec, StreamStep, TextDelta, TextKind } from "../codecs/codec.ts";
import type { SseEvent } from "../codecs/sse.ts";
import type { Edit } from "../core/masks.ts";
import type { Inspection } from "./inspect.ts";

/** What a guard says about a channel's text so far. */
export interface ChannelStep {
  /** Length of the text that is decided, from the channel's beginning; edits of it are all told by now. */
  readonly decided: number;
  /** New edits, ordered, disjoint, behind all earlier ones. */
  readonly edits: readonly Edit[];
  /** Why the text may not go on; `null` while it may. */
  readonly stop: Exclude<Inspection, { readonly kind: "pass" }> | null;
}

/** The checks that a stream needs. The relay knows no policies. */
export interface StreamChecks {
  readonly push: (channel: string, text: string) => Promise<ChannelStep>;
  readonly end: (channel: string) => Promise<ChannelStep>;
  /** Checks the whole text of a `json` channel. */
  readonly whole: (text: string) => Promise<Inspection>;
}

export interface RelayOptions {
  readonly codec: StreamCodec;
  readonly checks: StreamChecks;
  readonly request: Pick<CompletionRequest, "choiceCount">;
  /** UTF-16 units of one channel, and of all events held back together. */
  readonly textMaxChars: number;
  readonly heldMaxChars: number;
  /** An event that cannot be read passes, or ends the stream. */
  readonly passesUnread: boolean;
}

export type RelayState =
  | { readonly kind: "open" }
  /** Every choice is blocked or finished: `refusal` ends the stream natively. */
  | { readonly kind: "blocked"; readonly policies: readonly string[]; readonly refusal: string }
  | { readonly kind: "unavailable"; readonly policies: readonly string[] }
  | { readonly kind: "unread"; readonly reason: string };

interface Channel {
  readonly name: string;
  readonly choice: string | null;
  readonly kind: TextKind;
  length: number;
  decided: number;
  edits: readonly Edit[];
  /** The whole text so far, of a `json` channel only. */
  text: string;
}

interface Piece {
  readonly channel: Channel;
  readonly start: number;
  readonly text: string;
}

interface Item {
  readonly event: SseEvent;
  readonly pieces: readonly Piece[];
  readonly choices: readonly string[];
  /** Choices that the provider ends here. */
  readonly finishes: readonly string[];
  readonly mustRewrite: boolean;
  /** Counts all items of the stream. */
  readonly sequence: number;
}

/**
 * The queue of a checked stream: events leave in their order, byte for byte once all their text is decided, rewritten where
 * edits touch them. A block in one choice ends that choice; the others go on.
 */
export class StreamRelay {
  readonly #options: RelayOptions;
  readonly #channels = new Map<string, Channel>();
  readonly #queue: Item[] = [];
  #head = 0;
  #heldChars = 0;
  readonly #known = new Set<string>();
  readonly #finished = new Set<string>();
  /** Blocked choices, and how many items there were when the block came. */
  readonly #blocked = new Map<string, number>();
  /** Blocked choices whose native end stands in the queue already. */
  readonly #ended = new Set<string>();
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

  /** Takes events in, the texts of one channel together: how a stream is cut changes the cost, never the outcome. */
  async push(events: readonly SseEvent[]): Promise<void> {
    const pending = new Map<Channel, string>();
    const closes: string[] = [];
    const finishes: string[] = [];
    for (const event of events) {
      const step = this.#options.codec.read(event);
      if (!this.#enqueue(event, step, pending)) break;
      if (!step.ok) continue;
      closes.push(...step.value.closes);
      finishes.push(...step.value.finishes);
    }
    for (const [channel, text] of pending) await this.#feed(channel, text);
    for (const name of closes) await this.#close(name);
    // Only now: until its channels are closed a choice is not over.
    for (const choice of finishes) this.#finished.add(choice);
    if (this.#heldChars > this.#options.heldMaxChars) this.#stop({ kind: "unread", reason: "too much text held" });
  }

  /** The upstream has ended: what is still open is complete. */
  async end(): Promise<void> {
    // A map may lose entries while it is walked.
    for (const name of this.#channels.keys()) await this.#close(name);
  }

  /** Everything that may leave now. */
  take(): string {
    let out = "";
    while (this.#head < this.#queue.length) {
      const item = this.#queue[this.#head];
      if (item === undefined || !item.pieces.every((piece) => this.#isDecided(piece))) break;
      out += this.#render(item);
      this.#heldChars -= item.event.raw.length;
      this.#head += 1;
    }
    if (this.#head === this.#queue.length || this.#head > COMPACT_AFTER) {
      this.#queue.splice(0, this.#head);
      this.#head = 0;
    }
    return out;
  }

  /** False when the stream cannot go on behind it. */
  #enqueue(event: SseEvent, step: Parsed<StreamStep>, pending: Map<Channel, string>): boolean {
    if (this.#state.kind !== "open") return false;
    if (!step.ok) {
      this.#unreadEvents += 1;
      if (!this.#options.passesUnread) this.#stop({ kind: "unread", reason: step.reason });
      else this.#add(event);
      return this.#options.passesUnread;
    }
    const { deltas, choices, finishes, mustRewrite } = step.value;
    for (const choice of choices) this.#known.add(choice);
    const pieces = deltas.map((delta) => this.#piece(delta, pending));
    this.#add(event, { pieces, choices, finishes, mustRewrite });
    return true;
  }

  #add(event: SseEvent, fields: Omit<Item, "event" | "sequence"> = PLAIN): void {
    this.#heldChars += event.raw.length;
    this.#sequence += 1;
    this.#queue.push({ event, ...fields, sequence: this.#sequence });
  }

  #piece({ channel: name, choice, text, kind }: TextDelta, pending: Map<Channel, string>): Piece {
    let channel = this.#channels.get(name);
    if (channel === undefined) {
      channel = { name, choice, kind, length: 0, decided: 0, edits: [], text: "" };
      this.#channels.set(name, channel);
    }
    const piece = { channel, start: channel.length, text };
    channel.length += text.length;
    pending.set(channel, (pending.get(channel) ?? "") + text);
    return piece;
  }

  async #feed(channel: Channel, text: string): Promise<void> {
    if (this.#state.kind !== "open" || this.#isBlocked(channel.choice)) return;
    if (channel.kind === "text") {
      this.#apply(channel, await this.#options.checks.push(channel.name, text));
      return;
    }
    channel.text += text;
    if (channel.text.length > this.#options.textMaxChars) this.#stop({ kind: "unread", reason: "text too long" });
  }

  async #close(name: string): Promise<void> {
    const channel = this.#channels.get(name);
    this.#channels.delete(name);
    if (channel === undefined || this.#state.kind !== "open" || this.#isBlocked(channel.choice)) return;
    if (channel.kind === "text") {
      this.#apply(channel, await this.#options.checks.end(name));
      return;
    }
    const inspection = await this.#options.checks.whole(channel.text);
    const isPassing = inspection.kind === "pass";
    const decided = isPassing ? channel.length : 0;
    this.#apply(channel, { decided, edits: isPassing ? inspection.edits : [], stop: isPassing ? null : inspection });
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
    const { codec, request } = this.#options;
    if (choice !== null && done.size < Math.max(request.choiceCount, this.#known.size)) {
      this.#ended.add(choice);
      for (const event of codec.refusalEvents({ choices: [choice], all: false })) this.#add(event);
      return;
    }
    // A text that belongs to no choice takes all of them along.
    const open =
      choice === null ? [...this.#known].filter((name) => !this.#finished.has(name)) : [...this.#blocked.keys()];
    for (const name of open) if (!this.#blocked.has(name)) this.#blocked.set(name, this.#sequence);
    const choices = open.filter((name) => !this.#ended.has(name));
    const refusal = codec.refusalEvents({ choices, all: true }).map((event) => event.raw);
    this.#stop({ kind: "blocked", policies: [...this.#policies], refusal: refusal.join("") });
  }

  #stop(state: RelayState): void {
    if (this.#state.kind === "open") this.#state = state;
  }

  #isBlocked(choice: string | null): boolean {
    return choice !== null && this.#blocked.has(choice);
  }

  #isDecided({ channel, start, text }: Piece): boolean {
    return this.#isBlocked(channel.choice) || start + text.length <= channel.decided;
  }

  #render(item: Item): string {
    const { event, pieces, mustRewrite } = item;
    const dropped = new Set(item.choices.filter((choice) => this.#isDropped(item, choice)));
    let isChanged = mustRewrite || dropped.size > 0;
    const texts = pieces.map((piece) => {
      const text = edited(piece, this.#isBlocked(piece.channel.choice) ? piece.channel.decided : Infinity);
      isChanged ||= text !== piece.text;
      return text;
    });
    if (!isChanged) return event.raw;
    return this.#options.codec.withTexts(event, texts, dropped)?.raw ?? "";
  }

  /** Of a blocked choice only that leaves which came before the match: how the stream was cut makes no difference. */
  #isDropped(item: Item, choice: string): boolean {
    const blockedAt = this.#blocked.get(choice);
    if (blockedAt === undefined) return false;
    if (item.sequence > blockedAt || item.finishes.includes(choice)) return true;
    const own = item.pieces.filter(({ channel }) => channel.choice === choice);
    return own.length > 0 && own.every(({ channel, start }) => start >= channel.decided);
  }
}

const PLAIN = { pieces: [], choices: [], finishes: [], mustRewrite: false } as const;

/** How many released events may stand before the queue is compacted. */
const COMPACT_AFTER = 256;

/** A piece of its channel's text with the channel's edits, up to `limit`. A replacement stands where its match begins. */
function edited({ channel, start, text: whole }: Piece, limit: number): string {
  const end = Math.min(start + whole.length, limit);
  if (end <= start) return "";
  const text = whole.slice(0, end - start);
  if (channel.edits.length === 0) return text;
  // Pieces leave in order: edits before this one are not needed again.
  channel.edits = channel.edits.filter((edit) => edit.end > start);
  let out = "";
  let at = start;
  for (const edit of channel.edits) {
    if (edit.start >= end) break;
    if (edit.start > at) out += text.slice(at - start, edit.start - start);
    if (edit.start >= start) out += edit.replacement;
    at = Math.min(edit.end, end);
  }
  return out + text.slice(at - start);
}
