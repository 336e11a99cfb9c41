import { parseArgs } from "node:util";
import { buildRuntime } from "../access/runtime.ts";
import type { JudgeEvent } from "../core/judge-model.ts";
import type { Evaluation, Verdict } from "../core/model.ts";
import type { Guard } from "../engine/guard.ts";
import { JudgeSet } from "../judges/judge-set.ts";
import { systemClock } from "./system-clock.ts";
import { configuredAsset, type AssetPorts } from "./configured-asset.ts";
import { SarifLog } from "./sarif.ts";
import { readInputs, type ScanInput, type SkipKind } from "./scan-files.ts";
import { defaultGuards, renderScan, scanJson, scanText } from "./scan-texts.ts";
import { UsageError } from "./usage-error.ts";

/** What the process lends to the command. */
export interface ScanPorts extends AssetPorts {
  /** Of sallyport. */
  readonly version: string;
  /** The working directory. */
  readonly folder: string;
  /** Where the configuration is looked for when only an asset is named. */
  readonly configFile: string;
  readonly readStdin: () => Buffer;
  readonly print: (text: string) => void;
}

const OPTIONS = {
  side: { type: "string", default: "prompt" },
  json: { type: "boolean", default: false },
  sarif: { type: "boolean", default: false },
  "exit-zero": { type: "boolean", default: false },
  config: { type: "string" },
  asset: { type: "string" },
} as const;

/** @returns the exit code: 0 nothing found, 1 something flagged or blocked, 2 something could not be read or judged */
export async function runScan(args: string[], ports: ScanPorts): Promise<0 | 1 | 2> {
  const { paths, side, format, config, asset, exitsZero } = readArguments(args);
  const usesAsset = config !== undefined || asset !== undefined;
  const judges = new JudgeSet({ clock: systemClock, report: (event) => printJudgeFailure(event, ports) });
  const guards = usesAsset ? assetGuards(config ?? ports.configFile, asset, { ports, judges }) : defaultGuards();
  if (guards === null) return 2;
  const scan = new Scan(guards, format, ports);
  try {
    await judges.load();
    for (const input of readInputs(paths, ports.readStdin)) await scan.take(input, side);
  } finally {
    await judges.close();
  }
  return scan.finish(exitsZero);
}

type Format = "text" | "json" | "sarif";

function readArguments(args: string[]) {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
  const { side, json, sarif, config, asset } = values;
  if (side !== "prompt" && side !== "response") throw new UsageError("--side must be prompt or response");
  if (json && sarif) throw new UsageError("--json and --sarif exclude each other");
  return {
    paths: positionals.length === 0 ? ["-"] : positionals,
    side: side === "prompt" ? ("input" as const) : ("output" as const),
    format: sarif ? ("sarif" as const) : json ? ("json" as const) : ("text" as const),
    config,
    asset,
    exitsZero: values["exit-zero"],
  };
}

function printJudgeFailure(event: JudgeEvent, ports: ScanPorts): void {
  if (event.kind === "failed") ports.printError(`sallyport: judge ${event.judge}: ${event.reason}\n`);
}

/** `null` when the configuration does not say which; the reason is printed. */
function assetGuards(
  file: string,
  wanted: string | undefined,
  { ports, judges }: { readonly ports: ScanPorts; readonly judges: JudgeSet },
): readonly Guard[] | null {
  const configured = configuredAsset(file, wanted, ports);
  if (configured === null) return null;
  const { config, asset } = configured;
  const open = judges.open(config.judges);
  judges.use(open);
  return buildRuntime(config, open).assets.get(asset.id)?.guards ?? null;
}

/** One run over many texts. */
class Scan {
  readonly #guards: readonly Guard[];
  readonly #format: Format;
  readonly #ports: ScanPorts;
  readonly #sarif: SarifLog;
  readonly #verdicts: Record<Verdict, number> = { passed: 0, flagged: 0, blocked: 0 };
  readonly #skipped = new Map<SkipKind, number>();
  /** Reported at once when nothing follows it, not at all among many. */
  #firstPassed: string | null = null;
  #hasFailed = false;

  constructor(guards: readonly Guard[], format: Format, ports: ScanPorts) {
    this.#guards = guards;
    this.#format = format;
    this.#ports = ports;
    this.#sarif = new SarifLog({ version: ports.version, folder: ports.folder, guards });
  }

  async take(input: ScanInput, side: "input" | "output"): Promise<void> {
    const { name } = input;
    switch (input.kind) {
      case "text":
        this.#report(name, input.raw, await scanText(input.raw, { guards: this.#guards, side, clock: systemClock }));
        return;
      case "skipped":
        this.#skipped.set(input.reason, (this.#skipped.get(input.reason) ?? 0) + 1);
        this.#ports.printError(`sallyport: ${name}: not checked: ${input.reason}\n`);
        this.#sarif.note(name, `not checked: ${input.reason}`, "warning");
        return;
      case "unreadable":
        this.#fail(name, `cannot be read (${input.reason})`);
    }
  }

  finish(exitsZero: boolean): 0 | 1 | 2 {
    const { passed, flagged, blocked } = this.#verdicts;
    const count = passed + flagged + blocked;
    if (this.#format === "sarif") this.#ports.print(this.#sarif.render());
    if (this.#format === "text") {
      const skipped = [...this.#skipped.values()].reduce((sum, each) => sum + each, 0);
      const rest = skipped === 0 ? "" : `, ${skipped} not checked`;
      if (count === 1 && this.#firstPassed !== null) this.#ports.print(this.#firstPassed);
      if (count > 1)
        this.#ports.print(`${count} files: ${blocked} blocked, ${flagged} flagged, ${passed} passed${rest}\n`);
    }
    if (this.#hasFailed) return 2;
    return flagged + blocked > 0 && !exitsZero ? 1 : 0;
  }

  #report(name: string, raw: string, evaluation: Evaluation): void {
    this.#verdicts[evaluation.verdict] += 1;
    for (const policy of evaluation.failedClosed) this.#fail(name, `${policy} could not run`);
    for (const policy of evaluation.degraded) this.#sarif.note(name, `${policy} could not run`, "warning");
    this.#sarif.add(name, raw, evaluation);
    if (this.#format === "json") this.#ports.print(scanJson(name, evaluation));
    if (this.#format !== "text") return;
    const isQuiet = evaluation.verdict === "passed" && evaluation.degraded.length === 0;
    if (isQuiet) this.#firstPassed ??= renderScan(name, raw, evaluation);
    else this.#ports.print(renderScan(name, raw, evaluation));
  }

  #fail(name: string, text: string): void {
    this.#hasFailed = true;
    this.#ports.printError(`sallyport: ${name}: ${text}\n`);
    this.#sarif.note(name, text, "error");
  }
}
