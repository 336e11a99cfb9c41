import { boundedMemo } from "../../../core/bounded-memo.ts";
import { tokenTypeAt } from "../../../core/mask-forms.ts";
import type { Span } from "../../../core/model.ts";
import { columnLabel, HEADS_MAX } from "../column-label.ts";
import { LABEL_MAX, LabelFinder, type LabelHit } from "./label-finder.ts";
import { CATEGORY_LABELS, COUNTRY_LABELS } from "./labels.ts";
import { isWordUnit } from "./recognizer.ts";
import type { IdRule } from "./rule.ts";

/** UTF-16 units before a number in which a label counts: a line of a table, or a question and its answer. */
const LEFT_REACH = 64;
/** … behind it: `… is my tax id`. */
const RIGHT_REACH = 24;
/** Units around a general label in which a country is read with it: `the Polish form's tax id`. */
const COUNTRY_REACH = 32;
/** Fewer letters and digits than that are counted, dated or numbered things; a label behind them says nothing. */
export const RIGHT_LENGTH_MIN = 6;
/** How much text is searched for labels at a time, UTF-16 units. */
const AHEAD = 256;
/** More digits than these between a label and a number are a number of their own: a row's count or a time of day has fewer. */
const PARTING_DIGITS = 4;
/** How far before a number its labels and their countries can begin. */
export const LEFT_WINDOW = LEFT_REACH + LABEL_MAX + COUNTRY_REACH;
/** How far behind a number a label can end. */
export const RIGHT_WINDOW = RIGHT_REACH + LABEL_MAX;

/** A label beside a number. */
export interface Said {
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

/** A number, all labels around it, and what they say. */
interface Beside extends Span {
  readonly hits: readonly LabelHit[];
  readonly said: Said[];
}

interface Label {
  readonly named: number[];
  readonly meant: number[];
  country: string | null;
}

/** Reads the labels around the numbers of texts, for a list of rules. */
export class LabelReader {
  readonly #labels: readonly Label[];
  readonly #finder: LabelFinder;
  /** Names of columns → what they say; the rows of a table ask for the same ones. */
  readonly #saidByHead = boundedMemo(HEADS_MAX, (head: string): readonly Said[] => {
    const written = `${head}: `;
    const window = this.open(written);
    return this.#readBefore(window, written.length, window.around(written.length, written.length));
  });
  /** What was read last. */
  #before: { readonly window: LabelWindow | null; readonly start: number; readonly said: readonly Said[] } = {
    window: null,
    start: 0,
    said: NOTHING_SAID,
  };

  /** @throws {TypeError} when a label is too long. */
  constructor(rules: readonly IdRule[]) {
    const table = labelTable(rules);
    this.#labels = [...table.values()];
    this.#finder = new LabelFinder([...table.keys()]);
  }

  readonly #isCountry = ({ label }: LabelHit): boolean => {
    const known = this.#labels[label];
    return known !== undefined && isCountry(known);
  };

  /** A view of one text; ask it for numbers from left to right. */
  open(raw: string): LabelWindow {
    return new LabelWindow(raw, this.#finder, this.#isCountry);
  }

  /** Whether a label may say something of a number that begins at `start` and ends at `end` or before. */
  isNear(window: LabelWindow, start: number, end: number): boolean {
    for (const hit of window.around(start, end)) {
      const label = this.#labels[hit.label];
      const isBeside = hit.end <= start ? start - hit.end <= LEFT_REACH : hit.start - end <= RIGHT_REACH;
      if (isBeside && label !== undefined && !isCountry(label)) return true;
    }
    return this.#sayOfHead(window.raw, start).length > 0;
  }

  /** What the labels say of the number at `[start, end)`, and the head of its column. */
  read(window: LabelWindow, span: Span): readonly Said[] {
    const said = this.#readAround(window, span);
    const head = this.#sayOfHead(window.raw, span.start);
    return head.length === 0 ? said : [...said, ...head];
  }

  #readAround(window: LabelWindow, { start, end }: Span): readonly Said[] {
    const hits = window.around(start, end);
    if (hits.length === 0) return NOTHING_SAID;
    const said = this.#readBefore(window, start, hits);
    if (wordUnits(window.raw, start, end) < RIGHT_LENGTH_MIN) return said;
    const behind: Said[] = [];
    for (const hit of hits)
      if (hit.start >= end && hit.start - end <= RIGHT_REACH && isOfPhrase(window.raw.slice(end, hit.start)))
        this.#say(window.raw, hit, { start, end, hits, said: behind });
    return behind.length === 0 ? said : [...said, ...behind];
  }

  /** What the labels before `start` say: the same of each number that begins there. */
  #readBefore(window: LabelWindow, start: number, hits: readonly LabelHit[]): readonly Said[] {
    if (this.#before.window === window && this.#before.start === start) return this.#before.said;
    const said: Said[] = [];
    for (const hit of hits)
      if (hit.end <= start && start - hit.end <= LEFT_REACH)
        this.#say(window.raw, hit, { start, end: start, hits, said });
    this.#before = { window, start, said };
    return said;
  }

  /** What the head of a table says of a number that fills a field below: as if it stood right before the number. */
  #sayOfHead(raw: string, start: number): readonly Said[] {
    const head = columnLabel(raw, start);
    if (head === null) return NOTHING_SAID;
    return this.#saidByHead(head);
  }

  /** Adds what one label says that is near enough to the number. */
  #say(raw: string, hit: LabelHit, { start, end, hits, said }: Beside): void {
    const label = this.#labels[hit.label];
    if (label === undefined || isCountry(label)) return;
    const { named, meant } = label;
    const isBefore = hit.end <= start;
    const isParted = isPartedIn(raw, Math.min(hit.end, end), Math.max(start, hit.start));
    const country = this.#countryOf(hit, { hits, before: isBefore ? start : hit.start });
    said.push({ named, meant, gap: isBefore ? start - hit.end : hit.start - end, isParted, country });
  }

  /** The country named nearest to a label and before the offset `before`, or `null`. */
  #countryOf(
    label: LabelHit,
    { hits, before }: { readonly hits: readonly LabelHit[]; readonly before: number },
  ): string | null {
    let nearest = COUNTRY_REACH + 1;
    let country: string | null = null;
    for (const hit of hits) {
      const distance = Math.max(label.start - hit.end, hit.start - label.end, 0);
      if (distance >= nearest || hit.end > before) continue;
      const code = this.#labels[hit.label]?.country ?? null;
      if (code !== null) {
        nearest = distance;
        country = code;
      }
    }
    return country;
  }
}

/** It says whose number it is, not which. */
const isCountry = ({ named, meant }: Label): boolean => named.length === 0 && meant.length === 0;

/** Behind a number only what belongs to the same phrase speaks of it. */
const isOfPhrase = (between: string): boolean => !/[\n;:,|=]|[.!?] /.test(between);

/** The labels around the numbers of a text, found as needed: each stretch is searched once, from left to right. */
export class LabelWindow {
  readonly raw: string;
  readonly #finder: LabelFinder;
  readonly #isCountry: (hit: LabelHit) => boolean;
  #hits: readonly LabelHit[] = [];
  #searchedTo = 0;

  constructor(raw: string, finder: LabelFinder, isCountry: (hit: LabelHit) => boolean) {
    this.raw = raw;
    this.#finder = finder;
    this.#isCountry = isCountry;
  }

  /** Without labels in longer ones, which say more: of `passaporto svizzero` the first word alone is any passport. */
  #withoutParts(hits: readonly LabelHit[]): readonly LabelHit[] {
    const byStart = hits.toSorted((a, b) => a.start - b.start || b.end - a.end);
    const inner = new Set<LabelHit>();
    let longest = byStart[0];
    for (const hit of byStart) {
      if (longest === undefined || hit.end > longest.end) longest = hit;
      else if (hit.end - hit.start < longest.end - longest.start && !this.#isCountry(hit)) inner.add(hit);
    }
    return inner.size === 0 ? hits : hits.filter((hit) => !inner.has(hit));
  }

  /** Hits that may matter to the number; ask for numbers in order of their start. */
  around(start: number, end: number): readonly LabelHit[] {
    const first = Math.max(0, start - LEFT_WINDOW);
    const last = Math.min(this.raw.length, end + RIGHT_WINDOW);
    if (last > this.#searchedTo) {
      // A label may cross the border of what was searched. The next number is seldom far: search for it too.
      const begin = Math.max(first, this.#searchedTo - LABEL_MAX);
      const stop = Math.min(this.raw.length, last + AHEAD);
      const fresh = this.#finder
        .find(this.raw, begin, stop)
        .filter((hit) => hit.end > this.#searchedTo && !isInMask(this.raw, hit));
      if (fresh.length > 0)
        this.#hits = this.#withoutParts([...this.#hits.filter((hit) => hit.start >= first), ...fresh]);
      this.#searchedTo = stop;
    }
    return this.#hits;
  }
}

/** A word that a mask has left or made (`<BANK_ACCOUNT_1>`, `****IkDr`) says nothing of what stands beside it. */
const isInMask = (raw: string, hit: Span): boolean =>
  tokenTypeAt(raw, hit) !== null || raw.startsWith("****", hit.start - 4);

/** What a mask leaves of a value between. */
const MASK = /<[A-Z][A-Z0-9_]{1,60}(?:_h:[0-9a-f]{8})?>|\*{4}/;

/** Whether another value stands between a label and a number, masked or not. */
function isPartedIn(raw: string, start: number, end: number): boolean {
  if (digitsIn(raw, start, end) > PARTING_DIGITS) return true;
  if (end - start <= 3) return false;
  const between = raw.slice(start, end);
  return (between.includes("<") || between.includes("*")) && MASK.test(between);
}

function digitsIn(raw: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) if (raw.charCodeAt(at) >= 48 && raw.charCodeAt(at) <= 57) count++;
  return count;
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
