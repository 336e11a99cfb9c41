/** What an invisible character is, as far as hiding text is concerned. */
export type InvisibleKind =
  | "unicode_tags"
  | "variation_selectors"
  | "zero_width"
  | "soft_hyphens"
  | "hangul_fillers"
  | "deprecated_format";

const KINDS: readonly InvisibleKind[] = [
  "unicode_tags",
  "variation_selectors",
  "zero_width",
  "soft_hyphens",
  "hangul_fillers",
  "deprecated_format",
];

export type Range = readonly [first: number, last: number];
export const isWithin = (point: number, [first, last]: Range): boolean => point >= first && point <= last;

export const SOFT_HYPHEN = 0xad;
export const isSelector = (point: number): boolean =>
  (point >= 0xfe00 && point <= 0xfe0f) || (point >= 0xe0100 && point <= 0xe01ef);

/** Where the kind of a stray and its being glued stand above its code point, as bits of one number. */
const KIND_SHIFT = 21;
const POINT_MASK = (1 << KIND_SHIFT) - 1;
const KIND_MASK = 7;
const GLUED = 1 << 24;
const ROOM = 64;
const NO_ROOM = new Int32Array(0);

/** Invisible characters that nothing around them accounts for, in order; in typed arrays, since a hostile text has one for every letter. */
export class Strays {
  length = 0;
  // Most texts have none: room is made for the first.
  #starts = NO_ROOM;
  #signs = NO_ROOM;

  /** `isGlued`: whether another invisible character stands right before it. */
  add(point: number, start: number, isGlued: boolean): void {
    if (this.length === this.#starts.length) this.#grow();
    this.#starts[this.length] = start;
    this.#signs[this.length] = point | (kindOf(point) << KIND_SHIFT) | (isGlued ? GLUED : 0);
    this.length += 1;
  }

  pointOf(index: number): number {
    return (this.#signs[index] ?? 0) & POINT_MASK;
  }

  kindOf(index: number): InvisibleKind {
    return KINDS[((this.#signs[index] ?? 0) >> KIND_SHIFT) & KIND_MASK] ?? "zero_width";
  }

  isGlued(index: number): boolean {
    return ((this.#signs[index] ?? 0) & GLUED) !== 0;
  }

  /** UTF-16 units. */
  startOf(index: number): number {
    return this.#starts[index] ?? 0;
  }

  endOf(index: number): number {
    return this.startOf(index) + (this.pointOf(index) > 0xffff ? 2 : 1);
  }

  #grow(): void {
    const room = Math.max(ROOM, this.length * 2);
    const [starts, signs] = [new Int32Array(room), new Int32Array(room)];
    starts.set(this.#starts);
    signs.set(this.#signs);
    this.#starts = starts;
    this.#signs = signs;
  }
}

/** Index of its kind. */
function kindOf(point: number): number {
  if (isSelector(point)) return KINDS.indexOf("variation_selectors");
  if (point >= 0xe0000) return KINDS.indexOf("unicode_tags");
  if (point === SOFT_HYPHEN) return KINDS.indexOf("soft_hyphens");
  if (HANGUL_FILLERS.has(point)) return KINDS.indexOf("hangul_fillers");
  const isDeprecated = point > 0xffff || DEPRECATED.some((range) => isWithin(point, range));
  return KINDS.indexOf(isDeprecated ? "deprecated_format" : "zero_width");
}

const HANGUL_FILLERS: ReadonlySet<number> = new Set([0x115f, 0x1160, 0x3164, 0xffa0]);
/** Shaping and digit controls; marks of annotations, which no plain text should have. */
const DEPRECATED: readonly Range[] = [
  [0x206a, 0x206f],
  [0xfff9, 0xfffb],
];
