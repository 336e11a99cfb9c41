import { copied } from "./copied.ts";
import type { Edit } from "./masks.ts";

/** Placeholders that are remembered; of more the value does not come back. */
const VALUES_MAX = 65_536;
/** Of placeholders and values together, UTF-16 units. */
const VALUES_MAX_CHARS = 2_097_152;

/**
 * The placeholders of one exchange whose values may come back in its answer. It holds these values in memory for the life
 * of the exchange and never prints them.
 */
export class Restorable {
  /** `null`: the placeholder stands for two values, so it says neither. */
  readonly #values = new Map<string, string | null>();
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
  remember(placeholder: string, value: string): void {
    const known = this.#values.get(placeholder);
    if (known === value || (known === undefined && !this.#hasRoom(placeholder, value))) return;
    this.#values.set(placeholder, known === undefined ? copied(value) : null);
    this.#longest = Math.max(this.#longest, placeholder.length);
    this.#sorted = null;
  }

  #hasRoom(placeholder: string, value: string): boolean {
    const chars = this.#chars + placeholder.length + value.length;
    if (this.#values.size >= VALUES_MAX || chars > VALUES_MAX_CHARS) return false;
    this.#chars = chars;
    return true;
  }

  get isEmpty(): boolean {
    return this.#values.size === 0;
  }

  /** The edits that put the values back into `text`, at or after `from`; in order. */
  edits(text: string, from = 0): readonly Edit[] {
    const edits: Edit[] = [];
    for (let at = from; !this.isEmpty;) {
      const first = text.indexOf("<", at);
      const closing = first === -1 ? -1 : text.indexOf(">", first);
      if (closing === -1) break;
      at = closing + 1;
      const start = text.lastIndexOf("<", closing);
      const replacement = at - start > this.#longest ? null : this.#values.get(text.slice(start, at));
      if (typeof replacement === "string" && this.#returns(replacement)) edits.push({ start, end: at, replacement });
    }
    return edits;
  }

  #returns(value: string): boolean {
    let returns = this.#judged.get(value);
    if (returns === undefined) this.#judged.set(value, (returns = this.#mayReturn(value)));
    return returns;
  }

  /** Where a placeholder begins that more text may complete; the text's length when none does. */
  openFrom(text: string): number {
    if (this.isEmpty) return text.length;
    const start = text.lastIndexOf("<");
    if (start === -1 || text.length - start >= this.#longest) return text.length;
    const beginning = text.slice(start);
    this.#sorted ??= [...this.#values.keys()].toSorted();
    const near = atOrBehind(this.#sorted, beginning);
    // One that stands there whole is the beginning of no other: a bracket ends it.
    return near !== undefined && near !== beginning && near.startsWith(beginning) ? start : text.length;
  }
}

/** The first of the sorted words that is not before `word`. */
function atOrBehind(sorted: readonly string[], word: string): string | undefined {
  let low = 0;
  for (let high = sorted.length; low < high;) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? "") < word) low = middle + 1;
    else high = middle;
  }
  return sorted[low];
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
