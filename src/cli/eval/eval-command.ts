import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { codeOf } from "../../core/errors.ts";
import type { Guard } from "../../engine/guard.ts";
import { configuredAsset, Problems, UsageError, type ConfiguredPorts } from "../command.ts";
import { DistinctTexts } from "../distinct-texts.ts";
import { ownGuards } from "../policy-score.ts";
import { systemClock } from "../process.ts";
import { htmlReport } from "./eval-html.ts";
import { jsonReport, markdownReport, type EvalReport } from "./eval-report.ts";
import { Evaluator } from "./evaluator.ts";
import { readRows, type EvalLine, type EvalRow } from "./rows.ts";

/** What the process provides to the command. */
export interface EvalPorts extends ConfiguredPorts {
  readonly writeFile: (file: string, content: string) => void;
}

const OPTIONS = {
  data: { type: "string", multiple: true },
  policy: { type: "string", multiple: true },
  asset: { type: "string" },
  threshold: { type: "string" },
  format: { type: "string", default: "markdown" },
  scores: { type: "string" },
  config: { type: "string" },
} as const;

const FORMATS: ReadonlyMap<string, (report: EvalReport) => string> = new Map([
  ["markdown", markdownReport],
  ["json", jsonReport],
  ["html", htmlReport],
]);

/** Rows that one run takes: what some minutes of work judge, and what fits in memory. */
const ROWS_MAX = 500_000;

/** @returns the exit code: 0 a report, 2 something could not be read, or no policy had anything to judge */
export async function runEval(args: string[], ports: EvalPorts): Promise<0 | 2> {
  const options = readArguments(args);
  const file = options.config ?? ports.configFile;
  refuseOverwriting(options, file);
  const configured = configuredAsset(file, options.asset, ports);
  if (configured === null) return 2;
  const { config, asset } = configured;
  if (asset.policies.some(({ judge }) => judge !== undefined))
    ports.printError("sallyport: judges are not asked: policies are measured by their own scores\n");
  const all = ownGuards(asset.policies);
  const missing = options.policies.find((name) => !all.some(({ policy }) => policy.name === name));
  if (missing !== undefined) {
    const names = all.map(({ policy }) => policy.name).join(", ");
    return failed(ports, `asset ${asset.id} has no policy ${missing}; it has ${names === "" ? "none" : names}`);
  }
  const data = readData(options.files, config.server.textMaxChars, ports);
  if (data === null) return 2;
  const evaluator = new Evaluator(selected(all, options), systemClock);
  const lines = await judgeRows(evaluator, data.rows);
  const { measures, together } = evaluator;
  if (measures.length === 0) return failed(ports, "no policy has anything to judge in these rows");
  const { rows, count } = data;
  const report = { files: options.files, asset: asset.id, rows: count, distinct: rows.length, measures, together };
  if (options.scores !== undefined) ports.writeFile(options.scores, lines.join(""));
  ports.print(options.render(report));
  return 0;
}

interface Options {
  readonly files: readonly string[];
  /** Empty: all policies. */
  readonly policies: readonly string[];
  /** Instead of the configured ones; `null`: those. */
  readonly threshold: number | null;
}

function readArguments(args: string[]) {
  const { values } = parseArgs({ args, options: OPTIONS });
  const { data: files = [], policy: policies = [], format } = values;
  if (files.length === 0) throw new UsageError("--data FILE is needed");
  const render = FORMATS.get(format);
  if (render === undefined) throw new UsageError(`--format must be one of ${[...FORMATS.keys()].join(", ")}`);
  const threshold = values.threshold === undefined ? null : Number(values.threshold);
  if (threshold !== null && !(threshold > 0 && threshold <= 1))
    throw new UsageError("--threshold must be a number above 0, up to 1");
  const { scores, config, asset } = values;
  return {
    files,
    policies,
    threshold,
    render,
    ...(scores === undefined ? {} : { scores }),
    ...(config === undefined ? {} : { config }),
    ...(asset === undefined ? {} : { asset }),
  };
}

function refuseOverwriting(
  { files, scores }: { readonly files: readonly string[]; readonly scores?: string },
  config: string,
): void {
  if (scores !== undefined && [...files, config].some((file) => resolve(file) === resolve(scores)))
    throw new UsageError("--scores must not name a file that is read");
}

function failed({ printError }: EvalPorts, reason: string): 2 {
  printError(`sallyport: ${reason}\n`);
  return 2;
}

function selected(all: readonly Guard[], { policies, threshold }: Options): readonly Guard[] {
  const wanted = policies.length === 0 ? all : all.filter(({ policy }) => policies.includes(policy.name));
  return threshold === null ? wanted : wanted.map((guard) => ({ ...guard, threshold }));
}

interface PlacedRow {
  readonly file: string;
  readonly row: EvalRow;
}

interface Data {
  /** Distinct ones. */
  readonly rows: readonly PlacedRow[];
  /** Copies included. */
  readonly count: number;
}

/** `null`: something could not be read; it has been reported. */
function readData(files: readonly string[], textMaxChars: number, ports: EvalPorts): Data | null {
  const problems = new Problems(ports);
  const distinct = new DistinctTexts();
  const rows: PlacedRow[] = [];
  let count = 0;
  for (const file of files)
    for (const line of linesOf(file, textMaxChars, { ports, problems })) {
      if (line.kind === "problem") {
        problems.report(`${file}:${line.line}`, line.reason);
        continue;
      }
      count += 1;
      const index = distinct.indexOf(identityOf(line.row));
      const first = rows[index];
      if (first === undefined) rows.push({ file, row: line.row });
      else if (first.row.label !== line.row.label)
        problems.report(`${file}:${line.row.line}`, `is a copy of ${first.file}:${first.row.line} with another label`);
    }
  if (count > ROWS_MAX) problems.report(files.join(", "), `at most ${ROWS_MAX} rows are evaluated at once`);
  else if (count === 0 && problems.count === 0) problems.report(files.join(", "), "has no rows");
  problems.end();
  return problems.count > 0 ? null : { rows, count };
}

function linesOf(
  file: string,
  textMaxChars: number,
  { ports, problems }: { readonly ports: EvalPorts; readonly problems: Problems },
): Iterable<EvalLine> {
  try {
    return readRows(file, ports.readFile(file), textMaxChars);
  } catch (error) {
    problems.report(file, `cannot be read (${codeOf(error) ?? "unknown"})`);
    return [];
  }
}

/** Equal for copies of a row. */
const identityOf = ({ texts, policyName }: EvalRow): string =>
  JSON.stringify([policyName, texts.map(({ text, views }) => [text.replace(/\s+/gu, " ").trim(), views])]);

/** @returns a line of JSON for each row, without its text */
async function judgeRows(evaluator: Evaluator, rows: readonly PlacedRow[]): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const { file, row } of rows) {
    const { line, label, entities } = row;
    const { scores, violated } = await evaluator.take(row);
    const marked = entities === null ? {} : { entities: entities.length };
    lines.push(`${JSON.stringify({ file, line, label, ...marked, scores, violated })}\n`);
  }
  return lines;
}
