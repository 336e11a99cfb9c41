/** More threads than this pay off only where most texts are long; each has a copy of the models. */
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
