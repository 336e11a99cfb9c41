import type { Category, IdRule } from "../rule.ts";

interface Kind {
  /** How the id goes on behind the country. */
  readonly suffix: string;
  /** Words behind the country's adjective. */
  readonly noun: string;
  readonly category: Category;
  readonly source: string;
}

/** Country, its name, its adjective, forms parted by ` | `, an example, further labels parted by `, `. */
export type Row = readonly [
  code: string,
  name: string,
  adjective: string,
  forms: string,
  example: string,
  labels?: string,
];

/** Records of numbers that have neither check digits nor a form of their own, so that only a label tells what they are. */
export function labelledRules(kind: Kind, rows: readonly Row[]): readonly IdRule[] {
  return rows.map(([code, name, adjective, forms, example, labels = ""]) => ({
    id: `${code}_${kind.suffix}`,
    name: `${name}: ${kind.noun}`,
    country: code,
    forms: forms.split(" | "),
    labels: [`${adjective} ${kind.noun}`, ...labels.split(", ").filter((label) => label !== "")],
    categories: [kind.category],
    source: kind.source,
    examples: [example],
    // No form is this long.
    misses: [`${example}0000000`],
  }));
}
