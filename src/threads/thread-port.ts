import { Worker } from "node:worker_threads";
import type { Reply, Task } from "./task.ts";

/** The way to one thread. */
export interface ThreadPort {
  /** One task at a time. */
  readonly post: (task: Task) => void;
  /** Idle: the thread does not keep the process alive. */
  readonly rest: () => void;
  /** Ends it at once. */
  readonly end: () => Promise<void>;
}

export interface ThreadEvents {
  readonly reply: (reply: Reply) => void;
  /** It ended by itself: it could not be started, threw, or ran out of memory. */
  readonly lost: (error: Error) => void;
}

export type OpenThread = (events: ThreadEvents) => ThreadPort;

/** Beside `src/main.ts` and `dist/main.js` alike. */
const ENTRY = new URL(import.meta.url.endsWith(".ts") ? "../thread.ts" : "../thread.js", import.meta.url);
/** Heap of one thread, MiB: about ten times the need of a million characters. More ends the thread, not the process. */
const OLD_GENERATION_MAX_MIB = 768;

export const openThread: OpenThread = ({ reply, lost }) => {
  // No environment, and none of the modules that the command line preloads.
  const worker = new Worker(ENTRY, {
    name: "sallyport-analysis",
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: OLD_GENERATION_MAX_MIB },
  });
  let isEnding = false;
  const fail = (error: Error): void => {
    if (isEnding) return;
    isEnding = true;
    lost(error);
  };
  worker.on("message", (message: Reply) => reply(message));
  worker.on("messageerror", fail);
  worker.on("error", fail);
  worker.on("exit", (code) => fail(new Error(`the thread ended with code ${code}`)));
  return {
    post: (task) => {
      worker.ref();
      worker.postMessage(task, []);
    },
    rest: () => worker.unref(),
    end: async () => {
      isEnding = true;
      await worker.terminate();
    },
  };
};

/** More threads pay off only if most texts are long; each has a copy of the models. */
const THREADS_MAX = 4;

/**
 * How many threads read long texts.
 * @param setting `server.analysis_threads`; `null`: as many as the processors have room for beside the event loops
 * @param machine.workers processes that share its processors
 */
export function threadCount(
  setting: number | null,
  { cores, workers }: { readonly cores: number; readonly workers: number },
): number {
  return setting ?? Math.max(1, Math.min(THREADS_MAX, Math.floor(cores / workers) - 1));
}
