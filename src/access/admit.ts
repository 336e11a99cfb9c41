import type { LimitsConfig } from "../config/model.ts";

/** The part of a fixed-window limiter that admission needs. */
export interface Limiter {
  readonly take: (key: string, limit: number) => Admission;
}

export interface Admission {
  readonly admitted: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
}

/** Takes one unit of the key's window on an endpoint, `POST /sdk/v1/analyze/prompt`. */
export function admit(
  limiter: Limiter,
  limits: LimitsConfig,
  { endpoint, keyId }: { readonly endpoint: string; readonly keyId: string },
): Admission {
  return limiter.take(`${endpoint} ${keyId}`, limits.routes.get(endpoint) ?? limits.default);
}

/** Puts the window's state on the answer: `RateLimit-*` always, `Retry-After` on a refusal. */
export function setLimitHeaders(headers: Record<string, string>, admission: Admission): void {
  headers["RateLimit-Limit"] = String(admission.limit);
  headers["RateLimit-Remaining"] = String(admission.remaining);
  headers["RateLimit-Reset"] = String(admission.resetSeconds);
  if (!admission.admitted) headers["Retry-After"] = String(admission.resetSeconds);
}
