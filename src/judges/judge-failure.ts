import { ServiceError, type ErrorCode } from "../core/errors.ts";

/** What went wrong: no time left, no answer, too many at once, or an answer that is none. */
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
  /** Another attempt may help, and does no harm. */
  readonly isPassing: boolean;
  /** How long the judge asks to be left alone, ms. */
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
   * Whether it speaks against the judge. An unusable answer does not: the author of the text may bring a model to give
   * one, and must not be able to close the judge to everybody.
   */
  get isOutage(): boolean {
    return this.kind === "unreachable" || this.kind === "timeout";
  }
}

/** Any thrown value as a failure; what is not one is a mistake of ours. */
export function asJudgeFailure(error: unknown): JudgeFailure {
  return error instanceof JudgeFailure
    ? error
    : new JudgeFailure("unreadable", "the judge could not be asked", { cause: error });
}

export function serviceErrorOf(failure: JudgeFailure): ServiceError {
  return new ServiceError(CODES[failure.kind], { cause: failure });
}

export const unreadable = (message: string): JudgeFailure => new JudgeFailure("unreadable", message);
