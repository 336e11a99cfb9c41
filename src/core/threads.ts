/** How many threads read long texts, and how many texts may wait for one. */
export interface ThreadBounds {
  /** 0: all texts are read in the event loop. */
  readonly threads: number;
  /** Further requests with a long text are refused. */
  readonly queueMax: number;
}

export const TASK_ENDS = ["done", "failed", "timeout", "abandoned", "refused"] as const;
/** How a long text ended. */
export type TaskEnd = (typeof TASK_ENDS)[number];

/** What becomes of long texts and of the threads that read them. */
export type ThreadEvent =
  | { readonly kind: "begun"; readonly waitMs: number }
  | { readonly kind: "ended"; readonly end: TaskEnd }
  /** A thread was lost, or given up since it took too long for its text. The next text gets another. */
  | { readonly kind: "lost"; readonly error: Error };

/** What the threads do now. */
export interface ThreadState {
  /** Texts that wait for a thread. */
  readonly waiting: number;
  /** Threads, those that are starting included. */
  readonly threads: number;
  /** Those of them that read a text. */
  readonly busy: number;
}
