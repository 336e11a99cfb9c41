import { codeOf } from "../core/errors.ts";
import { parseArgs } from "node:util";
import { storePlace, type StoreTarget } from "../core/stores.ts";
import type { ChainReport } from "../store/chain.ts";
import { verifyLedger, type LedgerReport } from "../store/postgres/postgres-reading.ts";
import { SqliteFailure } from "../store/sqlite-failure.ts";
import { verifyChain } from "../store/sqlite-reading.ts";
import { systemClock } from "./process.ts";
import { loadedConfig, type ConfiguredPorts, UsageError } from "./command.ts";

/**
 * `audit verify`: whether the configured store's records are what was written.
 * @returns the exit code: 0 they are, 1 they are not, 2 the store cannot be read
 */
export async function runAudit(args: string[], ports: ConfiguredPorts): Promise<0 | 1 | 2> {
  const { values, positionals } = parseArgs({ args, options: { config: { type: "string" } }, allowPositionals: true });
  if (positionals.length !== 1 || positionals[0] !== "verify") throw new UsageError("it needs an action: audit verify");
  const file = values.config ?? ports.configFile;
  const config = loadedConfig(file, ports);
  if (config === null) return 2;
  const { target } = config.store;
  if (target.kind === "none") {
    ports.printError("sallyport: store.url is none: nothing is recorded\n");
    return 2;
  }
  const place = storePlace(target);
  try {
    const { isWhole, text } = await verify(target);
    ports.print(`${place}: ${text}\n`);
    return isWhole ? 0 : 1;
  } catch (error) {
    ports.printError(`sallyport: ${place}: cannot be read: ${reasonOf(error)}\n`);
    return 2;
  }
}

/** Errors of the system and of PostgreSQL have a code; our own have a message. */
function reasonOf(error: unknown): string {
  if (error instanceof SqliteFailure) return error.reason;
  return codeOf(error) ?? (error instanceof Error ? error.message : "unknown");
}

/** The length of a link; names are shorter. */
const SHOWN_MAX = 64;

/** Text from a store as a terminal may show it: a tampered store may hold escape sequences. */
const shown = (text: string): string => text.slice(0, SHOWN_MAX).replaceAll(/[^\x21-\x7e]/g, "?");

interface Findings {
  readonly isWhole: boolean;
  readonly text: string;
}

async function verify(target: Exclude<StoreTarget, { kind: "none" }>): Promise<Findings> {
  if (target.kind === "postgres") return ledgerFindings(await verifyLedger(target.server, systemClock));
  const report = verifyChain(target.path);
  const head = report.broken === null ? `\nhead ${report.headId} ${shown(report.headLink)}` : "";
  return { isWhole: report.broken === null, text: renderChain(report) + head };
}

const WHY = {
  changed: "the record is not the one that was written",
  missing: "a record is missing",
  "not linked": "the record does not follow the one before it",
  "not of the chain": "the record was put in beside the chain",
} as const;

const WHY_WRITER = {
  changed: "is not the one that began",
  missing: "is missing, with all that it wrote",
  "not linked": "is not the last one that began",
  "not of the chain": "never began, and has records",
} as const;

function renderChain({ records, tombstones, uncovered, anchorId, headId, broken }: ChainReport): string {
  const counted = `${records} records, ${tombstones} deleted ones with their digests`;
  if (broken !== null) {
    const name = broken.requestId === null ? "" : ` (${shown(broken.requestId)})`;
    return `BROKEN at ${broken.id}${name}: ${WHY[broken.reason]}; before it ${counted} are whole`;
  }
  const older = uncovered === 0 ? "" : `; ${uncovered} records of an older version are not covered`;
  return `whole from ${anchorId + 1} to ${headId}: ${counted}${older}`;
}

/** As ISO 8601; a tampered value that is no time stays a number. */
function timeOf(epochMs: number): string {
  const date = new Date(epochMs);
  return Number.isNaN(date.valueOf()) ? String(epochMs) : date.toISOString();
}

/** Broken chains first, then each writer, then the heads to keep. */
function ledgerFindings({ chains, anchorNumber, headNumber, headLink, broken }: LedgerReport): Findings {
  const isWhole = broken === null && chains.every((chain) => chain.broken === null);
  const range = `writers ${anchorNumber + 1} to ${headNumber}`;
  const lines = [isWhole ? `whole: ${range}` : `BROKEN: ${range}`];
  if (broken !== null) lines.push(`writer ${broken.id} ${WHY_WRITER[broken.reason]}`);
  const sorted = [
    ...chains.filter((chain) => chain.broken !== null),
    ...chains.filter((chain) => chain.broken === null),
  ];
  for (const chain of sorted) {
    // A writer without records has nothing to verify.
    if (chain.broken === null && chain.headId === chain.anchorId) continue;
    lines.push(
      `writer ${chain.number} (${shown(chain.name)}, since ${timeOf(chain.startedMs)}): ${renderChain(chain)}`,
    );
  }
  if (isWhole) {
    const written = chains.filter(({ headId }) => headId > 0);
    lines.push(...written.map(({ number, headId, headLink: link }) => `head ${number}/${headId} ${shown(link)}`));
    lines.push(`head of writers ${headNumber} ${shown(headLink)}`);
  }
  return { isWhole, text: lines.join("\n") };
}
