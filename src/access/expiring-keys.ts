import type { ApiKey } from "../config/config-model.ts";
import { EXPIRES_SOON_MS } from "../config/check-keys.ts";

/** Valid keys that end soon, with when. */
export function expiringKeys(
  keys: readonly ApiKey[],
  nowMs: number,
): readonly { readonly id: string; readonly expires: string }[] {
  return keys.flatMap(({ id, active, expiresMs }) =>
    active && expiresMs !== undefined && expiresMs > nowMs && expiresMs - nowMs <= EXPIRES_SOON_MS
      ? [{ id, expires: new Date(expiresMs).toISOString() }]
      : [],
  );
}
