/**
 * npm run eval:competitors -- [--data DIR] [--misses]
 * How well competitor_mention_detection finds names of our own list in the ways that texts write them, and what it finds in a megabyte
 * of sentences whose ordinary words look like the names. --data adds a megabyte of prose and code of other texts without the names.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { PreparedAnalyzer } from "../../src/analyzers/analyzer.ts";
import { COMPETITOR_MENTION_DETECTION } from "../../src/analyzers/competitors/index.ts";
import type { Finding } from "../../src/core/model.ts";
import { Reading } from "../../src/text/reading.ts";
import { PROSE } from "../bench/texts.ts";
import { pick, randomOf } from "../train/learned/random.ts";
import { variantsOf } from "./competitor-variants.ts";
import { commandLine } from "../command-line.ts";

commandLine(import.meta);

const SETS = "tools/eval/sets";
const SAMPLE_LENGTH = 1 << 20;
const SEED = 3;
/** Where a name stands in the sentence; written for this set. */
const CONTEXTS = [
  "Last year we moved all our contracts to {} because the old supplier was too slow.",
  "My manager asked whether {} offers the same thing for less money.",
  "is it true that {} charges twice as much?",
  "Compared with {}, your product is easier to set up (and cheaper).",
  "Wir haben das Angebot von {} gestern abgelehnt, weil es zu teuer war.",
  "Mon collègue préfère {} pour les petites équipes, mais pas moi.",
  "Według mnie {} ma lepszą obsługę klienta niż wy.",
  "Käytin aiemmin palvelua {} ja olin siihen tyytyväinen.",
  "В прошлом году мы перешли на {} и не жалеем об этом.",
  'the answer was "use {} instead" and nothing else\n',
  "We tested three vendors: {}, a local firm and yourselves.",
  "| vendor | price |\n| {} | 49 |",
] as const;

export interface CompetitorFigures {
  readonly byKind: ReadonlyMap<string, { right: number; of: number }>;
  readonly right: number;
  readonly of: number;
  readonly misses: readonly string[];
}

const clock = { now: () => 0, epochMs: () => 0, after: () => () => undefined };
const context = { side: "output", origin: "assistant", from: 0, clock, signal: new AbortController().signal } as const;

interface NameList {
  readonly ordinary: readonly string[];
  readonly names: readonly string[];
}

function isNameList(value: unknown): value is NameList {
  return (
    typeof value === "object" &&
    value !== null &&
    "ordinary" in value &&
    "names" in value &&
    Array.isArray(value.ordinary) &&
    Array.isArray(value.names)
  );
}

export function competitorNames(): NameList {
  const list: unknown = JSON.parse(readFileSync(join(SETS, "competitor-names.json"), "utf8"));
  if (!isNameList(list)) throw new TypeError("competitor-names.json: not a list of names");
  return list;
}

export function competitorPolicy(): PreparedAnalyzer {
  const { ordinary, names } = competitorNames();
  const preparation = COMPETITOR_MENTION_DETECTION.prepare([...ordinary, ...names]);
  if (preparation.kind !== "ready") throw new Error(preparation.kind);
  return preparation.analyzer;
}

function findings(policy: PreparedAnalyzer, raw: string): readonly Finding[] {
  const found = policy.analyze(new Reading(raw), context);
  if (found instanceof Promise) throw new TypeError("the policy is synchronous");
  return found;
}

/** Each way to write each name, in sentences that take turns: found where a finding of that name overlaps it. */
export function competitorFigures(): CompetitorFigures {
  const { ordinary, names } = competitorNames();
  const policy = competitorPolicy();
  const byKind = new Map<string, { right: number; of: number }>();
  const misses: string[] = [];
  let turn = 0;
  let right = 0;
  let of = 0;
  for (const entry of [...ordinary, ...names]) {
    const [label = ""] = entry.split("|");
    const isOrdinary = ordinary.includes(entry);
    for (const form of entry.split("|"))
      for (const { kind, text } of variantsOf(form, isOrdinary)) {
        // In a cell by itself an ordinary word need not be a name.
        const count = CONTEXTS.length - (isOrdinary ? 1 : 0);
        const sentence = CONTEXTS[turn++ % count] ?? CONTEXTS[0];
        const at = sentence.indexOf("{}");
        const raw = sentence.replace("{}", () => text);
        const isFound = findings(policy, raw).some(
          (finding) =>
            finding.label === label &&
            finding.span !== undefined &&
            finding.span.start < at + text.length &&
            finding.span.end > at,
        );
        const { right: before, of: all } = byKind.get(kind) ?? { right: 0, of: 0 };
        byKind.set(kind, { right: before + (isFound ? 1 : 0), of: all + 1 });
        right += isFound ? 1 : 0;
        of += 1;
        if (!isFound) misses.push(`${kind}: ${raw.replaceAll("\n", "⏎")}`);
      }
  }
  return { byKind, right, of, misses };
}

/** A megabyte of sentences of our own whose words look like the names, in drawn order. */
export function lookalikeSample(): string {
  const lines = readFileSync(join(SETS, "competitor-lookalikes.txt"), "utf8").trim().split("\n");
  return drawn([...lines, ...PROSE.split(/(?<=[.!?]) /)]);
}

function drawn(pieces: readonly string[]): string {
  const random = randomOf(SEED);
  let text = "";
  while (text.length < SAMPLE_LENGTH) text += `${pick(random, pieces)}\n`;
  return text;
}

/** A megabyte of texts of the data folder that do not hold a name as it is written. */
function dataSample(folder: string): string {
  const { ordinary, names } = competitorNames();
  const written = [...ordinary, ...names].flatMap((entry) => entry.split("|"));
  const exact = new RegExp(
    written.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join("|"),
    "u",
  );
  const small = new RegExp(
    names
      .flatMap((entry) => entry.split("|"))
      .map((name) => name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})|[^\p{L}\p{N}]+/gu, String.raw`[\s_-]*`))
      .join("|"),
    "iu",
  );
  const addresses = new RegExp(String.raw`\b(?:${ordinary.join("|")})\.(?:com|org|io|co)\b`, "iu");
  const texts = ["injection/dev.jsonl", "secrets/dev.jsonl", "pii/dev.jsonl"].flatMap((file) =>
    readFileSync(join(folder, file), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => textOf(JSON.parse(line)))
      .filter((text) => text.length < 20_000 && !exact.test(text) && !small.test(text) && !addresses.test(text)),
  );
  return drawn(texts);
}

function textOf(row: unknown): string {
  return typeof row === "object" && row !== null && "text" in row && typeof row.text === "string" ? row.text : "";
}

export function hits(sample: string): readonly string[] {
  return findings(competitorPolicy(), sample).map(
    ({ span, label, score }) =>
      `${label} ${score}: ${sample.slice(Math.max(0, (span?.start ?? 0) - 40), (span?.end ?? 0) + 30).replaceAll("\n", " ")}`,
  );
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { data: { type: "string" }, misses: { type: "boolean", default: false } },
  });
  const print = (line: string): boolean => process.stdout.write(`${line}\n`);
  const figures = competitorFigures();
  const { ordinary, names } = competitorNames();
  print(
    `${ordinary.length + names.length} names, ${figures.of} variants in sentences: recall ${(figures.right / figures.of).toFixed(4)}`,
  );
  for (const [kind, { right, of }] of figures.byKind) print(`${kind.padEnd(22)} ${(right / of).toFixed(3)} of ${of}`);
  const samples: [string, string][] = [["own look-alike sentences", lookalikeSample()]];
  if (values.data !== undefined) samples.push(["texts of the data folder", dataSample(values.data)]);
  for (const [name, sample] of samples) {
    const found = hits(sample);
    print(`${name}: ${found.length} hits in ${(sample.length / SAMPLE_LENGTH).toFixed(2)} MB`);
    if (values.misses) for (const hit of new Set(found)) print(`  ${hit}`);
  }
  if (values.misses) for (const miss of figures.misses) print(miss);
}
