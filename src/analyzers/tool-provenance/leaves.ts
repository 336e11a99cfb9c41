/** Values that stand together: an object of JSON, a row of a table, neighbouring `key: value` lines. */
export interface Entry {
  readonly cells: string[];
}

export interface Leaf {
  readonly text: string;
  /** Where it stands in `Document.text`. */
  readonly start: number;
  readonly entry: Entry;
  /** Short, and in a place of its own. */
  readonly isCell: boolean;
  /** For JSON, whose fields text cannot forge: the name of its field and of those around it, up to a list. */
  readonly field: string;
}

/** Maximum number of leaves of one document, and of their text, UTF-16 units; what follows is not read. */
const LEAVES_MAX = 50_000;
/** Longest cell: a name, an address, a title. UTF-16 units. */
const CELL_MAX = 120;
const CELL_WORDS_MAX = 9;

/** The pieces of a document while it is read. */
export class Leaves {
  readonly all: Leaf[] = [];
  /** Number of lists and items that describe several things. */
  lists = 0;
  #length = 0;

  add(
    text: string,
    { entry, isCell, field = "" }: Omit<Leaf, "text" | "start" | "field"> & { readonly field?: string },
  ): void {
    if (text === "" || this.all.length >= LEAVES_MAX) return;
    if (isCell) entry.cells.push(text);
    this.all.push({ text, start: this.#length, entry, isCell, field });
    this.#length += text.length + 1;
  }

  text(): string {
    return this.all.map(({ text }) => text).join("\n");
  }
}

/** Whether a text is short enough for a value of its own. */
export function isShort(text: string): boolean {
  return text.length <= CELL_MAX && !text.includes("\n") && wordCount(text) <= CELL_WORDS_MAX;
}

/** Words, as far as it matters how many. */
export const wordCount = (text: string): number => text.split(/\s+/, CELL_WORDS_MAX + 2).length;

/** Fields that hold what someone has written. */
export const BODY =
  /^(?:body|content|contents|message|text|description|notes?|comments?|snippet|html|markdown|review|summary|bio|about)$/i;
