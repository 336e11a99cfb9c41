import { readFileSync } from "node:fs";

/** The values of a file of JSON Lines; empty lines are left out. @throws {SyntaxError} when a line is not JSON. */
export const jsonLines = (file: string): readonly unknown[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): unknown => JSON.parse(line));

/** As many items as asked for, spread evenly over the list. */
export function evenly<Item>(list: readonly Item[], count: number): readonly Item[] {
  if (list.length <= count) return list;
  return Array.from({ length: count }, (_, at) => list[Math.floor((at * list.length) / count)]).filter(
    (item) => item !== undefined,
  );
}
