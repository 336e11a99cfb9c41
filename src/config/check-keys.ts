import { parseUtcTime } from "../core/clock.ts";
import type { Report } from "./check-policy.ts";
import type { ConfigWire } from "./config-schema.ts";
import type { KeyWire } from "./schema-keys.ts";
import { secretsOf } from "./to-config.ts";

export interface KeyTimes {
  /** `null`: expiry is not looked at. */
  readonly nowMs: number | null;
}

/** How long before its end a key is reported, ms. */
export const EXPIRES_SOON_MS = 7 * 86_400_000;

/** Warns of keys and secrets that have ended or soon will. */
export function checkKeyTimes({ keys }: ConfigWire, { nowMs }: KeyTimes, report: Report): void {
  keys.forEach((key, index) => {
    const { notBefore, expires } = timesOf(key);
    if (notBefore !== null && expires !== null && notBefore >= expires)
      report(["keys", index, "expires"], "must be after not_before");
    if (nowMs === null || !key.active) return;
    if (expires !== null) reportEnd(expires, ["keys", index, "expires"], { nowMs, report });
    const secrets = secretsOf(key);
    const isOver = (each: { readonly expiresMs: number | null }): boolean =>
      each.expiresMs !== null && each.expiresMs <= nowMs;
    if (secrets.length > 0 && secrets.every(isOver))
      report(["keys", index, "secret_sha256"], "every secret of the key has expired", "warning");
  });
}

function timesOf({ not_before: from, expires }: KeyWire): {
  readonly notBefore: number | null;
  readonly expires: number | null;
} {
  return {
    notBefore: from === undefined ? null : parseUtcTime(from),
    expires: expires === undefined ? null : parseUtcTime(expires),
  };
}

function reportEnd(
  endMs: number,
  path: readonly PropertyKey[],
  { nowMs, report }: { readonly nowMs: number; readonly report: Report },
): void {
  const at = new Date(endMs).toISOString();
  if (endMs <= nowMs) report(path, `the key expired at ${at}`, "warning");
  else if (endMs - nowMs <= EXPIRES_SOON_MS)
    report(path, `the key expires at ${at}, in less than seven days`, "warning");
}
