import { parseArgs } from "node:util";
import { loadConfig } from "../config/load.ts";
import { renderProblem } from "../config/render.ts";
import { verifyChain, type ChainReport } from "../store/sqlite-audit.ts";
import type { AssetPorts } from "./configured-asset.ts";
import { UsageError } from "./usage-error.ts";

/** What the process lends to the command. */
export interface AuditPorts extends AssetPorts {
  /** Where the configuration is looked for when none is named. */
  readonly configFile: string;
  readonly print: (text: string) => void;
}

/**
 * `audit verify`: whether the configured store's records are what was written.
 * @returns the exit code: 0 they are, 1 they are not, 2 the store cannot be read
 */
export function runAudit(args: string[], ports: AuditPorts): 0 | 1 | 2 {
  const { values, positionals } = parseArgs({ args, options: { config: { type: "string" } }, allowPositionals: true });
  if (positionals.length !== 1 || positionals[0] !== "verify") throw new UsageError("audit needs: verify");
  const file = values.config ?? ports.configFile;
  const result = loadConfig(ports.readFile(file), { file, env: ports.env });
  for (const problem of result.ok ? result.warnings : result.problems) ports.printError(`${renderProblem(problem)}\n`);
  if (!result.ok) return 2;
  const { target } = result.config.store;
  if (target.kind === "none") {
    ports.printError("sallyport: store.url is none: nothing is recorded\n");
    return 2;
  }
  const report = attempt(target.path, ports);
  if (report === null) return 2;
  ports.print(renderReport(target.path, report));
  return report.broken === null ? 0 : 1;
}

function attempt(path: string, { printError }: AuditPorts): ChainReport | null {
  try {
    return verifyChain(path);
  } catch (error) {
    printError(`sallyport: ${path}: cannot be read (${reasonOf(error)})\n`);
    return null;
  }
}

/** Errors of the system and of SQLite have a code; one of ours says it in words. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error ? String(error.code) : error.message;
}

const NAME_MAX = 64;

/** A name from the file as a terminal may show it: who changed the file may have put escape sequences there. */
const shown = (name: string): string => name.slice(0, NAME_MAX).replaceAll(/[^\x21-\x7e]/g, "?");

const WHY = {
  changed: "the record is not the one that was written",
  missing: "a record is missing",
  "not linked": "the record does not follow the one before it",
  "not of the chain": "the record was put in beside the chain",
} as const;

function renderReport(path: string, report: ChainReport): string {
  const { records, tombstones, uncovered, anchorId, headId, headLink, broken } = report;
  const counted = `${records} records, ${tombstones} deleted ones with their digests`;
  if (broken !== null) {
    const name = broken.requestId === null ? "" : ` (${shown(broken.requestId)})`;
    return `${path}: BROKEN at ${broken.id}${name}: ${WHY[broken.reason]}; before it ${counted} are whole\n`;
  }
  const older = uncovered === 0 ? "" : `; ${uncovered} records of an older version are not covered`;
  return `${path}: whole from ${anchorId + 1} to ${headId}: ${counted}${older}\nhead ${headId} ${shown(headLink)}\n`;
}
