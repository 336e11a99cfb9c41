import { z } from "zod";

/** What V8 writes. @see https://chromedevtools.github.io/devtools-protocol/tot/Profiler/#type-Profile */
export const cpuProfileSchema = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({ functionName: z.string(), url: z.string(), lineNumber: z.number() }),
      children: z.array(z.number()).optional(),
    }),
  ),
  startTime: z.number(),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
});
export type CpuProfile = z.infer<typeof cpuProfileSchema>;
type Node = CpuProfile["nodes"][number];

/** One function, times in microseconds. */
export interface FunctionCost {
  readonly name: string;
  /** File and line, as `engine/evaluate.js:12`; empty for what has no file. */
  readonly place: string;
  /** Whose it is: one of our layers, a package, Node's own JavaScript, native code. */
  readonly group: string;
  readonly selfUs: number;
  /** With all that it calls; a function that calls itself counts once. */
  readonly inclusiveUs: number;
}

export interface Digest {
  /** Time in which the process did something. */
  readonly busyUs: number;
  readonly functions: readonly FunctionCost[];
}

/** What V8 calls the time without work. */
const IDLE = "(idle)";
/** What V8 calls calls of itself that have no function: the root, and work outside of JavaScript. */
const SPECIAL: ReadonlyMap<string, string> = new Map([
  [IDLE, "idle"],
  ["(garbage collector)", "garbage collection"],
  ["(program)", "native: outside of JavaScript"],
  ["(root)", "root"],
]);

/** Whose a function is, and where it stands. */
export function placeOf({ functionName, url, lineNumber }: Node["callFrame"]): { group: string; place: string } {
  const special = SPECIAL.get(functionName);
  if (special !== undefined) return { group: special, place: "" };
  if (url === "") return { group: "native: called by JavaScript", place: "" };
  if (url.startsWith("wasm:")) return { group: "WebAssembly", place: "" };
  if (url.startsWith("node:")) return { group: "Node's JavaScript", place: `${url}:${lineNumber + 1}` };
  const inPackage = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(.*)$/.exec(url);
  if (inPackage !== null)
    return {
      group: `package ${inPackage[1] ?? ""}`,
      place: `${inPackage[1] ?? ""}/${inPackage[2] ?? ""}:${lineNumber + 1}`,
    };
  // A build has a folder of its own in `dist`.
  const ours = /\/(?:dist(?:\/[0-9a-f]{16})?|src)\/(.*)$/.exec(url)?.[1] ?? url;
  const folder = ours.includes("/") ? (ours.split("/")[0] ?? "") : "";
  return { group: `sallyport ${folder === "" ? "wiring" : folder}`, place: `${ours}:${lineNumber + 1}` };
}

/** Sums a profile by function, of the samples within a window of V8's clock, microseconds. */
export function digest(profile: CpuProfile, window: { readonly fromUs: number; readonly untilUs: number }): Digest {
  const selfUs = selfTimes(profile, window);
  const byId = new Map(profile.nodes.map((node) => [node.id, node]));
  const functions = new Map<string, FunctionCost>();
  const root = profile.nodes[0];
  if (root !== undefined) addUp(root, { byId, selfUs, functions, callers: new Set() });
  const busy = [...functions.values()].filter(({ group }) => group !== "idle" && group !== "root");
  return { busyUs: busy.reduce((sum, each) => sum + each.selfUs, 0), functions: busy };
}

function selfTimes(
  { startTime, samples, timeDeltas }: CpuProfile,
  { fromUs, untilUs }: { readonly fromUs: number; readonly untilUs: number },
): ReadonlyMap<number, number> {
  const times = new Map<number, number>();
  let atUs = startTime;
  for (const [index, id] of samples.entries()) {
    atUs += timeDeltas[index] ?? 0;
    // A sample stands for the time up to the next one.
    if (atUs >= fromUs && atUs < untilUs) times.set(id, (times.get(id) ?? 0) + Math.max(0, timeDeltas[index + 1] ?? 0));
  }
  return times;
}

interface Walk {
  readonly byId: ReadonlyMap<number, Node>;
  readonly selfUs: ReadonlyMap<number, number>;
  readonly functions: Map<string, FunctionCost>;
  /** Functions on the way from the root. */
  readonly callers: Set<string>;
}

/** @returns microseconds of the node and all below it. Stacks are some hundred calls deep at most, and so is this. */
function addUp(node: Node, walk: Walk): number {
  const { functionName, url, lineNumber } = node.callFrame;
  const key = `${functionName} ${url} ${lineNumber}`;
  const isOutermost = !walk.callers.has(key);
  if (isOutermost) walk.callers.add(key);
  const selfUs = walk.selfUs.get(node.id) ?? 0;
  let totalUs = selfUs;
  for (const id of node.children ?? []) {
    const child = walk.byId.get(id);
    if (child !== undefined) totalUs += addUp(child, walk);
  }
  if (isOutermost) walk.callers.delete(key);
  const known = walk.functions.get(key);
  walk.functions.set(key, {
    name: functionName === "" ? "(anonymous)" : functionName,
    ...placeOf(node.callFrame),
    selfUs: (known?.selfUs ?? 0) + selfUs,
    inclusiveUs: (known?.inclusiveUs ?? 0) + (isOutermost ? totalUs : 0),
  });
  return totalUs;
}

/** Several processes or threads as one. */
export function mergeDigests(digests: readonly Digest[]): Digest {
  const functions = new Map<string, FunctionCost>();
  for (const each of digests.flatMap((one) => one.functions)) {
    const key = `${each.group} ${each.place} ${each.name}`;
    const known = functions.get(key);
    functions.set(key, {
      ...each,
      selfUs: each.selfUs + (known?.selfUs ?? 0),
      inclusiveUs: each.inclusiveUs + (known?.inclusiveUs ?? 0),
    });
  }
  return { busyUs: digests.reduce((sum, { busyUs }) => sum + busyUs, 0), functions: [...functions.values()] };
}
