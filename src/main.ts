#!/usr/bin/env -S node --max-semi-space-size=8 --heap-growing-percent=30
// First: libraries read `DEBUG` when they are loaded.
import "./cli/untraced.ts";
import { randomBytes } from "node:crypto";
import { createReadStream, existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { addAbortSignal } from "node:stream";
import { parseArgs } from "node:util";
import { systemClock } from "./cli/process.ts";
import { runKeys } from "./cli/key-command.ts";
import type { ServeOptions } from "./cli/serve.ts";
import { UsageError } from "./cli/command.ts";
import { assertReadable, explainFailure, readText } from "./cli/failure.ts";
import { explainParseError, findHelp, helpOf, overview, unknownCommand } from "./cli/help.ts";
import type { PrimaryOptions } from "./cluster/primary.ts";
import { POOL_BYTES } from "./core/arena.ts";
import { codeOf } from "./core/errors.ts";
import { configJsonSchema } from "./config/json-schema.ts";
import { type Config, renderProblem } from "./config/config-model.ts";
import { loadConfig } from "./config/load-config.ts";
import { ConfigSource } from "./config/source.ts";
import { createLogger, LOG_LEVELS, logUncaught, type LogLevel } from "./telemetry/logger.ts";

Buffer.poolSize = POOL_BYTES;

/** The folder above `src/`, and above `dist/` with its builds. */
const ROOT = ["..", "../.."]
  .map((path) => join(import.meta.dirname, path))
  .find((folder) => existsSync(join(folder, "package.json")));
const SHIPPED_CONFIG = join(ROOT ?? "", "config/sallyport.yaml");
const PACKAGE = join(ROOT ?? "", "package.json");

/** Commands load what only they need, so that the service starts without it. */
type Command = (args: string[]) => Promise<number | null> | number | null;

const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ["serve", serveCommand],
  ["check", checkCommand],
  ["scan", scanCommand],
  ["explain", explainCommand],
  ["calibrate", calibrateCommand],
  ["eval", evalCommand],
  ["replay", replayCommand],
  [
    "keys",
    (args) =>
      runKeys(args, { randomBytes, print: ports.print, nowMs: systemClock.epochMs(), configuredFile: keysFile }),
  ],
  ["alerts", alertsCommand],
  ["audit", auditCommand],
  ["schema", schemaCommand],
  ["openapi", openApiCommand],
]);

function schemaCommand(args: string[]): number {
  parseArgs({ args });
  return printed(`${JSON.stringify(configJsonSchema(), null, 2)}\n`);
}

async function openApiCommand(args: string[]): Promise<number> {
  parseArgs({ args });
  const { openApiJson } = await import("./api/openapi.ts");
  return printed(`${JSON.stringify(JSON.parse(openApiJson()), null, 2)}\n`);
}

function printed(text: string): number {
  process.stdout.write(text);
  return 0;
}

/** The configuration when no option names one. */
const configFile = (): string => process.env["SALLYPORT_CONFIG"] ?? SHIPPED_CONFIG;

/** `keys_file` of the configuration; `null`: it names none. */
function keysFile(): string | null {
  const file = configFile();
  if (!existsSync(file)) return null;
  const result = loadConfig(ports.readFile(file), { file, env: process.env });
  if (!result.ok) throw new UsageError(`${file} is not valid, so its keys_file is not known: use --file`);
  return result.config.keysFile ?? null;
}

const PORT_MAX = 65_535;

interface ServeArguments {
  readonly file: string;
  readonly overrides: ServeOptions["overrides"];
}

function readServeArguments(args: string[]): ServeArguments {
  const { values } = parseArgs({
    args,
    options: { config: { type: "string" }, port: { type: "string" }, host: { type: "string" } },
  });
  const { host, port, config: file = configFile() } = values;
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) <= PORT_MAX))
    throw new UsageError(`--port must be a whole number from 0 to ${PORT_MAX}, where 0 takes a free port`);
  if (host?.trim() === "") throw new UsageError("--host must be an address or a name, such as 127.0.0.1");
  // Problems in a readable file are reported later, all at once.
  assertReadable(file);
  return {
    file,
    overrides: { ...(port === undefined ? {} : { port: Number(port) }), ...(host === undefined ? {} : { host }) },
  };
}

/** @returns the exit code; `null` while the service runs */
async function serveCommand(args: string[]): Promise<null | number> {
  const { file, overrides } = readServeArguments(args);
  const source = new ConfigSource({ file, env: process.env, clock: systemClock, ...overrides });
  const result = source.load();
  for (const problem of result.ok ? result.warnings : result.problems)
    process.stderr.write(`${renderProblem(problem)}\n`);
  if (!result.ok) return 1;
  const level = logLevel();
  const logger = createLogger({ level });
  logUncaught(logger);
  const options: ServeOptions = {
    source,
    config: result.config,
    overrides,
    env: process.env,
    version: version(),
    logger,
    isTerminal: process.stdout.isTTY,
    print: (text) => process.stdout.write(text),
    onSignal: (signal, run) => process.on(signal, run),
    exit: (code) => process.exit(code),
  };
  const size = workerCount(result.config);
  if (size === 1) await serveAlone(options);
  else await leadWorkers({ ...options, size, file, output: process.stdout, logLevel: level });
  return null;
}

/** Loaded only without workers. */
async function serveAlone(options: ServeOptions): Promise<void> {
  const { serve } = await import("./cli/serve.ts");
  await serve(options);
}

/** Loaded only with workers. */
async function leadWorkers(options: PrimaryOptions): Promise<void> {
  const { servePrimary } = await import("./cluster/primary.ts");
  await servePrimary(options);
}

function workerCount({ server: { workers } }: Config): number {
  return workers === "auto" ? availableParallelism() : workers;
}

/** On a terminal requests are not logged by default, so that the welcome text stays visible. */
function logLevel(): LogLevel {
  const wanted = process.env["SALLYPORT_LOG_LEVEL"] ?? "";
  const level = LOG_LEVELS.find((each) => each === wanted);
  if (level === undefined && wanted !== "")
    ports.printError(`sallyport: SALLYPORT_LOG_LEVEL must be one of ${LOG_LEVELS.join(", ")}; the default applies\n`);
  return level ?? (process.stdout.isTTY ? "warn" : "info");
}

/** What commands share. */
const ports = {
  env: process.env,
  readFile: readText,
  print: (text: string) => void process.stdout.write(text),
  printError: (text: string) => void process.stderr.write(text),
};

function checkCommand(args: string[]): number {
  const [file, ...rest] = parseArgs({ args, allowPositionals: true }).positionals;
  if (file === undefined || rest.length > 0) throw new UsageError("it needs one FILE");
  assertReadable(file);
  // As a start reads it: an empty file, or one that is not UTF-8, is refused as well.
  const result = new ConfigSource({ file, env: process.env, clock: systemClock }).load();
  for (const problem of result.ok ? result.warnings : result.problems) ports.print(`${renderProblem(problem)}\n`);
  if (!result.ok) return 1;
  const { assets, keys, upstreams } = result.config;
  const counts = [counted(keys, "key"), counted(assets, "asset"), counted(upstreams, "upstream")];
  return printed(`${file}: valid (${counts.join(", ")})\n`);
}

const counted = ({ length }: readonly unknown[], what: string): string => `${length} ${what}${length === 1 ? "" : "s"}`;

async function scanCommand(args: string[]): Promise<number> {
  const { runScan } = await import("./cli/scan-command.ts");
  const readStdin = (): Buffer => readFileSync(0);
  return runScan(args, { ...ports, configFile: configFile(), version: version(), folder: process.cwd(), readStdin });
}

async function alertsCommand(args: string[]): Promise<number> {
  const { runAlerts } = await import("./cli/alerts-command.ts");
  const { epochMs } = systemClock;
  return runAlerts(args, { ...ports, configFile: configFile(), version: version(), epochMs });
}

async function explainCommand(args: string[]): Promise<number> {
  const { runExplain } = await import("./cli/explain-command.ts");
  return runExplain(args, { ...ports, configFile: configFile(), readStdin: () => readFileSync(0, "utf8") });
}

async function calibrateCommand(args: string[]): Promise<number> {
  const { runCalibrate } = await import("./cli/calibrate/calibrate-command.ts");
  return runCalibrate(args, {
    ...ports,
    configFile: configFile(),
    readExisting: (file) => (existsSync(file) ? ports.readFile(file) : null),
    writeFile: writeFileSync,
  });
}

async function evalCommand(args: string[]): Promise<number> {
  const { runEval } = await import("./cli/eval/eval-command.ts");
  return runEval(args, { ...ports, configFile: configFile(), writeFile: writeFileSync });
}

async function replayCommand(args: string[]): Promise<number> {
  const stopping = new AbortController();
  // A second one ends the process at once.
  process.once("SIGINT", () => stopping.abort());
  const { signal } = stopping;
  const { runReplay } = await import("./cli/replay/replay-command.ts");
  return runReplay(args, {
    ...ports,
    clock: systemClock,
    signal,
    openFile: (file) => addAbortSignal(signal, file === "-" ? process.stdin : createReadStream(file)),
  });
}

async function auditCommand(args: string[]): Promise<number> {
  const { runAudit } = await import("./cli/audit-command.ts");
  return runAudit(args, { ...ports, configFile: configFile() });
}

function version(): string {
  const text: unknown = JSON.parse(readFileSync(PACKAGE, "utf8"));
  return typeof text === "object" && text !== null && "version" in text ? String(text.version) : "unknown";
}

/** A reader may close a command's output early, as `head` does: that is no error. */
function endUnread(error: Error): void {
  if (codeOf(error) === "EPIPE") process.exit();
  throw error;
}

async function main(args: readonly string[]): Promise<number | null> {
  const [first = "serve", ...rest] = args;
  if (first === "--version" || first === "-v") return printed(`${version()}\n`);
  if (first === "help") return help(rest[0]);
  const isOption = first.startsWith("-");
  if (isOption && asksForHelp([first])) return printed(overview());
  const name = isOption ? "serve" : first;
  const command = COMMANDS.get(name);
  if (command === undefined) throw new UsageError(unknownCommand(name));
  const given = isOption ? [...args] : rest;
  if (asksForHelp(given)) return help(name);
  // A service outlives the reader of its output.
  if (name !== "serve") process.stdout.on("error", endUnread);
  return explained(name, () => command(given));
}

/** Also among other options, but not after `--`. */
function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  return (end < 0 ? args : args.slice(0, end)).some((arg) => arg === "--help" || arg === "-h");
}

function help(name: string | undefined): number {
  const found = name === undefined ? undefined : findHelp(name);
  if (name !== undefined && found === undefined) throw new UsageError(unknownCommand(name));
  return printed(found === undefined ? overview() : helpOf(found));
}

/** @throws {UsageError} that names the command and what is allowed */
async function explained(name: string, run: () => ReturnType<Command>): Promise<number | null> {
  try {
    return await run();
  } catch (error) {
    const found = findHelp(name);
    const reason =
      error instanceof UsageError ? error.message : found === undefined ? null : explainParseError(error, found);
    if (reason === null) throw error;
    throw new UsageError(`${name}: ${reason}\nsallyport ${name} --help lists its options, with examples.`);
  }
}

try {
  const exitCode = await main(process.argv.slice(2));
  if (exitCode !== null) process.exitCode = exitCode;
} catch (error) {
  process.stderr.write(`sallyport: ${explainFailure(error)}\n`);
  process.exitCode = 2;
}
