import { hash, timingSafeEqual } from "node:crypto";
import { DEFAULT_ASSET_ID, type ApiKey, type LimitsConfig } from "../config/config-model.ts";
import { keyIndex, type Runtime, defaultAsset, type AssetRuntime } from "./runtime.ts";
import type { LimitAnswer, Limiter } from "../state/limiter.ts";

type Authentication =
  | {
      readonly kind: "key";
      readonly key: ApiKey;
      /** `keyIndex` of the secret, which distinguishes a key's secrets. Never log it. */
      readonly secretIndex: string;
    }
  | { readonly kind: "missing" }
  /** Unknown, inactive, expired or not valid yet; which of them is not revealed. */
  | { readonly kind: "invalid" };

/**
 * The key of a secret as it came in a header. Only digests are compared, the last time in constant time, so that neither
 * the table nor the comparison reveals how near a guess was.
 * @param nowMs since the epoch
 */
export function authenticate(runtime: Runtime, secret: string | undefined, nowMs: number): Authentication {
  if (secret === undefined || secret === "") return { kind: "missing" };
  // Node reads header bytes as latin1; the configured secret was hashed as UTF-8, which are the bytes that were sent.
  const digest = hash("sha256", Buffer.from(secret, "latin1"), "buffer");
  const secretIndex = keyIndex(digest);
  const candidates = runtime.keys.get(secretIndex) ?? [];
  const found = candidates.find(({ sha256 }) => timingSafeEqual(sha256, digest));
  if (found === undefined || !isValidAt(found.key, nowMs) || hasEnded(found.expiresMs, nowMs))
    return { kind: "invalid" };
  return { kind: "key", key: found.key, secretIndex };
}

function isValidAt({ active, notBeforeMs, expiresMs }: ApiKey, nowMs: number): boolean {
  return active && (notBeforeMs === undefined || nowMs >= notBeforeMs) && !hasEnded(expiresMs, nowMs);
}

const hasEnded = (endMs: number | null | undefined, nowMs: number): boolean => endMs != null && nowMs >= endMs;

/** Whether an asset, the built-in one among them, is in a key's scope. */
export const isInScope = ({ assets }: Pick<ApiKey, "assets">, assetId: string): boolean =>
  assets === undefined || assets.has(assetId);

/** Takes one unit of the key's window on an endpoint, `POST /sdk/v1/analyze/prompt`. */
export function admit(
  limiter: Limiter,
  limits: LimitsConfig,
  { endpoint, keyId }: { readonly endpoint: string; readonly keyId: string },
): LimitAnswer | Promise<LimitAnswer> {
  return limiter.take(`${endpoint} ${keyId}`, limits.routes.get(endpoint) ?? limits.default);
}

/** When a client may retry a request that could not be counted, seconds. The store is probed more often. */
const UNAVAILABLE_RETRY_SECONDS = 2;

/** Adds the window's state to the answer: `RateLimit-*`, `Retry-After` on a refusal, and a mark if this process counted alone. */
export function setLimitHeaders(headers: Record<string, string>, answer: LimitAnswer): void {
  if (answer === "unavailable") {
    headers["Retry-After"] = String(UNAVAILABLE_RETRY_SECONDS);
    return;
  }
  headers["RateLimit-Limit"] = String(answer.limit);
  headers["RateLimit-Remaining"] = String(answer.remaining);
  headers["RateLimit-Reset"] = String(answer.resetSeconds);
  if (!answer.admitted) headers["Retry-After"] = String(answer.resetSeconds);
  markLocal(headers, answer);
}

/** Marks an answer whose limit this process counted alone. */
export function markLocal(headers: Record<string, string>, answer: LimitAnswer): void {
  if (answer !== "unavailable" && answer.isLocal === true) headers["x-guardrail-limits"] = "local";
}

/**
 * The asset that a key may use, or why there is none. An asset of another organization, or outside the key's scope, is as unknown as
 * one that does not exist; level 1 allows the built-in asset only.
 */
export function resolveAsset(
  runtime: Runtime,
  key: ApiKey,
  assetId: string,
): AssetRuntime | "asset_not_found" | "level_required" {
  if (assetId === DEFAULT_ASSET_ID) return isInScope(key, assetId) ? defaultAsset(key.organization) : "asset_not_found";
  if (key.accessLevel < 2) return "level_required";
  if (!isInScope(key, assetId)) return "asset_not_found";
  const asset = runtime.assets.get(assetId);
  return asset?.asset.organization === key.organization ? asset : "asset_not_found";
}

/** Identifies a caller's session. Sessions of other organizations, keys and assets differ, whatever name callers give them. */
export function sessionKey({ organization, id }: ApiKey, assetId: string, sessionId: string): string {
  return `${sessionName(organization, sessionId)}.${digest([id, assetId])}`;
}

/** Identifies an organization's session across keys and assets: the keys of such sessions begin with it and a dot. */
export function sessionName(organization: string, sessionId: string): string {
  return digest([organization, sessionId]);
}

const digest = (names: readonly string[]): string => hash("sha256", JSON.stringify(names), "base64url");

/** The write side of a usage table. */
interface UsageCounter {
  readonly count: (name: string) => void;
}

/** Name of a key's usage. A key that moves to another organization starts over. */
export const keyUsageName = ({ organization, id }: { readonly organization: string; readonly id: string }): string =>
  `key ${organization} ${id}`;

/** Names of the usages of a key's secrets, in the configuration's order. They stay the same when one is dropped. */
export const secretUsageNames = ({ secretsSha256 }: ApiKey): readonly string[] =>
  secretsSha256.map((digest) => secretUsageName(keyIndex(digest)));

const secretUsageName = (secretIndex: string): string => `secret ${secretIndex}`;

/** The key in a request's notes, if it had a valid one. */
interface KeyNotes {
  readonly keyId?: string;
  readonly organization?: string;
  readonly secretIndex?: string;
}

/** Counts a request for the key and for the secret that it came with. */
export function countKeyUse({ keyId, organization, secretIndex }: KeyNotes, counter: UsageCounter): void {
  if (keyId === undefined || organization === undefined || secretIndex === undefined) return;
  counter.count(keyUsageName({ organization, id: keyId }));
  counter.count(secretUsageName(secretIndex));
}
