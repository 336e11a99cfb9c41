import type { TextDelta } from "../codec.ts";
import { listAround } from "../shared/joined-lists.ts";
import type { EventPlan } from "./openai-responses-events.ts";
import type { ResponseItems } from "./openai-responses-items.ts";
import { joinedBy } from "../shared/stream-steps.ts";

interface JoinedPlace {
  readonly plan: EventPlan;
  readonly location: string | null;
  /** Its channel, where it has no place in the answer. */
  readonly channel: string;
}

/** Texts of a streamed answer that readers put together, by the names under which they are reported. */
export class JoinedTexts {
  readonly #items: ResponseItems;
  readonly #open = new Set<string>();

  constructor(items: ResponseItems) {
    this.#items = items;
  }

  /** What a text is read with: a call, and what is signed, are read alone. */
  of({ kind, tool }: Pick<TextDelta, "kind" | "tool">, place: JoinedPlace): Pick<TextDelta, "joined" | "at"> {
    if (tool !== undefined || kind === "sealed") return {};
    const { plan, location, channel } = place;
    const joined = location === null ? listAround(channel) : this.#items.joinedAt(location, plan);
    if (joined !== null) this.#open.add(joined);
    return { ...joinedBy(joined), ...placeOf(plan, location ?? "") };
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

/** Its place among the texts of its list, or of all messages. An event about all items lists them in any order. */
function placeOf({ phase, isTerminal }: EventPlan, location: string): Pick<TextDelta, "at"> {
  const [, item, part] = PLACE.exec(location) ?? [];
  if (item === undefined || phase === "interim" || isTerminal) return {};
  return { at: Number(item) * PARTS_MAX + Number(part) };
}

const PLACE = /^output\/(\d+)\/[a-z]+\/(\d+)\//;
/** More than an item has parts. */
const PARTS_MAX = 65_536;

const NONE: readonly string[] = [];
