import type { AnalysisContext } from "../analyzers/analyzer.ts";
import { STEPS_HERE_MAX } from "../analyzers/patterns/pattern-meter.ts";
import type { Clock } from "../core/clock.ts";
import { ServiceError } from "../core/errors.ts";
import type { FailReason } from "../core/model.ts";
import type { TaskEnd, ThreadBounds, ThreadEvent, ThreadState } from "../core/threads.ts";
import type { LongTexts, Offload } from "../engine/offload.ts";
import type { Guard } from "../engine/guard.ts";
import type { GuardOutcome } from "../engine/run-guard.ts";
import type { Reading } from "../text/reading.ts";
import { deserializeOutcome, taskOf } from "./serialization.ts";
import type { SerializedOutcome, Reply, Task } from "./task.ts";
import type { OpenThread, ThreadPort } from "./thread-port.ts";

/**
 * Longest text that is read in the event loop, UTF-16 units: 8 to 12 ms, or some 35 ms if every line holds personal data. Sending a
 * text of that length to a thread and receiving the findings costs the event loop about 1 ms.
 */
export const SHORT_MAX_CHARS = 32_768;
/**
 * How long a text may be read, milliseconds: at least, and for each unit of its length. A text full of personal data takes a fortieth
 * of it on an idle machine, so that a busy one has room, and an unforeseen text does not keep a thread for good.
 */
const READING_MIN_MS = 10_000;
const READING_MS_PER_CHAR = 0.05;
/** How long an idle thread is kept, milliseconds. */
const IDLE_MAX_MS = 60_000;
/** Time for a thread to start, milliseconds. */
const STARTING_MAX_MS = 60_000;

interface AnalysisThreadsOptions {
  readonly clock: Clock;
  readonly open: OpenThread;
  readonly report: (event: ThreadEvent) => void;
  readonly turns: LoopTurns;
}

/** A text that waits or is being read. */
interface Job {
  readonly task: () => Task;
  readonly chars: number;
  readonly startedMs: number;
  /** Ends it, once. */
  readonly settle: (end: "done" | JobFailure, outcomes?: readonly SerializedOutcome[]) => void;
}

type JobFailure = Exclude<TaskEnd, "done" | "refused">;

const REASONS: Readonly<Record<JobFailure, FailReason>> = { failed: "error", timeout: "timeout", abandoned: "error" };

interface Thread {
  readonly port: ThreadPort;
  state: "starting" | "idle" | "busy";
  /** The job it runs; `null` too after its caller has stopped waiting. */
  job: Job | null;
  /** Cancels the timeout of its state. */
  cancel: () => void;
}

/**
 * Reads long texts in threads, so that short ones do not wait for them in the event loop. A thread starts when a text waits and none
 * is free, and ends after some idle time. Policies travel with their texts, so a reload needs no action here.
 */
export class AnalysisThreads implements LongTexts, ThreadState {
  readonly #options: AnalysisThreadsOptions;
  readonly #threads = new Set<Thread>();
  readonly #queue = new Set<Job>();
  /** Texts of shadow policies. */
  readonly #background = new Set<Job>();
  #bounds: ThreadBounds;
  #isClosed = false;

  constructor(bounds: ThreadBounds, options: AnalysisThreadsOptions) {
    this.#bounds = bounds;
    this.#options = options;
  }

  /** Sets new bounds. Waiting texts stay; surplus threads end when they are idle. */
  use(bounds: ThreadBounds): void {
    this.#bounds = bounds;
    this.#dispatch();
  }

  get waiting(): number {
    return this.#queue.size + this.#background.size;
  }

  get #next(): Job | null {
    const [live = null] = this.#queue;
    const [watching = null] = this.#background;
    return live ?? watching;
  }

  get threads(): number {
    return this.#threads.size;
  }

  get busy(): number {
    return [...this.#threads].filter(({ state }) => state === "busy").length;
  }

  readonly #takes = (chars: number, steps = 0): boolean =>
    this.#bounds.threads > 0 && (chars > SHORT_MAX_CHARS || steps > STEPS_HERE_MAX);

  readonly #yieldToLoop = (): Promise<void> => this.#options.turns.next();

  #offload(run: Offload["run"]): Offload {
    return { takes: this.#takes, yieldToLoop: this.#yieldToLoop, run };
  }

  readonly guaranteed = this.#offload((guards, text, context) =>
    this.#run(guards, text, { context, queue: this.#queue }),
  );

  readonly background = this.#offload((guards, text, context) =>
    this.#run(guards, text, { context, queue: this.#background }),
  );

  readonly newRequests = this.#offload((guards, text, context) => {
    if (this.#queue.size < this.#bounds.queueMax) return this.guaranteed.run(guards, text, context);
    this.#options.report({ kind: "ended", end: "refused" });
    return Promise.reject(new ServiceError("overloaded"));
  });

  /** Ends all threads; waiting and running texts fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const job of [...this.#queue, ...this.#background]) job.settle("failed");
    await Promise.all([...this.#threads].map((thread) => this.#end(thread)));
  }

  #forget(job: Job): void {
    this.#queue.delete(job);
    this.#background.delete(job);
  }

  #run(
    guards: readonly Guard[],
    text: Reading,
    { context, queue }: { readonly context: AnalysisContext; readonly queue: Set<Job> },
  ): Promise<readonly GuardOutcome[]> {
    const { clock, report } = this.#options;
    const { signal } = context;
    const startedMs = clock.now();
    return new Promise((resolve) => {
      const abandon = (): void => job.settle("abandoned");
      let isSettled = false;
      const job: Job = {
        task: () => taskOf(guards, text, context),
        chars: text.raw.length,
        startedMs,
        settle: (end, outcomes) => {
          if (isSettled) return;
          isSettled = true;
          this.#forget(job);
          signal.removeEventListener("abort", abandon);
          report({ kind: "ended", end });
          resolve(end === "done" ? (outcomes ?? []).map(deserializeOutcome) : this.#failed(guards, end, startedMs));
        },
      };
      if (this.#isClosed || signal.aborted) {
        job.settle(this.#isClosed ? "failed" : "abandoned");
        return;
      }
      signal.addEventListener("abort", abandon, { once: true });
      queue.add(job);
      this.#dispatch();
    });
  }

  #failed(guards: readonly Guard[], end: JobFailure, startedMs: number): readonly GuardOutcome[] {
    const durationUs = Math.round((this.#options.clock.now() - startedMs) * 1000);
    return guards.map(() => ({ kind: "failed", reason: REASONS[end], durationUs }));
  }

  /** Assigns waiting texts to idle threads, and starts further threads within the bounds. */
  #dispatch(): void {
    for (const thread of this.#threads) {
      const job = this.#next;
      if (job === null) return;
      if (thread.state === "idle") this.#give(thread, job);
    }
    const starting = [...this.#threads].filter(({ state }) => state === "starting").length;
    const wanted = Math.min(this.waiting - starting, this.#bounds.threads - this.#threads.size);
    // At least one while a text waits, even if a reload has set the bound to 0.
    const missing = this.#threads.size === 0 ? Math.max(wanted, Math.min(1, this.waiting)) : wanted;
    for (let count = 0; count < missing; count += 1) this.#start();
    // Each failed start fails a text.
    while (this.#threads.size === 0 && this.waiting > 0) this.#start();
  }

  #give(thread: Thread, job: Job): void {
    const { clock, report } = this.#options;
    this.#forget(job);
    report({ kind: "begun", waitMs: clock.now() - job.startedMs });
    thread.cancel();
    thread.state = "busy";
    thread.job = job;
    const limitMs = READING_MIN_MS + job.chars * READING_MS_PER_CHAR;
    thread.cancel = clock.after(limitMs, () => this.#lose(thread, "timeout", new Error(`no end after ${limitMs} ms`)));
    try {
      thread.port.post(job.task());
    } catch (error) {
      // It cannot be cloned, which no known text of a caller causes. It fails like a text whose analysis failed.
      this.#lose(thread, "failed", new Error("a text cannot be handed over", { cause: error }));
    }
  }

  #start(): void {
    const { clock, report } = this.#options;
    const tooLong = (): void => this.#lose(thread, "failed", new Error("the thread does not start"));
    const port = this.#open(() => thread);
    if (port instanceof Error) {
      report({ kind: "lost", error: port });
      // The system refuses a thread: other threads may read the waiting texts, and without any the next text fails.
      if (this.#threads.size === 0) this.#next?.settle("failed");
      return;
    }
    const thread: Thread = { port, state: "starting", job: null, cancel: clock.after(STARTING_MAX_MS, tooLong) };
    this.#threads.add(thread);
  }

  #open(thread: () => Thread): ThreadPort | Error {
    try {
      return this.#options.open({
        reply: (reply) => this.#received(thread(), reply),
        lost: (error) => this.#lose(thread(), "failed", error),
      });
    } catch (error) {
      return new Error("a thread cannot be opened", { cause: error });
    }
  }

  #received(thread: Thread, reply: Reply): void {
    if (!this.#threads.has(thread)) return;
    thread.cancel();
    if (reply.kind === "done") thread.job?.settle("done", reply.outcomes);
    thread.job = null;
    thread.state = "idle";
    this.#dispatch();
    if (thread.state !== "idle") return;
    thread.port.rest();
    if (this.#threads.size > this.#bounds.threads) void this.#end(thread);
    else thread.cancel = this.#options.clock.after(IDLE_MAX_MS, () => void this.#end(thread));
  }

  /** Removes a thread and fails its text; of a thread that never started, the text that waits longest. */
  #lose(thread: Thread, end: JobFailure, error: Error): void {
    if (!this.#threads.has(thread)) return;
    const job = thread.state === "starting" ? this.#next : thread.job;
    this.#options.report({ kind: "lost", error });
    thread.job = null;
    void this.#end(thread);
    job?.settle(end);
    this.#dispatch();
  }

  async #end(thread: Thread): Promise<void> {
    this.#threads.delete(thread);
    thread.cancel();
    thread.job?.settle("failed");
    await thread.port.end();
  }
}

/**
 * Schedules sliced work: one job continues in each turn of the event loop, first come, first served. Other callers are served in between.
 */
export class LoopTurns {
  readonly #afterTurn: (run: () => void) => void;
  readonly #waiting = new Set<() => void>();

  /** @param afterTurn runs something after the loop has polled */
  constructor(afterTurn: (run: () => void) => void = setImmediate) {
    this.#afterTurn = afterTurn;
  }

  /** Resolves when it is the caller's turn. The caller bounds how many wait: each has a request under way. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.add(resolve);
      if (this.#waiting.size === 1) this.#afterTurn(this.#go);
    });
  }

  readonly #go = (): void => {
    const [goOn] = this.#waiting;
    if (goOn === undefined) return;
    this.#waiting.delete(goOn);
    if (this.#waiting.size > 0) this.#afterTurn(this.#go);
    goOn();
  };
}
