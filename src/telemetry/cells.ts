/** Series of one metric, at most. Labels come from the configuration, which reloads may change for as long as the process lives. */
const SERIES_MAX = 5000;
/** The value of every label of what is counted beyond that. */
const OVERFLOW = "overflow";

export interface Series<Cell> {
  readonly labels: Readonly<Record<string, string>>;
  readonly cell: Cell;
}

class Node<Cell> {
  readonly children = new Map<string, Node<Cell>>();
  cell: Cell | null = null;
}

/**
 * The series of one metric by the values of its labels. A look-up is one map for each label: no object, no joined string, since
 * every request makes some dozens. An empty value leaves its label out.
 */
export class Cells<Cell> {
  readonly #labels: readonly string[];
  readonly #create: () => Cell;
  readonly #root = new Node<Cell>();
  readonly #series: Series<Cell>[] = [];
  #overflow: Cell | null = null;

  constructor(labels: readonly string[], create: () => Cell) {
    this.#labels = labels;
    this.#create = create;
  }

  get series(): readonly Series<Cell>[] {
    return this.#series;
  }

  /** @param values of the labels, in their order: of the configuration or a closed set, never a caller's */
  at(...values: readonly string[]): Cell {
    let node = this.#root;
    for (const value of values) {
      let next = node.children.get(value);
      if (next === undefined) {
        if (this.#series.length >= SERIES_MAX) return this.#beyond();
        node.children.set(value, (next = new Node<Cell>()));
      }
      node = next;
    }
    return (node.cell ??= this.#add(values));
  }

  #beyond(): Cell {
    return (this.#overflow ??= this.#add(this.#labels.map(() => OVERFLOW)));
  }

  #add(values: readonly string[]): Cell {
    const cell = this.#create();
    const pairs = this.#labels.map((label, index) => [label, values[index] ?? ""] as const);
    this.#series.push({ labels: Object.fromEntries(pairs.filter(([, value]) => value !== "")), cell });
    return cell;
  }
}
