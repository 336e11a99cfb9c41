import { tokenTypeAt } from "../../../core/mask-forms.ts";
import type { Span } from "../../../core/model.ts";
import type { Reading } from "../../../text/reading.ts";
import { tablesOf } from "../../../text/tables/tables.ts";
import { Parting } from "./parting.ts";
import { LABEL_MAX, type LabelFinder, type LabelHit } from "./label-finder.ts";

/** UTF-16 units before a number in which a label counts: a line of a table, or a question and its answer. */
export const LEFT_REACH = 64;
/** … after it: `… is my tax id`. */
export const RIGHT_REACH = 24;
/** Units around a general label in which a country is read with it: `the Polish form's tax id`. */
const COUNTRY_REACH = 32;
/** How much text is searched for labels at a time, UTF-16 units. */
const AHEAD = 256;
/** How far before a number its labels and their countries can begin. */
export const LEFT_WINDOW = LEFT_REACH + LABEL_MAX + COUNTRY_REACH;
/** How far after a number a label can end. */
export const RIGHT_WINDOW = RIGHT_REACH + LABEL_MAX;

/** The meaning of a label. */
export interface IdLabel {
  /** Identifies the meaning. */
  readonly key: number;
  /** Indexes of the rules that it names, and of those of whose category it speaks, ascending. Labels share lists that are equal. */
  readonly named: readonly number[];
  readonly meant: readonly number[];
  /** ISO 3166-1 alpha-2, if it names the issuing country. */
  readonly country: string | null;
  /** Whether it may be an ordinary word: then the number itself must look like an identifier. */
  readonly isUnsure: boolean;
  /** Whether it speaks of phones only: they have no numbers of unknown form. */
  readonly isPhone: boolean;
}

export const NO_LABEL: IdLabel = { key: -1, named: [], meant: [], country: null, isUnsure: false, isPhone: false };

/** It says whose number it is, not which. */
export const isCountry = ({ named, meant }: IdLabel): boolean => named.length === 0 && meant.length === 0;

/** A label beside a number. */
export interface SaidLabel extends IdLabel {
  /** UTF-16 units between label and number. */
  readonly gap: number;
  /** Whether there are other digits between them: then the label may belong to another number. */
  readonly isParted: boolean;
  /** Whether other words stand between them than those that join a label and its number. */
  readonly isLoose: boolean;
}

/** The labels on one side of a number. */
export interface SaidList {
  readonly said: readonly SaidLabel[];
  /** The same for lists of the text that say the same. */
  readonly id: number;
  /** Whether one of them speaks of a number that fits no rule. */
  readonly speaksOfSome: boolean;
}

/** Of signs that say how far a label reaches. */
const REACHES_MAX = 128;

export const NOTHING_SAID: SaidList = { said: [], id: 0, speaksOfSome: false };

/** The labels around the numbers of a text, found as needed: each stretch is searched once, from left to right. */
export class LabelWindow {
  readonly reading: Reading;
  readonly #finder: LabelFinder;
  readonly #labels: readonly IdLabel[];
  #hits: readonly LabelHit[] = [];
  /** Those that name a country. */
  #countries: readonly LabelHit[] = [];
  #first = 0;
  #searchedTo = 0;
  #hasMasks: boolean | undefined;
  /** The same as `#ids` for lists of one label that names no country: most are. */
  readonly #singles = new Map<number, number>();
  /** The labels after the latest numbers, by their ends: many share one. */
  readonly after = new Map<number, SaidList>();
  #hasTables: boolean | undefined;
  /** What the column header says of the number that was asked for last, and where that begins. */
  header: { readonly start: number; readonly said: readonly SaidLabel[] } = { start: -1, said: [] };
  /** The text before the numbers that begin where one was read last. */
  #parting: Parting | null = null;
  readonly #ids = new Map<string, number>();

  constructor(reading: Reading, finder: LabelFinder, labels: readonly IdLabel[]) {
    this.reading = reading;
    this.#finder = finder;
    this.#labels = labels;
  }

  get raw(): string {
    return this.reading.raw;
  }

  /** Reads the text before `start` once for all numbers that begin there. */
  partingAt(start: number): Parting {
    if (this.#parting?.end === start) return this.#parting;
    return (this.#parting = new Parting(this.reading, start));
  }

  /** The same number for lists of the text that say the same. */
  idOf(list: string): number {
    const known = this.#ids.get(list) ?? this.#ids.size + 1;
    this.#ids.set(list, known);
    return known;
  }

  /** `idOf` a list of one label that names no country. */
  idOfSingle(key: number, reach: string): number {
    const single = key * REACHES_MAX + reach.charCodeAt(0);
    let id = this.#singles.get(single);
    if (id === undefined) this.#singles.set(single, (id = this.idOf(`${key}${reach}`)));
    return id;
  }

  /** Whether the text has tables, whose column headers are labels, too. */
  get hasTables(): boolean {
    return (this.#hasTables ??= tablesOf(this.reading).length > 0);
  }

  /** Whether the text has mask characters. */
  get #mayHoldMasks(): boolean {
    return (this.#hasMasks ??= this.raw.includes("<") || this.raw.includes("****"));
  }

  /** Hits that may matter to the number that was searched for, from the index `first` on. */
  get hits(): readonly LabelHit[] {
    return this.#hits;
  }

  get first(): number {
    return this.#first;
  }

  /** Whether it says whose number it is, not which. */
  isCountry({ label }: LabelHit): boolean {
    return isCountry(this.#labels[label] ?? NO_LABEL);
  }

  /** Whether the hit and all hits after it end after the offset. */
  isAfter(hit: LabelHit, offset: number): boolean {
    return hit.end > offset;
  }

  /** The country named nearest to a label and before the offset `before`, or `null`. */
  countryOf(label: LabelHit, before: number): string | null {
    let nearest = COUNTRY_REACH + 1;
    let country: string | null = null;
    for (const hit of this.#countries) {
      const distance = Math.max(label.start - hit.end, hit.start - label.end, 0);
      if (distance >= nearest || hit.end > before) continue;
      nearest = distance;
      country = this.#labels[hit.label]?.country ?? null;
    }
    return country;
  }

  /** Without labels in longer ones, which say more: of `passaporto svizzero` the first word alone is any passport. */
  #withoutParts(hits: readonly LabelHit[]): readonly LabelHit[] {
    const byStart = hits.toSorted((a, b) => a.start - b.start || b.end - a.end);
    const inner = new Set<LabelHit>();
    let longest = byStart[0];
    for (const hit of byStart) {
      if (longest === undefined || hit.end > longest.end) longest = hit;
      else if (hit.end - hit.start < longest.end - longest.start && !this.isCountry(hit)) inner.add(hit);
    }
    return inner.size === 0 ? hits : hits.filter((hit) => !inner.has(hit));
  }

  /** Looks for hits that may matter to the number; ask for numbers in order of their start. */
  search(start: number, end: number): void {
    const last = Math.min(this.raw.length, end + RIGHT_WINDOW);
    if (last > this.#searchedTo) this.#searchTo(last, Math.max(0, start - LEFT_WINDOW));
    while ((this.#hits[this.#first]?.end ?? start) < start - LEFT_REACH) this.#first += 1;
  }

  #searchTo(last: number, first: number): void {
    // A label may cross the border of what was searched. The next number is rarely far: search for it too.
    const begin = Math.max(first, this.#searchedTo - LABEL_MAX);
    const stop = Math.min(this.raw.length, last + AHEAD);
    const fresh = this.#finder
      .find(this.reading, begin, stop)
      .filter((hit) => hit.end > this.#searchedTo && !(this.#mayHoldMasks && isInMask(this.raw, hit)))
      // Each script has its own order. The known labels end before.
      .sort((a, b) => a.end - b.end);
    this.#searchedTo = stop;
    if (fresh.length === 0) return;
    this.#hits = this.#withoutParts([...this.#hits.filter((hit) => hit.start >= first), ...fresh]);
    this.#countries = this.#hits.filter(({ label }) => (this.#labels[label]?.country ?? null) !== null);
    this.#first = 0;
  }
}

/** A word from a mask (`<BANK_ACCOUNT_1>`, `****IkDr`) is not a label of adjacent text. */
const isInMask = (raw: string, hit: Span): boolean =>
  tokenTypeAt(raw, hit) !== null || raw.startsWith("****", hit.start - 4);
