import type { Refusal, StreamCodec, Leaving, StreamStep } from "../../codecs/codec.ts";
import type { SseEvent } from "../../codecs/framing/framing.ts";
import { decidedOf, edited, isWhole } from "./relayed-text.ts";
import type { IsDecided, Item, EventRun, StreamQueue } from "./stream-queue.ts";
import type { JoinedChannels } from "./joined-channels.ts";
import type { StreamTexts } from "./stream-texts.ts";
import { pieceStep } from "../../codecs/shared/stream-steps.ts";

interface ExitParts {
  readonly codec: Pick<StreamCodec, "refusalEvents">;
  readonly queue: StreamQueue;
  readonly choices: Choices;
  readonly texts: StreamTexts;
  readonly joined: JoinedChannels;
  readonly refusal: () => Refusal;
}

/** Where the events of a relayed stream leave: in their order, as far as they are decided. */
export class StreamExit {
  readonly #parts: ExitParts;

  constructor(parts: ExitParts) {
    this.#parts = parts;
  }

  /** Everything that may leave now. */
  takeReady(): readonly SseEvent[] {
    const { queue } = this.#parts;
    queue.readClock();
    const out: SseEvent[] = [];
    for (let item = queue.next(this.#isDecided); item !== null; item = queue.next(this.#isDecided))
      this.#render(item, out);
    return out;
  }

  /** The native ends of choices; when `all`, of the stream too. */
  refuse(choices: readonly string[], all: boolean): readonly SseEvent[] {
    const { codec, texts, refusal } = this.#parts;
    return codec.refusalEvents({ choices, all, refusal: refusal(), released: texts.released });
  }

  readonly #isDecided: IsDecided = (channel, end) =>
    end <= decidedOf(channel) || this.#parts.choices.isBlocked(channel.choice);

  #render(item: Item | EventRun, out: SseEvent[]): void {
    const { choices } = this.#parts;
    if (item.kind === "run") {
      renderRun(item, choices.blocked, out);
      return;
    }
    if (item.event === null) {
      out.push(...this.refuse(item.refused, false));
      for (const choice of item.refused) this.#drop(choice);
      return;
    }
    const rendered = renderItem(item, item.event, choices.blocked);
    if (rendered !== null) out.push(rendered);
    for (const choice of item.step?.forgets ?? []) {
      this.#drop(choice);
      choices.forget(choice);
    }
  }

  #drop(choice: string): void {
    const { texts, joined } = this.#parts;
    texts.dropChoice(choice);
    joined.drop(choice);
  }
}

/** Blocked choices, and the number of the event where the blocked match begins. */
type Blocked = ReadonlyMap<string, number>;

const NONE: ReadonlySet<string> = new Set();

const AS_IT_CAME: Leaving = { texts: [], isChanged: false, dropped: NONE, unfinished: NONE };

/** Appends what leaves of the decided events of a run. */
function renderRun(run: EventRun, blocked: Blocked, out: SseEvent[]): void {
  const { shape, channel, events, texts } = run;
  const isUnchanged = blocked.size === 0 && channel.edits.length === 0;
  let { start } = run;
  for (let at = 0; at < events.length; at++) {
    const event = events[at];
    const text = texts[at];
    if (event === undefined || text === undefined) break;
    const rendered = isUnchanged
      ? shape.render(event, text, AS_IT_CAME)
      : renderPiece({ ...run, start, sequence: run.sequence + at }, { event, text }, blocked);
    if (rendered !== null) out.push(rendered);
    start += text.length;
  }
}

function renderPiece(
  { shape, channel, start, sequence }: EventRun,
  { event, text }: { readonly event: SseEvent; readonly text: string },
  blocked: Blocked,
): SseEvent | null {
  const piece = { channel, start, text };
  if (blocked.size > 0) return renderStep({ pieces: [piece], sequence }, pieceStep(event, { shape, text }), blocked);
  const shown = edited(piece, Infinity);
  const isChanged = shown !== text;
  return shape.render(event, text, isChanged ? { ...AS_IT_CAME, texts: [shown], isChanged } : AS_IT_CAME);
}

/** What of an item's event leaves, once it is decided. */
function renderItem(item: Item, event: SseEvent, blocked: Blocked): SseEvent | null {
  return item.step === null ? event : renderStep(item, item.step, blocked);
}

type Placed = Pick<Item, "pieces" | "sequence">;

/** An event as it leaves, with what is decided of its texts and without the choices that have ended before. */
function renderStep(item: Placed, step: StreamStep, blocked: Blocked): SseEvent | null {
  let isChanged = false;
  const texts = item.pieces.map((piece) => {
    const { choice } = piece.channel;
    const text = edited(piece, choice !== null && blocked.has(choice) ? decidedOf(piece.channel) : Infinity);
    isChanged ||= text !== piece.text;
    return text;
  });
  const cut = blocked.size === 0 ? [] : step.choices.filter((choice) => isCut(item, choice, blocked));
  if (cut.length === 0) return step.render({ texts, isChanged, dropped: NONE, unfinished: NONE });
  const dropped = new Set(cut.filter((choice) => !hasText(item, choice, blocked)));
  const unfinished = new Set(cut.filter((choice) => step.finishes.includes(choice)));
  return step.render({ texts, isChanged: isChanged || unfinished.size > 0, dropped, unfinished });
}

/** The choice ends here, or has ended before. */
function isCut({ sequence }: Placed, choice: string, blocked: Blocked): boolean {
  const blockedAt = blocked.get(choice);
  return blockedAt !== undefined && sequence >= blockedAt;
}

/** Of the event in which a blocked choice ends, the text before the match still leaves: how the stream was cut makes no difference. */
function hasText({ sequence, pieces }: Placed, choice: string, blocked: Blocked): boolean {
  if (sequence !== blocked.get(choice)) return false;
  const own = pieces.filter(({ channel }) => channel.choice === choice);
  // What is decided whole, such as a tool call, leaves whole or not at all; a cut text is never repeated.
  const isPartial = own.some(({ channel, start }) => start < channel.decided);
  return isPartial && !own.some(({ channel }) => isWhole(channel) || channel.isCopy);
}

interface BlockedChoices {
  /** Those whose native end is to be written now. */
  readonly ended: readonly string[];
  /** None is left. */
  readonly isLast: boolean;
}

/** How far the choices of a relayed stream have come. */
export class Choices {
  readonly known = new Set<string>();
  /** The provider ended them. */
  readonly finished = new Set<string>();
  /** Blocked ones, and the sequence of the item where the blocked match begins. */
  readonly blocked = new Map<string, number>();
  /** Blocked ones whose native end stands in the queue already. */
  readonly ended = new Set<string>();
  readonly #count: number;

  /** @param count choices that were asked for */
  constructor(count: number) {
    this.#count = count;
  }

  /** @param choice `null`: what belongs to none */
  isBlocked(choice: string | null): boolean {
    return choice !== null && this.blocked.has(choice);
  }

  /** Whether no choice is left when this one ends. */
  isLast(choice: string): boolean {
    const done = new Set([choice, ...this.blocked.keys(), ...this.finished]);
    return done.size >= Math.max(this.#count, this.known.size);
  }

  /** Blocks a choice from that event on; `null`: all that the provider has not ended. */
  block(choice: string | null, sequence: number): BlockedChoices {
    if (choice !== null) this.blocked.set(choice, sequence);
    if (choice !== null && !this.isLast(choice)) {
      this.ended.add(choice);
      return { ended: [choice], isLast: false };
    }
    const unfinished = [...this.known].filter((name) => !this.finished.has(name));
    const open = choice === null ? unfinished : [...this.blocked.keys()];
    for (const name of open) if (!this.blocked.has(name)) this.blocked.set(name, sequence);
    return { ended: open.filter((name) => !this.ended.has(name)), isLast: true };
  }

  forget(choice: string): void {
    for (const names of [this.known, this.finished, this.blocked, this.ended]) names.delete(choice);
  }
}
