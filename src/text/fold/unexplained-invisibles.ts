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

export const SOFT_HYPHEN = 0xad;
export const isSelector = (point: number): boolean =>
  (point >= 0xfe00 && point <= 0xfe0f) || (point >= 0xe0100 && point <= 0xe01ef);

/** Where the kind of a character and its being glued stand above its code point, as bits of one number. */
const KIND_SHIFT = 21;
const POINT_MASK = (1 << KIND_SHIFT) - 1;
const KIND_MASK = 7;
const GLUED = 1 << 24;
const ROOM = 64;
const GROWTH = 4;
const NO_ROOM = new Int32Array(0);

/** Invisible characters that nothing around them accounts for, in order; in typed arrays, since a hostile text has one for every letter. */
export class UnexplainedInvisibles {
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
    const room = Math.max(ROOM, this.length * GROWTH);
    const [starts, signs] = [new Int32Array(room), new Int32Array(room)];
    starts.set(this.#starts);
    signs.set(this.#signs);
    this.#starts = starts;
    this.#signs = signs;
  }
}

/** Index of its kind. */
function kindOf(point: number): number {
  if (isSelector(point)) return VARIATION_SELECTORS;
  if (point >= 0xe0000) return UNICODE_TAGS;
  if (point === SOFT_HYPHEN) return SOFT_HYPHENS;
  if (isHangulFiller(point)) return HANGUL_FILLERS;
  return isDeprecated(point) ? DEPRECATED_FORMAT : ZERO_WIDTH;
}

const UNICODE_TAGS = KINDS.indexOf("unicode_tags");
const VARIATION_SELECTORS = KINDS.indexOf("variation_selectors");
const ZERO_WIDTH = KINDS.indexOf("zero_width");
const SOFT_HYPHENS = KINDS.indexOf("soft_hyphens");
const HANGUL_FILLERS = KINDS.indexOf("hangul_fillers");
const DEPRECATED_FORMAT = KINDS.indexOf("deprecated_format");

const isHangulFiller = (point: number): boolean =>
  point === 0x115f || point === 0x1160 || point === 0x3164 || point === 0xffa0;
/** Shaping and digit controls; marks of annotations, which no plain text should have; all beyond the first plane. */
const isDeprecated = (point: number): boolean =>
  point > 0xffff || (point >= 0x206a && point <= 0x206f) || (point >= 0xfff9 && point <= 0xfffb);
