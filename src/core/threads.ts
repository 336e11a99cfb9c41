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

/** Events of long texts and their threads. */
export type ThreadEvent =
  | { readonly kind: "begun"; readonly waitMs: number }
  | { readonly kind: "ended"; readonly end: TaskEnd }
  /** A thread was lost, or ended because its text took too long. The next text gets a new one. */
  | { readonly kind: "lost"; readonly error: Error };

/** Current state of the threads. */
export interface ThreadState {
  /** Texts that wait for a thread. */
  readonly waiting: number;
  /** Threads, those that are starting included. */
  readonly threads: number;
  /** Those of them that read a text. */
  readonly busy: number;
}
