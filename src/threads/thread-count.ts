import { availableParallelism } from "node:os";

/** More threads than this pay off only where most texts are long; each has a copy of the models. */
const THREADS_MAX = 4;

/**
 * How many threads read long texts.
 * @param setting `server.analysis_threads`; `null`: as many as the processor has room for beside the event loop
 */
export function threadCount(setting: number | null, cores: number = availableParallelism()): number {
  return setting ?? Math.max(1, Math.min(THREADS_MAX, cores - 1));
}
