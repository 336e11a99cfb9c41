import { AnswerBatch, BATCH_MAX } from "./answer-batch.ts";
import { LoopBudget } from "./loop-budget.ts";

/** What all exchanges of a process share of its event loop. */
export interface Scheduling {
  /** Of all texts that are checked in the event loop: some milliseconds. */
  readonly texts: LoopBudget;
  readonly answers: AnswerBatch;
}

export const openScheduling = (): Scheduling => ({
  texts: new LoopBudget(32 * 1024, { shortMax: 1024 }),
  answers: new AnswerBatch(),
});

/**
 * Whether the admitted work fills more than another turn of the event loop: texts that wait for their check, or answers. A new request
 * would only wait after them, uncounted. A body of many texts waits as one.
 */
export const isBacklogged = ({ texts, answers }: Scheduling): boolean =>
  texts.length > BATCH_MAX || answers.length > BATCH_MAX;
