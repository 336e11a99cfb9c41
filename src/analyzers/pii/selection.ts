import { lazy } from "../../core/lazy.ts";
import type { Json } from "../../core/model.ts";
import type { MetadataProblem } from "../analyzer.ts";
import { unknownNames } from "../unknown-names.ts";
import { GROUPS, type PiiGroup } from "./groups.ts";
import { PII_TYPES } from "./kinds.ts";

/** Where a type counts: wherever it stands, or only in identifying context (see `context/`). */
export type Reach = "everywhere" | "in_context";

/** The types that a policy reports. */
export type Selection = ReadonlyMap<string, Reach>;

export type SelectionResult =
  | { readonly kind: "selection"; readonly selection: Selection }
  | { readonly kind: "invalid"; readonly problems: readonly MetadataProblem[] };

/** What singles out or reaches a private person by itself; contextual types join them in their context. */
const OF_IDENTIFIERS: ReadonlySet<PiiGroup> = new Set([
  "contact",
  "credentials",
  "financial",
  "government",
  "health",
  "vehicle",
]);

/** Groups of groups, in words for the documentation. */
export const WIDE_GROUPS = {
  everything: "every type, wherever it stands",
  identifiers:
    "what singles out or reaches a private person by itself: `contact`, `credentials`, `financial`, `government`, `health`, `vehicle` and `people`; postal addresses and dates of birth only in identifying context",
  people: "names of persons in identifying context",
} as const;

/** What a policy without a list reports. */
const DEFAULT_GROUP = "identifiers";

/** By name, the broadest first; each says which types it holds, and where they count. */
const groups = lazy((): ReadonlyMap<string, Selection> => {
  const everywhere = (isIn: (group: PiiGroup) => boolean): Selection =>
    new Map(PII_TYPES.flatMap(({ id, group }) => (isIn(group) ? [[id, "everywhere"] as const] : [])));
  const contextual = PII_TYPES.filter(({ isContextual }) => isContextual);
  const inContext = contextual.map(({ id }) => [id, "in_context"] as const);
  const people = contextual.flatMap(({ id, group }) => (group === "names" ? [[id, "in_context"] as const] : []));
  return new Map<string, Selection>([
    ["everything", everywhere(() => true)],
    ["identifiers", new Map([...everywhere((group) => OF_IDENTIFIERS.has(group)), ...inContext])],
    ...Object.keys(GROUPS)
      .sort()
      .map((name) => [name, everywhere((group) => group === name)] as const),
    ["people", new Map(people)],
  ]);
});

/** The types of each group, by name; the broadest groups first. */
export const typesByGroup = lazy(
  (): ReadonlyMap<string, readonly string[]> =>
    new Map([...groups()].map(([name, types]) => [name, [...types.keys()]])),
);

/** The selection of a policy without a list. */
export const defaultSelection = lazy((): Selection => groups().get(DEFAULT_GROUP) ?? new Map());

/** Every type, wherever it stands. */
export const fullSelection = lazy((): Selection => groups().get("everything") ?? new Map());

const known = lazy((): readonly string[] => [...groups().keys(), ...PII_TYPES.map(({ id }) => id)]);

/** What marks a name that is left out. */
const WITHOUT = "-";

/**
 * Reads names of types and groups: all of those named, without those after a `-`. A list that only leaves out begins with `identifiers`.
 * Every unknown name is reported.
 */
export function readSelection(metadata: Json): SelectionResult {
  if (metadata === null || metadata === "") return { kind: "selection", selection: defaultSelection() };
  const isList = Array.isArray(metadata);
  const names: readonly Json[] = isList ? metadata : [metadata];
  const pathOf = (index: number): string => (isList ? String(index) : "");
  const bare = names.map((name) => (typeof name === "string" ? bareName(name) : name));
  const problems = unknownNames(bare, { what: "type or group of personal data", known: known(), pathOf });
  if (problems.length > 0) return { kind: "invalid", problems };
  const selection = select(names.map(String));
  const isLeftOut = names.some((name) => typeof name === "string" && name.startsWith(WITHOUT));
  if (selection.size > 0 || !isLeftOut) return { kind: "selection", selection };
  return { kind: "invalid", problems: [{ path: "", reason: "leaves out every type: set `action: disabled` instead" }] };
}

/** The name of a type or group, whether it is left out or not. */
const bareName = (name: string): string => (name.startsWith(WITHOUT) ? name.slice(WITHOUT.length) : name);

function select(names: readonly string[]): Selection {
  const without = names.filter((name) => name.startsWith(WITHOUT)).map(bareName);
  const wanted = names.filter((name) => !name.startsWith(WITHOUT));
  const selection = new Map<string, Reach>();
  for (const name of wanted.length === 0 ? [DEFAULT_GROUP] : wanted)
    for (const [type, reach] of typesOf(name)) if (selection.get(type) !== "everywhere") selection.set(type, reach);
  for (const name of without)
    for (const [type, reach] of typesOf(name))
      // `-people` leaves names elsewhere alone.
      if (reach === "everywhere" || selection.get(type) === reach) selection.delete(type);
  return selection;
}

const typesOf = (name: string): Selection => groups().get(name) ?? new Map([[name, "everywhere"]]);
