import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { randomOf } from "./random.ts";
import type { Row } from "./rows.ts";

/** Ordinary code, configuration and documentation: commands, rules and talk of prompts that no model is asked to follow. */

/** Half of what is there is learned from, the rest is held back to measure what that taught. */
type Part = "learned" | "held";

/** Repositories whose snippets are learned from. */
const LEARNED = new Set([
  "benign/authored",
  "benign/colinhacks/zod",
  "benign/koblas/stdnum-js",
  "benign/microsoft/presidio",
  "benign/secretlint/secretlint",
]);

/** Harmless snippets of the corpora of secrets and personal data. */
export function benignSnippets(data: string, part: Part): readonly Row[] {
  const rows = ["secrets", "pii"].flatMap((name) => readSnippets(join(data, name, "dev.jsonl")));
  return rows.filter(({ source }) => LEARNED.has(source) === (part === "learned"));
}

const snippet = (source: string, text: string): Row => ({
  source,
  text,
  label: 0,
  lang: "en",
  kind: "benign_code",
  categories: [],
});

function readSnippets(file: string): readonly Row[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => {
      const row: unknown = line === "" ? null : JSON.parse(line);
      const isBenign = typeof row === "object" && row !== null && "case" in row && row.case === "benign";
      if (!isBenign || !("text" in row && "source" in row)) return [];
      return typeof row.text === "string" && typeof row.source === "string" ? [snippet(row.source, row.text)] : [];
    });
}

const FOLDERS = ["src", "docs", "config", "test", "tools/bench", "tools/fuzz", "tools/lint"];
const EXTENSION = /\.(?:ts|md|ya?ml|json)$/;
/** Weights and word lists; files that quote attacks. */
const SKIPPED = /weights|lexicon|analyzers\/(?:learned|prompt-injection|toxicity|unsafe|pii\/names)|planted|injection/;
const FILE_MAX = 60_000;
/** Lengths of snippets, UTF-16 units, spread evenly over their logarithm. */
const SNIPPET_MIN = 200;
const SNIPPET_TIMES = 20;
/** One of that many snippets is taken, and one of that many files is held back. */
const TAKEN = 5;
const HELD = 5;
const SEED = 7;

/** Snippets of this repository. */
export function ownSnippets(part: Part): readonly Row[] {
  const random = randomOf(SEED);
  const files = FOLDERS.flatMap((folder) => filesIn(folder).map((file) => ({ file, source: `repository/${folder}` })));
  const snippets = files.flatMap(({ file, source }, index) =>
    cut(readFileSync(file, "utf8"), random).map((text) => ({ source, text, isHeld: index % HELD === 0 })),
  );
  return snippets
    .filter((_, index) => index % TAKEN === 0)
    .filter(({ isHeld }) => isHeld === (part === "held"))
    .map(({ source, text }) => snippet(source, text));
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((file) => EXTENSION.test(file) && !SKIPPED.test(file) && statSync(file).size <= FILE_MAX)
    .sort();

/** Cuts a file into snippets of whole lines. */
function cut(text: string, random: () => number): readonly string[] {
  const snippets: string[] = [];
  for (let start = 0; start < text.length;) {
    const line = text.indexOf("\n", start + Math.floor(SNIPPET_MIN * SNIPPET_TIMES ** random()));
    const end = line < 0 ? text.length : line;
    if (end - start >= SNIPPET_MIN) snippets.push(text.slice(start, end));
    start = end + 1;
  }
  return snippets;
}
