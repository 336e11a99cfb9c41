#!/usr/bin/env -S node --max-semi-space-size=8 --heap-growing-percent=30
// First: libraries read `DEBUG` when they are loaded.
import "./cli/untraced.ts";
import { randomBytes } from "node:crypto";
import { createReadStream, existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { addAbortSignal } from "node:stream";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { systemClock } from "./cli/process.ts";
import { runKeys } from "./cli/key-command.ts";
import type { ServeOptions } from "./cli/serve.ts";
import { UsageError } from "./cli/command.ts";
import type { PrimaryOptions } from "./cluster/primary.ts";
import { POOL_BYTES } from "./core/arena.ts";
import { codeOf } from "./core/errors.ts";
import { configJsonSchema } from "./config/json-schema.ts";
import { loadConfig } from "./config/load-config.ts";
import { type Config, renderProblem } from "./config/config-model.ts";
import { readNamedFile } from "./config/named-files.ts";
import { ConfigSource } from "./config/source.ts";
import { createLogger, LOG_LEVELS, logUncaught, type LogLevel } from "./telemetry/logger.ts";

Buffer.poolSize = POOL_BYTES;

/** The shipped configuration, beside `src/` and `dist/` alike. */
const SHIPPED_CONFIG = new URL("../config/sallyport.yaml", import.meta.url);
const PACKAGE = new URL("../package.json", import.meta.url);

const USAGE = `usage: sallyport [serve] [--config FILE] [--port N] [--host H]
       sallyport check FILE
       sallyport scan [FILE|FOLDER|-]... [--side prompt|response] [--config FILE] [--asset ID]
                      [--json|--sarif] [--exit-zero]
       sallyport calibrate [--asset ID] [--benign FILE.jsonl]... [--records] [--fpr RATE] [--write PATCH.yaml]
                      [--config FILE] [--json]
       sallyport replay --config NEW [--baseline OLD] (--since TIME [--until TIME] | --input FILE.jsonl)
                      [--asset ID] [--limit N] [--json] [--show-text] [--fail-on-change]
       sallyport keys new [--file KEYS.json] [--id ID] [--organization ORG] [--access-level 1|2] [--admin]
                      [--assets ID,ID] [--not-before TIME] [--expires TIME]
       sallyport keys list|rotate ID [--overlap 7d]|revoke ID|expire ID --at TIME [--file KEYS.json]
       sallyport audit verify [--config FILE]
       sallyport schema
       sallyport openapi
       sallyport --help | --version

serve    runs the guardrail API and the proxy; FILE defaults to $SALLYPORT_CONFIG, then to the shipped configuration
check    reports every problem of a configuration file; exit code 0 when there is none, else 1
scan     prints the verdict on texts and each finding with a caret line, or JSON lines, or SARIF 2.1.0; folders are read
         recursively without .git and node_modules; by the policies of an asset, or by injection, personal data and
         secrets; exit code 0 nothing found, 1 something flagged or blocked (0 with --exit-zero), 2 error
calibrate  finds thresholds at which RATE (default 0.01) of your own harmless texts are flagged, and prints them as a
         fragment of a configuration; exit code 0, 1 where texts are too few, 2 error; it prints no text
replay   runs NEW over stored records or a file, and reports which verdicts differ from OLD's, or from what was said then; TIME is
         2026-11-22, 2026-11-22T10:00:00Z, 24h or 7d; it prints no text without --show-text; exit code 0, 1 where a verdict
         differs and --fail-on-change is given, 2 error, 130 stopped
keys     new: prints a new key, once, and puts its hash into the file, or prints its entry for the configuration where there
         is none; rotate: a new secret beside the old one; TIME is 2027-01-31, 2027-01-31T10:00:00Z, 24h or 7d from now, or
         never; the file defaults to keys_file of the configuration
audit    verify: walks the chain of the stored records and names the first that was changed, taken out or put in, or prints the
         chain's head to be kept elsewhere; exit code 0 whole, 1 broken, 2 error
schema   prints the JSON Schema of the configuration
openapi  prints the OpenAPI document of the API
`;

/** Commands load what only they need, so that the service starts without it. */
type Command = (args: string[]) => Promise<number | null> | number | null;

const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ["serve", serveCommand],
  ["check", checkCommand],
  ["scan", scanCommand],
  ["calibrate", calibrateCommand],
  ["replay", replayCommand],
  [
    "keys",
    (args) =>
      runKeys(args, { randomBytes, print: ports.print, nowMs: systemClock.epochMs(), configuredFile: keysFile }),
  ],
  ["audit", auditCommand],
  ["schema", () => printed(`${JSON.stringify(configJsonSchema(), null, 2)}\n`)],
  ["openapi", openApiCommand],
]);

async function openApiCommand(): Promise<number> {
  const { openApiJson } = await import("./api/openapi.ts");
  return printed(`${JSON.stringify(JSON.parse(openApiJson()), null, 2)}\n`);
}

function printed(text: string): number {
  process.stdout.write(text);
  return 0;
}

/** The configuration when no option names one. */
const configFile = (): string => process.env["SALLYPORT_CONFIG"] ?? fileURLToPath(SHIPPED_CONFIG);

/** `keys_file` of the configuration; `null`: it names none. */
function keysFile(): string | null {
  const file = configFile();
  if (!existsSync(file)) return null;
  const result = loadConfig(ports.readFile(file), { file, env: process.env });
  if (!result.ok) throw new UsageError(`${file} is not valid, so its keys_file is not known: use --file`);
  return result.config.keysFile ?? null;
}

/** @returns the exit code; `null` while the service runs */
async function serveCommand(args: string[]): Promise<null | number> {
  const { values } = parseArgs({
    args,
    options: { config: { type: "string" }, port: { type: "string" }, host: { type: "string" } },
  });
  if (values.port !== undefined && !/^\d{1,5}$/.test(values.port)) throw new UsageError("--port must be a number");
  const file = values.config ?? configFile();
  const { host, port } = values;
  const overrides = { ...(port === undefined ? {} : { port: Number(port) }), ...(host === undefined ? {} : { host }) };
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
  const wanted = process.env["SALLYPORT_LOG_LEVEL"];
  return LOG_LEVELS.find((level) => level === wanted) ?? (process.stdout.isTTY ? "warn" : "info");
}

/** What commands share. */
const ports = {
  env: process.env,
  readFile: (file: string) => readFileSync(file, "utf8"),
  print: (text: string) => void process.stdout.write(text),
  printError: (text: string) => void process.stderr.write(text),
};

function checkCommand(args: string[]): number {
  const [file, ...rest] = parseArgs({ args, allowPositionals: true }).positionals;
  if (file === undefined || rest.length > 0) throw new UsageError("check needs one FILE");
  const options = { file, env: process.env, readFile: readNamedFile, nowMs: systemClock.epochMs() };
  const result = loadConfig(ports.readFile(file), options);
  for (const problem of result.ok ? result.warnings : result.problems) ports.print(`${renderProblem(problem)}\n`);
  if (!result.ok) return 1;
  const { assets, keys, upstreams } = result.config;
  const counts = `${keys.length} keys, ${assets.length} assets, ${upstreams.length} upstreams`;
  return printed(`${file}: valid (${counts})\n`);
}

async function scanCommand(args: string[]): Promise<number> {
  const { runScan } = await import("./cli/scan-command.ts");
  const readStdin = (): Buffer => readFileSync(0);
  return runScan(args, { ...ports, configFile: configFile(), version: version(), folder: process.cwd(), readStdin });
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
  if (first === "--help" || first === "-h" || first === "help") return printed(USAGE);
  if (first === "--version" || first === "-v") return printed(`${version()}\n`);
  const command = COMMANDS.get(first);
  if (command !== undefined) {
    process.stdout.on("error", endUnread);
    return command(rest);
  }
  if (!first.startsWith("-")) throw new UsageError(`unknown command ${first}`);
  return serveCommand([...args]);
}

try {
  const exitCode = await main(process.argv.slice(2));
  if (exitCode !== null) process.exitCode = exitCode;
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  const isUsage = error instanceof UsageError || codeOf(error)?.startsWith("ERR_PARSE_ARGS") === true;
  process.stderr.write(`sallyport: ${message}\n${isUsage ? `\n${USAGE}` : ""}`);
  process.exitCode = 2;
}
