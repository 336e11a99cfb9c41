import type { Refusal, StreamCodec } from "../../codecs/codec.ts";
import type { SseEvent } from "../../codecs/framing/sse.ts";
import { decidedOf } from "./relayed-text.ts";
import type { Choices } from "./stream-choices.ts";
import type { IsDecided, Item, EventRun, StreamQueue } from "./stream-queue.ts";
import type { Readings } from "./stream-readings.ts";
import { renderItem, renderRun } from "./stream-render.ts";
import type { StreamTexts } from "./stream-texts.ts";

interface ExitParts {
  readonly codec: Pick<StreamCodec, "refusalEvents">;
  readonly queue: StreamQueue;
  readonly choices: Choices;
  readonly texts: StreamTexts;
  readonly readings: Readings;
  readonly refusal: () => Refusal;
}

/** Where the events of a relayed stream leave: in their order, as far as they are decided. */
export class StreamExit {
  readonly #parts: ExitParts;

  constructor(parts: ExitParts) {
    this.#parts = parts;
  }

  /** Everything that may leave now. */
  take(): readonly SseEvent[] {
    const { queue } = this.#parts;
    queue.turn();
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
    const { texts, readings } = this.#parts;
    texts.dropChoice(choice);
    readings.drop(choice);
  }
}
