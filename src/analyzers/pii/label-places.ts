import type { Span } from "../../core/model.ts";

/** A pattern of labels, compiled for `LabelPlaces`. */
export class LabelPattern {
  /** The same without lookarounds: if it does not match, no label begins there. */
  readonly loose: RegExp;
  readonly looseSticky: RegExp;
  readonly sticky: RegExp;
  readonly whole: RegExp;
  /** Longest label, UTF-16 units. */
  readonly lengthMax: number;

  constructor(source: string, lengthMax: number) {
    const loose = source.replaceAll(LOOK_AROUND, "");
    this.loose = new RegExp(loose, "giu");
    this.looseSticky = new RegExp(loose, "iuy");
    this.sticky = new RegExp(source, "iuy");
    this.whole = new RegExp(source, "giu");
    this.lengthMax = lengthMax;
  }
}

/** A lookahead or lookbehind without inner groups. */
const LOOK_AROUND = /\(\?<?[!=](?:[^()[\]\\]|\\.|\[[^\]]*\])*\)/g;

/** A stretch of text that may be a label. */
interface Hit extends Span {
  /** Offsets in it from which a label may go, ascending: most stretches have one. */
  readonly starts: readonly number[];
}

/** Look-ahead of each read, UTF-16 units: the next number will request more. */
const AHEAD = 128;
/** Number of stretches that are searched on request: most texts have no more. */
const FEW = 8;
/** How far back later requests may reach, UTF-16 units. */
const REACH = 512;

/**
 * Where the labels of one text may stand. Numbers ask for much the same stretches; each is read once, and a label is tried only where
 * one may begin.
 */
export class LabelPlaces {
  readonly #raw: string;
  readonly #pattern: LabelPattern;
  #hits: Hit[] = [];
  #asked = 0;
  /** End of the text that was read. */
  #read = 0;

  constructor(raw: string, pattern: LabelPattern) {
    this.#raw = raw;
    this.#pattern = pattern;
  }

  /** Whether one may be in `[start, end)` or overlap it. Call in order, no farther back than `REACH`. */
  mayStandIn(start: number, end: number): boolean {
    if (this.#asked < FEW) return true;
    this.#readTo(start, end);
    return this.#hits.some((hit) => hit.end > start && hit.start < end);
  }

  /** Whether the whole stretch was read. */
  isRead(end: number): boolean {
    return end <= this.#read;
  }

  /**
   * End of the last label that begins at or after `from` and ends before `to`, as if the text ended there; `isLabel` has the last word.
   * -1 without one. `text`: the text from `base` to `to`.
   */
  lastEnd(
    text: string,
    { base, from, to }: { readonly base: number; readonly from: number; readonly to: number },
    isLabel: (span: Span) => boolean = () => true,
  ): number {
    if (++this.#asked <= FEW) return this.#lastOf(text, { base, from }, isLabel);
    this.#readTo(from, to);
    const { sticky } = this.#pattern;
    let end = -1;
    let next = from;
    for (const hit of this.#hits) {
      for (const start of hit.starts) {
        if (start < next || start >= to) continue;
        sticky.lastIndex = start - base;
        if (!sticky.test(text)) continue;
        const span = { start, end: base + sticky.lastIndex };
        if (isLabel(span)) end = span.end;
        next = Math.max(span.end, start + 1);
      }
    }
    return end;
  }

  #lastOf(
    text: string,
    { base, from }: { readonly base: number; readonly from: number },
    isLabel: (span: Span) => boolean,
  ): number {
    const { whole } = this.#pattern;
    whole.lastIndex = from - base;
    let end = -1;
    for (let found = whole.exec(text); found !== null; found = whole.exec(text)) {
      const span = { start: base + found.index, end: base + whole.lastIndex };
      if (isLabel(span)) end = span.end;
    }
    return end;
  }

  #readTo(start: number, end: number): void {
    if (end <= this.#read) return;
    const { loose, lengthMax } = this.#pattern;
    const { length } = this.#raw;
    this.#hits = this.#hits.filter((hit) => hit.end > start - REACH);
    const from = Math.max(0, start - lengthMax, this.#hits.at(-1)?.end ?? 0, this.#read - lengthMax);
    const to = Math.min(length, end + AHEAD + lengthMax);
    // A label that begins in the last units may end after them.
    this.#read = to === length ? length : to - lengthMax;
    const text = this.#raw.slice(from, to);
    loose.lastIndex = 0;
    for (let found = loose.exec(text); found !== null; found = loose.exec(text))
      if (from + found.index < this.#read) this.#hits.push(this.#hitAt(from + found.index, from + loose.lastIndex));
  }

  #hitAt(start: number, end: number): Hit {
    const { looseSticky } = this.#pattern;
    const starts = [start];
    for (let at = start + 1; at < end; at++) {
      looseSticky.lastIndex = at;
      if (looseSticky.test(this.#raw)) starts.push(at);
    }
    return { start, end, starts };
  }
}
