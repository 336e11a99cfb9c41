import type { Json } from "../core/model.ts";
import { hintOf, nearestNames } from "../core/nearest-names.ts";
import type { MetadataProblem, Preparation } from "./analyzer.ts";

/** Problems of one list that are named; each costs a search for what was meant. */
const PROBLEMS_MAX = 20;
/** A list of so many names is shown where none of them is near. */
const SHOWN_MAX = 16;

/**
 * What is wrong with names of a closed list: one problem for each that is unknown, with the nearest known ones. The name itself is not
 * repeated: it may be anything.
 * @param what what each should be: `label`
 */
export function unknownNames(
  names: readonly Json[],
  { what, known, pathOf = String }: ClosedList,
): readonly MetadataProblem[] {
  const all = new Set(known);
  const problems: MetadataProblem[] = [];
  for (const [index, name] of names.entries()) {
    if (typeof name === "string" && all.has(name)) continue;
    if (problems.length >= PROBLEMS_MAX) break;
    problems.push({ path: pathOf(index), reason: unknownName(name, { what, known }) });
  }
  return problems;
}

export interface ClosedList {
  readonly what: string;
  readonly known: readonly string[];
  /** Relative to the metadata. */
  readonly pathOf?: (index: number) => string;
}

/** What is said of one name that is none of those. */
export function unknownName(name: Json, { what, known }: Pick<ClosedList, "what" | "known">): string {
  if (typeof name !== "string") return `must be text: a ${what}`;
  const near = nearestNames(name, known);
  if (near.length > 0) return `is no ${what}${hintOf(near)}`;
  return `is no ${what}${known.length <= SHOWN_MAX ? `; known: ${known.join(", ")}` : ""}`;
}

/** The preparation that reports them all; there must be some. */
export function invalidBy([first, ...others]: readonly MetadataProblem[]): Extract<Preparation, { kind: "invalid" }> {
  const { path, reason } = first ?? { path: "", reason: "is invalid" };
  return { kind: "invalid", path, reason, ...(others.length === 0 ? {} : { others }) };
}
