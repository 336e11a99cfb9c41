import { firstFrom } from "./lists.ts";
import { copied, nameTest } from "./strings.ts";
import { LinkContext } from "./link-context.ts";
import { isHostAfter, isLink, LinksAhead, LINK_RUN_MAX, touchingEnd } from "./link-signs.ts";
import type { Edit } from "./masks.ts";
import type { Span } from "./model.ts";
import { namesOf, type ToolText } from "./tool-call.ts";

/** Masked values of one exchange that are remembered; of more placeholders the value does not come back. */
export const VALUES_MAX = 65_536;
/** Of placeholders and values together, UTF-16 units. */
export const VALUES_MAX_CHARS = 2_097_152;

/** Whose a value is. */
export interface ValueOwner {
  /** The user has said it: the user's tools may have it. */
  readonly isUsers: boolean;
  /** Other tools that may have it, `*` for any run of characters. */
  readonly into: readonly string[];
}

const USERS: ValueOwner = { isUsers: true, into: [] };

interface Known {
  /** `null`: the placeholder stands for two values, so it says neither. */
  readonly value: string | null;
  /** The value is an address: what touches it would be a part of it. */
  readonly isLink: boolean;
  readonly owner: ValueOwner;
}

export interface RestorePlace {
  /** Where the reading begins, and where it ends: a placeholder that begins before it counts. */
  readonly from?: number;
  readonly to?: number;
  /** What stands before `from`; it goes on to `to`. Absent: nothing. */
  readonly links?: LinkContext;
  /** The text is a part of a tool's arguments. */
  readonly tool?: ToolText;
}

export interface Restored {
  /** The edits that put values back, in order. */
  readonly edits: readonly Edit[];
  /** Placeholders that stay. */
  readonly kept: readonly Span[];
}

interface RestoreRange extends RestorePlace {
  readonly from: number;
  readonly to: number;
  readonly links: LinkContext;
}

const NOTHING: Restored = { edits: [], kept: [] };

/**
 * The placeholders of one exchange whose values may come back in its answer. It holds these values in memory for the life
 * of the exchange and never prints them.
 */
export class Restorable {
  readonly #known = new Map<string, Known>();
  readonly #mayReturn: (value: string) => boolean;
  /** By value; asked when an answer first repeats its placeholder. */
  readonly #judged = new Map<string, boolean>();
  #longest = 0;
  #chars = 0;
  /** In order; made when a stream first asks. */
  #sorted: readonly string[] | null = null;

  /** @param mayReturn whether an answer may hold the value; one that may not leaves its placeholder there */
  constructor(mayReturn: (value: string) => boolean = () => true) {
    this.#mayReturn = mayReturn;
  }

  /** @param placeholder `<…>` without further angle brackets */
  remember(placeholder: string, value: string, owner: ValueOwner = USERS): void {
    const known = this.#known.get(placeholder);
    if (known === undefined && !this.#hasRoom(placeholder, value)) return;
    const isSame = known === undefined || known.value === value;
    const one = isSame ? (known?.value ?? copied(value)) : null;
    this.#known.set(placeholder, { value: one, isLink: isLink(value), owner: joined(known?.owner, owner) });
    this.#longest = Math.max(this.#longest, placeholder.length);
    this.#sorted = null;
  }

  #hasRoom(placeholder: string, value: string): boolean {
    const chars = this.#chars + placeholder.length + value.length;
    if (this.#known.size >= VALUES_MAX || chars > VALUES_MAX_CHARS) return false;
    this.#chars = chars;
    return true;
  }

  get isEmpty(): boolean {
    return this.#known.size === 0;
  }

  /** What becomes of the placeholders in `text`. A value never becomes a part of an address, whatever opens it. */
  read(text: string, { from = 0, to = text.length, links, tool }: RestorePlace = {}): Restored {
    const places = this.#places(text, from);
    // What follows a whole text is never asked for.
    if (places.length > 0 || links !== undefined)
      return this.#read(text, places, { from, to, links: links ?? new LinkContext(), ...(tool && { tool }) });
    return NOTHING;
  }

  #read(text: string, places: readonly Span[], { from, to, links, tool }: RestoreRange): Restored {
    const edits: Edit[] = [];
    const kept: Span[] = [];
    const ahead = new LinksAhead(text);
    let read = from;
    for (const [index, { start, end }] of places.entries()) {
      if (start >= to) break;
      links.read(text, read, start);
      read = end;
      const placeholder = text.slice(start, end);
      const isFree =
        !links.isInLink && !ahead.touches(end) && !isHostAfter(text, end) && !this.#touchesLink(text, places, index);
      const replacement = isFree ? this.#valueFor(placeholder, tool) : null;
      if (replacement === null) {
        kept.push({ start, end });
        links.pass(placeholder);
      } else {
        edits.push({ start, end, replacement });
        links.read(replacement);
      }
    }
    links.read(text, read, to);
    return { edits, kept };
  }

  /** Whether the next placeholder follows directly, and stands for an address. */
  #touchesLink(text: string, places: readonly Span[], index: number): boolean {
    const next = places[index + 1];
    return (
      next !== undefined &&
      this.#known.get(text.slice(next.start, next.end))?.isLink === true &&
      !/\s/.test(text.slice(places[index]?.end, next.start))
    );
  }

  /** Placeholders that are known, in order. */
  #places(text: string, from: number): readonly Span[] {
    const places: Span[] = [];
    for (let at = from; !this.isEmpty;) {
      const first = text.indexOf("<", at);
      const closing = first === -1 ? -1 : text.indexOf(">", first);
      if (closing === -1) break;
      at = closing + 1;
      const start = text.lastIndexOf("<", closing);
      if (at - start <= this.#longest && this.#known.has(text.slice(start, at))) places.push({ start, end: at });
    }
    return places;
  }

  /** `null`: it does not come back there. */
  #valueFor(placeholder: string, tool: ToolText | undefined): string | null {
    const known = this.#known.get(placeholder);
    if (known === undefined || known.value === null) return null;
    if (tool !== undefined && !mayHave(tool, known.owner)) return null;
    return this.#returns(known.value) ? known.value : null;
  }

  #returns(value: string): boolean {
    let returns = this.#judged.get(value);
    if (returns === undefined) this.#judged.set(value, (returns = this.#mayReturn(value)));
    return returns;
  }

  /** Where a placeholder begins that more text may complete, or may make a part of an address; the text's length when none does. */
  openFrom(text: string): number {
    if (this.isEmpty) return text.length;
    const start = text.lastIndexOf("<");
    if (start === -1) return text.length;
    for (const place of this.#places(text, lastRun(text, this.#longest)))
      if (touchingEnd(text, place.end) === null) return place.start;
    if (text.length - start >= this.#longest) return text.length;
    const beginning = text.slice(start);
    const sorted = (this.#sorted ??= [...this.#known.keys()].toSorted());
    const near = sorted[firstFrom(sorted.length, (at) => (sorted[at] ?? "") >= beginning)];
    // One that stands there whole is the beginning of no other: a bracket ends it.
    return near !== undefined && near !== beginning && near.startsWith(beginning) ? start : text.length;
  }
}

/** Where the last signs begin that may still touch a place after them. */
const lastRun = (text: string, longest: number): number => Math.max(0, text.length - LINK_RUN_MAX - longest);

function joined(one: ValueOwner | undefined, two: ValueOwner): ValueOwner {
  if (one === undefined || one === two) return two;
  const into = two.into.every((name) => one.into.includes(name)) ? one.into : [...new Set([...one.into, ...two.into])];
  return { isUsers: one.isUsers || two.isUsers, into };
}

/** A tool has what the user said; what others did only where the operator lets it. */
function mayHave(tool: ToolText, { isUsers, into }: ValueOwner): boolean {
  return isUsers || (into.length > 0 && namesOf(tool).every((name) => into.some((glob) => nameTest(glob)(name))));
}

/** Both lists in one, in order; where they overlap the mask stays. Each is in order and free of overlap. */
export function withRestored(masks: readonly Edit[], restored: readonly Edit[]): readonly Edit[] {
  if (restored.length === 0) return masks;
  if (masks.length === 0) return restored;
  const edits: Edit[] = [];
  let next = 0;
  for (const mask of masks) {
    for (let edit = restored[next]; edit !== undefined && edit.start < mask.end; edit = restored[++next])
      if (edit.end <= mask.start) edits.push(edit);
    edits.push(mask);
  }
  return [...edits, ...restored.slice(next)];
}
