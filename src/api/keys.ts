import { keyUsageName, secretUsageNames } from "../access/key-usage.ts";
import type { ApiKey } from "../config/model.ts";
import { sendJson } from "../http/reply.ts";
import type { Usage, Usages } from "../state/usage-counts.ts";
import { requireAdmin } from "./gate.ts";
import type { ApiService, KeyedCall } from "./service.ts";

/** Keys in one answer. */
const KEYS_SHOWN_MAX = 1000;
const MINUTE_MS = 60_000;

/** `GET /admin/keys`: the keys of the key's organization and their use. No secret and no hash of one. */
export async function readKeys({ exchange, runtime, key: caller }: KeyedCall, { keyUsage }: ApiService): Promise<void> {
  requireAdmin(caller);
  const keys = runtime.config.keys.filter(({ organization }) => organization === caller.organization);
  const shown = keys.slice(0, KEYS_SHOWN_MAX);
  const usages = await keyUsage.read(shown.flatMap((key) => [keyUsageName(key), ...secretUsageNames(key)]));
  const body = {
    since: toMinute(usages.sinceMs),
    truncated: keys.length > KEYS_SHOWN_MAX,
    keys: shown.map((key) => presentKey(key, usages)),
  };
  sendJson(exchange, 200, JSON.stringify(body));
}

function presentKey(key: ApiKey, usages: Usages): object {
  return {
    key_id: key.id,
    active: key.active,
    access_level: key.accessLevel,
    admin: key.admin,
    ...presentUsage(usages.of(keyUsageName(key))),
    secrets: secretUsageNames(key).map((name) => presentUsage(usages.of(name))),
  };
}

function presentUsage(usage: Usage | null): object {
  return { last_used: usage === null ? null : toMinute(usage.lastUsedMs), requests: usage?.count ?? 0 };
}

/** ISO 8601, seconds dropped: who does what at which second is nobody's business. */
function toMinute(epochMs: number): string {
  return new Date(Math.floor(epochMs / MINUTE_MS) * MINUTE_MS).toISOString();
}
