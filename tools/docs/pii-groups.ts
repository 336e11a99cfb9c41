import { GROUPS, groupNamed } from "../../src/analyzers/pii/groups.ts";
import { PII_TYPES, type PiiType } from "../../src/analyzers/pii/kinds.ts";
import { defaultSelection, WIDE_GROUPS } from "../../src/analyzers/pii/selection.ts";
import { markdownTable } from "../../src/cli/markdown-table.ts";
import { code } from "./markdown-cells.ts";

/** Types that a row names; longer groups say how many more they have. */
const NAMED_MAX = 6;

/** The table of groups in docs/policies/pii_detection.md. */
export function groupTable(): string {
  const rows = Object.entries(GROUPS)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, what]) => [code(name), what, typesOf(name), ofDefault(name)]);
  const wide = Object.entries(WIDE_GROUPS).map(([name, what]) => [code(name), what, "", ""]);
  return markdownTable(["group", "what it holds", "types", "by default"], [...rows, ...wide]);
}

const membersOf = (name: string): readonly PiiType[] => PII_TYPES.filter(({ group }) => group === groupNamed(name));

function typesOf(name: string): string {
  const members = membersOf(name);
  // What no country gives out comes first.
  const ids = members.map(({ id }) => id).sort((a, b) => Number(/^[A-Z]{2}_/.test(a)) - Number(/^[A-Z]{2}_/.test(b)));
  const named = ids.slice(0, NAMED_MAX).map(code).join(", ");
  if (ids.length === 0) return "none yet";
  return ids.length <= NAMED_MAX ? named : `${named} and ${ids.length - NAMED_MAX} more`;
}

function ofDefault(name: string): string {
  const members = membersOf(name);
  const reaches = members.map(({ id }) => defaultSelection().get(id));
  if (reaches.every((reach) => reach === undefined)) return "no";
  const contextual = members.filter(({ id }) => defaultSelection().get(id) === "in_context").map(({ id }) => code(id));
  const isWhole = reaches.every((reach) => reach === "everywhere");
  if (isWhole) return "yes";
  const context = `${contextual.join(", ")} in context`;
  return reaches.includes("everywhere") ? `yes; ${context}` : context;
}
