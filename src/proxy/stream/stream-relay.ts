import type { Parsed, PieceStep, Refusal, StreamStep } from "../../codecs/codec.ts";
import type { SseEvent } from "../../codecs/framing/framing.ts";
import { combinedReason, NO_REASON, type BlockReason } from "../checks/block-reason.ts";
import { endingOf, isWhole, NO_PIECES, type Block, type RelayedChannel } from "./relayed-text.ts";
import { Choices, StreamExit } from "./stream-exit.ts";
import { EventBatch, StreamTexts } from "./stream-texts.ts";
import type { ChannelStep, RelayOptions, RelayState } from "./stream-contract.ts";
import { StreamQueue } from "./stream-queue.ts";
import { JoinedChannels } from "./joined-channels.ts";

/** What the texts of one stream may cost besides their characters: tens of thousands of texts. UTF-16 units. */
export const COST_MAX_CHARS = 8_388_608;

const AFTER_END = "text after the end";
const OUT_OF_ORDER = "text out of order";

const LAST = { ends: "text" } as const;

/** `null`: there is nothing to wait for, as after most pieces; awaiting a non-promise costs a turn of the loop. */
type Waiting = Promise<unknown> | null;

/**
 * A checked stream: events leave in their order, as they came once all their text is decided, rewritten where
 * edits touch them. A block in one choice ends that choice; the others continue.
 */
export class StreamRelay {
  readonly #options: RelayOptions;
  readonly #texts: StreamTexts;
  readonly #queue: StreamQueue;
  readonly #choices: Choices;
  readonly #joined: JoinedChannels;
  readonly #exit: StreamExit;
  /** Choices that a block of everything ends. */
  #endedAtLast: readonly string[] = [];
  /** Why choices are blocked, of all of them. */
  #reason: BlockReason = NO_REASON;
  /** Not carried out yet. */
  #blocks: Block[] = [];
  #state: RelayState = { kind: "open" };
  #isOver = false;
  #unreadEvents = 0;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#texts = new StreamTexts(options.codec.repeats, options.work);
    this.#queue = new StreamQueue(options.checks.meter);
    this.#choices = new Choices(options.request.choiceCount);
    this.#joined = new JoinedChannels({
      checks: options.checks,
      texts: this.#texts,
      isCutOff: (channel) => this.#isCutOff(channel),
      decided: (channel) => this.#reportComplete(channel),
      stopped: (channel, stop) => this.#stopped(channel, stop),
    });
    const refusal = (): Refusal => options.checks.refusal(this.#reason);
    const [queue, choices, texts, joined] = [this.#queue, this.#choices, this.#texts, this.#joined];
    this.#exit = new StreamExit({ codec: options.codec, queue, choices, texts, joined, refusal });
  }

  get state(): RelayState {
    return this.#state;
  }

  /** Events that passed although they could not be read. */
  get unreadEvents(): number {
    return this.#unreadEvents;
  }

  /** Size of all events and texts that are kept, UTF-16 units. */
  get keptChars(): number {
    return this.#queue.bufferedChars + this.#texts.keptChars;
  }

  /** What all texts cost besides, UTF-16 units. */
  get cost(): number {
    return this.#texts.cost + this.#joined.cost;
  }

  get isBuffering(): boolean {
    return !this.#queue.isEmpty;
  }

  /**
   * Takes events in, neighbouring pieces of a channel together: how a stream is cut changes the cost, never the outcome. What
   * ends or repeats a text is decided before the next event is read, so that everything before a block is decided.
   */
  push(events: readonly SseEvent[]): Waiting {
    this.#queue.readClock();
    const reading = this.#readOn(events, 0, new EventBatch());
    return reading === null ? this.#boundBuffered() : reading.then(() => this.#boundBuffered());
  }

  /** Takes in the events from that one on; a promise only where there is something to wait for. */
  #readOn(events: readonly SseEvent[], from: number, batch: EventBatch): Waiting {
    const { readPiece, read } = this.#options.codec;
    for (let at = from; at < events.length; at++) {
      const event = events[at];
      if (event === undefined) break;
      const piece = readPiece?.(event) ?? null;
      const step = piece === null ? read(event) : null;
      // The provider's usage may directly follow a block: the codec has it now, and a refusal repeats it.
      if (this.#state.kind !== "open") break;
      if (piece !== null) this.#enqueuePiece(event, piece, batch);
      const ending = step !== null && this.#enqueue(event, step, batch) ? endingOf(step) : null;
      if (ending !== null) return this.#finishBatch(batch, ending).then(() => this.#readOn(events, at + 1, batch));
      if (batch.isFull) return this.#readLater(events, at + 1, batch);
    }
    return this.#settlePieces(batch);
  }

  async #readLater(events: readonly SseEvent[], from: number, batch: EventBatch): Promise<void> {
    await this.#settlePieces(batch);
    batch.resetCount();
    await this.#options.yieldToLoop?.();
    await this.#readOn(events, from, batch);
  }

  #boundBuffered(): null {
    if (this.keptChars > this.#options.bufferedMaxChars) this.#stop({ kind: "unread", reason: "too much text held" });
    else if (this.cost > COST_MAX_CHARS) this.#stop({ kind: "unread", reason: "too many texts" });
    return null;
  }

  /** Checks what the batch has of texts that may grow. */
  #settlePieces(batch: EventBatch): Waiting {
    for (const { channel, text } of batch.pending.values()) {
      batch.drop(channel);
      const feeding = this.#feed(channel, text, false);
      if (feeding !== null) return feeding.then(() => this.#settlePieces(batch));
    }
    return this.#blocks.length > 0 ? this.#carryOut() : null;
  }

  /** Checks all that the batch has. */
  async #finishBatch(batch: EventBatch, step: StreamStep): Promise<void> {
    const closes = new Set(step.closes);
    for (const { channel, text } of batch.pending.values()) {
      const isLast = !isWhole(channel) && closes.has(channel.name);
      const feeding = this.#feed(channel, text, isLast);
      if (feeding !== null) await feeding;
      if (!isLast) continue;
      this.#texts.close(channel, this.#choices.isBlocked(channel.choice));
      if (channel.joined === null) this.#reportComplete(channel);
    }
    for (const name of step.closes) await this.#close(name);
    if (step.isEnd) await this.#joined.endChoice(null);
    else await this.#joined.end(step.closes);
    this.#texts.endJoined(step.closes);
    await this.#joined.decideCopies(batch.copies);
    batch.clear();
    if (this.#blocks.length > 0) await this.#carryOut();
    // Only now: until its channels are closed a choice is not over.
    for (const choice of step.finishes) this.#choices.finished.add(choice);
  }

  /** Queues an event that passes unread, after what waits. */
  pass(event: SseEvent): void {
    this.#unreadEvents += 1;
    if (this.#state.kind === "open") this.#queue.add(event, { pieces: NO_PIECES, step: null });
  }

  /** The upstream has ended: what is still open is complete. */
  async end(): Promise<void> {
    // A map may lose entries while it is walked.
    for (const name of this.#texts.open.keys()) await this.#close(name);
    await this.#joined.endChoice(null);
    if (this.#blocks.length > 0) await this.#carryOut();
  }

  /** Everything that may leave now. */
  takeReady(): readonly SseEvent[] {
    return this.#exit.takeReady();
  }

  /** The native end of a stream that is blocked; asked for once, after the last `takeReady`. */
  refusal(): readonly SseEvent[] {
    return this.#exit.refuse(this.#endedAtLast, true);
  }

  /** False when the stream ends with it. */
  #enqueue(event: SseEvent, step: Parsed<StreamStep>, batch: EventBatch): boolean {
    batch.run = null;
    if (!step.ok) return this.#passUnread(event, step.reason);
    const { deltas, choices, isEnd } = step.value;
    // A client may stop reading at the end, or read on: what follows belongs to no text that was checked.
    if (this.#isOver && deltas.length > 0) return this.#passUnread(event, AFTER_END);
    // Readers put texts in the order of their places: what was decided was decided without this one.
    if (!deltas.every((delta) => this.#texts.isInOrder(delta))) return this.#passUnread(event, OUT_OF_ORDER);
    this.#isOver ||= isEnd && this.#options.endsOnce;
    for (const choice of choices) this.#choices.known.add(choice);
    const pieces = deltas.map((delta) => this.#texts.add(delta, delta.text, batch));
    this.#queue.add(event, { pieces, step: step.value });
    return true;
  }

  #enqueuePiece(event: SseEvent, { shape, text }: PieceStep, batch: EventBatch): void {
    const { run } = batch;
    if (run !== null && run.shape === shape) {
      this.#texts.grow(run.channel, { delta: shape.delta, text }, batch);
      this.#queue.grow(run, event, text);
    } else if (this.#isOver) {
      this.#passUnread(event, AFTER_END);
    } else {
      for (const choice of shape.choices) this.#choices.known.add(choice);
      batch.run = this.#queue.addPiece(event, this.#texts.add(shape.delta, text, batch), shape);
    }
  }

  #passUnread(event: SseEvent, reason: string): boolean {
    this.#unreadEvents += 1;
    if (!this.#options.passesUnread) this.#stop({ kind: "unread", reason });
    else this.#queue.add(event, { pieces: NO_PIECES, step: null });
    return this.#options.passesUnread;
  }

  #feed(channel: RelayedChannel, text: string, isLast: boolean): Waiting {
    if (this.#isCutOff(channel)) return null;
    this.#texts.keep(channel, text);
    const isTooLong = isWhole(channel) && channel.text.length > this.#options.textMaxChars;
    if (isTooLong) this.#stop({ kind: "unread", reason: "text too long" });
    if (channel.joined !== null) return this.#joined.feed(channel, channel.joined, { text, isLast });
    if (isWhole(channel)) return null;
    const options = { isSealed: channel.kind === "sealed", ...(isLast ? LAST : {}) };
    const step = this.#options.checks.push(channel.name, text, options);
    if (step instanceof Promise) return step.then((late) => this.#apply(channel, late));
    this.#apply(channel, step);
    return null;
  }

  async #close(name: string): Promise<void> {
    const channel = this.#texts.open.get(name);
    if (channel === undefined) return;
    this.#texts.close(channel, this.#choices.isBlocked(channel.choice));
    if (this.#isCutOff(channel)) return;
    if (channel.joined !== null) {
      await this.#joined.feed(channel, channel.joined, { text: "", isLast: true });
    } else if (isWhole(channel)) {
      await this.#joined.decide([channel]);
    } else {
      this.#apply(channel, await this.#options.checks.end(name));
      this.#reportComplete(channel);
    }
  }

  /** What is blocked was never sent. */
  #reportComplete(channel: RelayedChannel): void {
    if (channel.keepsText && !this.#isCutOff(channel)) this.#options.checks.completed?.(this.#texts.whole(channel));
  }

  #apply(channel: RelayedChannel, step: ChannelStep): void {
    channel.decided = step.decided;
    for (const edit of step.edits) channel.edits.push(edit);
    if (step.stop !== null) this.#stopped(channel, step.stop);
  }

  #stopped(channel: RelayedChannel, stop: NonNullable<ChannelStep["stop"]>): void {
    channel.isStopped = true;
    if (stop.kind === "unavailable") this.#stop(stop);
    else this.#blocks.push({ channel, reason: stop });
  }

  /** Ends the choices whose text was blocked. What stands before the match is decided first, or it would end in mid-word. */
  async #carryOut(): Promise<void> {
    for (let first = this.#blocks[0]; first !== undefined && this.#state.kind === "open"; first = this.#blocks[0]) {
      const { choice } = first.channel;
      const isLast = choice === null || this.#choices.isLast(choice);
      for (const channel of this.#texts.open.values())
        if (!isWhole(channel) && (isLast || channel.choice === choice)) await this.#close(channel.name);
      await this.#joined.endBlocked(isLast ? null : choice);
      const own = this.#blocks.filter(({ channel }) => channel.choice === choice);
      this.#blocks = this.#blocks.filter(({ channel }) => channel.choice !== choice);
      this.#reason = combinedReason([this.#reason, ...own.map(({ reason }) => reason)]);
      this.#block(choice, this.#queue.cut(new Set(own.map(({ channel }) => channel))));
    }
  }

  #block(choice: string | null, sequence: number): void {
    const { ended, isLast } = this.#choices.block(choice, sequence);
    if (!isLast) {
      this.#queue.insert(ended, sequence);
      return;
    }
    this.#endedAtLast = ended;
    // No end mark, no usage: only what belongs to choices that the provider has ended.
    this.#queue.cutAfter(sequence, (each) => !this.#choices.blocked.has(each));
    this.#stop({ kind: "blocked", ...this.#reason });
  }

  #stop(state: RelayState): void {
    if (this.#state.kind === "open") this.#state = state;
  }

  /** Nothing more of it is decided. */
  #isCutOff({ choice, isStopped }: RelayedChannel): boolean {
    return isStopped || this.#state.kind !== "open" || this.#choices.isBlocked(choice);
  }
}
