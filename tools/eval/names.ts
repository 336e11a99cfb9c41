/**
 * npm run eval:names [-- --data DIR] [--misses] [--alarms SOURCE] [--max N]
 * How well pii_detection distinguishes names of persons and places from other words when it is asked for them only: on two sets
 * of our own in 28 languages, and with --data on the labelled rows of DIR/pii/dev.jsonl and on harmless texts, source by source.
 * --misses prints what went wrong in the open halves of our sets; --alarms prints the persons found in harmless texts of sources
 * whose name contains SOURCE, most of which are persons indeed.
 */
import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { commandLine } from "../command-line.ts";
import { jsonLines } from "../json-lines.ts";
import { readSpanRows, type SpanRow } from "./labelled.ts";
import {
  isCovered,
  isHarmless,
  isObject,
  NAME_SETS,
  NAME_TYPES,
  nameFinder,
  type NameRow,
  type NameTally,
  type NameType,
  overlap,
  readNameSet,
  tallyOf,
} from "./name-set.ts";

commandLine(import.meta);

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    misses: { type: "boolean", default: false },
    alarms: { type: "string" },
    max: { type: "string", default: "60" },
  },
});
const print = (line: string): boolean => process.stdout.write(`${line}\n`);
const find = nameFinder();

const share = (part: number, whole: number): string => (whole === 0 ? "-" : `${(part / whole).toFixed(3)} of ${whole}`);
const figures = ({ marked, covered, found, wrong }: NameTally): string =>
  NAME_TYPES.map(
    (type) =>
      `${type} covered ${share(covered[type], marked[type])}, precision ${share(found[type] - wrong[type], found[type])}`,
  ).join("; ");
const alarms = ({ alarmed, harmless }: NameTally, types: readonly NameType[] = NAME_TYPES): string =>
  `harmless rows alarmed: ${types.map((type) => `${type} ${alarmed[type]} of ${harmless}`).join(", ")}`;

function showSet(set: (typeof NAME_SETS)[number]): void {
  const rows = readNameSet(set);
  const tally = (list: readonly NameRow[]): NameTally => tallyOf(list, find, isHarmless);
  for (const [part, list] of Map.groupBy(rows, (row) => row.part)) {
    const own = tally(list);
    print(`${set}, ${part} half: ${figures(own)}; ${alarms(own)}`);
  }
  for (const [lang, list] of Map.groupBy(rows, ({ lang, kind }) => (kind === "small" ? `${lang}, lower case` : lang))) {
    const own = tally(list);
    print(`  ${lang.padEnd(3)} ${figures(own)}; ${alarms(own, ["PERSON"])}`);
  }
  for (const [kind, list] of Map.groupBy(rows.filter(isHarmless), (row) => row.kind))
    print(`  ${kind.padEnd(9)} ${alarms(tally(list))}`);
  if (values.misses) for (const row of rows.filter(({ part }) => part === "open")) showErrors(row);
}

function showErrors({ lang, kind, text, entities }: NameRow): void {
  const found = find(text);
  for (const span of entities.filter((span) => !isCovered(span, found)))
    print(`  MISSED ${lang} ${span.type} ${excerpt(text, span)}`);
  for (const span of found.filter((span) => !entities.some((marked) => overlap(span, marked))))
    print(`  WRONG ${lang} ${kind} ${span.type} ${excerpt(text, span)}`);
}

const excerpt = (text: string, { start, end }: { readonly start: number; readonly end: number }): string =>
  JSON.stringify(
    `${text.slice(Math.max(0, start - 40), start)}⟦${text.slice(start, end)}⟧${text.slice(end, end + 30)}`,
  );

function showLabelled(data: string): void {
  const judged = readSpanRows(join(data, "pii", "dev.jsonl")).filter(judgesPersons);
  for (const [tier, list] of Map.groupBy(judged, (row) => row.tier ?? "-")) {
    const own = tallyOf(list, find, ({ entities }) => entities.length === 0);
    print(`labelled rows, tier ${tier}: ${figures(own)}; ${alarms(own, ["PERSON"])}`);
  }
}

const judgesPersons = ({ scope }: SpanRow): boolean =>
  scope === "*" || (Array.isArray(scope) && scope.includes("PERSON"));

/** None of these files is learnt from. */
const HARMLESS = ["injection/dev", "injection/foreign/*", "toxicity/dev", "unsafe/dev", "unsafe/foreign/*"];

interface HarmlessText {
  readonly source: string;
  readonly text: string;
}

function harmlessTexts(data: string): readonly HarmlessText[] {
  const files = HARMLESS.flatMap((pattern) => globSync(join(data, `${pattern}.jsonl`)).toSorted());
  return files.flatMap((file) =>
    jsonLines(file).flatMap((row) => {
      if (!isObject(row) || row["label"] !== 0 || typeof row["text"] !== "string") return [];
      const source = typeof row["source"] === "string" ? row["source"] : basename(file, ".jsonl");
      const folder = file.slice(data.length + 1).split("/")[0] ?? "";
      return [{ source: `${folder}/${source}`, text: row["text"] }];
    }),
  );
}

function showHarmless(data: string): void {
  const totals = { texts: 0, PERSON: 0, LOCATION: 0 };
  for (const [source, texts] of Map.groupBy(harmlessTexts(data), (text) => text.source)) {
    const counts = { PERSON: 0, LOCATION: 0 };
    for (const { text } of texts) {
      const types = new Set(find(text).map(({ type }) => type));
      for (const type of NAME_TYPES) counts[type] += types.has(type) ? 1 : 0;
    }
    totals.texts += texts.length;
    for (const type of NAME_TYPES) totals[type] += counts[type];
    print(`  ${source.padEnd(38)} ${perThousand(counts, texts.length)}`);
    if (values.alarms !== undefined && source.includes(values.alarms)) showPersons(texts);
  }
  print(`harmless texts with a finding: ${perThousand(totals, totals.texts)}`);
}

function showPersons(texts: readonly HarmlessText[]): void {
  const lines = texts.flatMap(({ text }) =>
    find(text)
      .filter(({ type }) => type === "PERSON")
      .map((span) => excerpt(text, span)),
  );
  for (const line of lines.slice(0, Number(values.max))) print(`    ${line}`);
}

const perThousand = (counts: Readonly<Record<NameType, number>>, texts: number): string =>
  `${String(texts).padStart(6)} texts, per 1,000: ${NAME_TYPES.map((type) => `${type} ${((1000 * counts[type]) / texts).toFixed(1)}`).join(", ")}`;

for (const set of NAME_SETS) showSet(set);
if (values.data !== undefined) {
  showLabelled(values.data);
  showHarmless(values.data);
}
