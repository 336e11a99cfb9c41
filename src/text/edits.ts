import type { Span } from "../core/model.ts";
import { IS_BIG_ENDIAN, type RawText } from "./units.ts";

const ROOM = 64;
const GROWTH = 4;
const NO_ROOM = new Int32Array(0);
/** Numbers of an edit: where it begins, where it ends, and the unit that replaces it. */
const NUMBERS = 3;
/** Stand for a replacement that is not one unit. */
export const NOTHING = -1;
const SEVERAL = -2;

/** Pieces of a text and what replaces them, in order; in one typed array, since a hostile text has one for every unit or two. */
export class Edits {
  length = 0;
  /** By how much they make the text longer, UTF-16 units. */
  growth = 0;
  // Most texts have no edits: room is made for the first.
  #numbers = NO_ROOM;
  /** Replacements of several units, by the index of their edit. */
  readonly #long = new Map<number, string>();

  /** `start` is never less than that of the edit before. */
  add(start: number, end: number, replacement: string): void {
    if (replacement.length > 1) {
      this.#long.set(this.length, replacement);
      this.growth += replacement.length - 1;
    }
    this.addUnit(
      start,
      end,
      replacement.length > 1 ? SEVERAL : replacement === "" ? NOTHING : replacement.charCodeAt(0),
    );
  }

  /** The same for a replacement of one unit, or of `NOTHING`. */
  addUnit(start: number, end: number, unit: number): void {
    const at = this.length * NUMBERS;
    if (at === this.#numbers.length) this.#grow();
    const numbers = this.#numbers;
    numbers[at] = start;
    numbers[at + 1] = end;
    numbers[at + 2] = unit;
    this.growth += (unit === NOTHING ? 0 : 1) - (end - start);
    this.length += 1;
  }

  startOf(index: number): number {
    return index < this.length ? (this.#numbers[index * NUMBERS] ?? 0) : Number.POSITIVE_INFINITY;
  }

  endOf(index: number): number {
    return index < this.length ? (this.#numbers[index * NUMBERS + 1] ?? 0) : Number.POSITIVE_INFINITY;
  }

  replacementOf(index: number): string {
    const unit = this.#unitOf(index);
    return unit >= 0 ? String.fromCharCode(unit) : (this.#long.get(index) ?? "");
  }

  /** UTF-16 units. */
  lengthOf(index: number): number {
    const unit = this.#unitOf(index);
    return unit >= 0 ? 1 : (this.#long.get(index)?.length ?? 0);
  }

  /** The edited text; writes to `places` where each replacement stands there. */
  apply({ raw, units: source }: RawText, places: Uint32Array): string {
    const numbers = this.#numbers;
    const units = new Uint16Array(raw.length + this.growth);
    let from = 0;
    let to = 0;
    for (let index = 0; index < this.length; index++) {
      const at = index * NUMBERS;
      for (const start = numbers[at] ?? 0; from < start; from++) units[to++] = source[from] ?? 0;
      places[index] = to;
      const unit = numbers[at + 2] ?? NOTHING;
      if (unit >= 0) units[to++] = unit;
      else if (unit === SEVERAL) to = this.#writeLong(index, units, to);
      from = numbers[at + 1] ?? 0;
    }
    for (; from < raw.length; from++) units[to++] = source[from] ?? 0;
    return textOf(units);
  }

  /** Returns where the replacement ends in `units`. */
  #writeLong(index: number, units: Uint16Array, to: number): number {
    const replacement = this.#long.get(index) ?? "";
    for (let place = 0; place < replacement.length; place++) units[to + place] = replacement.charCodeAt(place);
    return to + replacement.length;
  }

  #unitOf(index: number): number {
    return index < this.length ? (this.#numbers[index * NUMBERS + 2] ?? NOTHING) : NOTHING;
  }

  #grow(): void {
    const numbers = new Int32Array(Math.max(ROOM * NUMBERS, this.#numbers.length * GROWTH));
    numbers.set(this.#numbers);
    this.#numbers = numbers;
  }
}

/** One list of all edits, in order; of two that overlap the first stays, and of two at one place that of the first list. */
export function mergeEdits(lists: readonly Edits[]): Edits {
  const filled = lists.filter(({ length }) => length > 0);
  const [only] = filled;
  if (only !== undefined && filled.length === 1) return only;
  const merged = new Edits();
  const next = filled.map(() => 0);
  for (let covered = 0; ;) {
    let first = -1;
    let start = Number.POSITIVE_INFINITY;
    for (const [index, list] of filled.entries()) {
      const at = next[index] ?? 0;
      if (at >= list.length || list.startOf(at) >= start) continue;
      first = index;
      start = list.startOf(at);
    }
    const list = filled[first];
    if (list === undefined) return merged;
    const at = next[first] ?? 0;
    next[first] = at + 1;
    if (start < covered) continue;
    covered = list.endOf(at);
    merged.add(start, covered, list.replacementOf(at));
  }
}

/** A text with replaced pieces, and the way back. */
export class EditedText {
  readonly text: string;
  readonly #edits: Edits;
  /** Plain offset of each edit's replacement. */
  readonly #places: Uint32Array;

  /** @param edits In order, none of them overlapping. */
  constructor(text: RawText, edits: Edits) {
    this.#edits = edits;
    this.#places = new Uint32Array(edits.length);
    this.text = edits.apply(text, this.#places);
  }

  /** Where `[start, end)` of the edited text stands in the submitted one, UTF-16 units. */
  readonly span = (start: number, end: number): Span => {
    const from = this.#rawOf(start).start;
    return { start: from, end: end > start ? this.#rawOf(end - 1).end : from };
  };

  /** The edited offset of an offset in the submitted text; inside a replaced piece, where its replacement begins. */
  readonly offset = (at: number): number => {
    const index = lastIndex(this.#edits.length, (middle) => this.#edits.startOf(middle) <= at);
    if (index < 0) return at;
    const place = this.#places[index] ?? 0;
    const end = this.#edits.endOf(index);
    return at < end ? place : place + this.#edits.lengthOf(index) + (at - end);
  };

  /** The units of the submitted text that the edited unit at `at` comes from. */
  #rawOf(at: number): Span {
    const index = lastIndex(this.#edits.length, (middle) => (this.#places[middle] ?? 0) <= at);
    if (index < 0) return { start: at, end: at + 1 };
    const past = at - (this.#places[index] ?? 0) - this.#edits.lengthOf(index);
    const end = this.#edits.endOf(index);
    return past < 0 ? { start: this.#edits.startOf(index), end } : { start: end + past, end: end + past + 1 };
  }
}

/** The last index below `length` for which `holds`; -1 when there is none. `holds` is true first, then false. */
function lastIndex(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** A string of these units, halves of pairs that stand alone among them; of one byte a unit where that is enough. */
export function textOf(units: Uint16Array<ArrayBuffer>): string {
  let all = 0;
  for (let at = 0; at < units.length; at++) all |= units[at] ?? 0;
  if (all <= LATIN_LAST) return Buffer.from(new Uint8Array(units).buffer).toString("latin1");
  const bytes = Buffer.from(units.buffer, units.byteOffset, units.byteLength);
  if (IS_BIG_ENDIAN) bytes.swap16();
  return bytes.toString("utf16le");
}

const LATIN_LAST = 0xff;
