/** Every operational failure that a caller can meet: code, HTTP status, public message. Nothing else reaches a client. */
const TABLE = {
  not_found: [404, "Not found"],
  method_not_allowed: [405, "Method not allowed"],
  key_missing: [401, "API key is missing"],
  key_invalid: [401, "Invalid or inactive API key"],
  forbidden: [403, "Forbidden"],
  level_required: [403, "Access level 2 required"],
  rate_limited: [429, "Rate limit exceeded"],
  limits_unavailable: [503, "Rate limits cannot be checked"],
  unsupported_media_type: [415, "Content-Type must be application/json"],
  body_too_large: [413, "Request body is too large"],
  text_too_long: [413, "Text is too long"],
  conversation_too_long: [413, "The conversation over this connection is too long"],
  too_much_work: [413, "The request needs more work than one request may"],
  bad_request: [400, "Bad request"],
  nothing_recorded: [404, "Nothing is recorded: store.url is none"],
  asset_not_found: [404, "Asset not found"],
  guardrail_unavailable: [503, "A guardrail policy could not be evaluated"],
  draining: [503, "The service is shutting down"],
  overloaded: [503, "The service is overloaded"],
  store_unavailable: [503, "The record store is unavailable"],
  request_timeout: [408, "The request was not received in time"],
  upstream_unreachable: [502, "The upstream could not be reached"],
  upstream_disconnected: [502, "The upstream broke the connection off before its answer was complete"],
  upstream_timeout: [504, "The upstream did not answer in time"],
  upstream_invalid: [502, "The upstream's answer could not be read"],
  internal: [500, "Internal error"],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof TABLE;

/** An operational failure with a stable code. `detail` replaces the table's message and must hold no submitted text. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly status: number;

  constructor(code: ErrorCode, options: { readonly detail?: string; readonly cause?: unknown } = {}) {
    super(options.detail ?? TABLE[code][1], options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ServiceError";
    this.code = code;
    this.status = TABLE[code][0];
  }
}

/** `path` in dots; `reason` completes the sentence and holds no submitted value. */
export function badRequest(path: string, reason: string): ServiceError {
  return new ServiceError("bad_request", { detail: `${path}: ${reason}` });
}

/** Policies that fail closed could not run. */
export function guardrailUnavailable(policies: readonly string[]): ServiceError {
  const [, message] = TABLE.guardrail_unavailable;
  if (policies.length === 0) return new ServiceError("guardrail_unavailable");
  return new ServiceError("guardrail_unavailable", { detail: `${message}: ${policies.join(", ")}` });
}

/** The code of an error of the system or of a library, such as `ECONNREFUSED`; `null`: it has none. */
export const codeOf = (error: unknown): string | null =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;

/** Any thrown value as a `ServiceError`; what is not one becomes an opaque `internal`. */
export function toServiceError(error: unknown): ServiceError {
  return error instanceof ServiceError ? error : new ServiceError("internal", { cause: error });
}
