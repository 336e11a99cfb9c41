/** How much of whose answer has not begun, of streams, and of waiting the process takes on. */
export interface OverloadBounds {
  /** Requests of the API and proxied exchanges whose answer has not begun. */
  readonly maxRequests: number;
  /** Answers that have begun and go on, open WebSockets among them. */
  readonly maxStreams: number;
  /** How long a request may wait for the processor. */
  readonly maxDelayMs: number;
}

export const SHED_REASONS = ["requests", "streams", "delay"] as const;
/** The bound that a request was refused for. */
export type ShedReason = (typeof SHED_REASONS)[number];
