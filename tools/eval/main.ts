/**
 * npm run eval -- (--data DIR | --file F) [--only pii,secrets] [--entities LIST] [--types] [--misses GROUP] [--alarms TEXT] [--max N]
 * Measures the span policies on labelled files (DIR/pii/dev.jsonl, DIR/secrets/dev.jsonl, or one file with --only) with the
 * shipped settings. Of personal data --entities names the types and groups to look for, separated by commas; without it, everything, and then
 * once more the default selection, of which the types that it leaves out, and those that it takes in context only, are not counted. --types lists every type; --misses shows spans of a group (`tier:strong`, `type:IBAN_CODE`) that were
 * not found; --alarms shows false alarms whose case or type contains the text.
 * In place of --data, for the policies of --only: --carriers seen|other|later|last|fresh|aside (our own texts with drawn secrets, and look-alikes),
 * --harmless DIR (a sample of the files below it), --texts FILE (texts with label 0).
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findAnalyzer } from "../../src/analyzers/registry.ts";
import type { Finding, Json } from "../../src/core/model.ts";
import { defaultSelection } from "../../src/analyzers/pii/selection.ts";
import { Reading } from "../../src/text/reading.ts";
import { rowsOfFiles, rowsOfTexts } from "./harmless.ts";
import { readSpanRows, type SpanRow } from "./labelled.ts";
import { isHalf, secretRows } from "./secret-carriers.ts";
import { reportSpans, type Predicted, type SpanReport, type Tally } from "./span-report.ts";
import { UsageError } from "../../src/cli/command.ts";
import { commandLine } from "../command-line.ts";

commandLine(import.meta);

const POLICIES: ReadonlyMap<string, string> = new Map([
  ["pii", "pii_detection"],
  ["secrets", "secrets_keys_detection"],
]);

const { values } = parseArgs({
  options: {
    data: { type: "string" },
    only: { type: "string", default: "pii,secrets" },
    file: { type: "string" },
    carriers: { type: "string" },
    harmless: { type: "string" },
    texts: { type: "string" },
    entities: { type: "string" },
    types: { type: "boolean", default: false },
    misses: { type: "string" },
    alarms: { type: "string" },
    max: { type: "string", default: "40" },
  },
});
const max = Number(values.max);
const print = (line: string): boolean => process.stdout.write(`${line}\n`);

function predict(name: string, rows: readonly SpanRow[], metadata: Json): readonly (readonly Predicted[])[] {
  const analyzer = findAnalyzer(name);
  const preparation = analyzer?.prepare(metadata);
  if (preparation?.kind === "invalid") throw new Error(`--entities: ${preparation.reason}`);
  if (analyzer === undefined || preparation?.kind !== "ready") throw new Error(`${name} cannot run`);
  const clock = { now: () => 0, epochMs: () => 0, after: () => () => undefined };
  const context = { side: "input", origin: "user", from: 0, clock, signal: new AbortController().signal } as const;
  return rows.map((row) => {
    const findings = preparation.analyzer.analyze(new Reading(row.text), context);
    if (findings instanceof Promise) throw new Error(`${name} is not synchronous`);
    return findings.filter(({ score }) => score >= analyzer.threshold).flatMap(asPredicted);
  });
}

const asPredicted = ({ kind, span }: Finding): readonly Predicted[] =>
  span === undefined ? [] : [{ type: kind, ...span }];

function show(title: string, report: SpanReport, usPerKb: number): void {
  print(title);
  const groups = [...report.groups].filter(([group]) => values.types || !group.startsWith("type:"));
  for (const [group, tally] of groups.sort(([a], [b]) => (a < b ? -1 : 1)))
    print(`  ${group.padEnd(34)} ${shares(tally)}`);
  print(
    `  precision ${ratio(report.right, report.judged)} of ${report.judged}; overmask ${report.overmask.toFixed(3)}`,
  );
  for (const [name, { rows, alarmed }] of report.clean)
    print(`  clean ${name.padEnd(10)} alarmed ${alarmed} of ${rows} (${((100 * alarmed) / rows).toFixed(2)} %)`);
  print(`  first run ${usPerKb.toFixed(0)} µs per 1,000 characters`);
  if (values.types) print(`  false alarms ${countTypes(report)}`);
  for (const { row, span, isCovered } of report.missed.filter(isAsked).slice(0, max))
    print(`  ${isCovered ? "untyped" : "MISSED"} ${row.id} ${span.type} ${excerpt(row.text, span)}`);
  const alarms = values.alarms ?? null;
  if (alarms === null) return;
  for (const { row, span } of report.alarms
    .filter(({ row, span }) => `${row.case} ${span.type}`.includes(alarms))
    .slice(0, max))
    print(`  ALARM ${row.id} ${row.case} ${span.type} ${excerpt(row.text, span)}`);
}

function isAsked({ row, span, isCovered }: SpanReport["missed"][number]): boolean {
  const asked = values.misses;
  if (asked === undefined) return false;
  if (asked.startsWith("untyped")) return isCovered;
  return !isCovered && [`tier:${row.tier ?? "-"}`, `case:${row.case}`, `type:${span.type}`, "all"].includes(asked);
}

function countTypes(report: SpanReport): string {
  const byType = Map.groupBy(report.alarms, ({ span }) => span.type);
  return [...byType]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([type, list]) => `${type} ${list.length}`)
    .join(", ");
}

const ratio = (part: number, whole: number): string => (whole === 0 ? "-" : (part / whole).toFixed(3));
const shares = ({ total, covered, typed }: Tally): string =>
  `${String(total).padStart(6)}  covered ${ratio(covered, total)}  typed ${ratio(typed, total)}  typed of covered ${ratio(typed, covered)}`;

function measure(
  title: string,
  policy: string,
  { rows, metadata }: { readonly rows: readonly SpanRow[]; readonly metadata: Json },
): void {
  const startedMs = performance.now();
  const report = reportSpans(rows, predict(policy, rows, metadata));
  const characters = rows.reduce((sum, row) => sum + row.text.length, 0);
  show(title, report, ((performance.now() - startedMs) * 1e6) / characters);
}

/** Spans of types that the default selection does not report wherever they stand are neither missed nor wrong. */
function ofDefault(row: SpanRow): SpanRow {
  const selection = defaultSelection();
  const entities = row.entities.map((span) =>
    selection.get(span.type) === "everywhere" ? span : { ...span, optional: true },
  );
  return { ...row, entities };
}

/** The span in brackets, with some of what stands around it. */
function excerpt(text: string, { start, end }: { readonly start: number; readonly end: number }): string {
  return JSON.stringify(
    `${text.slice(Math.max(0, start - 50), start)}⟦${text.slice(start, end)}⟧${text.slice(end, end + 20)}`,
  );
}

/** How often each carrier is filled. */
const CARRIER_ROUNDS = 6;

/** What is measured, and its rows; `null` where nothing is asked for. */
function sourceOf(name: string): readonly [title: string, rows: readonly SpanRow[]] | null {
  const { carriers, harmless, texts, data } = values;
  if (carriers !== undefined && isHalf(carriers))
    return [`carriers, ${carriers}`, secretRows(carriers, CARRIER_ROUNDS)];
  if (harmless !== undefined) return [`files in ${harmless}`, rowsOfFiles(harmless)];
  if (texts !== undefined) return [`harmless texts of ${texts}`, rowsOfTexts(texts)];
  const file = values.file ?? (data === undefined ? undefined : join(data, name, "dev.jsonl"));
  return file === undefined ? null : [file, readSpanRows(file)];
}

for (const name of values.only.split(",")) {
  const policy = POLICIES.get(name);
  if (policy === undefined) throw new UsageError(`--only must list ${[...POLICIES.keys()].join(", ")}`);
  const source = sourceOf(name);
  if (source === null) throw new UsageError("--data DIR or --file F is needed");
  const [title, rows] = source;
  if (name !== "pii") measure(`${policy} on ${title}`, policy, { rows, metadata: null });
  else if (values.entities !== undefined)
    measure(`${policy}, ${values.entities}, on ${title}`, policy, { rows, metadata: values.entities.split(",") });
  else {
    measure(`${policy}, everything, on ${title}`, policy, { rows, metadata: ["everything"] });
    measure(`${policy}, default selection, on ${title}`, policy, { rows: rows.map(ofDefault), metadata: null });
  }
}
