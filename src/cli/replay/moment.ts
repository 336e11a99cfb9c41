import { parseUtcTime } from "../../core/utc-time.ts";

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
