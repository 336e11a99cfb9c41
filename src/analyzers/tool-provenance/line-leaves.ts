import { BODY, isShort, wordCount, type Entry, type Leaves } from "./leaves.ts";

const FIELD = /^\s{0,20}(?:[-*•]\s{1,4})?["']?(\p{L}[\p{L}\p{N} _./-]{0,40}?)["']?\s{0,4}[:=]\s{1,8}(\S.*)?$/u;
/** What a field must have: cheaper than the field itself. */
const SIGN = /^[^:=]{1,80}[:=](?:\s|$)/;
const ITEM = /^[-*•]\s/;
/** Space before one is looked at from where it begins only: from each of its characters on, a long row would cost its square. */
const SEPARATORS = /(?:(?<!\s)\s+)?[|\t;]\s*|(?:(?<!\s)\s+)?,\s+|,(?=\D)/;
/** Longest cell of a row, words. */
const CELL_WORDS_MAX = 5;

/** The leaves of a plain text: `key: value` lines, rows and items are entries, what else there is is prose. */
export function addLines(text: string, leaves: Leaves): void {
  const reader = new LineReader(leaves);
  for (const line of text.split("\n")) reader.read(line);
}

class LineReader {
  readonly #leaves: Leaves;
  #entry: Entry = { cells: [] };
  /** Where the field of a body stands in its line; -1: no body is read. */
  #body = -1;
  #firstField = "";

  constructor(leaves: Leaves) {
    this.#leaves = leaves;
  }

  read(line: string): void {
    if (line.trim() === "") {
      if (this.#body === -1) this.#entry = { cells: [] };
      return;
    }
    const [, key = "", value = ""] = SIGN.test(line) ? (FIELD.exec(line) ?? []) : [];
    const indent = line.search(/[^\s-]/);
    // Where texts are indented, one that stands no deeper than its field is over.
    if (this.#body > 0 && indent <= this.#body) this.#body = -1;
    if (ITEM.test(line)) this.#beginItem(key);
    if (this.#body !== -1) this.#leaves.add(line, { entry: this.#entry, isCell: false });
    else if (key === "") this.#addLine(line);
    else this.#addField(key, value, { line, indent });
  }

  /** Items of one list begin with the same field. */
  #beginItem(key: string): void {
    if (this.#firstField !== "" && key !== this.#firstField) return;
    this.#firstField = key;
    this.#leaves.lists += 1;
    this.#entry = { cells: [] };
    this.#body = -1;
  }

  #addField(key: string, value: string, { line, indent }: { readonly line: string; readonly indent: number }): void {
    if (BODY.test(key.trim())) {
      this.#body = indent;
      this.#leaves.add(value, { entry: this.#entry, isCell: false });
    } else if (isShort(value)) {
      // It may name someone, or say whose words these are.
      this.#leaves.add(key, { entry: this.#entry, isCell: true });
      this.#leaves.add(value.replaceAll(/^["']|["',]{1,3}$/g, ""), { entry: this.#entry, isCell: true });
    } else this.#addLine(line);
  }

  #addLine(line: string): void {
    const cells = line.split(SEPARATORS).map((cell) => cell.trim());
    if (cells.length > 1 && cells.every((cell) => wordCount(cell) <= CELL_WORDS_MAX)) {
      const row: Entry = { cells: [] };
      for (const cell of cells) this.#leaves.add(cell, { entry: row, isCell: true });
    } else this.#leaves.add(line, { entry: this.#entry, isCell: isShort(line) && !/[.!?]\s*$/.test(line) });
  }
}
