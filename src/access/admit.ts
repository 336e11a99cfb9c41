import type { LimitsConfig } from "../config/config-model.ts";
import type { LimitAnswer, Limiter } from "../state/limiter.ts";

/** Takes one unit of the key's window on an endpoint, `POST /sdk/v1/analyze/prompt`. */
export function admit(
  limiter: Limiter,
  limits: LimitsConfig,
  { endpoint, keyId }: { readonly endpoint: string; readonly keyId: string },
): LimitAnswer | Promise<LimitAnswer> {
  return limiter.take(`${endpoint} ${keyId}`, limits.routes.get(endpoint) ?? limits.default);
}

/** When an uncounted request may come again, seconds. A store that is away is looked for more often. */
const UNAVAILABLE_RETRY_SECONDS = 2;

/**
 * Puts the window's state on the answer: `RateLimit-*` always, `Retry-After` on a refusal, and a mark where this process
 * counted alone.
 */
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

/** Says that a limit was counted by this process alone. */
export function markLocal(headers: Record<string, string>, answer: LimitAnswer): void {
  if (answer !== "unavailable" && answer.isLocal === true) headers["x-guardrail-limits"] = "local";
}
