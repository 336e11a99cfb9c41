import { escaped, markdownTable } from "../../src/cli/markdown-table.ts";
import type { Digest, FunctionCost } from "./profile-digest.ts";

/** What stands for itself is left out below this share of the time in the table of groups. */
const GROUP_SHARE_MIN = 0.001;

/** A digest as Markdown: whose the time is, the functions that take most themselves, and ours with all they call. */
export function renderProfile(
  name: string,
  { busyUs, functions }: Digest,
  { requests, top }: { readonly requests: number; readonly top: number },
): string {
  const share = (us: number): string => `${((us / busyUs) * 100).toFixed(1)} %`;
  const each = (us: number): string => (us / requests).toFixed(1);
  const row = (cost: FunctionCost): readonly string[] => [
    each(cost.selfUs),
    share(cost.selfUs),
    each(cost.inclusiveUs),
    share(cost.inclusiveUs),
    escaped(cost.name),
    escaped(cost.place === "" ? cost.group : cost.place),
  ];
  const head = ["self, µs", "self", "inclusive, µs", "inclusive", "function", "where"];
  const most = (of: (cost: FunctionCost) => number, among: readonly FunctionCost[]): readonly (readonly string[])[] =>
    among
      .toSorted((a, b) => of(b) - of(a))
      .slice(0, top)
      .map(row);
  const ours = functions.filter(({ group }) => group.startsWith("sallyport "));
  const groups = groupTimes(functions).filter(([, us]) => us >= GROUP_SHARE_MIN * busyUs);
  return [
    `\n## ${name}\n`,
    `${requests} requests, ${each(busyUs)} µs of the event loop's time each; all figures are per request.\n`,
    markdownTable(
      ["whose", "self, µs", "self"],
      groups.map(([group, us]) => [group, each(us), share(us)]),
    ),
    `\nThe ${top} functions that take most themselves:\n`,
    markdownTable(
      head,
      most(({ selfUs }) => selfUs, functions),
    ),
    `\nOurs, by what they take with all that they call:\n`,
    markdownTable(
      head,
      most(({ inclusiveUs }) => inclusiveUs, ours),
    ),
  ].join("\n");
}

/** Self time by group, most first. */
function groupTimes(functions: readonly FunctionCost[]): readonly (readonly [group: string, us: number])[] {
  const times = new Map<string, number>();
  for (const { group, selfUs } of functions) times.set(group, (times.get(group) ?? 0) + selfUs);
  return [...times].toSorted(([, a], [, b]) => b - a);
}
