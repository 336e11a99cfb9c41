import { ARRIVED, BATCH_MAX } from "../scheduling/answer-batch.ts";
import { JUDGED } from "../scheduling/loop-budget.ts";

/**
 * Whether what was let in fills more than another turn of the event loop: texts that wait to be judged, or answers. Whoever comes now would only
 * wait behind them, where nobody counts him. A body of many texts waits as one.
 */
export const isBehind = (): boolean => JUDGED.length > BATCH_MAX || ARRIVED.length > BATCH_MAX;
