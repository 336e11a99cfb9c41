/** A record of a file of comma-separated values. */
export type CsvRecord =
  | { readonly kind: "cells"; readonly line: number; readonly cells: readonly string[] }
  | { readonly kind: "problem"; readonly line: number; readonly reason: string };

const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Records with the line each begins in, from 1; empty lines are skipped. A quoted cell may hold line breaks. After a
 * problem nothing is read: where the next record begins is unknown.
 * @see https://www.rfc-editor.org/rfc/rfc4180
 */
export function* readCsv(source: string, delimiter: "," | "\t"): Generator<CsvRecord> {
  let at = source.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
  let line = 1;
  while (at < source.length) {
    const cells: string[] = [];
    const startLine = line;
    let cell: Cell | string;
    do {
      cell = source[at] === '"' ? quotedCell(source, at, delimiter) : plainCell(source, at, delimiter);
      if (typeof cell === "string") {
        yield { kind: "problem", line: startLine, reason: cell };
        return;
      }
      cells.push(cell.text);
      line += cell.breaks;
      // Past the delimiter, or the line break.
      at = cell.end + 1;
    } while (source[cell.end] === delimiter);
    line += 1;
    if (cells.length > 1 || cells[0] !== "") yield { kind: "cells", line: startLine, cells };
  }
}

interface Cell {
  readonly text: string;
  /** Where its delimiter stands, or the line feed after it. */
  readonly end: number;
  /** Line breaks in it. */
  readonly breaks: number;
}

function plainCell(source: string, from: number, delimiter: string): Cell | string {
  let end = from;
  while (end < source.length && source[end] !== delimiter && source[end] !== "\n") end += 1;
  const text = source.slice(from, end);
  if (text.includes('"')) return "a cell with quotes must be in quotes as a whole";
  return { text: source[end] !== delimiter && text.endsWith("\r") ? text.slice(0, -1) : text, end, breaks: 0 };
}

/** In it, `""` is a quote. */
function quotedCell(source: string, from: number, delimiter: string): Cell | string {
  let close = source.indexOf('"', from + 1);
  while (close >= 0 && source[close + 1] === '"') close = source.indexOf('"', close + 2);
  if (close < 0) return "a quoted cell does not end";
  const text = source.slice(from + 1, close).replaceAll('""', '"');
  const end = source[close + 1] === "\r" && source[close + 2] === "\n" ? close + 2 : close + 1;
  const isEnd = end >= source.length || source[end] === delimiter || source[end] === "\n";
  return isEnd ? { text, end, breaks: text.split("\n").length - 1 } : "a cell with quotes must be in quotes as a whole";
}
