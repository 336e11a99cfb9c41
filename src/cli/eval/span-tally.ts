import { shareInterval, type Interval } from "../calibrate/calibration.ts";
import { harmonicMean, shareOf } from "./measures.ts";
import type { Entity } from "./rows.ts";

/** A place that a policy found, with the names of what it is. */
export interface FoundPlace {
  readonly start: number;
  readonly end: number;
  readonly types: readonly string[];
}

interface TypeTally {
  /** Marked places, optional ones left out. */
  marked: number;
  /** … that lie wholly inside found ones. */
  covered: number;
  /** … and one of those bears their type. */
  typed: number;
}

/** How marked places were found. */
export interface SpanMeasures extends TypeTally {
  readonly found: number;
  /** Found places that overlap a marked one. */
  readonly right: number;
  readonly precision: number | null;
  readonly recall: number | null;
  /** Exact, 95 %. */
  readonly recallInterval: Interval | null;
  readonly typedRecall: number | null;
  readonly f1: number | null;
  /** Rows without a marked place, and those of them with a found one. */
  readonly cleanRows: number;
  readonly alarmedRows: number;
  readonly byType: ReadonlyMap<string, Readonly<TypeTally>>;
}

/** Types in a report: a file may contain any. */
const TYPES_MAX = 1000;
const OTHER_TYPES = "(others)";

const overlaps = (a: Pick<Entity, "start" | "end">, b: Pick<Entity, "start" | "end">): boolean =>
  a.start < b.end && b.start < a.end;

/** Compares marked places with found ones, row by row. */
export class SpanTally {
  readonly #byType = new Map<string, TypeTally>();
  readonly #all: TypeTally = { marked: 0, covered: 0, typed: 0 };
  #found = 0;
  #right = 0;
  #cleanRows = 0;
  #alarmedRows = 0;

  add(entities: readonly Entity[], places: readonly FoundPlace[]): void {
    const rising = places.toSorted((a, b) => a.start - b.start);
    for (const entity of entities) {
      if (entity.isOptional) continue;
      const isCovered = covers(rising, entity);
      const type = entity.type.toUpperCase();
      const isTyped = isCovered && rising.some((place) => overlaps(place, entity) && place.types.includes(type));
      for (const tally of [this.#all, this.#tallyOf(type)]) {
        tally.marked += 1;
        if (isCovered) tally.covered += 1;
        if (isTyped) tally.typed += 1;
      }
    }
    this.#found += places.length;
    this.#right += places.filter((place) => entities.some((entity) => overlaps(place, entity))).length;
    if (entities.length > 0) return;
    this.#cleanRows += 1;
    if (places.length > 0) this.#alarmedRows += 1;
  }

  get measures(): SpanMeasures {
    const { marked, covered, typed } = this.#all;
    const precision = shareOf(this.#right, this.#found);
    const recall = shareOf(covered, marked);
    return {
      ...this.#all,
      found: this.#found,
      right: this.#right,
      precision,
      recall,
      recallInterval: marked === 0 ? null : shareInterval(covered, marked),
      typedRecall: shareOf(typed, marked),
      f1: harmonicMean(precision, recall),
      cleanRows: this.#cleanRows,
      alarmedRows: this.#alarmedRows,
      byType: this.#byType,
    };
  }

  #tallyOf(type: string): TypeTally {
    const name = this.#byType.has(type) || this.#byType.size < TYPES_MAX ? type : OTHER_TYPES;
    const tally = this.#byType.get(name) ?? { marked: 0, covered: 0, typed: 0 };
    this.#byType.set(name, tally);
    return tally;
  }
}

/** Whether a place lies wholly inside the union of others. @param rising by start */
function covers(rising: readonly FoundPlace[], { start, end }: Entity): boolean {
  let reached = start;
  for (const place of rising) {
    if (place.start > reached) break;
    reached = Math.max(reached, place.end);
  }
  return reached >= end;
}
