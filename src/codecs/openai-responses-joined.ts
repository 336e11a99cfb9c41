import type { TextDelta } from "./codec.ts";
import { listAround } from "./joined-lists.ts";
import type { EventPlan } from "./openai-responses-events.ts";
import type { ResponseItems } from "./openai-responses-items.ts";
import { joinedBy } from "./stream-steps.ts";

interface JoinedPlace {
  readonly plan: EventPlan;
  readonly location: string | null;
  /** Its channel, where it has no place in the answer. */
  readonly channel: string;
}

/** Texts of a streamed answer that readers put together, by the names that they are told under. */
export class JoinedTexts {
  readonly #items: ResponseItems;
  readonly #open = new Set<string>();

  constructor(items: ResponseItems) {
    this.#items = items;
  }

  /** What a text is read with: a call, and what is signed, are read alone. */
  of({ kind, tool }: Pick<TextDelta, "kind" | "tool">, place: JoinedPlace): Pick<TextDelta, "joined"> {
    if (tool !== undefined || kind === "sealed") return {};
    const { plan, location, channel } = place;
    const joined = location === null ? listAround(channel) : this.#items.joinedAt(location, plan);
    if (joined !== null) this.#open.add(joined);
    return joinedBy(joined);
  }

  /**
   * Names of which no more texts come: of an event by itself, and of what is done.
   * @param path as `EventPlan.closes`
   */
  close(path: string | null): readonly string[] {
    if (this.#open.size === 0) return NONE;
    const isOver = (name: string): boolean =>
      name.startsWith("events/") || (path !== null && name.startsWith(`${path}/`));
    const over = [...this.#open].filter(isOver);
    for (const name of over) this.#open.delete(name);
    return over;
  }
}

const NONE: readonly string[] = [];
