import { boundedMemo } from "../../../core/bounded-memo.ts";
import type { Span } from "../../../core/model.ts";
import { columnLabel, HEADS_MAX } from "../column-label.ts";
import { LABEL_MAX, LabelFinder, type LabelHit } from "./label-finder.ts";
import { type Label, LabelWindow, LEFT_REACH, NO_LABEL, RIGHT_REACH, RIGHT_WINDOW } from "./label-window.ts";
import { CATEGORY_LABELS, COUNTRY_LABELS } from "./labels.ts";
import { Parting } from "./parting.ts";
import { Phrase } from "./phrase.ts";
import { isWordUnit } from "./recognizer.ts";
import type { IdRule } from "./rule.ts";

/** Fewer letters and digits than that are counted, dated or numbered things; a label behind them says nothing. */
export const RIGHT_LENGTH_MIN = 6;

/** A label beside a number. */
export interface Said {
  /** Number of the label. */
  readonly label: number;
  /** Indexes of the rules that the label names. */
  readonly named: readonly number[];
  /** Indexes of the rules of whose category it speaks. */
  readonly meant: readonly number[];
  /** UTF-16 units between label and number. */
  readonly gap: number;
  /** Whether other digits stand between them: then the label may be another number's. */
  readonly isParted: boolean;
  /** ISO 3166-1 alpha-2, when the text says whose number it is. */
  readonly country: string | null;
}

const NOTHING_SAID: readonly Said[] = [];

/** A number, and how many letters and digits it has. */
interface Placed {
  readonly span: Span;
  readonly wordUnits: number;
}

interface LastRead {
  readonly window: LabelWindow | null;
  readonly start: number;
  readonly said: readonly Said[];
}

const NOTHING_READ: LastRead = { window: null, start: 0, said: NOTHING_SAID };

/** Reads the labels around the numbers of texts, for a list of rules. */
export class LabelReader {
  readonly #labels: readonly Label[];
  readonly #finder: LabelFinder;
  /** Names of columns → what they say; the rows of a table ask for the same ones. */
  readonly #saidByHead = boundedMemo(HEADS_MAX, (head: string): readonly Said[] => {
    const written = `${head}: `;
    const window = this.open(written);
    window.search(written.length, written.length);
    return this.#readBefore(window, written.length);
  });
  /** What was read last: before a number, and in the head of its column. */
  #before: LastRead = NOTHING_READ;
  #head: LastRead = NOTHING_READ;

  /** @throws {TypeError} when a label is too long. */
  constructor(rules: readonly IdRule[]) {
    const table = labelTable(rules);
    this.#labels = [...table.values()];
    this.#finder = new LabelFinder([...table.keys()]);
  }

  /** A view of one text; ask it for numbers from left to right. */
  open(raw: string): LabelWindow {
    return new LabelWindow(raw, this.#finder, this.#labels);
  }

  /** Whether a label may say something of a number that begins at `start` and ends at `end` or before. */
  isNear(window: LabelWindow, start: number, end: number): boolean {
    window.search(start, end);
    const { hits } = window;
    for (let at = window.first; at < hits.length; at++) {
      const hit = hits[at];
      if (hit === undefined || window.isBehind(hit, end + RIGHT_WINDOW)) break;
      const isBeside = hit.end <= start ? start - hit.end <= LEFT_REACH : hit.start - end <= RIGHT_REACH;
      if (isBeside && !window.isCountry(hit)) return true;
    }
    return this.#sayOfHead(window, start).length > 0;
  }

  /** What the labels say of the number at `[start, end)`, and the head of its column. */
  read(window: LabelWindow, number: Placed): readonly Said[] {
    const said = this.#readAround(window, number);
    const head = this.#sayOfHead(window, number.span.start);
    return head.length === 0 ? said : [...said, ...head];
  }

  #readAround(window: LabelWindow, { span: { start, end }, wordUnits: length }: Placed): readonly Said[] {
    window.search(start, end);
    if (window.hits.length === 0) return NOTHING_SAID;
    const said = this.#readBefore(window, start);
    if (length < RIGHT_LENGTH_MIN) return said;
    const behind = this.#readBehind(window, end);
    return behind.length === 0 ? said : [...said, ...behind];
  }

  /** What the labels before `start` say: the same of each number that begins there. */
  #readBefore(window: LabelWindow, start: number): readonly Said[] {
    if (this.#before.window === window && this.#before.start === start) return this.#before.said;
    const { hits } = window;
    const said: Said[] = [];
    const parting = new Parting(window.raw, start);
    for (let at = window.first; at < hits.length; at++) {
      const hit = hits[at];
      if (hit === undefined || window.isBehind(hit, start)) break;
      if (hit.end > start || start - hit.end > LEFT_REACH || window.isCountry(hit)) continue;
      said.push(
        this.#said(hit, parting.isBehind(hit.end), { gap: start - hit.end, country: window.countryOf(hit, start) }),
      );
    }
    this.#before = { window, start, said: said.length === 0 ? NOTHING_SAID : said };
    return this.#before.said;
  }

  /** What those behind it say. */
  #readBehind(window: LabelWindow, end: number): readonly Said[] {
    const { hits, raw } = window;
    const phrase = new Phrase(raw, end, end + RIGHT_REACH);
    const said: Said[] = [];
    for (let at = window.first; at < hits.length; at++) {
      const hit = hits[at];
      if (hit === undefined || window.isBehind(hit, phrase.end + LABEL_MAX)) break;
      const gap = hit.start - end;
      if (gap < 0 || hit.start > phrase.end || window.isCountry(hit)) continue;
      said.push(this.#said(hit, phrase.isParted(hit.start), { gap, country: window.countryOf(hit, hit.start) }));
    }
    return said;
  }

  #said({ label }: LabelHit, isParted: boolean, { gap, country }: Pick<Said, "gap" | "country">): Said {
    const { named, meant } = this.#labels[label] ?? NO_LABEL;
    return { label, named, meant, gap, isParted, country };
  }

  /** What the head of a table says of a number that fills a field below: as if it stood right before the number. */
  #sayOfHead(window: LabelWindow, start: number): readonly Said[] {
    if (!window.hasTables) return NOTHING_SAID;
    if (this.#head.window !== window || this.#head.start !== start) {
      const head = columnLabel(window.raw, start);
      this.#head = { window, start, said: head === null ? NOTHING_SAID : this.#saidByHead(head) };
    }
    return this.#head.said;
  }
}

/** Letters and digits in `[start, end)`. */
export function wordUnits(raw: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) if (isWordUnit(raw.charCodeAt(at))) count++;
  return count;
}

function labelTable(rules: readonly IdRule[]): ReadonlyMap<string, Label> {
  const table = new Map<string, Label>();
  const labelOf = (text: string): Label => {
    const known = table.get(text) ?? { named: [], meant: [], country: null };
    table.set(text, known);
    return known;
  };
  for (const [index, { labels }] of rules.entries())
    for (const text of new Set(labels.map((label) => label.toLowerCase()))) labelOf(text).named.push(index);
  for (const [index, { categories }] of rules.entries())
    for (const text of new Set(categories.flatMap((category) => CATEGORY_LABELS[category])))
      labelOf(text).meant.push(index);
  for (const [text, code] of COUNTRY_LABELS) labelOf(text).country = code;
  return table;
}
