import { parseArgs } from "node:util";
import { parseUtcTime } from "../../core/utc-time.ts";
import { UsageError } from "../usage-error.ts";

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
export function readReplayOptions(args: string[], nowMs: number): ReplayOptions {
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
  if ((since === undefined) === (input === undefined)) throw new UsageError("--since TIME or --input FILE is needed");
  if (input !== undefined) {
    if (until !== undefined) throw new UsageError("--until stands beside --since");
    return { kind: "file", file: input };
  }
  const moment = (name: string, text: string): number => {
    const epochMs = parseMoment(text, nowMs);
    if (epochMs === null)
      throw new UsageError(`--${name} must be a date, a time in UTC such as 2026-11-22T10:00:00Z, or 30m, 24h or 7d`);
    return epochMs;
  };
  return {
    kind: "records",
    fromMs: moment("since", since ?? ""),
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
