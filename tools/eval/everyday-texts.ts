import { join } from "node:path";
import { evenly, jsonLines } from "../json-lines.ts";
import { readRows } from "../train/learned/rows.ts";

/** A harmless text, and who says it to the model. */
export interface HarmlessText {
  readonly source: string;
  /** A line of a conversation, or the operator's own words. */
  readonly role: "user" | "system" | "tool";
  readonly text: string;
}

const SETS = "tools/eval/sets";
/**
 * Sources that are full of personal data, of people or made up: records of customers, private mail, and the tests and pages of tools that
 * look for such data. What is masked in them is mostly what should be, so they are counted apart.
 */
const PERSONAL: ReadonlySet<string> = new Set([
  "tau_bench",
  "giskard_enron",
  "benign/koblas/stdnum-js",
  "benign/microsoft/presidio",
  "benign/protectai/llm-guard",
]);
export const isPersonal = ({ source }: Pick<HarmlessText, "source">): boolean => PERSONAL.has(source);

/** The set whose single texts are never shown: it measures what was not looked at. */
export const ASIDE = "own, kept aside";
/** Sources that hold prompts of operators, and results of tools. */
const ROLES: ReadonlyMap<string, HarmlessText["role"]> = new Map([
  ["big_prompt_library", "system"],
  ["tau_bench", "tool"],
]);
/**
 * Harmless rows of the corpora. Of the toxicity corpus only what was never written in a quarrel: its other harmless rows are
 * comments that swear, and posts signed with the names and addresses of private people.
 */
const CORPORA: readonly { readonly file: string; readonly only?: ReadonlySet<string> }[] = [
  { file: "injection/train.jsonl" },
  { file: "injection/dev.jsonl" },
  { file: "injection/foreign/wildguard_benign.jsonl" },
  { file: "unsafe/train.jsonl" },
  { file: "unsafe/dev.jsonl" },
  { file: "unsafe/foreign/xstest.jsonl" },
  {
    file: "toxicity/train.jsonl",
    only: new Set(["medquad", "uci_reviews", "xquad", "cyberseceval_instruct", "jigsaw_sentence_templates"]),
  },
];
/** Ordinary code, configuration and prose of the span corpora. */
const SNIPPETS = ["secrets/dev.jsonl", "pii/dev.jsonl"];

/** The sets of our own, and at most `limit` texts of each source in the corpora, spread evenly. */
export function harmlessTexts(data: string | undefined, limit: number): readonly HarmlessText[] {
  const own = [...ownSet("everyday.jsonl", (kind) => `own, ${kind}`), ...ownSet("everyday-aside.jsonl", () => ASIDE)];
  return data === undefined ? own : [...own, ...corpusTexts(data, limit)];
}

function ownSet(name: string, sourceOf: (kind: string) => string): readonly HarmlessText[] {
  return jsonLines(join(SETS, name)).map((row) => ({
    source: sourceOf(fieldOf(row, "kind")),
    role: "user",
    text: fieldOf(row, "text"),
  }));
}

function corpusTexts(data: string, limit: number): readonly HarmlessText[] {
  const labelled = CORPORA.flatMap(({ file, only }) =>
    readRows(join(data, file))
      .filter(({ label, source }) => label === 0 && (only?.has(source) ?? true))
      .map(({ source, text }) => ({ source, role: ROLES.get(source) ?? ("user" as const), text })),
  );
  const snippets = SNIPPETS.flatMap((file) =>
    jsonLines(join(data, file))
      .filter((row) => fieldOf(row, "case") === "benign")
      .map((row) => ({ source: fieldOf(row, "source"), role: "user" as const, text: fieldOf(row, "text") })),
  );
  // The corpora share sources, and the same text may stand in two of them.
  const distinct = new Map([...labelled, ...snippets].map((text) => [`${text.source}\n${text.text}`, text]));
  return [...Map.groupBy(distinct.values(), ({ source }) => source).values()].flatMap((list) => evenly(list, limit));
}

function fieldOf(row: unknown, name: string): string {
  if (typeof row !== "object" || row === null) return "";
  const value: unknown = Object.entries(row).find(([key]) => key === name)?.[1];
  return typeof value === "string" ? value : "";
}
