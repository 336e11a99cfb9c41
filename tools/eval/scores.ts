/**
 * npm run eval:scores -- --data DIR [--only injection,toxicity,unsafe,responses,disguises,own] [--write]
 * The scoreboard of the learned policies with the shipped weights: DIR/<name>/dev.jsonl, and the sets of our own in
 * tools/eval/sets, which no model is trained on. --write writes docs/evaluation.md.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findAnalyzer } from "../../src/analyzers/registry.ts";
import type { Origin, Side } from "../../src/core/model.ts";
import { Reading } from "../../src/text/reading.ts";
import { areaUnder, shareAbove, thresholdAt } from "../train/learned/measures.ts";
import { readRows, type Row } from "../train/learned/rows.ts";
import { disguiseTable } from "./disguise-board.ts";
import { readOwnSets } from "./own-sets.ts";
import { commandLine } from "../command-line.ts";

commandLine(import.meta);

const SHARES = [0.01, 0.02, 0.05];
/** Groups with fewer texts say nothing. */
const GROUP_MIN = 20;
const PAGE = "docs/evaluation.md";

interface Board {
  readonly name: string;
  readonly policy: string;
  readonly side: Side;
  readonly origin: Origin;
  readonly file: readonly string[];
}

const BOARDS: readonly Board[] = [
  {
    name: "injection",
    policy: "prompt_injection_detection",
    side: "input",
    origin: "user",
    file: ["injection", "dev.jsonl"],
  },
  { name: "toxicity", policy: "toxicity_detection", side: "input", origin: "user", file: ["toxicity", "dev.jsonl"] },
  { name: "unsafe", policy: "unsafe_prompt_protection", side: "input", origin: "user", file: ["unsafe", "dev.jsonl"] },
  {
    name: "responses",
    policy: "unsafe_response_detection",
    side: "output",
    origin: "assistant",
    file: ["unsafe", "responses_dev.jsonl"],
  },
];

const { values } = parseArgs({
  options: { data: { type: "string" }, only: { type: "string" }, write: { type: "boolean", default: false } },
});
const asked = values.only?.split(",") ?? [...BOARDS.map(({ name }) => name), "disguises", "own"];
const lines: string[] = [];
const print = (line = ""): void => {
  lines.push(line);
  process.stdout.write(`${line}\n`);
};

type Score = (row: Row) => number;

function scorerOf({ policy, side, origin }: Pick<Board, "policy" | "side" | "origin">): {
  readonly score: Score;
  readonly threshold: number;
} {
  const analyzer = findAnalyzer(policy);
  const preparation = analyzer?.prepare(null);
  if (analyzer === undefined || preparation?.kind !== "ready") throw new Error(`${policy} cannot run`);
  const clock = { now: () => 0, epochMs: () => 0, after: () => () => undefined };
  const context = { side, origin, from: 0, clock, signal: new AbortController().signal };
  const score = ({ text }: Row): number => {
    const findings = preparation.analyzer.analyze(new Reading(text), context);
    if (findings instanceof Promise) throw new Error(`${policy} is not synchronous`);
    return findings[0]?.score ?? 0;
  };
  return { score, threshold: analyzer.threshold };
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const table = (heads: readonly string[], rows: readonly (readonly string[])[]): void => {
  print(`| ${heads.join(" | ")} |`);
  print(`| ${heads.map(() => "---").join(" | ")} |`);
  for (const row of rows) print(`| ${row.join(" | ")} |`);
  print();
};

function showBoard(board: Board): void {
  const { score, threshold } = scorerOf(board);
  const rows = readRows(join(values.data ?? "", ...board.file)).map((row) => ({ row, score: score(row) }));
  const of = (label: number): number[] => rows.filter(({ row }) => row.label === label).map((each) => each.score);
  const [negatives, positives] = [of(0), of(1)];
  print(`## \`${board.policy}\`, dev set`);
  print();
  table(
    [
      "texts with / without",
      "AUC",
      ...SHARES.map((share) => `recall at ${percent(share)}`),
      "shipped: recall",
      "false positives",
    ],
    [
      [
        `${positives.length} / ${negatives.length}`,
        areaUnder(positives, negatives).toFixed(4),
        ...SHARES.map((share) => shareAbove(positives, thresholdAt(negatives, share)).toFixed(3)),
        atLeast(positives, threshold).toFixed(3),
        percent(atLeast(negatives, threshold)),
      ],
    ],
  );
  for (const key of ["source", "lang"] as const) {
    const groups = [...Map.groupBy(rows, ({ row }) => row[key])].filter(([, list]) => list.length >= GROUP_MIN);
    table(
      [key === "lang" ? "language" : "source", "texts", "flagged of those with", "of those without"],
      groups
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, list]) => [name, String(list.length), flagged(list, 1, threshold), flagged(list, 0, threshold)]),
    );
  }
}

function showDisguises(): void {
  const [board] = BOARDS;
  if (board === undefined) return;
  const { score, threshold } = scorerOf(board);
  print(`## \`${board.policy}\`, texts of the dev set in disguise`);
  print();
  table(
    ["disguise", "attacks found", "… in disguise", "harmless flagged", "… in disguise"],
    disguiseTable(readRows(join(values.data ?? "", ...board.file)), (row) => score(row) >= threshold),
  );
}

const atLeast = (scores: readonly number[], threshold: number): number =>
  scores.filter((score) => score >= threshold).length / Math.max(1, scores.length);

function flagged(
  list: readonly { readonly row: Row; readonly score: number }[],
  label: number,
  threshold: number,
): string {
  const scores = list.filter(({ row }) => row.label === label).map(({ score }) => score);
  return scores.length === 0 ? "–" : `${atLeast(scores, threshold).toFixed(3)} of ${scores.length}`;
}

function showOwn(): void {
  const { score, threshold } = scorerOf({ policy: "prompt_injection_detection", side: "input", origin: "user" });
  const asTool = scorerOf({ policy: "prompt_injection_detection", side: "input", origin: "tool" }).score;
  const sets = readOwnSets();
  const [overDefence, attacks] = [sets.overDefence.map(score), sets.attacks.map(score)];
  const [carriers, buried] = [sets.carriers.map(score), sets.buried.map(score)];
  const [results, injected] = [sets.carriers.map(asTool), sets.buried.map(asTool)];
  const figure = (name: string, scores: readonly number[], share = atLeast(scores, threshold)): readonly string[] => [
    name,
    String(scores.length),
    percent(share),
  ];
  print("## `prompt_injection_detection`, sets of our own");
  print();
  table(
    ["measure", "texts", "figure"],
    [
      figure("harmless texts full of trigger words, flagged as shipped", overDefence),
      figure("attacks of all kinds in 13 languages, found as shipped", attacks),
      ["attacks against those harmless texts, AUC", "", areaUnder(attacks, overDefence).toFixed(3)],
      figure("long harmless documents, flagged as shipped", carriers),
      figure("the same with an injected passage, found as shipped", buried),
      figure("long harmless documents as results of tools, flagged as shipped", results),
      figure("the same with an injected passage, found as shipped", injected),
      figure("… found at 2 % of the documents without", injected, shareAbove(injected, thresholdAt(results, 0.02))),
    ],
  );
}

print("# Figures of the learned policies");
print();
print(
  "See how well the learned policies detect, by source and language. `npm run eval:scores -- --data DIR --write` makes this page.",
);
print("Scores of texts whose origins were left out in training, and of sets of other authors, come from");
print("`npm run train -- --data DIR --cv`; [the model card](models/learned.md) has them.");
print();
for (const board of BOARDS) if (asked.includes(board.name)) showBoard(board);
if (asked.includes("disguises")) showDisguises();
if (asked.includes("own")) showOwn();
if (values.write) writeFileSync(PAGE, `${lines.join("\n").trimEnd()}\n`);
