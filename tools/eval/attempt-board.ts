import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { findExtraction } from "../../src/analyzers/system-prompt-leak/extraction.ts";
import { SYSTEM_PROMPT_LEAK_DETECTION } from "../../src/analyzers/system-prompt-leak/index.ts";
import { systemClock } from "../../src/cli/system-clock.ts";
import { Reading } from "../../src/text/reading.ts";
import type { LeakTally } from "./leak-board.ts";

const FILE = new URL("sets/extraction.jsonl", import.meta.url).pathname;
const rowSchema = z.object({ text: z.string(), label: z.number(), kind: z.string().default("") });
type Row = z.infer<typeof rowSchema>;

export interface AttemptRow {
  readonly name: string;
  readonly tally: LeakTally;
}

/** How many texts are taken for attempts to get the system prompt. @param data folder of labelled files; `null`: own texts only */
export function measureAttempts(data: string | null): readonly AttemptRow[] {
  const own = readRows(FILE);
  const rows: AttemptRow[] = [
    row(
      "attempts of our own in 19 languages",
      own.filter(({ label }) => label === 1),
    ),
    row(
      "their harmless look-alikes",
      own.filter(({ label }) => label === 0),
    ),
  ];
  if (data === null) return rows;
  const dev = readRows(join(data, "injection", "dev.jsonl"));
  return [
    ...rows,
    row(
      "dev set, attempts",
      dev.filter(({ label, kind }) => label === 1 && kind === "extraction"),
    ),
    row(
      "dev set, harmless texts",
      dev.filter(({ label }) => label === 0),
    ),
  ];
}

const readRows = (file: string): readonly Row[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => rowSchema.parse(JSON.parse(line)));

const context = {
  side: "input",
  origin: "user",
  from: 0,
  clock: systemClock,
  signal: new AbortController().signal,
} as const;

function row(name: string, rows: readonly Row[]): AttemptRow {
  const { threshold } = SYSTEM_PROMPT_LEAK_DETECTION;
  const found = rows.filter(({ text }) => findExtraction(new Reading(text), context).score >= threshold).length;
  return { name, tally: { found, count: rows.length } };
}
