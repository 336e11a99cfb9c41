import type { Leaving, StreamStep } from "../../codecs/codec.ts";
import type { SseEvent } from "../../codecs/framing/sse.ts";
import { pieceStep } from "../../codecs/shared/stream-steps.ts";
import { decidedOf, edited, isWhole } from "./relayed-text.ts";
import type { Item, EventRun } from "./stream-queue.ts";

/** Blocked choices, and the number of the event where the blocked match begins. */
type Blocked = ReadonlyMap<string, number>;

const NONE: ReadonlySet<string> = new Set();

const AS_IT_CAME: Leaving = { texts: [], isChanged: false, dropped: NONE, unfinished: NONE };

/** Appends what leaves of the decided events of a run. */
export function renderRun(run: EventRun, blocked: Blocked, out: SseEvent[]): void {
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
export function renderItem(item: Item, event: SseEvent, blocked: Blocked): SseEvent | null {
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

/** Of the event where a choice ends that leaves which came before the match: how the stream was cut makes no difference. */
function hasText({ sequence, pieces }: Placed, choice: string, blocked: Blocked): boolean {
  if (sequence !== blocked.get(choice)) return false;
  const own = pieces.filter(({ channel }) => channel.choice === choice);
  // What is decided whole, such as a tool call, leaves whole or not at all; a cut text is never repeated.
  const isPartial = own.some(({ channel, start }) => start < channel.decided);
  return isPartial && !own.some(({ channel }) => isWhole(channel) || channel.isCopy);
}
