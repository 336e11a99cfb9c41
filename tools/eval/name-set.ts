import { PII_DETECTION } from "../../src/analyzers/pii/index.ts";
import { Reading } from "../../src/text/reading.ts";
import { jsonLines } from "../json-lines.ts";
import type { GoldSpan } from "./labelled.ts";
import type { Predicted } from "./span-report.ts";

/** The second holds names without a label, in scripts without case, in lower case and inflected. */
export const NAME_SETS = ["names", "names-unaided"] as const;
type NameSet = (typeof NAME_SETS)[number];
export const NAME_TYPES = ["PERSON", "LOCATION"] as const;
export type NameType = (typeof NAME_TYPES)[number];

/** A row of a set of names; `kind` is one of `NAMED`, or what is harmless about it. */
export interface NameRow {
  readonly lang: string;
  readonly kind: string;
  /** The single rows of the kept half are not for reading: what fails there must not be mended word by word. */
  readonly part: "open" | "kept";
  readonly text: string;
  readonly entities: readonly GoldSpan[];
}

/** Rows with names: of both kinds, in lower case, places only. */
const NAMED: ReadonlySet<string> = new Set(["names", "small", "places"]);
export const isHarmless = ({ kind }: Pick<NameRow, "kind">): boolean => !NAMED.has(kind);

/** `{{…}}` marks a person, `[[…]]` a place. */
const MARKS = /\{\{(.+?)\}\}|\[\[(.+?)\]\]/gs;

/** The text without its marks, and the spans that they mark. */
export function readMarks(marked: string): { readonly text: string; readonly entities: readonly GoldSpan[] } {
  const entities: GoldSpan[] = [];
  let text = "";
  let at = 0;
  for (const found of marked.matchAll(MARKS)) {
    text += marked.slice(at, found.index);
    at = found.index + found[0].length;
    const [, person, place] = found;
    const name = person ?? place ?? "";
    const type = person === undefined ? "LOCATION" : "PERSON";
    entities.push({ type, start: text.length, end: text.length + name.length });
    text += name;
  }
  return { text: text + marked.slice(at), entities };
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/** @throws {TypeError} naming the line that is no row. */
export function readNameSet(set: NameSet): readonly NameRow[] {
  const file = `tools/eval/sets/${set}.jsonl`;
  return jsonLines(file).map((row, index) => {
    const { lang, kind, part, text } = isObject(row) ? row : {};
    const isWhole = typeof lang === "string" && typeof kind === "string" && typeof text === "string";
    if (!isWhole || (part !== "open" && part !== "kept")) throw new TypeError(`${file}:${index + 1}: no row of names`);
    return { lang, kind, part, ...readMarks(text) };
  });
}

/** What the policy finds at its threshold when it is asked for names only. */
export function nameFinder(): (text: string) => readonly Predicted[] {
  const preparation = PII_DETECTION.prepare([...NAME_TYPES]);
  if (preparation.kind !== "ready") throw new Error("pii_detection cannot run");
  const clock = { now: () => 0, epochMs: () => 0, after: () => () => undefined };
  const context = { side: "input", origin: "user", from: 0, clock, signal: new AbortController().signal } as const;
  return (text) => {
    const findings = preparation.analyzer.analyze(new Reading(text), context);
    if (findings instanceof Promise) throw new TypeError("the policy is synchronous");
    return findings
      .filter(({ score }) => score >= PII_DETECTION.threshold)
      .flatMap(({ kind, span }) => (span === undefined ? [] : [{ type: kind, ...span }]));
  };
}

export const overlap = (a: Predicted | GoldSpan, b: GoldSpan): boolean => a.start < b.end && a.end > b.start;

export function isCovered({ start, end }: GoldSpan, found: readonly Predicted[]): boolean {
  for (let at = start; at < end; at++) if (!found.some((span) => span.start <= at && span.end > at)) return false;
  return true;
}

/** Marked names, those that are covered, and what was found; harmless texts, and those where a name was found wrongly. */
export class NameTally {
  readonly marked = { PERSON: 0, LOCATION: 0 };
  readonly covered = { PERSON: 0, LOCATION: 0 };
  readonly found = { PERSON: 0, LOCATION: 0 };
  readonly wrong = { PERSON: 0, LOCATION: 0 };
  readonly alarmed = { PERSON: 0, LOCATION: 0 };
  harmless = 0;

  note(entities: readonly GoldSpan[], found: readonly Predicted[], isHarmlessText: boolean): void {
    this.harmless += isHarmlessText ? 1 : 0;
    for (const type of NAME_TYPES) {
      const own = found.filter((span) => span.type === type);
      const wrong = own.filter((span) => !entities.some((marked) => overlap(span, marked)));
      const marked = entities.filter((span) => span.type === type && span.optional !== true);
      this.marked[type] += marked.length;
      this.covered[type] += marked.filter((span) => isCovered(span, found)).length;
      this.found[type] += own.length;
      this.wrong[type] += wrong.length;
      this.alarmed[type] += isHarmlessText && wrong.length > 0 ? 1 : 0;
    }
  }
}

export function tallyOf<Row extends Pick<NameRow, "text" | "entities">>(
  rows: readonly Row[],
  find: (text: string) => readonly Predicted[],
  isHarmlessRow: (row: Row) => boolean,
): NameTally {
  const tally = new NameTally();
  for (const row of rows) tally.note(row.entities, find(row.text), isHarmlessRow(row));
  return tally;
}
