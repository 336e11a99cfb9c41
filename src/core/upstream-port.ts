import type { Permit } from "./overload.ts";

export type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>;

export interface UpstreamRequest {
  readonly method: string;
  /** With query. */
  readonly path: string;
  /** Names and values by turns. */
  readonly headers: string[];
  readonly body: Uint8Array | null;
  readonly signal: AbortSignal;
}

export interface UpstreamAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: AnswerHeaders;
  readonly body: UpstreamBody;
}

/** For one reader: whole, or by iterating as it comes. */
export interface UpstreamBody extends AsyncIterable<Uint8Array> {
  /**
   * `null` when the body is larger than `maxBytes`: the rest of it is not read. Rejects when it breaks off, and with `overloaded`
   * when `place` has no room for it.
   */
  readonly whole: (maxBytes: number, place?: Pick<Permit, "keep">) => Promise<Uint8Array | null>;
  /** Aborts it and its exchange; the reader gets the error. */
  readonly destroy: (error: Error) => void;
  /** Calls `run` once at the end of the body, or at once after it. */
  readonly onceOver: (run: () => void) => void;
}

/** The way to a provider. */
export interface UpstreamPort {
  /** Resolves when the answer's headers are there. @throws {Error} `readUpstreamError` says what went wrong */
  readonly send: (request: UpstreamRequest) => Promise<UpstreamAnswer>;
}

/** What a provider reports with an answer. */
export interface AnswerFacts {
  /** As the provider wrote it. */
  readonly model?: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** Why each choice ended, of a closed set. */
  readonly finishReasons?: readonly string[];
}
