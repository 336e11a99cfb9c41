/**
 * What PostgreSQL, or the way to it, did to a statement. Its message is a code (`timeout`, `ECONNREFUSED`, `23505`): what the
 * server writes may quote the values of a record.
 */
export class PostgresFailure extends Error {
  /** SQLSTATE, a code of the system, or one of ours. */
  readonly code: string;
  /** The server said no, so that nothing of the statement was kept. Otherwise the outcome is unknown: the connection is lost. */
  readonly isRefusal: boolean;

  /** @param options.cause nothing that the server said */
  constructor(code: string, { isRefusal, cause }: { readonly isRefusal: boolean; readonly cause?: unknown }) {
    super(code, cause === undefined ? undefined : { cause });
    this.name = "PostgresFailure";
    this.code = code;
    this.isRefusal = isRefusal;
  }

  /** Values of one record are what the server cannot keep: data exception, constraint, or a limit of its program. */
  get isOfValues(): boolean {
    return this.isRefusal && /^(?:22|23|54)/.test(this.code);
  }
}

const SQLSTATE = /^[0-9A-Z]{5}$/;
/** Connection exception; and `statement_completion_unknown`. */
const UNKNOWN_OUTCOME = /^(?:08...|40003)$/;
/** What the client says without a code. */
const CODES: ReadonlyMap<string, string> = new Map([
  ["The server does not support SSL connections", "no_tls"],
  ["Connection terminated unexpectedly", "closed"],
  ["Connection terminated", "closed"],
  ["SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a non-empty string", "no_password"],
]);

/** Any thrown value as a failure. */
export function toFailure(error: unknown): PostgresFailure {
  if (error instanceof PostgresFailure) return error;
  if (!(error instanceof Error)) return new PostgresFailure("error", { isRefusal: false });
  const code = "code" in error && typeof error.code === "string" ? error.code : null;
  const known = CODES.get(error.message);
  if (known !== undefined) return new PostgresFailure(known, { isRefusal: false });
  // A mistake of ours, or of the client: the log says where.
  if (code === null) return new PostgresFailure("error", { isRefusal: false, cause: error });
  // FATAL ends the session, whatever became of the statement.
  const isError = "severity" in error && error.severity === "ERROR";
  return new PostgresFailure(code, { isRefusal: isError && SQLSTATE.test(code) && !UNKNOWN_OUTCOME.test(code) });
}
