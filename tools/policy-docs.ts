import { readFileSync } from "node:fs";
import type { Analyzer } from "../src/analyzers/analyzer.ts";
import { ANALYZERS } from "../src/analyzers/registry.ts";
import { writeGenerated } from "./docs/generated-files.ts";
import { withGenerated } from "./docs/generated-part.ts";
import { markdownTable } from "../src/cli/markdown-table.ts";

const COMMAND = "npm run docs:policies";
const README = new URL("../README.md", import.meta.url);
const PROXY = new URL("../docs/proxy.md", import.meta.url);

/** README.md with its table of policies as the registry has them. */
export function readmePage(): string {
  const rows = ANALYZERS.map((analyzer) => [
    `\`${analyzer.name}\``,
    analyzer.covers("input", "user") ? "yes" : "–",
    answersOf(analyzer),
    analyzer.masks ? "yes" : "–",
    analyzer.metadata ?? "–",
  ]);
  return withTable(README, ["policy", "prompt", "response", "masks", "metadata"], rows);
}

function answersOf({ covers, reads }: Analyzer): string {
  if (reads === "tool_calls") return "tool calls";
  if (covers("output", "assistant")) return "yes";
  return covers("output", "tool") ? "tool results" : "–";
}

/** Those whose streams may leak: calls are judged whole. */
export const ON_ANSWERS = ANALYZERS.filter(
  ({ covers, reads }) => covers("output", "assistant") && reads !== "tool_calls",
);

/** docs/proxy.md with what may have left of a stream before a block. */
export function proxyPage(): string {
  const rows = ON_ANSWERS.map(({ name, leakMax }) => [`\`${name}\``, leakMax.toLocaleString("en").replace(",", " ")]);
  return withTable(PROXY, ["policy", "has left at most"], rows);
}

function withTable(page: URL, head: readonly string[], rows: readonly (readonly string[])[]): string {
  return withGenerated(readFileSync(page, "utf8"), COMMAND, markdownTable(head, rows));
}

if (import.meta.main)
  writeGenerated(
    [
      ["README.md", readmePage()],
      ["docs/proxy.md", proxyPage()],
    ],
    COMMAND,
  );
