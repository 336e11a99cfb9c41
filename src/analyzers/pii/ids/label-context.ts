import { memo, Reading } from "../../../text/reading.ts";
import type { Span } from "../../../core/model.ts";
import { columnLabel, HEADERS_MAX } from "../column-label.ts";
import { LabelFinder, type LabelHit } from "./label-finder.ts";
import { isLooseGap } from "./label-gap.ts";
import {
  isCountry,
  type IdLabel,
  LabelWindow,
  LEFT_REACH,
  NO_LABEL,
  NOTHING_SAID,
  RIGHT_REACH,
  RIGHT_WINDOW,
  type SaidLabel,
  type SaidList,
} from "./label-window.ts";
import { CATEGORY_LABELS, COUNTRY_LABELS } from "./labels.ts";
import { Phrase } from "./parting.ts";
import { isWordUnit } from "./recognizer.ts";
import type { Category, IdRule } from "./rule.ts";

/** Fewer letters and digits than that are counted, dated or numbered things; a label after them says nothing. */
export const RIGHT_LENGTH_MIN = 6;

/** UTF-16 units from a label to a number that has no check digit, and to one of no known form. */
const UNCHECKED_REACH = 36;
const UNKNOWN_REACH = 24;

/** The text between a label and a number. */
type Gap = Pick<SaidLabel, "gap" | "isParted" | "isLoose">;

/** Whether the label is near enough for a number without a check digit, … */
export const isNear = ({ gap, isParted, isLoose }: Gap): boolean => gap <= UNCHECKED_REACH && !isParted && !isLoose;
/** … or for one that fits no rule. */
const speaksOfSomeNumber = (said: SaidLabel): boolean =>
  said.gap <= UNKNOWN_REACH && isNear(said) && !said.isUnsure && !said.isPhone;

/** Reads the labels around the numbers of texts, for a list of rules. */
export class LabelReader {
  readonly #labels: readonly IdLabel[];
  /** The same labels where each may be an ordinary word. */
  readonly #unsure: readonly IdLabel[];
  readonly #finder: LabelFinder;
  /** Column names → their labels; the rows of a table share them. */
  readonly #saidByHeader = memo(HEADERS_MAX, (header: string): readonly SaidLabel[] => {
    const written = `${header}: `;
    const window = this.open(new Reading(written));
    window.search(written.length, written.length);
    const said: SaidLabel[] = [];
    this.#readBefore(window, written.length, said);
    return said;
  });

  /** @throws {TypeError} when a label is too long. */
  constructor(rules: readonly IdRule[]) {
    const table = labelTable(rules);
    this.#labels = [...table.values()];
    this.#unsure = this.#labels.map((label) => ({ ...label, key: this.#labels.length + label.key, isUnsure: true }));
    this.#finder = new LabelFinder([...table.keys()]);
  }

  /** A view of one text; query it for numbers from left to right. */
  open(reading: Reading): LabelWindow {
    return new LabelWindow(reading, this.#finder, this.#labels);
  }

  /** Whether a label may apply to a number that begins at `start` and ends at or before `end`. */
  isNear(window: LabelWindow, start: number, end: number): boolean {
    window.search(start, end);
    const { hits } = window;
    for (let at = window.first; at < hits.length; at++) {
      const hit = hits[at];
      if (hit === undefined || window.isAfter(hit, end + RIGHT_WINDOW)) break;
      const isBeside = hit.end <= start ? start - hit.end <= LEFT_REACH : hit.start - end <= RIGHT_REACH;
      if (isBeside && !window.isCountry(hit)) return true;
    }
    return this.#sayOfHeader(window, start).length > 0;
  }

  /** The labels before a number that begins at `start`, and its column header; without duplicates. */
  lead(window: LabelWindow, start: number): Lead {
    window.search(start, start);
    return {
      before: window.hits.length > 0 ? this.#before(window, start) : NOTHING_SAID,
      header: listOf(window, this.#sayOfHeader(window, start)),
    };
  }

  /** The labels after a number of that many letters and digits. */
  after(window: LabelWindow, { start, end }: Span, length: number): SaidList {
    if (length < RIGHT_LENGTH_MIN) return NOTHING_SAID;
    window.search(start, end);
    if (window.hits.length === 0) return NOTHING_SAID;
    const known = window.after.get(end);
    if (known !== undefined) return known;
    const said: SaidLabel[] = [];
    this.#readAfter(window, end, said);
    const list = listOf(window, said);
    if (window.after.size >= AFTER_MAX) window.after.clear();
    window.after.set(end, list);
    return list;
  }

  #before(window: LabelWindow, start: number): SaidList {
    const said: SaidLabel[] = [];
    this.#readBefore(window, start, said);
    return listOf(window, said);
  }

  /** The labels before `start`. */
  #readBefore(window: LabelWindow, start: number, said: SaidLabel[]): void {
    const { hits } = window;
    for (let at = window.first; at < hits.length; at++) {
      const hit = hits[at];
      if (hit === undefined || window.isAfter(hit, start)) break;
      if (hit.end > start || start - hit.end > LEFT_REACH) continue;
      const label = this.#labelOf(hit);
      if (isCountry(label)) continue;
      const isParted = window.partingAt(start).isAfter(hit.end);
      const isLoose = isLooseGap(window.raw.slice(hit.end, start));
      addSaid(said, label, { gap: start - hit.end, isParted, isLoose, country: window.countryOf(hit, start) });
    }
  }

  /** The labels after it. */
  #readAfter(window: LabelWindow, end: number, said: SaidLabel[]): void {
    const { hits, reading } = window;
    let phrase: Phrase | undefined;
    for (let at = window.first; at < hits.length; at++) {
      const hit = hits[at];
      if (hit === undefined || window.isAfter(hit, end + RIGHT_WINDOW)) break;
      const gap = hit.start - end;
      if (gap < 0 || gap > RIGHT_REACH) continue;
      const label = this.#labelOf(hit);
      if (isCountry(label)) continue;
      phrase ??= new Phrase(reading, end, end + RIGHT_REACH);
      if (hit.start > phrase.end) continue;
      const isLoose = isLooseGap(window.raw.slice(end, hit.start));
      const country = window.countryOf(hit, hit.start);
      addSaid(said, label, { gap, isParted: phrase.isParted(hit.start), isLoose, country });
    }
  }

  #labelOf({ label, isUnsure }: LabelHit): IdLabel {
    return (isUnsure ? this.#unsure : this.#labels)[label] ?? NO_LABEL;
  }

  /** The column header of a number that fills a field, as if it were a label right before the number. */
  #sayOfHeader(window: LabelWindow, start: number): readonly SaidLabel[] {
    if (!window.hasTables) return NONE;
    if (window.header.start !== start) {
      const header = columnLabel(window.reading, start);
      window.header = { start, said: header === null ? NONE : window.reading.of(this.#saidByHeader)(header) };
    }
    return window.header.said;
  }
}

/** The labels before a number. */
export interface Lead {
  readonly before: SaidList;
  readonly header: SaidList;
}

const NONE: readonly SaidLabel[] = [];

/** Size of the cache of labels after numbers, by the numbers' ends; more than one number can have. */
const AFTER_MAX = 64;

/** Adds the label unless an equal one is present: consecutive labels mostly name the same rules. */
function addSaid(list: SaidLabel[], label: IdLabel, place: Gap & Pick<SaidLabel, "country">): void {
  const said = { ...label, ...place };
  for (let at = 0; at < list.length; at++) {
    const known = list[at];
    if (known === undefined || known.key !== said.key || known.country !== said.country) continue;
    if (reachOf(known) < reachOf(said)) list[at] = said;
    return;
  }
  list.push(said);
}

function listOf(window: LabelWindow, said: readonly SaidLabel[]): SaidList {
  const [one] = said;
  if (one === undefined) return NOTHING_SAID;
  if (said.length === 1 && one.country === null) {
    const id = window.idOfSingle(one.key, REACH_NAMES.charAt(reachOf(one)));
    return { said, id, speaksOfSome: speaksOfSomeNumber(one) };
  }
  const key = said.map((one) => `${one.key}${REACH_NAMES.charAt(reachOf(one))}${one.country ?? ""}`).join();
  return { said, id: window.idOf(key), speaksOfSome: said.some(speaksOfSomeNumber) };
}

/** By `reachOf`. */
const REACH_NAMES = "lfnu";

/** The more, the more numbers the label speaks of. */
function reachOf(said: SaidLabel): number {
  if (said.isLoose) return 0;
  return speaksOfSomeNumber(said) ? 3 : isNear(said) ? 2 : 1;
}

/** Letters and digits in `[start, end)`. */
export function wordUnits(raw: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) if (isWordUnit(raw.charCodeAt(at))) count++;
  return count;
}

/** `id` alone is a number of anything, with a country it is a person's: `Turkish ID`. */
const OF_COUNTRIES: Partial<Record<Category, readonly string[]>> = {
  national: Array.from(COUNTRY_LABELS.keys(), (country) => `${country} id`),
};

/** What says a label: the rules that it names, and the categories that it stands for. */
interface LabelUse {
  readonly named: number[];
  readonly categories: Set<Category>;
  country: string | null;
}

function usesOfLabels(rules: readonly IdRule[]): ReadonlyMap<string, LabelUse> {
  const uses = new Map<string, LabelUse>();
  const useOf = (text: string): LabelUse => {
    let use = uses.get(text);
    if (use === undefined) uses.set(text, (use = { named: [], categories: new Set(), country: null }));
    return use;
  };
  for (const [index, { labels }] of rules.entries())
    for (const text of new Set(labels.map((label) => label.toLowerCase()))) useOf(text).named.push(index);
  // Most rules share their categories, and a category has hundreds of labels.
  for (const category of new Set(rules.flatMap(({ categories }) => categories)))
    for (const text of [...CATEGORY_LABELS[category], ...(OF_COUNTRIES[category] ?? [])])
      useOf(text).categories.add(category);
  for (const [text, code] of COUNTRY_LABELS) useOf(text).country = code;
  return uses;
}

/** Rules by their indexes, and what distinguishes the list from others. */
interface NamedList {
  readonly list: readonly number[];
  readonly name: string;
}

function labelTable(rules: readonly IdRule[]): ReadonlyMap<string, IdLabel> {
  const lists = new Map<string, NamedList>();
  const shared = (list: readonly number[]): NamedList => {
    const name = list.join();
    const known = lists.get(name) ?? { list, name };
    lists.set(name, known);
    return known;
  };
  const byCategories = new Map<string, NamedList>();
  const meantBy = (categories: ReadonlySet<Category>): NamedList => {
    const key = [...categories].join();
    const isMeant = (rule: IdRule): boolean => rule.categories.some((category) => categories.has(category));
    const known = byCategories.get(key) ?? shared(rules.flatMap((rule, index) => (isMeant(rule) ? [index] : [])));
    byCategories.set(key, known);
    return known;
  };
  const keys = new Map<string, number>();
  const keyOf = (said: string): number => {
    const known = keys.get(said) ?? keys.size;
    keys.set(said, known);
    return known;
  };
  const isPhone = (index: number): boolean => rules[index]?.categories.join() === "phone";
  return new Map(
    Array.from(usesOfLabels(rules), ([text, { named: names, categories, country }]) => {
      const [named, meant] = [shared(names), meantBy(categories)];
      const label: IdLabel = {
        key: keyOf(`${named.name} ${meant.name}`),
        named: named.list,
        meant: meant.list,
        country,
        isUnsure: false,
        isPhone: named.list.length === 0 && meant.list.length > 0 && meant.list.every(isPhone),
      };
      return [text, label];
    }),
  );
}
