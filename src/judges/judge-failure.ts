import { ServiceError, type ErrorCode } from "../core/errors.ts";

/** Deadline passed, no answer, too many questions at once, or an unusable answer. */
export type FailureKind = "timeout" | "unreachable" | "overloaded" | "unreadable";

const CODES: Readonly<Record<FailureKind, ErrorCode>> = {
  timeout: "upstream_timeout",
  unreachable: "upstream_unreachable",
  overloaded: "overloaded",
  unreadable: "internal",
};

/** Why a judge gave no answer. The message names no text and nothing that the judge wrote. */
export class JudgeFailure extends Error {
  readonly kind: FailureKind;
  /** A retry may help and does no harm. */
  readonly isPassing: boolean;
  /** How long the judge asks to wait, ms. */
  readonly retryAfterMs: number;

  constructor(
    kind: FailureKind,
    message: string,
    options: { readonly isPassing?: boolean; readonly retryAfterMs?: number; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "JudgeFailure";
    this.kind = kind;
    this.isPassing = options.isPassing === true;
    this.retryAfterMs = options.retryAfterMs ?? 0;
  }

  /**
   * Whether it counts against the judge. An unusable answer does not: the author of a text may provoke one, and must not be able to
   * shut the judge down for everyone.
   */
  get isOutage(): boolean {
    return this.kind === "unreachable" || this.kind === "timeout";
  }
}

/** Any thrown value as a failure; other errors are bugs of ours. */
export function asJudgeFailure(error: unknown): JudgeFailure {
  return error instanceof JudgeFailure
    ? error
    : new JudgeFailure("unreadable", "the judge could not be asked", { cause: error });
}

export function serviceErrorOf(failure: JudgeFailure): ServiceError {
  return new ServiceError(CODES[failure.kind], { cause: failure });
}

export const unreadable = (message: string): JudgeFailure => new JudgeFailure("unreadable", message);
