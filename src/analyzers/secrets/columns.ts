import type { Span } from "../../core/model.ts";
import type { KeywordHit } from "../../text/match/automaton.ts";
import { cellAt, nextRow, rowAt, tablesOf, type Table } from "../../text/tables/tables.ts";
import type { ColumnHeader } from "../../text/tables/column-headers.ts";
import { isOtherColumn } from "../column-name.ts";
import type { Match } from "../detector.ts";
import { type Label, SHORTEST_VALUE } from "./gate.ts";
import { labelOfName, scoreBelow } from "./labelled-value.ts";
import { memo, type Reading } from "../../text/reading.ts";

/** The values of columns that are called a secret, at or behind `from`: judged as if each were assigned to the name. */
export function readColumns(reading: Reading, hits: readonly KeywordHit[], from: number): readonly Match[] {
  const matches: Match[] = [];
  let next = 0;
  for (const table of tablesOf(reading)) {
    while (next < hits.length && (hits[next]?.start ?? 0) < table.start) next += 1;
    const first = next;
    while (next < hits.length && (hits[next]?.start ?? 0) < table.rowsFrom) next += 1;
    if (next > first && table.end > from)
      readRows(reading, table, { columns: columnsOf(reading, table, hits.slice(first, next)), from, matches });
  }
  return matches;
}

/** A column whose name has the word of a secret in it, and what such words say. */
interface Column {
  readonly index: number;
  readonly labels: Label[];
}

/** @param hits those in the header */
function columnsOf(reading: Reading, { headers }: Table, hits: readonly KeywordHit[]): readonly Column[] {
  const columns: Column[] = [];
  let index = 0;
  for (const { start, end } of hits) {
    // Hits come in the order of their end.
    while ((headers[index]?.end ?? end) < end) index += 1;
    const label = labelIn(reading, headers[index], { start, end });
    if (label !== null) addLabel(columns, index, label);
  }
  return columns;
}

function labelIn(reading: Reading, header: ColumnHeader | undefined, { start, end }: Span): Label | null {
  if (header === undefined || header.start > start) return null;
  return labelOfColumn(reading, header.name, { start: start - header.start, end: end - header.start });
}

function addLabel(columns: Column[], index: number, label: Label): void {
  const last = columns.at(-1);
  if (last?.index !== index) columns.push({ index, labels: [label] });
  else if (!last.labels.includes(label)) last.labels.push(label);
}

/** Names that are remembered, at most so many: tables of one kind follow each other. */
const KNOWN_MAX = 256;
/** Longer names than any column has. */
const ENDS_MAX = 64;

/** The name of a column → what each word in it says, by where it begins and ends. */
const LABELS = memo(KNOWN_MAX, (_name: string) => new Map<number, Label | null>());

function labelOfColumn(reading: Reading, name: string, word: Span): Label | null {
  const labels = reading.of(LABELS)(name);
  const place = word.start * ENDS_MAX + word.end;
  let label = labels.get(place);
  if (label === undefined) {
    label = isOtherColumn(name) ? null : labelOfName(nameOf(name, word), word);
    labels.set(place, label);
  }
  return label;
}

/** The name as a variable would be written, the word as it stands; what stands in brackets describes the values. */
const nameOf = (name: string, { start, end }: Span): string =>
  name.slice(0, start).replaceAll(" ", "_") +
  name.slice(start, end) +
  name
    .slice(end)
    .replace(/ *\(.*/, "")
    .replaceAll(" ", "_");

function readRows(
  reading: Reading,
  table: Table,
  { columns, from, matches }: { readonly columns: readonly Column[]; readonly from: number; readonly matches: Match[] },
): void {
  const { raw } = reading;
  if (columns.length === 0) return;
  const end = Math.min(table.end, raw.length);
  let next = 0;
  for (let row = Math.max(table.rowsFrom, rowAt(reading, table, from)); row < end; row = next) {
    next = nextRow(raw, table, row);
    // A line too short for any value, with what ends it.
    if (table.rows === null && next - row < SHORTEST_VALUE) continue;
    for (const { index, labels } of columns) {
      const cell = cellAt(reading, table, { row, column: index });
      if (cell === null || !cell.isClosed || cell.start < from || cell.end - cell.start < SHORTEST_VALUE) continue;
      const value = raw.slice(cell.start, cell.end);
      let score = 0;
      for (const label of labels) score = Math.max(score, scoreBelow(reading, value, label));
      if (score > 0) matches.push({ start: cell.start, end: cell.end, score });
    }
  }
}
