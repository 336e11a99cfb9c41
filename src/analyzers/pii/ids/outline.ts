import type { RawText } from "../../../text/units.ts";
import { parseForm, StrictForm, type Element } from "./form.ts";
import { isWordUnit } from "./recognizer.ts";

/** Units of a group that are distinguished; the longest forms have one group of 26. */
const LENGTH_MAX = 31;
const SEPARATORS = " -./()+";

/** Separator → its number from 1 on. */
const NUMBER_OF = new Uint8Array(128);
for (const [index, separator] of Array.from(SEPARATORS).entries()) NUMBER_OF[separator.charCodeAt(0)] = index + 1;

/** Lengths of groups of letters and digits with the separators before them, as far as they are read. */
interface Node {
  /** A separator's number and a length → what may follow. */
  readonly next: (Node | undefined)[];
  /** The forms that are complete here. */
  readonly forms: StrictForm[];
}

const newNode = (): Node => ({ next: [], forms: [] });
const stepOf = (separator: number, length: number): number => separator * (LENGTH_MAX + 1) + length;

/**
 * Whether one of several forms matches at a place exactly as written. The lengths of its groups and the separators
 * between them are looked up in a tree first: most numbers, and nearly all words, have others.
 */
export class Outlines {
  readonly #root = newNode();

  /** @throws {TypeError} when a form cannot be read. */
  constructor(forms: readonly string[]) {
    for (const form of new Set(forms)) {
      const strict = new StrictForm(form);
      for (const steps of new Set(outlinesOf(parseForm(form)))) this.#add(steps, strict);
    }
  }

  #add(steps: string, form: StrictForm): void {
    let node = this.#root;
    for (const step of steps) node = node.next[step.charCodeAt(0)] ??= newNode();
    node.forms.push(form);
  }

  /** Whether a form matches at `start`, the beginning of a word, and ends with a word. */
  fits({ raw, units }: RawText, start: number): boolean {
    let node = this.#root;
    for (let at = start, separator = 0; ;) {
      const end = groupEnd(units, at);
      const next: Node | undefined = node.next[stepOf(separator, end - at)];
      if (next === undefined) return false;
      for (const form of next.forms)
        if (form.mayFit(units[start] ?? 0, units[end - 1] ?? 0) && form.fits(raw.slice(start, end))) return true;
      separator = NUMBER_OF[units[end] ?? 0] ?? 0;
      if (separator === 0) return false;
      node = next;
      at = end + 1;
    }
  }
}

function groupEnd(units: Uint16Array, start: number): number {
  let at = start;
  while (at - start < LENGTH_MAX && isWordUnit(units[at] ?? 0)) at += 1;
  return at;
}

/** All outlines of a form, a character for each group: groups may have several lengths, and separators may be missing. */
function outlinesOf(elements: readonly Element[]): readonly string[] {
  let open: readonly Outline[] = [{ steps: "", separator: 0, length: 0 }];
  for (const { of, isSeparator, min, max } of elements) {
    const next: Outline[] = [];
    for (const outline of open)
      if (!isSeparator) for (let count = min; count <= max; count++) next.push(longer(outline, count));
      else {
        if (min === 0) next.push(outline);
        // A leading separator of a form precedes the word.
        if (outline.steps === "" && outline.length === 0) next.push(outline);
        else next.push({ steps: closed(outline), separator: numberOf(of), length: 0 });
      }
    open = next;
  }
  return open.map(closed);
}

interface Outline {
  readonly steps: string;
  /** Before the group that is open. */
  readonly separator: number;
  readonly length: number;
}

const closed = ({ steps, separator, length }: Outline): string =>
  steps + String.fromCharCode(stepOf(separator, length));

const longer = (outline: Outline, count: number): Outline => ({
  ...outline,
  length: Math.min(LENGTH_MAX, outline.length + count),
});

const numberOf = (inside: string): number => NUMBER_OF[inside.replace("\\", "").charCodeAt(0)] ?? 0;
