import type { Span } from "../../core/model.ts";
import type { KeywordHit } from "../../text/automaton.ts";
import { cellAt, nextRow, rowAt, tablesOf, type Table } from "../../text/tables.ts";
import { isOtherColumn } from "../column-name.ts";
import type { Match } from "../detector.ts";
import type { Label } from "./gate.ts";
import { labelOfName, scoreBelow } from "./labelled-value.ts";

/** The values of columns that are called a secret, at or behind `from`: judged as if each were assigned to the name. */
export function readColumns(raw: string, hits: readonly KeywordHit[], from: number): readonly Match[] {
  const matches: Match[] = [];
  let next = 0;
  for (const table of tablesOf(raw)) {
    while (next < hits.length && (hits[next]?.start ?? 0) < table.start) next += 1;
    const first = next;
    while (next < hits.length && (hits[next]?.start ?? 0) < table.rowsFrom) next += 1;
    if (next > first && table.end > from)
      readRows(raw, table, { labels: labelsOf(table, hits.slice(first, next)), from, matches });
  }
  return matches;
}

/** Columns, by their index, whose name has the word of a secret in it, with what such words say. */
function labelsOf({ heads }: Table, hits: readonly KeywordHit[]): ReadonlyMap<number, ReadonlySet<Label>> {
  const columns = new Map<number, Set<Label>>();
  for (const { start, end } of hits) {
    const column = heads.findIndex((head) => head.start <= start && head.end >= end);
    const head = heads[column];
    if (head === undefined) continue;
    const { name } = head;
    const word = { start: start - head.start, end: end - head.start };
    const label = labelOfColumn(name, word);
    if (label !== null) columns.set(column, (columns.get(column) ?? new Set()).add(label));
  }
  return columns;
}

/** Names that were looked at, at most so many: tables of one kind follow each other. */
const KNOWN_MAX = 256;
/** The name of a column, and where the word begins and ends in it → what the word says. */
const known = new Map<string, Label | null>();

function labelOfColumn(name: string, word: Span): Label | null {
  const key = `${word.start} ${word.end} ${name}`;
  let label = known.get(key);
  if (label === undefined) {
    label = isOtherColumn(name) ? null : labelOfName(nameOf(name, word), word);
    if (known.size >= KNOWN_MAX) known.clear();
    known.set(key, label);
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
  raw: string,
  table: Table,
  {
    labels,
    from,
    matches,
  }: { readonly labels: ReadonlyMap<number, ReadonlySet<Label>>; readonly from: number; readonly matches: Match[] },
): void {
  if (labels.size === 0) return;
  const end = Math.min(table.end, raw.length);
  for (let row = Math.max(table.rowsFrom, rowAt(raw, table, from)); row < end; row = nextRow(raw, table, row)) {
    for (const [column, said] of labels) {
      const cell = cellAt(raw, table, { row, column });
      if (cell === null || !cell.isClosed || cell.start < from) continue;
      const value = raw.slice(cell.start, cell.end);
      let score = 0;
      for (const label of said) score = Math.max(score, scoreBelow(value, label));
      if (score > 0) matches.push({ start: cell.start, end: cell.end, score });
    }
  }
}
