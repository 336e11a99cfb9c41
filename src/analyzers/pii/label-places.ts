import type { Span } from "../../core/model.ts";

/** A pattern of labels, prepared to be looked for by `LabelPlaces`. */
export class LabelPattern {
  /** The same without what must or must not stand beside a label: where it finds nothing, none begins. */
  readonly loose: RegExp;
  readonly sticky: RegExp;
  /** Longest label, UTF-16 units. */
  readonly lengthMax: number;

  constructor(source: string, lengthMax: number) {
    this.loose = new RegExp(source.replaceAll(LOOK_AROUND, ""), "giu");
    this.sticky = new RegExp(source, "iuy");
    this.lengthMax = lengthMax;
  }
}

/** A look ahead or behind that holds no other group. */
const LOOK_AROUND = /\(\?<?[!=](?:[^()[\]\\]|\\.|\[[^\]]*\])*\)/g;

/** How far behind a place that is asked about others may be asked about later, UTF-16 units. */
const REACH = 512;

/**
 * Where the labels of one text may stand. Numbers ask for much the same stretches; each is read once, and a label is tried only where
 * one may begin.
 */
export class LabelPlaces {
  readonly #raw: string;
  readonly #pattern: LabelPattern;
  #hits: Span[] = [];
  /** So far the text was read. */
  #read = 0;

  constructor(raw: string, pattern: LabelPattern) {
    this.#raw = raw;
    this.#pattern = pattern;
  }

  /** Whether one may stand in `[start, end)`, or reach into it. Ask in order, and no farther back than `REACH`. */
  mayStandIn(start: number, end: number): boolean {
    this.#readTo(start, end);
    return this.#hits.some((hit) => hit.end > start && hit.start < end);
  }

  /** Whether all of the stretch was read. */
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
    this.#readTo(from, to);
    const { sticky } = this.#pattern;
    let end = -1;
    let next = from;
    for (const hit of this.#hits) {
      const last = Math.min(hit.end, to);
      for (next = Math.max(next, hit.start); next < last;) {
        sticky.lastIndex = next - base;
        if (sticky.test(text)) {
          const span = { start: next, end: base + sticky.lastIndex };
          if (isLabel(span)) end = span.end;
          next = Math.max(span.end, next + 1);
        } else next += 1;
      }
    }
    return end;
  }

  #readTo(start: number, end: number): void {
    if (end <= this.#read) return;
    const { loose, lengthMax } = this.#pattern;
    this.#hits = this.#hits.filter((hit) => hit.end > start - REACH);
    loose.lastIndex = Math.max(0, start - lengthMax, this.#hits.at(-1)?.end ?? 0, this.#read - lengthMax);
    let found = loose.exec(this.#raw);
    for (; found !== null && found.index < end; found = loose.exec(this.#raw))
      this.#hits.push({ start: found.index, end: loose.lastIndex });
    // Up to the next one there is none, so that it is not read again.
    if (found !== null) this.#hits.push({ start: found.index, end: loose.lastIndex });
    this.#read = found === null ? this.#raw.length : loose.lastIndex;
  }
}
