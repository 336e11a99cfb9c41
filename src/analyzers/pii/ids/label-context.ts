import { boundedMemo } from "../../../text/bounded-memo.ts";
import { forgetLater } from "../../../text/reading-memory.ts";
import type { Span } from "../../../core/model.ts";
import { columnLabel, HEADS_MAX } from "../column-label.ts";
import { LabelFinder, type LabelHit } from "./label-finder.ts";
import { isCountry, type Label, LabelWindow, LEFT_REACH, NO_LABEL, RIGHT_REACH, RIGHT_WINDOW } from "./label-window.ts";
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

/** Tells which labels can matter to a number. What the others say is not read. */
export interface Question {
  isChosenBy(label: Label): boolean;
}

/** To a number of no known form all of them do. */
export const ANY_LABEL: Question = { isChosenBy: () => true };

/** A number, and how many letters and digits it has. */
interface Placed {
  readonly span: Span;
  readonly wordUnits: number;
}

/** The head of the column that was read last. */
interface LastHead {
  readonly window: LabelWindow | null;
  readonly start: number;
  readonly said: readonly Said[];
}

const NO_HEAD: LastHead = { window: null, start: 0, said: NOTHING_SAID };

/** Reads the labels around the numbers of texts, for a list of rules. */
export class LabelReader {
  readonly #labels: readonly Label[];
  readonly #finder: LabelFinder;
  /** Names of columns → what they say; the rows of a table ask for the same ones. */
  readonly #saidByHead = boundedMemo(HEADS_MAX, (head: string): readonly Said[] => {
    const written = `${head}: `;
    const window = this.open(written);
    window.search(written.length, written.length);
    const said: Said[] = [];
    this.#readBefore(window, written.length, { question: ANY_LABEL, said });
    return said;
  });
  /** The text before the numbers that begin where one was read last. */
  #parting: Parting | null = null;
  #head: LastHead = NO_HEAD;

  /** @throws {TypeError} when a label is too long. */
  constructor(rules: readonly IdRule[]) {
    const table = labelTable(rules);
    this.#labels = [...table.values()];
    this.#finder = new LabelFinder([...table.keys()]);
  }

  readonly #forget = (): void => {
    this.#head = NO_HEAD;
    this.#parting = null;
  };

  /** A view of one text; ask it for numbers from left to right. */
  open(raw: string): LabelWindow {
    forgetLater(this.#forget);
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
  read(
    window: LabelWindow,
    { span: { start, end }, wordUnits: length }: Placed,
    question = ANY_LABEL,
  ): readonly Said[] {
    window.search(start, end);
    const said: Said[] = [];
    if (window.hits.length > 0) {
      this.#readBefore(window, start, { question, said });
      if (length >= RIGHT_LENGTH_MIN) this.#readBehind(window, end, { question, said });
    }
    const head = this.#sayOfHead(window, start);
    return head.length === 0 ? said : [...said, ...head];
  }

  /** What the labels before `start` say. */
  #readBefore(window: LabelWindow, start: number, { question, said }: Answer): void {
    const { hits } = window;
    for (let at = window.first; at < hits.length; at++) {
      const hit = hits[at];
      if (hit === undefined || window.isBehind(hit, start)) break;
      if (hit.end > start || start - hit.end > LEFT_REACH) continue;
      const label = this.#labelOf(hit);
      if (isCountry(label) || !question.isChosenBy(label)) continue;
      const isParted = this.#partingAt(window.raw, start).isBehind(hit.end);
      said.push(saidBy(label, isParted, { gap: start - hit.end, country: window.countryOf(hit, start) }));
    }
  }

  /** What those behind it say. */
  #readBehind(window: LabelWindow, end: number, { question, said }: Answer): void {
    const { hits, raw } = window;
    let phrase: Phrase | undefined;
    for (let at = window.first; at < hits.length; at++) {
      const hit = hits[at];
      if (hit === undefined || window.isBehind(hit, end + RIGHT_WINDOW)) break;
      const gap = hit.start - end;
      if (gap < 0 || gap > RIGHT_REACH) continue;
      const label = this.#labelOf(hit);
      if (isCountry(label) || !question.isChosenBy(label)) continue;
      phrase ??= new Phrase(raw, end, end + RIGHT_REACH);
      if (hit.start > phrase.end) continue;
      const isParted = phrase.isParted(hit.start);
      said.push(saidBy(label, isParted, { gap, country: window.countryOf(hit, hit.start) }));
    }
  }

  #labelOf({ label }: LabelHit): Label {
    return this.#labels[label] ?? NO_LABEL;
  }

  /** It reads the text before `start` once for all numbers that begin there. */
  #partingAt(raw: string, start: number): Parting {
    if (this.#parting?.isOf(raw, start) === true) return this.#parting;
    return (this.#parting = new Parting(raw, start));
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

/** What is asked of the labels around a number, and what they have said. */
interface Answer {
  readonly question: Question;
  readonly said: Said[];
}

const saidBy = (
  { label, named, meant }: Label,
  isParted: boolean,
  { gap, country }: Pick<Said, "gap" | "country">,
): Said => ({ label, named, meant, gap, isParted, country });

/** Letters and digits in `[start, end)`. */
export function wordUnits(raw: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) if (isWordUnit(raw.charCodeAt(at))) count++;
  return count;
}

function labelTable(rules: readonly IdRule[]): ReadonlyMap<string, Label> {
  const table = new Map<string, Label>();
  const labelOf = (text: string): Label => {
    const known = table.get(text) ?? { label: table.size, named: [], meant: [], country: null };
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
