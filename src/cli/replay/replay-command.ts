import { codeOf } from "../../core/errors.ts";
import { setImmediate } from "node:timers/promises";
import type { Config } from "../../config/config-model.ts";
import { type Clock, parseUtcTime } from "../../core/clock.ts";
import { storePlace } from "../../core/stores.ts";
import { storedRecords } from "../../store/open-store.ts";
import { presentRecord } from "../../api/present.ts";
import { loadedConfig, type CommandPorts, Problems, UsageError } from "../command.ts";
import { readLines, caseOfLine, caseOfRecord, type CaseLine } from "./cases.ts";
import type { Comparison } from "./comparison.ts";
import { renderReplay, replayJson } from "./replay-report.ts";
import { Replay } from "./replay.ts";
import { parseArgs } from "node:util";

/** What the process provides to the command. */
export interface ReplayPorts extends CommandPorts {
  readonly clock: Clock;
  /** The file in pieces, or the standard input (`-`); reading it fails where it is not there, or `signal` is aborted. */
  readonly openFile: (file: string) => AsyncIterable<Uint8Array>;
  /** Aborted when the user stops the replay: results so far are reported. */
  readonly signal: AbortSignal;
}

/** Longest line of a file, bytes: the longest text of the shipped configuration, every character escaped, and then some. */
const LINE_MAX_BYTES = 32 * 1024 * 1024;

/**
 * Runs a configuration over texts that were judged before, and reports where its verdicts differ.
 * @returns the exit code: 0 done, 1 another verdict under `--fail-on-change`, 2 something could not be read, 130 stopped
 */
export async function runReplay(args: string[], ports: ReplayPorts): Promise<0 | 1 | 2 | 130> {
  const options = readReplayOptions(args, ports.clock.epochMs());
  const config = loadedConfig(options.config, ports);
  const baseline = options.baseline === null ? null : loadedConfig(options.baseline, ports);
  if (config === null || (baseline === null && options.baseline !== null)) return 2;
  const refusal = whyNot(options, config);
  if (refusal !== null) {
    ports.printError(`sallyport: ${refusal}\n`);
    return 2;
  }
  const { signal } = ports;
  const problems = new Problems(ports);
  const comparison = await replayed(options, { config, baseline, problems, ports });
  problems.end();
  const about = { ...options, isStopped: signal.aborted, problems: problems.count };
  ports.print((options.isJson ? replayJson : renderReplay)(about, comparison));
  if (signal.aborted) return 130;
  if (problems.count > 0) return 2;
  return options.failsOnChange ? changeCode(comparison, ports) : 0;
}

/** Where nothing could be judged, no change is no answer. */
function changeCode({ cases, changed, leftOut }: Comparison, { printError }: ReplayPorts): 0 | 1 | 2 {
  if (cases > 0 || leftOut.size === 0) return changed > 0 ? 1 : 0;
  printError("sallyport: every case was left out: whether a verdict changes is unknown\n");
  return 2;
}

interface Replaying {
  readonly config: Config;
  readonly baseline: Config | null;
  readonly problems: Problems;
  readonly ports: ReplayPorts;
}

async function replayed(options: ReplayOptions, { config, baseline, problems, ports }: Replaying): Promise<Comparison> {
  const { clock, signal } = ports;
  const { asset, showsText, source } = options;
  const print = (text: string): void => ports.printError(`sallyport: ${text}\n`);
  if (source.kind === "records" && config.store.content !== "full") print(KEPT[config.store.content]);
  const replay = new Replay({ config, baseline, asset, showsText, clock, signal, print });
  try {
    await replay.load();
    for await (const { place, line } of linesOf(options, config, ports)) {
      if (signal.aborted) break;
      const reason = line.kind === "problem" ? line.reason : await replay.take(line);
      if (reason !== null) problems.report(place, reason);
      // Policies do not await anything: without a pause no signal would be handled.
      await setImmediate();
    }
  } catch (error) {
    // Stopping a replay also aborts reading.
    if (!signal.aborted) problems.report(sourceName(options, config), unreadable(error));
  } finally {
    await replay.close();
  }
  return replay.comparison;
}

const KEPT = {
  masked: "records hold masked text: those with a mask are left out, since no policy can judge what it hides",
  none: "store.content is none: records without text are left out, and only those from before that setting have any",
} as const;

function whyNot({ asset, source, config: file }: ReplayOptions, { assets, store }: Config): string | null {
  if (asset !== null && !assets.some(({ id }) => id === asset))
    return `there is no asset ${asset}; ${file} has ${assets.length === 0 ? "none" : assets.map(({ id }) => id).join(", ")}`;
  if (source.kind === "records" && store.target.kind === "none") return "store.url is none: nothing is recorded";
  return null;
}

/** The reason without a message, which may quote input. @throws the error, if it is not one of reading */
function unreadable(error: unknown): string {
  if (error instanceof SyntaxError) return "cannot be read (not JSON)";
  const code = codeOf(error);
  if (code === null) throw error;
  return `cannot be read (${code})`;
}

function sourceName({ source }: ReplayOptions, { store: { target } }: Config): string {
  if (source.kind === "file") return source.file;
  return target.kind === "none" ? "--since" : storePlace(target);
}

interface Placed {
  /** For messages: a file with its line, or a record. */
  readonly place: string;
  readonly line: CaseLine;
}

async function* linesOf(options: ReplayOptions, config: Config, ports: ReplayPorts): AsyncGenerator<Placed> {
  const { source, limit } = options;
  let count = 0;
  for await (const placed of source.kind === "file"
    ? fileLines(source.file, ports)
    : recordLines(options, config, ports)) {
    yield placed;
    count += 1;
    if (count >= limit) return;
  }
}

async function* recordLines(
  { source, asset: assetId }: ReplayOptions,
  { store }: Config,
  { clock }: ReplayPorts,
): AsyncGenerator<Placed> {
  if (source.kind !== "records") return;
  const { fromMs, toMs } = source;
  for await (const record of storedRecords(store.target, { fromMs, toMs, assetId }, clock))
    yield { place: record.requestId, line: caseOfRecord(presentRecord(record)) };
}

async function* fileLines(file: string, { openFile }: ReplayPorts): AsyncGenerator<Placed> {
  for await (const line of readLines(openFile(file), LINE_MAX_BYTES)) {
    const place = `${file}:${line.number}`;
    yield { place, line: line.kind === "line" ? caseOfLine(line.text, place) : line };
  }
}

const OPTIONS = {
  config: { type: "string" },
  baseline: { type: "string" },
  since: { type: "string" },
  until: { type: "string" },
  input: { type: "string" },
  asset: { type: "string" },
  limit: { type: "string" },
  json: { type: "boolean", default: false },
  "show-text": { type: "boolean", default: false },
  "fail-on-change": { type: "boolean", default: false },
} as const;

export interface ReplayOptions {
  readonly config: string;
  readonly baseline: string | null;
  readonly source:
    | { readonly kind: "records"; readonly fromMs: number; readonly toMs: number | null }
    /** `-` is the standard input. */
    | { readonly kind: "file"; readonly file: string };
  readonly asset: string | null;
  /** Records or lines, at most. */
  readonly limit: number;
  readonly isJson: boolean;
  readonly showsText: boolean;
  readonly failsOnChange: boolean;
}

/** @throws {UsageError} @param nowMs since the epoch */
function readReplayOptions(args: string[], nowMs: number): ReplayOptions {
  const { values } = parseArgs({ args, options: OPTIONS });
  const { config, baseline = null, asset = null, limit } = values;
  if (config === undefined) throw new UsageError("--config NEW is needed");
  if (limit !== undefined && !/^[1-9]\d{0,11}$/.test(limit)) throw new UsageError("--limit must be a number from 1");
  return {
    config,
    baseline,
    source: sourceOf(values, nowMs),
    asset,
    limit: limit === undefined ? Number.POSITIVE_INFINITY : Number(limit),
    isJson: values.json,
    showsText: values["show-text"],
    failsOnChange: values["fail-on-change"],
  };
}

interface Source {
  readonly since?: string;
  readonly until?: string;
  readonly input?: string;
}

function sourceOf({ since, until, input }: Source, nowMs: number): ReplayOptions["source"] {
  if (since !== undefined && input !== undefined) throw new UsageError("--since and --input exclude each other");
  if (input !== undefined) {
    if (until !== undefined) throw new UsageError("--until and --input exclude each other");
    return { kind: "file", file: input };
  }
  if (since === undefined) throw new UsageError("--since TIME or --input FILE is needed");
  const moment = (name: string, text: string): number => {
    const epochMs = parseMoment(text, nowMs);
    if (epochMs === null)
      throw new UsageError(`--${name} must be a date, a time in UTC such as 2026-11-22T10:00:00Z, or 30m, 24h or 7d`);
    return epochMs;
  };
  return {
    kind: "records",
    fromMs: moment("since", since),
    toMs: until === undefined ? null : moment("until", until),
  };
}

const AGO = /^(\d{1,6})([mhd])$/;
const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * The time that `2026-11-22`, `2026-11-22T10:00:00Z`, `30m`, `24h` or `7d` (so long ago) means, ms since the epoch; `null`: none.
 * @param nowMs since the epoch
 */
export function parseMoment(text: string, nowMs: number): number | null {
  const [, count, unit = ""] = AGO.exec(text) ?? [];
  return count === undefined ? parseUtcTime(text) : nowMs - Number(count) * (UNIT_MS[unit] ?? 0);
}
