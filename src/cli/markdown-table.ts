/** A Markdown table as the formatter would have it: columns of one width. Cells are Markdown; see `escaped` and `code`. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows];
  const widths = head.map((_, column) => Math.max(3, ...cells.map((one) => one[column]?.length ?? 0)));
  const line = (one: readonly string[], fill: string): string =>
    `| ${widths.map((width, column) => (one[column] ?? "").padEnd(width, fill)).join(" | ")} |`;
  return [line(head, " "), line([], "-"), ...rows.map((one) => line(one, " "))].join("\n");
}

/** Text for a cell: a pipe would end it. */
export const escaped = (text: string): string => text.replaceAll("|", String.raw`\|`);
